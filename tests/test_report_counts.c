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

		cr_expect_eq(report_only_counts(&many, id, &site),
			     severity == DFK_OFF || i >= REPORT_MAX_PER_RULE);
		report(&each, id, &site, "x");
		if (i < REPORT_MAX_PER_RULE)
			report(&many, id, &site, "x");
		else if (i == REPORT_MAX_PER_RULE)
			report_many(&many, id, &site, 2 * REPORT_MAX_PER_RULE);
	}
	report_many(&many, id, &(struct site){ .off = 0 }, 0);
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

/* What is mended is mended each time. */
Test(report_counts, what_is_mended_is_not_only_counted)
{
	struct report r = open_report();
	const enum rule_id id = RULE_teehistorian_truncated;
	const struct site site = {
		.fix = fix_drop(0, 1, (struct mark){ .off = 0 }),
	};

	r.emit = NULL;
	cr_expect_not(report_only_counts(&r, id, &site));
	cr_expect(report_only_counts(&r, id, &(struct site){ .off = 0 }));
	AT(r.severity, id) = DFK_NOTE;
	cr_expect(report_only_counts(&r, id, &site));
}
