/* SPDX-License-Identifier: MIT */
/* test_report_place.c - where a finding is, and what it is in */
#include <criterion/criterion.h>
#include <stdio.h>

#include "validator/core/report.h"

static char path[400]; /* of the last finding */

static void
see(void *ctx, const struct dfk_finding *f)
{
	(void)ctx;
	snprintf(path, sizeof(path), "%s", f->part_path);
}

static struct report
open_report(void)
{
	struct report r;

	report_open(&r);
	r.emit = see;
	return r;
}

/* Of no bytes: they are the end of what is before them. */
Test(report_place, an_error_between_two_bytes_is_in_the_first_one)
{
	const struct part chunk = {
		.name = "chunk", .off = 100, .len = 10, .decoded = true
	};
	struct report r = open_report();
	struct part outer;

	report(&r, RULE_teehistorian_truncated, &(struct site){ .off = 500 },
	       "x");
	cr_expect_eq(r.repairs.unmended_off, 499);
	report(&r, RULE_teehistorian_truncated,
	       &(struct site){ .off = 499, .len = 1 }, "x");
	cr_expect_eq(r.repairs.unmended_off, 499);
	outer = report_enter(&r, &chunk);
	report(&r, RULE_teehistorian_truncated, &(struct site){ .off = 5 },
	       "x");
	cr_expect_eq(r.repairs.unmended_off, 100, "of all of the chunk");
	report_leave(&r, &outer);
	report_many(&r, RULE_teehistorian_truncated, 50, 2);
	cr_expect_eq(r.repairs.unmended_off, 50, "of bytes, whatever they are");
}

/* Names in it come from the file. */
Test(report_place, a_path_is_printable)
{
	struct report r = open_report();

	report(&r, RULE_file_empty, &(struct site){ .off = 0 }, "x");
	cr_expect_str_eq(path, "");
	report(&r, RULE_file_empty, &(struct site){ .path = "class a\nb" },
	       "x");
	cr_expect_str_eq(path, "class a\\x0ab");
}
