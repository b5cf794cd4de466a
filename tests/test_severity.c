/* SPDX-License-Identifier: MIT */
/*
 * test_severity.c - whatever severity a rule is given, the laws of a repair
 * hold
 *
 * Each sample is judged again with each rule that it trips turned off, lowered
 * and raised.  The file that a repair then writes must be valid under the same
 * severities, and have nothing left to repair.
 */
#include <criterion/criterion.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/asked.h"
#include "tests/support.h"

enum { MOST = 1 << 20 };

static unsigned runs, repairs;
static const char *as; /* of the sample at hand */

enum whom { NO_RULE, ONE_RULE, ALL_RULES };

struct setting {
	enum whom whom;
	const struct dfk_rule *rule; /* of ONE_RULE */
	enum dfk_severity severity;
};

static const char *
name_of(const struct setting *set)
{
	return set->rule ? set->rule->id : "all rules";
}

/* These keep their severity: see dfk_set_severity(). */
static bool
is_fixed(const struct dfk_rule *rule)
{
	return rule->fatal || strcmp(rule->format, "limit") == 0;
}

static void
apply(struct dfk_check *check, const struct setting *set)
{
	for (size_t i = 0; i < dfk_rule_count(); i++) {
		const struct dfk_rule *rule = dfk_rule(i);

		if (is_fixed(rule) ||
		    (set->whom != ALL_RULES && rule != set->rule))
			continue;
		cr_assert_eq(dfk_set_severity(check, rule->id, set->severity),
			     DFK_OK);
	}
}

static struct dfk_check *
judge(const struct bytes *in, const struct setting *set)
{
	const struct dfk_options o = { .as = as, .no_hash = true };
	struct dfk_check *check;

	cr_assert_eq(dfk_open(&o, &check), DFK_OK);
	apply(check, set);
	cr_assert_eq(dfk_feed(check, in->at, in->n), DFK_OK);
	cr_assert_eq(dfk_finish(check), DFK_OK);
	return check;
}

static void
expect_settled(const struct bytes *out, const struct setting *set,
	       const char *path)
{
	struct dfk_check *check = judge(out, set);
	const struct dfk_result *r = dfk_result(check);

	cr_expect_eq(r->verdict, DFK_VALID, "%s, %s as %s: %s", path,
		     name_of(set), dfk_severity_name(set->severity),
		     dfk_verdict_name(r->verdict));
	cr_expect_eq(r->repairable, DFK_REPAIRABLE_NOT_NEEDED,
		     "%s, %s as %s: not settled", path, name_of(set),
		     dfk_severity_name(set->severity));
	dfk_close(check);
}

static void
repair(const struct bytes *in, struct dfk_check *check,
       const struct setting *set, const char *path)
{
	struct bytes out = { 0, NULL };
	struct dfk_repair *to;

	if (dfk_repair_open(check, collect, &out, &to) != DFK_OK)
		return;
	cr_assert_eq(dfk_repair_feed(to, in->at, in->n), DFK_OK);
	cr_assert_eq(dfk_repair_finish(to), DFK_OK);
	dfk_repair_close(to);
	repairs++;
	if (out.n)
		expect_settled(&out, set, path);
	free(out.at);
}

static void
try_setting(const struct bytes *in, const struct setting *set, const char *path)
{
	struct dfk_check *check = judge(in, set);

	runs++;
	if (set->whom == ONE_RULE && set->severity == DFK_OFF)
		cr_expect_eq(dfk_rule_hits(check, set->rule), 0, "%s: %s", path,
			     set->rule->id);
	repair(in, check, set, path);
	dfk_close(check);
}

static void
try_severities(const struct bytes *in, enum whom whom,
	       const struct dfk_rule *rule, const char *path)
{
	for (int s = DFK_OFF; s <= DFK_ERROR; s++)
		try_setting(
			in,
			&(struct setting){ whom, rule, (enum dfk_severity)s },
			path);
}

static void
try_sample(const struct bytes *in, const char *path)
{
	const struct setting none = { .whom = NO_RULE };
	struct dfk_check *check = judge(in, &none);

	try_severities(in, ALL_RULES, NULL, path);
	for (size_t i = 0; i < dfk_rule_count(); i++)
		if (dfk_rule_hits(check, dfk_rule(i)) && !is_fixed(dfk_rule(i)))
			try_severities(in, ONE_RULE, dfk_rule(i), path);
	dfk_close(check);
}

static int
visit(const char *path, const struct stat *status, int kind, struct FTW *ftw)
{
	static unsigned char bytes[MOST];
	struct bytes in = { 0, bytes };
	FILE *file;

	(void)status, (void)ftw;
	if (kind != FTW_F)
		return 0;
	file = fopen(path, "rb");
	cr_assert(file, "%s", path);
	in.n = fread(bytes, 1, sizeof(bytes), file);
	fclose(file);
	as = asked_format(path);
	try_sample(&in, path);
	return 0;
}

static void
try_format(const char *format, unsigned least_runs, unsigned least_repairs)
{
	const char *corpus = getenv("DEMOFSCK_CORPUS");
	char path[4096];

	cr_assert(corpus, "DEMOFSCK_CORPUS is not set");
	snprintf(path, sizeof(path), "%s/%s", corpus, format);
	cr_assert_eq(nftw(path, visit, 16, FTW_PHYS), 0);
	cr_expect_gt(runs, least_runs, "%u runs", runs);
	cr_expect_gt(repairs, least_repairs, "%u repairs", repairs);
}

Test(severity, laws_hold_under_other_severities)
{
	try_format("teehistorian", 3000, 700);
}

Test(severity, laws_hold_for_maps) { try_format("datafile", 2000, 700); }

Test(severity, laws_hold_for_snapshots) { try_format("snapshot", 900, 300); }
