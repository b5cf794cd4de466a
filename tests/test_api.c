/* SPDX-License-Identifier: MIT */
/* test_api.c - the public interface: order of calls, options, repair */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support.h"

static struct dfk_check *
check_all(const struct dfk_options *o, const struct bytes *b)
{
	struct dfk_check *check;

	cr_assert_eq(dfk_open(o, &check), DFK_OK);
	cr_assert_eq(dfk_feed(check, b->at, b->n), DFK_OK);
	cr_assert_eq(dfk_finish(check), DFK_OK);
	return check;
}

Test(api, order_of_calls)
{
	struct dfk_check *check;
	struct dfk_repair *repair;
	struct dfk_fact fact;
	struct dfk_edit edit;

	cr_assert_eq(dfk_open(NULL, &check), DFK_OK);
	cr_expect_null(dfk_result_of(check));
	cr_expect_not(dfk_fact_at(check, 0, &fact));
	cr_expect_not(dfk_edit_at(check, 0, &edit));
	cr_expect_eq(dfk_repair_open(check, collect, NULL, &repair),
		     DFK_BAD_STATE);
	cr_expect_eq(dfk_set_limit(check, "edits", 5), DFK_OK);
	cr_expect_eq(dfk_set_limit(check, "nothing", 5), DFK_BAD_ARGUMENT);
	cr_expect_eq(dfk_feed(check, "x", 1), DFK_OK);
	cr_expect_eq(dfk_set_limit(check, "edits", 5), DFK_BAD_STATE);
	cr_expect_eq(dfk_set_severity(check, "file.empty", DFK_NOTE),
		     DFK_BAD_STATE);
	cr_expect_eq(dfk_finish(check), DFK_OK);
	cr_expect_eq(dfk_finish(check), DFK_BAD_STATE);
	cr_expect_eq(dfk_feed(check, "x", 1), DFK_BAD_STATE);
	cr_expect_eq(dfk_result_of(check)->verdict, DFK_UNRECOGNIZED);
	cr_expect_eq(dfk_repair_open(check, collect, NULL, &repair),
		     DFK_NOT_REPAIRABLE);
	dfk_close(check);
	dfk_close(NULL);
	dfk_repair_close(NULL);
}

Test(api, severities_can_be_set_but_fatal_ones_not_lowered)
{
	struct dfk_check *check;

	cr_assert_eq(dfk_open(NULL, &check), DFK_OK);
	cr_expect_eq(dfk_set_severity(check, "teehistorian.phase", DFK_NOTE),
		     DFK_OK);
	cr_expect_eq(
		dfk_set_severity(check, "teehistorian.unknown_id", DFK_NOTE),
		DFK_BAD_ARGUMENT);
	cr_expect_eq(dfk_set_severity(check, "limit.edits", DFK_OFF),
		     DFK_BAD_ARGUMENT);
	cr_expect_eq(dfk_set_severity(check, "teehistorian.nothing", DFK_NOTE),
		     DFK_BAD_ARGUMENT);
	dfk_close(check);
}

/* Given a demoted rule, the verdict and the plan follow. */
Test(api, a_demoted_error_is_not_repaired)
{
	struct bytes b = recording();
	struct dfk_check *check;

	cr_assert_eq(dfk_open(NULL, &check), DFK_OK);
	cr_assert_eq(dfk_set_severity(check, "teehistorian.missing_finish",
				      DFK_WARNING),
		     DFK_OK);
	cr_assert_eq(dfk_feed(check, b.at, b.n), DFK_OK);
	cr_assert_eq(dfk_finish(check), DFK_OK);
	cr_expect_eq(dfk_result_of(check)->verdict, DFK_VALID);
	cr_expect_eq(dfk_result_of(check)->repairable,
		     DFK_REPAIRABLE_NOT_NEEDED);
	dfk_close(check);
	free(b.at);
}

Test(api, repair_appends_finish)
{
	struct bytes b = recording(), out = { 0, NULL };
	struct dfk_check *check = check_all(NULL, &b);
	struct dfk_repair *repair;
	struct dfk_edit edit;

	cr_expect_eq(dfk_result_of(check)->verdict, DFK_TRUNCATED);
	cr_expect_eq(dfk_result_of(check)->repairable, DFK_REPAIRABLE_LOSSLESS);
	cr_assert(dfk_edit_at(check, 0, &edit));
	cr_expect_eq(edit.offset, b.n);
	cr_expect_str_eq(edit.rule->id, "teehistorian.missing_finish");
	cr_expect_not(dfk_edit_at(check, 1, &edit));
	cr_assert_eq(dfk_repair_open(check, collect, &out, &repair), DFK_OK);
	cr_assert_eq(dfk_repair_feed(repair, b.at, b.n), DFK_OK);
	cr_assert_eq(dfk_repair_finish(repair), DFK_OK);
	cr_expect_eq(dfk_repair_finish(repair), DFK_BAD_STATE);
	cr_expect_eq(dfk_repair_feed(repair, b.at, 1), DFK_BAD_STATE);
	dfk_repair_close(repair);
	cr_assert_eq(out.n, b.n + 1);
	cr_expect_arr_eq(out.at, b.at, b.n);
	cr_expect_eq(out.at[b.n], 0x40);
	dfk_close(check);
	free(b.at);
	free(out.at);
}

/* Given other bytes than were checked, a repair says so. */
Test(api, repair_knows_its_input)
{
	struct bytes b = recording(), out = { 0, NULL };
	struct dfk_check *check = check_all(NULL, &b);
	struct dfk_repair *repair;

	cr_assert_eq(dfk_repair_open(check, collect, &out, &repair), DFK_OK);
	cr_expect_eq(dfk_repair_feed(repair, b.at, b.n - 1), DFK_OK);
	cr_expect_eq(dfk_repair_finish(repair), DFK_CHANGED, "shorter");
	dfk_repair_close(repair);
	cr_assert_eq(dfk_repair_open(check, collect, &out, &repair), DFK_OK);
	cr_expect_eq(dfk_repair_feed(repair, b.at, b.n), DFK_OK);
	cr_expect_eq(dfk_repair_feed(repair, b.at, 1), DFK_CHANGED, "longer");
	cr_expect_eq(dfk_repair_finish(repair), DFK_CHANGED, "latched");
	dfk_repair_close(repair);
	b.at[b.n - 1] ^= 1;
	cr_assert_eq(dfk_repair_open(check, collect, &out, &repair), DFK_OK);
	cr_expect_eq(dfk_repair_feed(repair, b.at, b.n), DFK_OK);
	cr_expect_eq(dfk_repair_finish(repair), DFK_CHANGED, "other bytes");
	dfk_repair_close(repair);
	cr_assert_eq(dfk_repair_open(check, refuse, NULL, &repair), DFK_OK);
	cr_expect_eq(dfk_repair_feed(repair, b.at, b.n), DFK_WRITE_FAILED);
	dfk_repair_close(repair);
	dfk_close(check);
	free(b.at);
	free(out.at);
}

Test(api, level_safe_drops_nothing)
{
	struct bytes b = recording();
	struct dfk_check *check;

	put(&b, "\x42", 1); /* a message that is cut */
	check = check_all(
		&(struct dfk_options){ DFK_OPTIONS, .level = DFK_LEVEL_SAFE },
		&b);
	cr_expect_eq(dfk_result_of(check)->repairable, DFK_REPAIRABLE_NO);
	cr_expect_eq(dfk_result_of(check)->ok_up_to, b.n - 1);
	dfk_close(check);
	check = check_all(NULL, &b);
	cr_expect_eq(dfk_result_of(check)->repairable, DFK_REPAIRABLE_LOSSY);
	dfk_close(check);
	free(b.at);
}

/* Given options of an older or a newer header: what is known is done, and what is not
   known is refused. */
Test(api, options_of_other_versions)
{
	struct {
		struct dfk_options known;
		char more[16];
	} newer = { .known = { .size = sizeof(newer), .as = "dem" } };
	struct dfk_options none = { .as = "dem" };
	struct dfk_check *check;

	cr_expect_eq(dfk_open(&none, &check), DFK_BAD_ARGUMENT);
	none.size = sizeof(none) - 1;
	cr_expect_eq(dfk_open(&none, &check), DFK_BAD_ARGUMENT);
	cr_assert_eq(dfk_open(&newer.known, &check), DFK_OK);
	dfk_close(check);
	newer.more[15] = 1;
	cr_expect_eq(dfk_open(&newer.known, &check), DFK_BAD_ARGUMENT);
	cr_expect_null(check);
}

Test(api, gzip_is_another_source_of_bytes)
{
	struct bytes b = recording(), z = gzip(&b), out = { 0, NULL };
	struct dfk_check *check = check_all(NULL, &z);
	struct dfk_repair *repair;

	cr_expect_str_eq(dfk_result_of(check)->compression, "gzip");
	cr_expect_eq(dfk_result_of(check)->size, z.n);
	cr_expect_eq(dfk_result_of(check)->decoded_size, b.n);
	cr_expect_eq(dfk_result_of(check)->verdict, DFK_TRUNCATED);
	cr_assert_eq(dfk_repair_open(check, collect, &out, &repair), DFK_OK);
	for (size_t i = 0; i < z.n; i++)
		cr_assert_eq(dfk_repair_feed(repair, z.at + i, 1), DFK_OK);
	cr_assert_eq(dfk_repair_finish(repair), DFK_OK);
	dfk_repair_close(repair);
	cr_assert_eq(out.n, b.n + 1, "decoded bytes and FINISH");
	cr_expect_arr_eq(out.at, b.at, b.n);
	dfk_close(check);
	free(b.at);
	free(z.at);
	free(out.at);
}

static void
forget(void *ctx, void *ptr)
{
	(void)ctx, (void)ptr;
}

Test(api, bad_options)
{
	const struct dfk_options half = { DFK_OPTIONS,
					  .allocator.free = forget };
	struct dfk_check *check;

	cr_expect_eq(dfk_open(&(struct dfk_options){ DFK_OPTIONS, .as = "mp3" },
			      &check),
		     DFK_BAD_ARGUMENT);
	cr_expect_null(check);
	cr_expect_eq(dfk_open(&half, &check), DFK_BAD_ARGUMENT);
}

Test(api, words_for_every_enumerator)
{
	for (int i = 0; i <= DFK_ERROR; i++)
		cr_expect_str_neq(dfk_severity_name((enum dfk_severity)i),
				  "unknown");
	for (int i = 0; i <= DFK_UNDECIDED; i++)
		cr_expect_str_neq(dfk_verdict_name((enum dfk_verdict)i),
				  "unknown");
	for (int i = 0; i <= DFK_REPAIR_LOSSY; i++)
		cr_expect_str_neq(
			dfk_repair_class_name((enum dfk_repair_class)i),
			"unknown");
	for (int i = 0; i <= DFK_READER_CONTENT; i++)
		cr_expect_str_neq(
			dfk_reader_level_name((enum dfk_reader_level)i),
			"unknown");
	for (int i = 0; i <= DFK_REPAIRABLE_LOSSY; i++)
		cr_expect_str_neq(dfk_repairable_name((enum dfk_repairable)i),
				  "unknown");
	for (int i = 0; i <= DFK_SPACE_DECODED; i++)
		cr_expect_str_neq(dfk_space_name((enum dfk_space)i), "unknown");
	for (int i = 0; i <= DFK_MALFORMED; i++)
		cr_expect_str_neq(dfk_status_text((enum dfk_status)i),
				  "unknown status");
	cr_expect_str_eq(dfk_severity_name((enum dfk_severity)99), "unknown");
	cr_expect_str_eq(dfk_verdict_name((enum dfk_verdict)99), "unknown");
	cr_expect_str_eq(dfk_repair_class_name((enum dfk_repair_class)99),
			 "unknown");
	cr_expect_str_eq(dfk_reader_level_name((enum dfk_reader_level)99),
			 "unknown");
	cr_expect_str_eq(dfk_repairable_name((enum dfk_repairable)99),
			 "unknown");
	cr_expect_str_eq(dfk_space_name((enum dfk_space)99), "unknown");
	cr_expect_str_eq(dfk_status_text((enum dfk_status)99),
			 "unknown status");
}

Test(api, tables_end)
{
	cr_expect_null(dfk_rule_at(dfk_rule_count()));
	cr_expect_null(dfk_limit_at(dfk_limit_count()));
	cr_expect_null(dfk_format_at(dfk_format_count()));
	cr_expect_not_null(dfk_rule_find("file.empty"));
	cr_expect_null(dfk_rule_find("file.full"));
	cr_expect_null(dfk_rule_find(NULL));
	cr_expect_str_eq(dfk_format_at(0)->id, "teehistorian");
	cr_expect_gt(dfk_ruleset(), 0);
	cr_expect(strchr(dfk_version(), '.'));
}

/* Given an endless source, the limit says when to stop. */
Test(api, input_limit_is_undecided)
{
	struct bytes b = recording();
	struct dfk_check *check;

	cr_assert_eq(dfk_open(NULL, &check), DFK_OK);
	cr_assert_eq(dfk_set_limit(check, "input_bytes", 100), DFK_OK);
	cr_expect(dfk_wants(check));
	cr_assert_eq(dfk_feed(check, b.at, b.n), DFK_OK);
	cr_expect_not(dfk_wants(check));
	cr_assert_eq(dfk_finish(check), DFK_OK);
	cr_expect_eq(dfk_result_of(check)->verdict, DFK_UNDECIDED);
	cr_expect_eq(dfk_result_of(check)->repairable, DFK_REPAIRABLE_NO);
	cr_expect_eq(dfk_rule_hits(check, dfk_rule_find("limit.input_bytes")),
		     1);
	cr_expect_eq(dfk_rule_hits(check, NULL), 0);
	dfk_close(check);
	free(b.at);
}
