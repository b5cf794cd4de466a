/* SPDX-License-Identifier: MIT */
/* test_forms_rare.c - what reports say of findings that no file is needed for */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "include/demofsck_report.h"
#include "tests/support.h"

static struct dfk_report *
opened(enum dfk_form form, bool redact, struct bytes *text)
{
	const struct dfk_report_options options = {
		.form = form,
		.command = "check",
		.redact = redact,
		.write = collect,
		.ctx = text,
	};
	struct dfk_report *report;

	cr_assert_eq(dfk_report_open(&options, &report), DFK_OK);
	cr_assert_eq(dfk_report_start(report, "f"), DFK_OK);
	return report;
}

static void
expect_words(struct dfk_report *report, struct bytes *text,
	     const char *const *words)
{
	cr_expect_eq(dfk_report_finish(report, 1), DFK_OK);
	put(text, "", 1);
	for (; *words; words++)
		cr_expect(strstr((const char *)text->at, *words), "%s in %s",
			  *words, (char *)text->at);
	dfk_report_close(report);
	free(text->at);
	*text = (struct bytes){ 0, NULL };
}

static struct dfk_finding
finding_of(const char *rule)
{
	return (struct dfk_finding){
		.rule = dfk_rule_find(rule),
		.severity = DFK_WARNING,
		.offset = 100,
		.length = 8,
		.part = "",
		.part_int = -1,
		.part_bit = -1,
		.part_path = "",
		.field = "",
		.found = "",
		.expected = "",
		.record = UINT64_MAX,
		.tick = -1,
		.client = -1,
	};
}

static struct dfk_check *
checked(const struct bytes *b)
{
	struct dfk_check *check;

	cr_assert_eq(dfk_open(NULL, &check), DFK_OK);
	cr_assert_eq(dfk_feed(check, b->at, b->n), DFK_OK);
	cr_assert_eq(dfk_finish(check), DFK_OK);
	return check;
}

/* Given findings in parts, SARIF has what it has no name for as properties. */
Test(forms_rare, places_in_parts)
{
	static const char *const bits[] = {
		"\"part\":\"packet\"",
		"\"partOffset\":3",
		"\"partBit\":5",
		"\"fullyQualifiedName\":\"svc_sounds > sound 2\"",
		"\"client\":7",
		"\"tick\":-2",
		NULL
	};
	static const char *const ints[] = {
		"\"partInt\":4", "\"fullyQualifiedName\":\"records[9] > item\"",
		NULL
	};
	static const char *const map[] = { "\"relatedLocations\":[",
					   "\"uri\":\"map\"", "\"offset\":60",
					   "\"parentIndex\":0", NULL };
	struct bytes text = { 0, NULL };
	struct dfk_report *report = opened(DFK_FORM_SARIF, false, &text);
	struct dfk_finding f = finding_of("file.extension");

	f.part = "packet";
	f.part_offset = 3;
	f.part_bit = 5;
	f.part_path = "svc_sounds > sound 2";
	f.client = 7;
	f.tick = -2;
	cr_expect_eq(dfk_report_finding(report, &f), DFK_OK);
	expect_words(report, &text, bits);

	report = opened(DFK_FORM_SARIF, false, &text);
	f = finding_of("file.extension");
	f.part = "chunk";
	f.part_int = 4;
	f.part_path = "item";
	f.record = 9;
	cr_expect_eq(dfk_report_finding(report, &f), DFK_OK);
	expect_words(report, &text, ints);

	report = opened(DFK_FORM_SARIF, false, &text);
	f = finding_of("datafile.size");
	f.part = "map";
	f.part_offset = 40;
	cr_expect_eq(dfk_report_finding(report, &f), DFK_OK);
	cr_expect_eq(
		dfk_report_file(report,
				&(struct dfk_report_file){ .error = "gone" }),
		DFK_OK);
	expect_words(report, &text, map);
}

/* Given a place before the map, which cannot be, none in the map is made up. */
Test(forms_rare, a_place_before_its_map)
{
	struct bytes text = { 0, NULL };
	struct dfk_report *report = opened(DFK_FORM_SARIF, false, &text);
	struct dfk_finding f = finding_of("datafile.size");

	f.part = "map";
	f.part_offset = 101;
	cr_expect_eq(dfk_report_finding(report, &f), DFK_OK);
	cr_expect_eq(dfk_report_finish(report, 1), DFK_OK);
	put(&text, "", 1);
	cr_expect_null(strstr((const char *)text.at, "relatedLocations"));
	dfk_report_close(report);
	free(text.at);
}

/* Given a plan whose findings nobody handed on, the fix has a result of its own;
   with redact there is none. */
Test(forms_rare, a_fix_without_a_finding)
{
	static const char *const fixed[] = {
		"\"fixes\":[", "\"ruleId\":\"teehistorian.missing_finish\"",
		NULL
	};
	static const char *const none[] = { "\"results\":[],", NULL };
	struct bytes b = recording(), text = { 0, NULL };
	struct dfk_check *check = checked(&b);

	for (int redact = 0; redact < 2; redact++) {
		struct dfk_report *report = opened(DFK_FORM_SARIF, redact,
						   &text);

		cr_expect_eq(dfk_report_file(report,
					     &(struct dfk_report_file){
						     .check = check }),
			     DFK_OK);
		expect_words(report, &text, redact ? none : fixed);
	}
	dfk_close(check);
	free(b.at);
}

/* Given a file without a verdict, why there is none. */
Test(forms_rare, undecided)
{
	static const struct {
		enum dfk_form form;
		const char *words[2];
	} rows[] = {
		{ DFK_FORM_SARIF, { "\"text\":\"no verdict: a limit", NULL } },
		{ DFK_FORM_JUNIT,
		  { "<error type=\"undecided\" message=\"no verdict: a limit",
		    NULL } },
	};
	struct bytes b = finished(), text = { 0, NULL };
	struct dfk_check *check = checked(&b);

	cr_assert_eq(dfk_changed(check), DFK_OK);
	for (size_t i = 0; i < 2; i++) {
		struct dfk_report *report = opened(rows[i].form, false, &text);

		cr_expect_eq(dfk_report_file(report,
					     &(struct dfk_report_file){
						     .check = check }),
			     DFK_OK);
		expect_words(report, &text, rows[i].words);
	}
	dfk_close(check);
	free(b.at);
}

/* Given what a test of JUnit may be. */
Test(forms_rare, tests_of_junit)
{
	static const struct {
		struct dfk_report_file file;
		const char *words[2];
	} rows[] = {
		{ { .allowed = true },
		  { "<skipped message=\"allowed\"/>", NULL } },
		{ { .error = "\x01\xef\xbf\xbe\xef\xbf\xbf exists",
		    .outcome = DFK_OUTCOME_NOT_WRITTEN },
		  { "message=\"&#xFFFD;&#xFFFD;&#xFFFD; exists\"", NULL } },
		{ { .outcome = DFK_OUTCOME_NOT_WRITTEN },
		  { "</testcase>", NULL } },
	};
	struct bytes b = finished(), text = { 0, NULL };
	struct dfk_check *check = checked(&b);

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct dfk_report *report = opened(DFK_FORM_JUNIT, false,
						   &text);
		struct dfk_report_file file = rows[i].file;

		file.check = check;
		cr_expect_eq(dfk_report_file(report, &file), DFK_OK);
		expect_words(report, &text, rows[i].words);
	}
	dfk_close(check);
	free(b.at);
}

/* Given records, the forms that have none write none; the others, what they hold. */
Test(forms_rare, records)
{
	static const unsigned char bytes[17] = "a\0bc";
	static const struct dfk_field fields[] = {
		{ .name = "i", .integer = -3 },
		{ .name = "t",
		  .kind = DFK_FIELD_TEXTS,
		  .bytes = bytes,
		  .size = 4 },
		{ .name = "u",
		  .kind = DFK_FIELD_UUID,
		  .bytes = bytes,
		  .size = 16 },
		{ .name = "v",
		  .kind = DFK_FIELD_UUID,
		  .bytes = bytes,
		  .size = 3 },
		{ .name = "l", .kind = DFK_FIELD_TEXT, .size = 99 },
		{ .name = "s",
		  .kind = DFK_FIELD_TEXT,
		  .bytes = bytes,
		  .size = 1,
		  .personal = true },
		{ .name = "p",
		  .kind = DFK_FIELD_TEXT,
		  .bytes = bytes,
		  .size = 1,
		  .payload = true },
	};
	static const char *const words[] = {
		"\"i\":-3",
		"\"t\":[\"a\",\"bc\"]",
		"\"u\":\"61006263-0000-0000-0000-000000000000\"",
		"\"v\":\"610062\"",
		"\"l\":{\"bytes\":99}",
		"\"s\":{\"bytes\":1}",
		"\"p\":{\"bytes\":1}",
		NULL
	};
	static const char *const none[] = { "", NULL };
	const struct dfk_record record = { .name = "r",
					   .fields = fields,
					   .n_fields = 7 };
	struct bytes text = { 0, NULL };
	struct dfk_report *report = opened(DFK_FORM_NDJSON, true, &text);

	cr_expect_eq(dfk_report_record(report, &record), DFK_OK);
	cr_expect_eq(dfk_report_item(report, &record), DFK_OK);
	expect_words(report, &text, words);
	report = opened(DFK_FORM_SARIF, false, &text);
	cr_expect_eq(dfk_report_record(report, &record), DFK_OK);
	cr_expect_eq(dfk_report_item(report, &record), DFK_OK);
	expect_words(report, &text, none);
}

static bool
count_until(void *ctx, const struct dfk_action *action)
{
	unsigned *left = ctx;

	(void)action;
	return --*left > 0;
}

/* Given a plan, a visit may be stopped at each of its actions. */
Test(forms_rare, visits_that_stop)
{
	struct bytes b = recording();
	struct dfk_check *check;
	unsigned most = 99;

	put(&b, "\x00\x81\x00\x00\x00@@@", 8); /* an int of a byte too many */
	check = checked(&b);
	cr_assert(dfk_each_action(check, count_until, &most));
	cr_assert_lt(most, 97, "%u", 99 - most);
	for (unsigned stop = 1; stop <= 99 - most; stop++) {
		unsigned left = stop;

		cr_expect_not(dfk_each_action(check, count_until, &left));
		cr_expect_eq(left, 0);
	}
	dfk_close(check);
	cr_assert_eq(dfk_open(NULL, &check), DFK_OK);
	cr_expect(dfk_each_action(check, count_until, &most));
	dfk_close(check);
	free(b.at);
}

/* Given a rule that is not of the table, no finding is of it. */
Test(forms_rare, a_rule_of_somebody_else)
{
	const struct dfk_rule mine = { .id = "mine" };
	struct bytes b = finished();
	struct dfk_check *check = checked(&b);

	cr_expect_eq(dfk_rule_unlisted(check, &mine), 0);
	cr_expect_eq(dfk_rule_hits(check, &mine), 0);
	dfk_close(check);
	free(b.at);
}

/* Given a report whose writing failed, nothing more is written. */
Test(forms_rare, after_a_failure)
{
	const struct dfk_report_options options = { .form = DFK_FORM_NDJSON,
						    .command = "check",
						    .write = refuse };
	const struct dfk_record record = { .name = "r" };
	struct bytes b = recording();
	struct dfk_check *check = checked(&b);
	const struct dfk_finding f = finding_of("file.extension");
	struct dfk_report *report;

	cr_assert_eq(dfk_report_open(&options, &report), DFK_OK);
	cr_assert_eq(dfk_report_start(report, "f"), DFK_OK);
	cr_assert_eq(dfk_report_finding(report, &f), DFK_OK);
	cr_assert_eq(dfk_report_flush(report), DFK_WRITE_FAILED);
	cr_expect_eq(dfk_report_finding(report, &f), DFK_WRITE_FAILED);
	cr_expect_eq(dfk_report_record(report, &record), DFK_WRITE_FAILED);
	cr_expect_eq(dfk_report_item(report, &record), DFK_WRITE_FAILED);
	cr_expect_eq(dfk_report_actions(report, check), DFK_WRITE_FAILED);
	cr_expect_eq(
		dfk_report_file(report,
				&(struct dfk_report_file){ .check = check }),
		DFK_WRITE_FAILED);
	dfk_report_close(report);
	dfk_close(check);
	free(b.at);
}

/* Given exit codes, which of them say that the run itself failed. */
Test(forms_rare, runs_that_failed)
{
	static const struct {
		int code;
		bool successful;
	} rows[] = { { 0, true },  { 1, true },  { 3, true },  { 5, true },
		     { 2, false }, { 4, false }, { 70, false } };

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct bytes text = { 0, NULL };
		struct dfk_report *report = opened(DFK_FORM_SARIF, false,
						   &text);

		cr_expect_eq(dfk_report_finish(report, rows[i].code), DFK_OK);
		put(&text, "", 1);
		cr_expect_eq(strstr((const char *)text.at,
				    "\"executionSuccessful\":true") != NULL,
			     rows[i].successful, "%d", rows[i].code);
		dfk_report_close(report);
		free(text.at);
	}
}
