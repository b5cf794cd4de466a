/* SPDX-License-Identifier: MIT */
/* test_report_counts.c - findings that are counted at once, as if each were reported */
#include <criterion/criterion.h>

#include "validator/core/report.h"

static void
see(void *ctx, const struct dfk_finding *f)
{
	(void)ctx;
	(void)f;
}

static struct report
open_report(void)
{
	struct report r;

	report_open(&r);
	r.emit = see;
	return r;
}

/* As many reports, in all that the report says of them. */
static void
compare_with_each(bool decoded, enum dfk_severity severity, enum rule_id id)
{
	const struct part part = { .name = "chunk",
				   .off = 100,
				   .len = 9,
				   .decoded = decoded,
				   .at_most = DFK_WARNING };
	struct report each = open_report(), many = each;

	AT(each.severity, id) = AT(many.severity, id) = severity;
	report_enter(&each, &part);
	report_enter(&many, &part);
	for (uint32_t i = 0; i < 3 * REPORT_MAX_PER_RULE; i++) {
		const struct site site = { .off = 4ull * i };

		cr_expect_eq(report_need(&many, id),
			     severity == DFK_OFF       ? REPORT_NONE
			     : i < REPORT_MAX_PER_RULE ? REPORT_EACH
						       : REPORT_COUNT);
		report(&each, id, &site, "x");
		if (i < REPORT_MAX_PER_RULE)
			report(&many, id, &site, "x");
		else if (i == REPORT_MAX_PER_RULE)
			report_many(&many, id, site.off,
				    2 * REPORT_MAX_PER_RULE);
	}
	report_many(&many, id, 0, 0);
	cr_expect_arr_eq(&each, &many, sizeof(each));
}

Test(report_counts, many_are_counted_as_each)
{
	for (int severity = DFK_OFF; severity <= DFK_ERROR; severity++)
		for (int decoded = 0; decoded < 2; decoded++) {
			compare_with_each(decoded, (enum dfk_severity)severity,
					  RULE_snapshot_unknown_removed);
			compare_with_each(decoded, (enum dfk_severity)severity,
					  RULE_teehistorian_missing_finish);
		}
}

struct mender {
	uint32_t n;
	struct fix last;
};

static void
mend(void *ctx, const struct fix *fix)
{
	struct mender *m = ctx;

	m->n++;
	m->last = *fix;
}

static struct report
open_mended(struct mender *m)
{
	struct report r;

	report_open(&r);
	r.mender.mend = mend;
	r.mender.ctx = m;
	report_enter(&r, &(struct part){
				 .decoded = true,
				 .fix = fix_drop(7, 9, (struct mark){ 0 }) });
	return r;
}

/* Three findings that are mended, one that is not, and maybe a last one that is: the
   fix of the part answers the last of them, and is said once more. */
static void
compare_renewed(bool last)
{
	const enum rule_id id = RULE_snapshot_update_size_old;
	const enum rule_id other = RULE_snapshot_duplicate_update;
	const struct site site = { .off = 4 };
	struct mender of_each = { .n = 0 }, of_many = { .n = 0 };
	struct report each = open_mended(&of_each);
	struct report many = open_mended(&of_many);

	report(&each, id, &site, "x");
	report(&many, id, &site, "x");
	cr_expect_eq(report_need(&many, id), REPORT_RENEW);
	cr_expect_eq(report_need(&many, other), REPORT_COUNT);
	for (int i = 0; i < 4 + last; i++)
		report(&each, i == 3 ? other : id, &site, "x");
	report_many(&many, id, site.off, 3u + last);
	report_many(&many, other, site.off, 1);
	report_renew(&many, id, last ? 5 : 3);
	cr_expect_eq(of_each.n, 4u + last);
	cr_expect_eq(of_many.n, 2);
	cr_expect_eq(of_each.last.why, id);
	cr_expect_eq(of_many.last.why, id);
	cr_expect_eq(of_each.last.finding, of_many.last.finding);
	cr_expect_eq(of_many.last.off, of_each.last.off);
	cr_expect_eq(report_mended(&each), last);
	cr_expect_eq(report_mended(&many), last);
	cr_expect_eq(each.findings, many.findings);
	cr_expect_eq(each.errors, many.errors);
	cr_expect_eq(each.repairs.drops, many.repairs.drops);
	cr_expect_eq(each.repairs.unmended_off, many.repairs.unmended_off);
}

Test(report_counts, what_is_mended_again_is_said_once)
{
	compare_renewed(false);
	compare_renewed(true);
}

/* A fix in a part that is not decoded is of one finding only. */
Test(report_counts, without_a_fix_it_is_only_counted)
{
	struct report r;

	report_open(&r);
	cr_expect_eq(report_need(&r, RULE_teehistorian_truncated),
		     REPORT_COUNT);
	report_enter(&r, &(struct part){
				 .decoded = true,
				 .fix = fix_drop(0, 1, (struct mark){ 0 }) });
	cr_expect_eq(report_need(&r, RULE_teehistorian_truncated),
		     REPORT_RENEW);
	r.part.sealed = true;
	cr_expect_eq(report_need(&r, RULE_teehistorian_truncated),
		     REPORT_COUNT);
	r.part.sealed = false;
	r.part.at_most = DFK_NOTE;
	cr_expect_eq(report_need(&r, RULE_teehistorian_truncated),
		     REPORT_COUNT);
	r.emit = see;
	cr_expect_eq(report_need(&r, RULE_teehistorian_truncated), REPORT_EACH);
	cr_expect_eq(r.demoted, 0);
}
