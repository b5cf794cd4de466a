/* SPDX-License-Identifier: MIT */
/* test_reports.c - reports of the library: order, actions, names of files */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "include/demofsck_report.h"
#include "tests/support.h"

static struct dfk_report *
report_into(struct bytes *b)
{
	const struct dfk_report_options options = { .command = "check",
						    .write = collect,
						    .ctx = b };
	struct dfk_report *report;

	cr_assert_eq(dfk_report_open(&options, &report), DFK_OK);
	return report;
}

static void
hand_on(void *ctx, const struct dfk_finding *finding)
{
	cr_expect_eq(dfk_report_finding(ctx, finding), DFK_OK);
}

static struct dfk_check *
checked(const struct bytes *b, const char *name, struct dfk_report *report)
{
	const struct dfk_options options = {
		DFK_OPTIONS,
		.on_finding = report ? hand_on : NULL,
		.ctx = report,
	};
	struct dfk_check *check;

	cr_assert_eq(dfk_open(&options, &check), DFK_OK);
	cr_assert_eq(dfk_set_name(check, name), DFK_OK);
	cr_assert_eq(dfk_feed(check, b->at, b->n), DFK_OK);
	cr_assert_eq(dfk_finish(check), DFK_OK);
	return check;
}

/* Given a recording without its end, a report has each record once. */
Test(reports, a_report_of_a_check)
{
	struct bytes b = recording(), text = { 0, NULL };
	struct dfk_report *report = report_into(&text);
	struct dfk_check *check;

	cr_assert_eq(dfk_report_start(report, "dir/name \xff"), DFK_OK);
	check = checked(&b, NULL, report);
	cr_expect_eq(dfk_report_actions(report, check), DFK_OK);
	cr_expect_eq(
		dfk_report_file(report,
				&(struct dfk_report_file){ .check = check }),
		DFK_OK);
	cr_expect_eq(dfk_report_start(report, "gone"), DFK_OK);
	cr_expect_eq(dfk_report_file(report,
				     &(struct dfk_report_file){
					     .error = "no such file" }),
		     DFK_OK);
	cr_expect_eq(dfk_report_finish(report, 4), DFK_OK);
	put(&text, "", 1);
	cr_expect_eq(count_of(&text, "\n"), 20, "%s", (char *)text.at);
	cr_expect_eq(count_of(&text, "{\"type\":\"begin\""), 1);
	cr_expect_eq(
		count_of(&text, "\"rule\":\"teehistorian.missing_finish\""), 2);
	cr_expect_eq(count_of(&text, "{\"type\":\"action\""), 2);
	cr_expect_eq(count_of(&text, "\"verdict\":\"truncated\""), 1);
	cr_expect_eq(count_of(&text, "\"path_base64\":\"ZGlyL25hbWUg/w==\""),
		     17);
	cr_expect_eq(count_of(&text, "\"error\":\"no such file\""), 1);
	cr_expect_eq(count_of(&text,
			      "\"unreadable\":1},\"allowed\":0,"
			      "\"omitted\":0,\"exit\":4}\n"),
		     1);
	dfk_report_close(report);
	dfk_close(check);
	free(b.at);
	free(text.at);
}

/* Given a file that a report omits, only the summary counts the file. */
Test(reports, an_omitted_file_is_counted)
{
	struct bytes b = recording(), text = { 0, NULL };
	struct dfk_report *report = report_into(&text);
	struct dfk_check *check = checked(&b, NULL, NULL);

	cr_expect_eq(dfk_report_file(report,
				     &(struct dfk_report_file){
					     .check = check, .omitted = true }),
		     DFK_OK);
	cr_expect_eq(dfk_report_finish(report, 0), DFK_OK);
	put(&text, "", 1);
	cr_expect_eq(count_of(&text, "\n"), 2, "%s", (char *)text.at);
	cr_expect_eq(count_of(&text, "\"truncated\":1"), 1);
	cr_expect_eq(count_of(&text, "\"omitted\":1"), 1);
	dfk_report_close(report);
	dfk_close(check);
	free(b.at);
	free(text.at);
}

/* Given a write function that fails, every later call says so. */
Test(reports, failed_writes_are_told)
{
	const struct dfk_report_options options = { .command = "check",
						    .write = refuse };
	struct dfk_report *report;

	cr_assert_eq(dfk_report_open(&options, &report), DFK_OK);
	cr_expect_eq(dfk_report_start(report, "x"), DFK_OK);
	cr_expect_eq(
		dfk_report_file(report,
				&(struct dfk_report_file){ .error = "gone" }),
		DFK_OK);
	cr_expect_eq(dfk_report_flush(report), DFK_WRITE_FAILED);
	cr_expect_eq(dfk_report_start(report, "y"), DFK_WRITE_FAILED);
	cr_expect_eq(dfk_report_finish(report, 0), DFK_WRITE_FAILED);
	dfk_report_close(report);
	cr_expect_eq(dfk_report_rules(refuse, NULL), DFK_WRITE_FAILED);
}

Test(reports, misuse)
{
	struct dfk_report_options options = { .write = collect };
	struct bytes text = { 0, NULL };
	struct dfk_report *report;
	struct dfk_check *check;

	cr_expect_eq(dfk_report_open(&options, &report), DFK_BAD_ARGUMENT);
	options.command = "check";
	options.form = (enum dfk_form)99;
	cr_expect_eq(dfk_report_open(&options, &report), DFK_BAD_ARGUMENT);
	cr_expect_null(report);
	dfk_report_close(NULL);

	report = report_into(&text);
	cr_assert_eq(dfk_open(NULL, &check), DFK_OK);
	cr_expect_eq(
		dfk_report_file(report,
				&(struct dfk_report_file){ .check = check }),
		DFK_BAD_STATE);
	cr_expect_eq(dfk_changed(check), DFK_BAD_STATE);
	cr_expect_eq(dfk_finish(check), DFK_OK);
	cr_expect_eq(dfk_set_name(check, "x"), DFK_BAD_STATE);
	dfk_close(check);
	dfk_report_close(report);
	free(text.at);
}

Test(reports, without_memory_there_is_no_report)
{
	struct starving starving = { .left = 0 };
	const struct dfk_report_options options = {
		.command = "check",
		.write = collect,
		.allocator = { starving_get, starving_put, &starving },
	};
	struct dfk_report *report;

	cr_expect_eq(dfk_report_open(&options, &report), DFK_NO_MEMORY);
	cr_expect_null(report);
}

/* ---------------------------------------------------------------- actions */

struct tiles {
	uint64_t at, out, undecoded;
	size_t n;
};

static bool
add_tile(void *ctx, const struct dfk_action *action)
{
	struct tiles *tiles = ctx;

	tiles->n++;
	if (action->space == DFK_SPACE_FILE && tiles->undecoded == UINT64_MAX) {
		tiles->undecoded = action->length;
		return true;
	}
	cr_expect_eq(action->offset, tiles->at);
	cr_expect_eq(action->out_offset, tiles->out);
	tiles->at += action->length;
	tiles->out += action->out_length;
	return true;
}

/* Given a compressed recording that is damaged, actions cover what could be decoded,
   and then what could not. */
Test(reports, actions_of_a_damaged_stream)
{
	struct bytes b = recording(), packed = gzip(&b);
	struct tiles tiles = { .undecoded = UINT64_MAX };
	const struct dfk_result *result;
	struct dfk_check *check;

	packed.at[packed.n - 12] ^= 0xff;
	check = checked(&packed, "x.teehistorian.gz", NULL);
	result = dfk_result_of(check);
	cr_expect_gt(result->undecoded, 0);
	cr_expect(dfk_each_action(check, add_tile, &tiles));
	cr_expect_eq(tiles.at, result->decoded_size);
	cr_expect_eq(tiles.undecoded, result->undecoded);
	dfk_close(check);
	free(b.at);
	free(packed.at);
}

static bool
stop_at_once(void *ctx, const struct dfk_action *action)
{
	(void)action;
	++*(size_t *)ctx;
	return false;
}

Test(reports, a_visit_can_be_stopped)
{
	struct bytes b = recording();
	struct dfk_check *check = checked(&b, NULL, NULL);
	size_t n = 0;

	cr_expect_not(dfk_each_action(check, stop_at_once, &n));
	cr_expect_eq(n, 1);
	dfk_close(check);
	free(b.at);
}

/* ------------------------------------------------------------------ names */

/* Given names of a recording whose game_uuid is known, those that mislead. */
Test(reports, names_of_files)
{
	static const struct {
		const char *name;
		uint64_t extension, uuid;
	} rows[] = {
		{ NULL, 0, 0 },
		{ "", 0, 0 },
		{ "x.teehistorian", 0, 0 },
		{ "x.map", 1, 0 },
		{ "/a.map/x.MAP.gz", 1, 0 },
		{ "/a.map/x", 0, 0 },
		{ "x.demo", 1, 0 },
		{ "x.dem", 1, 0 },
		{ "x.txt", 0, 0 },
		{ "00000000-0000-0000-0000-000000000000.teehistorian", 0, 1 },
		{ "d/00000000-0000-0000-0000-00000000000A.Teehistorian.gz", 0,
		  1 },
		{ "00000000-0000-0000-0000-00000000000g.teehistorian", 0, 0 },
		{ "2ae9ac5b-b4f9-4d8b-9d1f-2e7b7e0a2d41.teehistorian", 0, 0 },
		{ "2AE9AC5B-b4f9-4d8b-9d1f-2e7b7e0a2d41.teehistorian", 0, 0 },
		{ "00000000-0000-0000-0000-000000000000", 0, 0 },
		{ "00000000-0000-0000-0000-000000000000.map", 1, 0 },
	};
	struct bytes b = recording_with(
		"{\"game_uuid\":\"2ae9ac5b-b4f9-4d8b-9d1f-2e7b7e0a2d41\"}");

	put(&b, "@", 1); /* FINISH */
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct dfk_check *check = checked(&b, rows[i].name, NULL);

		cr_expect_eq(
			dfk_rule_hits(check, dfk_rule_find("file.extension")),
			rows[i].extension, "%s", rows[i].name);
		cr_expect_eq(
			dfk_rule_hits(
				check,
				dfk_rule_find("teehistorian.header_filename")),
			rows[i].uuid, "%s", rows[i].name);
		dfk_close(check);
	}
	free(b.at);
}

static void
keep_last(void *ctx, const struct dfk_finding *finding)
{
	struct dfk_finding *last = ctx;

	*last = *finding;
}

/* Given a name that is an error, the bytes are as they were: the plan is, too. */
Test(reports, an_error_in_the_name_is_not_in_the_bytes)
{
	struct dfk_finding last = { .number = 0 };
	const struct dfk_options options = { DFK_OPTIONS,
					     .on_finding = keep_last,
					     .ctx = &last };
	struct bytes b = finished();
	const struct dfk_result *result;
	struct dfk_check *check;

	cr_assert_eq(dfk_open(&options, &check), DFK_OK);
	cr_assert_eq(dfk_set_severity(check, "file.extension", DFK_ERROR),
		     DFK_OK);
	cr_assert_eq(dfk_set_name(check, "x.map"), DFK_OK);
	cr_assert_eq(dfk_feed(check, b.at, b.n), DFK_OK);
	cr_assert_eq(dfk_finish(check), DFK_OK);
	result = dfk_result_of(check);
	cr_expect_eq(result->verdict, DFK_DAMAGED);
	cr_expect_eq(result->errors, 1);
	cr_expect_eq(result->errors_outside, 1);
	cr_expect_eq(result->repairable, DFK_REPAIRABLE_NOT_NEEDED);
	cr_expect_eq(result->ok_up_to, b.n);
	cr_expect_eq(last.number, DFK_NO_NUMBER);
	cr_expect_eq(last.record, UINT64_MAX);
	cr_expect_eq(last.tick, -1);
	dfk_close(check);
	free(b.at);
}

/* Given a file that is open elsewhere, a note comes last, and the verdict stays. */
Test(reports, a_file_that_is_open_elsewhere)
{
	struct dfk_finding last = { .number = 0 };
	const struct dfk_options options = { DFK_OPTIONS,
					     .on_finding = keep_last,
					     .ctx = &last };
	struct bytes b = finished();
	struct dfk_check *check;

	cr_assert_eq(dfk_open(&options, &check), DFK_OK);
	cr_assert_eq(dfk_feed(check, b.at, b.n), DFK_OK);
	cr_expect_eq(dfk_open_elsewhere(check), DFK_BAD_STATE);
	cr_assert_eq(dfk_finish(check), DFK_OK);
	cr_expect_eq(dfk_open_elsewhere(check), DFK_OK);
	cr_expect_str_eq(last.rule->id, "file.open_elsewhere");
	cr_expect_eq(last.severity, DFK_NOTE);
	cr_expect_eq(last.number, DFK_NO_NUMBER);
	cr_expect_eq(dfk_result_of(check)->verdict, DFK_VALID);
	cr_expect_eq(dfk_result_of(check)->notes, 1);
	dfk_close(check);
	free(b.at);
}

/* Given a file that changed, there is no verdict, and no repair. */
Test(reports, a_file_that_changed)
{
	struct dfk_repair *repair;
	struct bytes b = finished();
	struct dfk_check *check = checked(&b, NULL, NULL);

	cr_expect_eq(dfk_result_of(check)->verdict, DFK_VALID);
	cr_expect_eq(dfk_changed(check), DFK_OK);
	cr_expect_lt(dfk_result_of(check)->loss.of_s, 0);
	cr_expect_eq(dfk_result_of(check)->verdict, DFK_UNDECIDED);
	cr_expect(dfk_result_of(check)->file_changed);
	cr_expect_eq(dfk_result_of(check)->notes, 1);
	cr_expect_eq(dfk_result_of(check)->repairable, DFK_REPAIRABLE_NO);
	cr_expect_eq(dfk_repair_open(check, NULL, NULL, &repair),
		     DFK_NOT_REPAIRABLE);
	dfk_close(check);
	free(b.at);
}

/* Given a finding of which not all is known, its text has what there is. */
Test(reports, texts_of_findings)
{
	static const char *const rows[][4] = {
		{ "", "", "", "" },
		{ "f", "", "", ": f" },
		{ "", "x", "", ": found x" },
		{ "", "", "y", ": expected y" },
		{ "f", "x", "", ": f: found x" },
		{ "f", "", "y", ": f: expected y" },
		{ "", "x", "y", ": found x, expected y" },
		{ "f", "x", "y", ": f: found x, expected y" },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct dfk_finding f = { .rule = dfk_rule_find("file.empty") };
		char text[200];

		f.field = rows[i][0];
		f.found = rows[i][1];
		f.expected = rows[i][2];
		dfk_finding_text(&f, text, sizeof(text));
		cr_expect_str_eq(text + strlen(f.rule->title), rows[i][3]);
	}
}

Test(reports, arguments_that_are_missing)
{
	struct starving starving = { .left = 0 };
	struct dfk_report_options options = { .command = "check" };
	struct dfk_report *report;

	cr_expect_eq(dfk_report_open(&options, &report), DFK_BAD_ARGUMENT);
	options.write = collect;
	options.allocator = (struct dfk_allocator){ starving_get, NULL,
						    &starving };
	cr_expect_eq(dfk_report_open(&options, &report), DFK_BAD_ARGUMENT);
	cr_expect_null(report);
}
