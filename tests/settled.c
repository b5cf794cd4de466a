/* SPDX-License-Identifier: MIT */
/* settled.c - checks repairs with other severities */
#include "tests/settled.h"
#include "tests/demos.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support.h"

static struct dfk_check *
checked(const struct severity_run *run, const void *bytes, size_t size)
{
	const struct dfk_options options = {
		DFK_OPTIONS,
		.level = run->level,
		.fix_warnings = run->fix_warnings,
	};
	struct dfk_check *check;

	cr_assert_eq(dfk_open(&options, &check), DFK_OK);
	for (size_t i = 0; i < 3 && run->changed[i].rule; i++)
		cr_assert_eq(dfk_set_severity(check, run->changed[i].rule,
					      run->changed[i].severity),
			     DFK_OK, "%s", run->changed[i].rule);
	cr_assert_eq(dfk_feed(check, bytes, size), DFK_OK);
	cr_assert_eq(dfk_finish(check), DFK_OK);
	return check;
}

/* Checks that the file is copied, unless warnings are repaired. */
static void
expect_copied(const struct severity_run *run, const struct buffer *file,
	      const struct bytes *out)
{
	cr_assert_eq(out->n, file->size, "%s", run->from);
	cr_expect(out->n == 0 || memcmp(out->at, file->bytes, out->n) == 0,
		  "%s", run->from);
}

static void
expect_nothing_left(const struct severity_run *run, const struct bytes *out)
{
	struct dfk_check *check = checked(run, out->at, out->n);
	const struct dfk_result *r = dfk_result_of(check);

	cr_expect_eq(r->verdict, DFK_VALID, "%s", run->from);
	cr_expect_eq(r->repairable, DFK_REPAIRABLE_NOT_NEEDED, "%s", run->from);
	dfk_close(check);
}

void
expect_settled(const struct severity_run *run, const struct buffer *file)
{
	struct dfk_check *check = checked(run, file->bytes, file->size);
	struct bytes out = { 0, NULL };
	struct dfk_repair *to;
	const enum dfk_status status = dfk_repair_open(check, collect, &out,
						       &to);

	cr_expect_eq(status, run->refused ? DFK_NOT_REPAIRABLE : DFK_OK, "%s",
		     run->from);
	if (status == DFK_OK) {
		cr_assert_eq(dfk_repair_feed(to, file->bytes, file->size),
			     DFK_OK);
		cr_assert_eq(dfk_repair_finish(to), DFK_OK);
		dfk_repair_close(to);
		if (dfk_result_of(check)->verdict == DFK_VALID &&
		    !run->fix_warnings)
			expect_copied(run, file, &out);
		expect_nothing_left(run, &out);
	}
	dfk_close(check);
	free(out.at);
}

void
expect_demo_settled(const struct severity_run *run)
{
	struct buffer w = demo(run->from);

	expect_settled(run, &w);
	buffer_free(&w);
}
