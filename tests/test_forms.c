/* SPDX-License-Identifier: MIT */
/* test_forms.c - reports as SARIF and JUnit, by the library */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "include/demofsck_report.h"
#include "tests/support.h"

static const enum dfk_form forms[] = { DFK_FORM_NDJSON, DFK_FORM_SARIF,
				       DFK_FORM_SARIF_GITHUB, DFK_FORM_JUNIT };

#define N_FORMS (sizeof(forms) / sizeof(*forms))

struct hand_on {
	struct dfk_report *report;
	enum dfk_status status; /* the worst */
};

static void
hand_on(void *ctx, const struct dfk_finding *finding)
{
	struct hand_on *to = ctx;
	const enum dfk_status status = dfk_report_finding(to->report, finding);

	if (status != DFK_OK)
		to->status = status;
}

static struct dfk_check *
check_into(struct hand_on *to, const struct bytes *b)
{
	const struct dfk_options options = { DFK_OPTIONS, .on_finding = hand_on,
					     .ctx = to };
	struct dfk_check *check;

	cr_assert_eq(dfk_open(&options, &check), DFK_OK);
	cr_assert_eq(dfk_feed(check, b->at, b->n), DFK_OK);
	cr_assert_eq(dfk_finish(check), DFK_OK);
	return check;
}

/* One file, and one that is not there; the worst status. */
static enum dfk_status
report_two(struct dfk_report *report, const struct bytes *b)
{
	struct hand_on to = { report, DFK_OK };
	enum dfk_status status = dfk_report_start(report, "a/x\" <&>");
	struct dfk_check *check;

	if (status == DFK_OK) {
		check = check_into(&to, b);
		status = to.status;
		if (status == DFK_OK)
			status = dfk_report_file(
				report,
				&(struct dfk_report_file){ .check = check });
		dfk_close(check);
	}
	if (status == DFK_OK)
		status = dfk_report_start(report, "y");
	if (status == DFK_OK)
		status = dfk_report_file(
			report, &(struct dfk_report_file){ .error = "gone" });
	return status == DFK_OK ? dfk_report_finish(report, 4) : status;
}

/* Given each form, the parts that it must have. */
Test(forms, what_each_must_have)
{
	static const struct {
		enum dfk_form form;
		const char *word;
		size_t n;
	} rows[] = {
		{ DFK_FORM_SARIF, "\"fixes\"", 1 },
		{ DFK_FORM_SARIF, "\"uri\":\"a/x%22%20%3C%26%3E\"", 16 },
		{ DFK_FORM_SARIF, "startLine", 0 },
		{ DFK_FORM_SARIF, "\"toolExecutionNotifications\":[{", 1 },
		{ DFK_FORM_SARIF_GITHUB, "\"startLine\":1", 14 },
		{ DFK_FORM_SARIF_GITHUB, "\"fixes\"", 0 },
		{ DFK_FORM_JUNIT, "name=\"x&#x22; &#x3C;&#x26;&#x3E;\"", 1 },
		{ DFK_FORM_JUNIT, "<testsuite ", 2 },
		{ DFK_FORM_JUNIT, "<failure ", 1 },
		{ DFK_FORM_JUNIT, "<error type=\"unreadable\" message=\"gone\"",
		  1 },
	};
	struct bytes b = recording();

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct bytes text = { 0, NULL };
		const struct dfk_report_options options = {
			.form = rows[i].form,
			.command = "check",
			.write = collect,
			.ctx = &text,
		};
		struct dfk_report *report;

		cr_assert_eq(dfk_report_open(&options, &report), DFK_OK);
		cr_expect_eq(report_two(report, &b), DFK_OK);
		put(&text, "", 1);
		cr_expect_eq(count_of(&text, rows[i].word), rows[i].n,
			     "%s: %zu in %s", rows[i].word,
			     count_of(&text, rows[i].word), (char *)text.at);
		dfk_report_close(report);
		free(text.at);
	}
	free(b.at);
}

/* Given no file at all, each form is whole. */
Test(forms, without_files)
{
	static const char *const whole[] = { "{\"type\":\"begin\"",
					     "{\"$schema\"", "{\"$schema\"",
					     "<?xml" };

	for (size_t i = 0; i < N_FORMS; i++) {
		struct bytes text = { 0, NULL };
		const struct dfk_report_options options = {
			.form = forms[i],
			.command = "check",
			.write = collect,
			.ctx = &text,
		};
		struct dfk_report *report;

		cr_assert_eq(dfk_report_open(&options, &report), DFK_OK);
		cr_expect_eq(dfk_report_finish(report, 0), DFK_OK);
		cr_expect_eq(memcmp(text.at, whole[i], strlen(whole[i])), 0);
		cr_expect_eq(text.at[text.n - 1], '\n');
		dfk_report_close(report);
		free(text.at);
	}
}

/* Given memory for ever more allocations, a report is whole or says that there
   was none; and nothing is left of it. */
Test(forms, each_allocation_may_fail)
{
	struct bytes b = recording();

	for (size_t i = 0; i < N_FORMS; i++) {
		enum dfk_status status = DFK_NO_MEMORY;

		for (size_t left = 0; status != DFK_OK; left++) {
			struct starving starving = { .left = left };
			struct bytes text = { 0, NULL };
			const struct dfk_report_options options = {
				.form = forms[i],
				.command = "check",
				.write = collect,
				.ctx = &text,
				.allocator = { starving_get, starving_put,
					       &starving },
			};
			struct dfk_report *report;

			cr_assert_lt(left, 1000);
			status = dfk_report_open(&options, &report);
			if (status == DFK_OK)
				status = report_two(report, &b);
			cr_expect(status == DFK_OK || status == DFK_NO_MEMORY);
			cr_expect(status == DFK_OK || starving.refused > 0);
			dfk_report_close(report);
			free(text.at);
		}
	}
	free(b.at);
}

/* Given a directory of more files than a suite of JUnit holds, it has two suites
   of the same name, and no test is lost. */
Test(forms, a_suite_is_bounded)
{
	enum { FILES = 20000 };
	struct bytes text = { 0, NULL };
	const struct dfk_report_options options = {
		.form = DFK_FORM_JUNIT,
		.command = "check",
		.write = collect,
		.ctx = &text,
	};
	struct dfk_report *report;
	char path[64];

	cr_assert_eq(dfk_report_open(&options, &report), DFK_OK);
	for (int i = 0; i < FILES; i++) {
		snprintf(path, sizeof(path), "/d/%d.teehistorian", i);
		cr_assert_eq(dfk_report_start(report, path), DFK_OK);
		cr_assert_eq(dfk_report_file(report,
					     &(struct dfk_report_file){
						     .error = "gone" }),
			     DFK_OK);
	}
	cr_expect_eq(dfk_report_finish(report, 4), DFK_OK);
	put(&text, "", 1);
	cr_expect_eq(count_of(&text, "<testcase "), FILES);
	cr_expect_gt(count_of(&text, "<testsuite name=\"/d\""), 1);
	dfk_report_close(report);
	free(text.at);
}

/* Given names with and without folders, the folder is the suite. */
Test(forms, suites_are_folders)
{
	static const char *const rows[][2] = {
		{ "x", "\".\"" },
		{ "/x", "\"/\"" },
		{ "a/b/x", "\"a/b\"" },
		{ "a//x", "\"a/\"" },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct bytes text = { 0, NULL };
		const struct dfk_report_options options = {
			.form = DFK_FORM_JUNIT,
			.command = "check",
			.write = collect,
			.ctx = &text,
		};
		struct dfk_report *report;
		char want[64];

		cr_assert_eq(dfk_report_open(&options, &report), DFK_OK);
		cr_assert_eq(dfk_report_start(report, rows[i][0]), DFK_OK);
		cr_expect_eq(dfk_report_file(report,
					     &(struct dfk_report_file){
						     .allowed = true }),
			     DFK_OK);
		cr_expect_eq(dfk_report_finish(report, 0), DFK_OK);
		put(&text, "", 1);
		snprintf(want, sizeof(want), "name=\"x\" classname=%s",
			 rows[i][1]);
		cr_expect_eq(count_of(&text, want), 1, "%s: %s", want,
			     (char *)text.at);
		dfk_report_close(report);
		free(text.at);
	}
}
