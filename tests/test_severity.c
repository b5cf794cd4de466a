/* SPDX-License-Identifier: MIT */
/*
 * test_severity.c - whatever severity a rule is given, the laws of a repair
 * hold; and a profile changes nothing in it
 *
 * Each sample is judged again with each rule that it trips turned off, lowered
 * and raised; and, as it is and with another byte in it, with several rules
 * changed at random, at each level of repair.  The file that a repair then
 * writes must be valid under the same severities, and have nothing left to
 * repair.  DEMOFSCK_RUNS=N makes N such runs of each sample.
 *
 * In each profile, found and planned is the same, byte for byte.
 */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/random.h"
#include "corpus/builder/samples.h"
#include "corpus/tool/findings.h"
#include "corpus/tool/option.h"
#include "corpus/tool/recycle.h"
#include "include/demofsck_profile.h"
#include "tests/support.h"

static unsigned runs, repairs;
static const char *as; /* of the sample at hand */

enum whom { NO_RULE, ONE_RULE, ALL_RULES, SOME_RULES };

struct setting {
	enum whom whom;
	const struct dfk_rule *rule; /* of ONE_RULE */
	enum dfk_severity severity;
	uint64_t seed; /* of SOME_RULES, and of the options below */
	enum dfk_level level;
	bool fix_warnings;
	const struct dfk_profile *profile; /* NULL: the first one */
};

static const char *
name_of(const struct setting *set)
{
	static char text[40];

	if (set->whom == NO_RULE)
		return "no rule";
	if (set->whom == ALL_RULES)
		return "all rules";
	if (set->whom == ONE_RULE)
		return set->rule->id;
	snprintf(text, sizeof(text), "run %" PRIu64, set->seed);
	return text;
}

/* These keep their severity: see dfk_set_severity(). */
static bool
is_fixed(const struct dfk_rule *rule)
{
	return rule->fatal || strcmp(rule->format, "limit") == 0;
}

/* So what is drawn for a rule does not depend on which other rules there are. */
static struct random
random_of(const struct setting *set, const struct dfk_rule *rule)
{
	struct random random = { set->seed };

	for (const char *at = rule->id; *at; at++)
		random.state = (random.state ^ (unsigned char)*at) *
			       UINT64_C(0x100000001b3);
	return random;
}

static void
apply(struct dfk_check *check, const struct setting *set)
{
	static const uint32_t per_mille[] = { 10, 100, 500 };
	struct random random = { set->seed };
	const uint32_t chance = per_mille[random_below(&random, 3)];

	if (set->profile)
		cr_assert_eq(dfk_set_profile(check, set->profile->name),
			     DFK_OK);
	for (size_t i = 0; i < dfk_rule_count(); i++) {
		const struct dfk_rule *rule = dfk_rule_at(i);
		bool some;
		enum dfk_severity severity = set->severity;

		if (is_fixed(rule))
			continue;
		random = random_of(set, rule);
		some = random_chance(&random, chance);
		if (set->whom == SOME_RULES)
			severity = (enum dfk_severity)random_below(&random, 4);
		if (set->whom == NO_RULE ||
		    (set->whom == SOME_RULES && !some) ||
		    (set->whom == ONE_RULE && rule != set->rule))
			continue;
		cr_assert_eq(dfk_set_severity(check, rule->id, severity),
			     DFK_OK);
	}
}

/* The first error of the last check, and a sum over all that was found, whatever
   it was called.  Errors that the profile makes of less are not counted. */
static char first_error[200];
static uint64_t found_sum;
static unsigned other_errors;

static bool
is_raised(const struct dfk_finding *f, const struct dfk_profile *profile)
{
	return profile &&
	       dfk_profile_severity(profile, f->rule) > f->rule->severity;
}

static void
add(uint64_t n)
{
	found_sum = (found_sum ^ n) * UINT64_C(0x100000001b3);
}

static void
on_finding(void *ctx, const struct dfk_finding *f)
{
	const struct dfk_profile *profile = ctx;

	add((uint64_t)(uintptr_t)f->rule);
	add(f->number);
	add(f->offset);
	add(f->length);
	add(f->mended);
	for (const char *at = f->found; *at; at++)
		add((unsigned char)*at);
	if (f->severity != DFK_ERROR)
		return;
	other_errors += !is_raised(f, profile);
	if (!first_error[0])
		snprintf(first_error, sizeof(first_error), "%s@%" PRIu64 " %s",
			 f->rule->id, f->offset, f->found);
}

static struct dfk_check *
check_as(const struct bytes *in, const struct setting *set)
{
	const struct dfk_options o = { DFK_OPTIONS,
				       .as = as,
				       .no_hash = true,
				       .allocator = recycle_allocator,
				       .level = set->level,
				       .fix_warnings = set->fix_warnings,
				       .ctx = (void *)(uintptr_t)set->profile,
				       .on_finding = on_finding };
	struct dfk_check *check;

	first_error[0] = '\0';
	found_sum = other_errors = 0;
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
	struct dfk_check *check = check_as(out, set);
	const struct dfk_result *r = dfk_result_of(check);

	cr_expect_eq(r->verdict, DFK_VALID, "%s, %s as %s, %d: %s, %s", path,
		     name_of(set), dfk_severity_name(set->severity),
		     (int)set->level, dfk_verdict_name(r->verdict),
		     first_error);
	cr_expect_eq(r->repairable, DFK_REPAIRABLE_NOT_NEEDED,
		     "%s, %s as %s: not settled", path, name_of(set),
		     dfk_severity_name(set->severity));
	dfk_close(check);
}

static struct bytes
repair(const struct bytes *in, struct dfk_check *check,
       const struct setting *set, const char *path)
{
	struct bytes out = { 0, NULL };
	struct dfk_repair *to;

	if (dfk_repair_open(check, collect, &out, &to) != DFK_OK)
		return out;
	cr_assert_eq(dfk_repair_feed(to, in->at, in->n), DFK_OK);
	cr_assert_eq(dfk_repair_finish(to), DFK_OK);
	dfk_repair_close(to);
	repairs++;
	if (out.n)
		expect_settled(&out, set, path);
	return out;
}

/* -------------------------------------------------------------- profiles */

static void
expect_same_plan(struct dfk_check *a, struct dfk_check *b, const char *what)
{
	const struct dfk_result *x = dfk_result_of(a), *y = dfk_result_of(b);
	struct dfk_edit e, f;
	size_t i = 0;

	for (; dfk_edit_at(a, i, &e); i++)
		cr_expect(dfk_edit_at(b, i, &f) && e.offset == f.offset &&
				  e.remove == f.remove &&
				  e.insert_length == f.insert_length &&
				  e.finding == f.finding &&
				  (e.insert_length == 0 ||
				   memcmp(e.insert, f.insert,
					  e.insert_length) == 0),
			  "%s: another edit", what);
	cr_expect(!dfk_edit_at(b, i, &f), "%s: more edits", what);
	cr_expect(x->repairable == y->repairable && x->kept == y->kept &&
			  x->ok_up_to == y->ok_up_to &&
			  x->repair_errors == y->repair_errors &&
			  x->mendable_warnings == y->mendable_warnings,
		  "%s: another plan", what);
	cr_expect_eq(x->errors + x->warnings + x->notes,
		     y->errors + y->warnings + y->notes, "%s", what);
}

/* What is written in one profile is written in all of them.  There is nothing to
   repair in it, and its errors are those that the profile makes of less. */
static void
expect_settled_in(const struct bytes *out, const struct setting *set,
		  const char *what)
{
	struct dfk_check *check = check_as(out, set);
	const struct dfk_result *r = dfk_result_of(check);

	cr_expect_eq(r->repair_errors, 0, "%s: %s", what, first_error);
	cr_expect_eq(other_errors, 0, "%s: %s", what, first_error);
	cr_expect_eq(r->repairable, DFK_REPAIRABLE_NOT_NEEDED, "%s", what);
	dfk_close(check);
}

static void
try_profiles(const struct bytes *in, const struct bytes *out,
	     struct dfk_check *first, uint64_t sum, const struct setting *set,
	     const char *path)
{
	for (size_t i = 1; i < dfk_profile_count(); i++) {
		struct setting other = *set;
		struct dfk_check *check;
		char what[200];

		other.profile = dfk_profile_at(i);
		snprintf(what, sizeof(what), "%s, %s in %s", path, name_of(set),
			 other.profile->name);
		check = check_as(in, &other);
		cr_expect_eq(found_sum, sum, "%s: found something else", what);
		expect_same_plan(first, check, what);
		dfk_close(check);
		if (out->n)
			expect_settled_in(out, &other, what);
	}
}

static void
try_setting(const struct bytes *in, const struct setting *set, const char *path)
{
	struct dfk_check *check = check_as(in, set);
	const uint64_t sum = found_sum;
	struct bytes out;

	runs++;
	if (set->whom == ONE_RULE && set->severity == DFK_OFF)
		cr_expect_eq(dfk_rule_hits(check, set->rule), 0, "%s: %s", path,
			     set->rule->id);
	out = repair(in, check, set, path);
	if (set->whom == NO_RULE || set->whom == SOME_RULES)
		try_profiles(in, &out, check, sum, set, path);
	free(out.at);
	dfk_close(check);
}

static void
try_severities(const struct bytes *in, enum whom whom,
	       const struct dfk_rule *rule, const char *path)
{
	for (int s = DFK_OFF; s <= DFK_ERROR; s++)
		try_setting(
			in,
			&(struct setting){ .whom = whom,
					   .rule = rule,
					   .severity = (enum dfk_severity)s },
			path);
}

static void
try_sample(const struct bytes *in, const char *path)
{
	const struct setting none = { .whom = NO_RULE };
	struct dfk_check *check = check_as(in, &none);

	try_setting(in, &none, path);
	try_severities(in, ALL_RULES, NULL, path);
	for (size_t i = 0; i < dfk_rule_count(); i++)
		if (dfk_rule_hits(check, dfk_rule_at(i)) &&
		    !is_fixed(dfk_rule_at(i)))
			try_severities(in, ONE_RULE, dfk_rule_at(i), path);
	dfk_close(check);
}

/* ----------------------------------------------------------- random rules */

static unsigned
from_environment(const char *name, unsigned otherwise)
{
	const char *text = getenv(name);

	return text ? (unsigned)strtoul(text, NULL, 10) : otherwise;
}

static void
try_random(const struct bytes *in, const char *path)
{
	const unsigned all = from_environment("DEMOFSCK_RUNS", 2);

	for (unsigned i = 0; i < all; i++) {
		struct random random = { i };
		struct setting set = { .whom = SOME_RULES, .seed = i };
		const size_t at = in->n ? random_below(&random, (uint32_t)in->n)
					: 0;
		const bool changed = i % 2 == 1 && in->n > 0;
		const unsigned char was = in->n ? in->at[at] : 0;

		set.level = (enum dfk_level)random_below(&random, 3);
		set.fix_warnings = random_chance(&random, 250);
		if (changed)
			in->at[at] = (unsigned char)random_next(&random);
		try_setting(in, &set, path);
		if (changed)
			in->at[at] = was;
	}
}

/* Where programs are slow, one of so many samples is looked at. */
static unsigned
step(void)
{
	return from_environment("DEMOFSCK_STEP", 1);
}

static void
visit(const char *corpus, const struct sample *sample)
{
	char option[OPTION_MAX];
	struct buffer bytes = { 0 };
	struct bytes in;

	cr_assert(sample_load(corpus, sample->path, &bytes),
		  "%s: cannot be read", sample->path);
	in = (struct bytes){ bytes.size, bytes.bytes };
	as = sample->options && option_value(sample->options, "as", option)
		     ? option
		     : NULL;
	try_sample(&in, sample->path);
	try_random(&in, sample->path);
	buffer_free(&bytes);
}

static void
try_folder(const char *folder)
{
	const char *corpus = getenv("DEMOFSCK_CORPUS");
	const size_t length = strlen(folder);
	const struct sample *s;
	unsigned samples = 0, seen = 0;

	cr_assert(corpus, "DEMOFSCK_CORPUS is not set");
	runs = repairs = 0;
	for (size_t i = 0; (s = samples_at(i)); i++) {
		if (strncmp(s->path, folder, length) != 0 ||
		    s->path[length] != '/')
			continue;
		if (seen++ % step() != 0)
			continue;
		visit(corpus, s);
		samples++;
	}
	/* All rules as each severity, and one by one those that are tripped. */
	cr_expect_geq(runs, 4 * samples, "%s: %u runs", folder, runs);
	cr_expect_geq(repairs, samples, "%s: %u repairs", folder, repairs);
}

Test(severity, laws_hold_under_other_severities)
{
	const char *folder;
	unsigned formats = 0, all_runs = 0, all_repairs = 0;

	for (size_t i = 0; (folder = findings_folder(i)); i++) {
		if (!findings_has_samples(folder))
			continue;
		try_folder(folder);
		formats++;
		all_runs += runs;
		all_repairs += repairs;
	}
	cr_expect_geq(formats, 3);
	/* As many as there were once: both only grow. */
	cr_expect_gt(all_runs, 5900 / step(), "%u runs", all_runs);
	cr_expect_gt(all_repairs, 1700 / step(), "%u repairs", all_repairs);
}
