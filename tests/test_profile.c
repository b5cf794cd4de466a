/* SPDX-License-Identifier: MIT */
/* test_profile.c - what a profile may change, and what it may not */
#include <criterion/criterion.h>
#include <string.h>

#include "include/demofsck_profile.h"
#include "tests/support.h"
#include "validator/core/profile.h"
#include "validator/core/report.h"

/* A teehistorian log of version 2 that ends without FINISH, and two skips in a row
   before that. */
#define HEADER \
	"\x69\x9d\xb1\x7b\x8e\xfb\x34\xff\xb1\xd8\xda\x6f\x60\xc1\x5d\xd1" \
	"{\"version\":\"2\"}"

static const char unfinished[] = HEADER;    /* with the NUL */
static const char bare[] = HEADER "\0\x40"; /* FINISH */
static const char two_skips[] = HEADER "\0\x41\x00\x41\x00\x40";

struct seen {
	unsigned n;
	struct dfk_finding finding[16];
};

static void
remember(void *ctx, const struct dfk_finding *f)
{
	struct seen *seen = ctx;

	cr_assert_lt(seen->n, 16);
	seen->finding[seen->n++] = *f;
}

static struct dfk_check *
opened(struct seen *seen)
{
	struct dfk_check *check;

	cr_assert_eq(dfk_open(&(struct dfk_options){ DFK_OPTIONS,
						     .on_finding = remember,
						     .ctx = seen },
			      &check),
		     DFK_OK);
	return check;
}

static const struct dfk_result *
judged(struct dfk_check *check, const void *bytes, size_t size)
{
	cr_assert_eq(dfk_feed(check, bytes, size), DFK_OK);
	cr_assert_eq(dfk_finish(check), DFK_OK);
	return dfk_result_of(check);
}

static const struct dfk_profile *
profile_named(const char *name)
{
	for (size_t i = 0; i < dfk_profile_count(); i++)
		if (strcmp(dfk_profile_at(i)->name, name) == 0)
			return dfk_profile_at(i);
	cr_assert_fail("no profile %s", name);
	return NULL;
}

/* ------------------------------------------------------------------- table */

static bool
is_fixed(const struct dfk_rule *rule)
{
	return rule->fatal || strcmp(rule->format, "limit") == 0;
}

Test(profile, the_first_is_what_the_rules_say)
{
	const struct dfk_profile *archive = dfk_profile_at(0);

	cr_expect_str_eq(archive->name, "archive");
	cr_expect_eq(dfk_profile_count(), 4);
	cr_expect_null(dfk_profile_at(4));
	for (size_t i = 0; i < dfk_rule_count(); i++)
		cr_expect_eq(dfk_profile_severity(archive, dfk_rule_at(i)),
			     dfk_rule_at(i)->severity);
}

Test(profile, no_rule_is_off_and_some_stay_errors)
{
	for (size_t p = 0; p < dfk_profile_count(); p++) {
		for (size_t i = 0; i < dfk_rule_count(); i++) {
			const struct dfk_rule *rule = dfk_rule_at(i);
			const enum dfk_severity s = dfk_profile_severity(
				dfk_profile_at(p), rule);

			cr_expect(s >= DFK_NOTE && s <= DFK_ERROR);
			if (is_fixed(rule))
				cr_expect_eq(s, DFK_ERROR, "%s", rule->id);
		}
	}
}

Test(profile, strict_only_raises_and_lenient_only_lowers)
{
	const struct dfk_profile *strict = profile_named("strict");
	const struct dfk_profile *lenient = profile_named("lenient");

	for (size_t i = 0; i < dfk_rule_count(); i++) {
		const struct dfk_rule *rule = dfk_rule_at(i);

		cr_expect_geq(dfk_profile_severity(strict, rule),
			      rule->severity, "%s", rule->id);
		cr_expect_leq(dfk_profile_severity(lenient, rule),
			      rule->severity, "%s", rule->id);
	}
}

Test(profile, all_at_once_are_what_they_are_one_by_one)
{
	for (size_t p = 0; p < PROFILE_COUNT; p++) {
		const struct profile_severities all = profile_severities(
			(enum profile_id)p);

		for (size_t i = 0; i < RULE_COUNT; i++)
			cr_expect_eq(all.of[i],
				     profile_severity((enum profile_id)p,
						      (enum rule_id)i));
	}
}

/* What the profile would say without the row. */
static enum dfk_severity
by_law(const char *profile, const struct dfk_rule *rule)
{
	if (is_fixed(rule))
		return DFK_ERROR;
	if (strcmp(profile, "strict") == 0 && rule->severity == DFK_WARNING)
		return DFK_ERROR;
	if (strcmp(profile, "lenient") == 0 && rule->severity == DFK_ERROR)
		return DFK_WARNING;
	return rule->severity;
}

Test(profile, each_row_says_what_the_law_does_not)
{
	unsigned rows = 0;

	for (size_t p = 0; p < dfk_profile_count(); p++) {
		const struct dfk_profile *profile = dfk_profile_at(p);

		for (size_t i = 0; i < dfk_rule_count(); i++) {
			const struct dfk_rule *rule = dfk_rule_at(i);
			const bool row = dfk_profile_reason(profile, rule);

			rows += row;
			cr_expect_eq(row,
				     dfk_profile_severity(profile, rule) !=
					     by_law(profile->name, rule),
				     "%s in %s", rule->id, profile->name);
		}
	}
	cr_expect_gt(rows, 30);
}

Test(profile, strangers_have_no_severity)
{
	const struct dfk_profile profile = { "archive", "" };
	const struct dfk_rule rule = { .id = "" };

	cr_expect_eq(dfk_profile_severity(&profile, dfk_rule_at(0)), DFK_OFF);
	cr_expect_eq(dfk_profile_severity(dfk_profile_at(0), &rule), DFK_OFF);
	cr_expect_null(dfk_profile_reason(&profile, &rule));
}

/* ------------------------------------------------------------------- check */

Test(profile, it_is_chosen_before_the_first_byte)
{
	struct seen seen = { 0 };
	struct dfk_check *check = opened(&seen);

	cr_expect_eq(dfk_set_profile(check, "gate"), DFK_BAD_ARGUMENT);
	cr_expect_eq(dfk_set_profile(check, NULL), DFK_BAD_ARGUMENT);
	cr_expect_eq(dfk_set_profile(check, "strict"), DFK_OK);
	cr_expect_eq(dfk_feed(check, "", 1), DFK_OK);
	cr_expect_eq(dfk_set_profile(check, "strict"), DFK_BAD_STATE);
	dfk_close(check);
}

/* Given two skips in a row, and no message for them: the verdict is that of the profile, the plan that of
   the archive. */
Test(profile, the_verdict_follows_and_the_plan_does_not)
{
	static const struct {
		const char *profile;
		enum dfk_severity severity;
		enum dfk_verdict verdict;
	} rows[] = {
		{ "archive", DFK_ERROR, DFK_DAMAGED },
		{ "strict", DFK_ERROR, DFK_DAMAGED },
		{ "playback", DFK_WARNING, DFK_VALID },
		{ "lenient", DFK_WARNING, DFK_VALID },
	};

	for (size_t i = 0; i < 4; i++) {
		struct seen seen = { 0 };
		struct dfk_check *check = opened(&seen);
		const struct dfk_result *r;
		struct dfk_edit edit;
		bool found = false;

		cr_assert_eq(dfk_set_profile(check, rows[i].profile), DFK_OK);
		/* What a header lacks is another matter. */
		cr_assert_eq(dfk_set_severity(check,
					      "teehistorian.header_missing_key",
					      DFK_NOTE),
			     DFK_OK);
		r = judged(check, two_skips, sizeof(two_skips) - 1);
		for (unsigned k = 0; k < seen.n; k++) {
			if (strcmp(seen.finding[k].rule->name, "double_skip"))
				continue;
			found = true;
			cr_expect_eq(seen.finding[k].severity,
				     rows[i].severity);
			cr_expect(seen.finding[k].mended);
		}
		cr_expect(found, "%s", rows[i].profile);
		cr_expect_eq(r->verdict, rows[i].verdict, "%s: %s",
			     rows[i].profile, dfk_verdict_name(r->verdict));
		cr_expect_eq(r->repair_errors, 2);
		cr_expect_eq(r->repairable, DFK_REPAIRABLE_LOSSY);
		cr_expect(dfk_edit_at(check, 0, &edit));
		dfk_close(check);
	}
}

/* Whatever the order of the two calls. */
Test(profile, what_is_set_for_one_rule_counts_more)
{
	static const char rule[] = "teehistorian.missing_finish";

	for (unsigned order = 0; order < 2; order++) {
		struct seen seen = { 0 };
		struct dfk_check *check = opened(&seen);

		if (order == 0)
			cr_assert_eq(dfk_set_profile(check, "lenient"), DFK_OK);
		cr_assert_eq(dfk_set_severity(check, rule, DFK_ERROR), DFK_OK);
		if (order == 1)
			cr_assert_eq(dfk_set_profile(check, "lenient"), DFK_OK);
		cr_expect_eq(
			judged(check, unfinished, sizeof(unfinished))->verdict,
			DFK_TRUNCATED);
		dfk_close(check);
	}
}

/* Errors that only the profile makes are no reason to change a byte. */
Test(profile, strict_errors_are_not_repaired)
{
	struct seen seen = { 0 };
	struct dfk_check *check = opened(&seen);
	const struct dfk_result *r;

	cr_assert_eq(dfk_set_profile(check, "strict"), DFK_OK);
	r = judged(check, bare, sizeof(bare) - 1);
	cr_expect_eq(r->verdict, DFK_DAMAGED);
	cr_expect_gt(r->errors, 0);
	cr_expect_eq(r->repair_errors, 0);
	cr_expect_eq(r->repairable, DFK_REPAIRABLE_NOT_NEEDED);
	dfk_close(check);
}

/* ----------------------------------------------------------------- excuses */

static enum dfk_severity last;

static void
keep_severity(void *ctx, const struct dfk_finding *f)
{
	(void)ctx;
	last = f->severity;
}

/* Given a rule that a profile raises: it is called so, unless its place or its writer
   excuses it.  Readers go by what it is without the profile. */
Test(profile, an_excuse_counts_in_each_profile)
{
	static const struct {
		enum dfk_severity site, part;
		bool soft;
		enum dfk_severity called, goes_by;
	} rows[] = {
		{ DFK_OFF, DFK_OFF, false, DFK_ERROR, DFK_WARNING },
		{ DFK_NOTE, DFK_OFF, false, DFK_NOTE, DFK_NOTE },
		{ DFK_WARNING, DFK_OFF, false, DFK_WARNING, DFK_WARNING },
		{ DFK_OFF, DFK_WARNING, false, DFK_WARNING, DFK_WARNING },
		{ DFK_OFF, DFK_NOTE, false, DFK_NOTE, DFK_NOTE },
		{ DFK_OFF, DFK_OFF, true, DFK_NOTE, DFK_NOTE },
		{ DFK_OFF, DFK_WARNING, true, DFK_NOTE, DFK_NOTE },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		const struct site site = { .at_most = rows[i].site };
		struct part part = { .name = "map", .at_most = rows[i].part };
		static struct report r;

		report_open(&r);
		r.emit = keep_severity;
		r.judged[RULE_snapshot_undeclared] = DFK_ERROR;
		if (rows[i].soft)
			part.soft = (struct soft_rules){
				1, { RULE_snapshot_undeclared }
			};
		report_enter(&r, &part);
		cr_expect_eq(report(&r, RULE_snapshot_undeclared, &site, "x"),
			     rows[i].goes_by, "%zu", i);
		cr_expect_eq(last, rows[i].called, "%zu", i);
		cr_expect_eq(r.errors, 0);
		cr_expect_eq(r.tally.errors,
			     rows[i].called == DFK_ERROR ? 1 : 0);
	}
}
