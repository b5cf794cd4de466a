/* SPDX-License-Identifier: MIT */
/* test_gate.c - the answer of a gate: one line a file, the worst findings first */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "include/demofsck_report.h"
#include "tests/support.h"

static struct dfk_report *
gate_into(struct bytes *text, bool redact)
{
	const struct dfk_report_options options = { .form = DFK_FORM_GATE,
						    .command = "check",
						    .redact = redact,
						    .write = collect,
						    .ctx = text };
	struct dfk_report *report;

	cr_assert_eq(dfk_report_open(&options, &report), DFK_OK);
	return report;
}

/* The text, which is at most `longest` bytes of ASCII in `lines` lines. */
static const char *
closed(struct dfk_report *report, struct bytes *text, size_t lines,
       size_t longest)
{
	cr_expect_eq(dfk_report_finish(report, 0), DFK_OK);
	dfk_report_close(report);
	cr_expect_leq(text->n, longest);
	for (size_t i = 0; i < text->n; i++) {
		lines -= text->at[i] == '\n';
		cr_expect(text->at[i] == '\n' ||
			  (text->at[i] >= ' ' && text->at[i] <= '~'));
	}
	cr_expect_eq(lines, 0);
	put(text, "", 1);
	return (const char *)text->at;
}

static void
add(struct dfk_report *report, enum dfk_severity severity, uint64_t offset,
    const char *found)
{
	const struct dfk_finding finding = {
		.rule = dfk_rule_at(0),
		.severity = severity,
		.offset = offset,
		.part = "",
		.part_path = "",
		.field = "",
		.found = found,
		.expected = "",
	};

	cr_assert_eq(dfk_report_finding(report, &finding), DFK_OK);
}

static void
end(struct dfk_report *report, const struct dfk_report_file *file)
{
	cr_assert_eq(dfk_report_file(report, file), DFK_OK);
}

/* Given more findings than are shown, the gravest are, in the order in which they
   came; and each file begins anew. */
Test(gate, ten_reasons_by_severity)
{
	static const uint64_t want[] = { 3, 6, 9, 12, 2, 5, 8, 11, 1, 4 };
	struct bytes text = { 0, NULL };
	struct dfk_report *report = gate_into(&text, false);
	const char *at;

	cr_assert_eq(dfk_report_start(report, "x"), DFK_OK);
	for (unsigned i = 1; i <= 12; i++)
		add(report,
		    i % 3 == 0   ? DFK_ERROR
		    : i % 3 == 2 ? DFK_WARNING
				 : DFK_NOTE,
		    i, "this");
	end(report, &(struct dfk_report_file){ .error = "gone" });
	cr_assert_eq(dfk_report_start(report, "y"), DFK_OK);
	end(report, &(struct dfk_report_file){ .error = NULL });
	at = closed(report, &text, 2, 12288);
	for (size_t i = 0; i < sizeof(want) / sizeof(*want); i++) {
		char word[40];

		snprintf(word, sizeof(word), "\"offset\":%u,",
			 (unsigned)want[i]);
		at = strstr(at, "\"offset\":");
		cr_assert_not_null(at);
		cr_expect_eq(strncmp(at, word, strlen(word)), 0, "%zu: %.20s",
			     i, at);
		at++;
	}
	cr_expect_null(strstr(at, "\"offset\":"));
	cr_expect_not_null(strstr(at, "\"error\":\"gone\",\"refused\":null}\n{\"schema\""));
	cr_expect_not_null(strstr(at, "\"reasons\":[],"));
	free(text.at);
}

/* Given texts without an end, the line has one. */
Test(gate, texts_are_cut)
{
	struct bytes text = { 0, NULL };
	struct dfk_report *report = gate_into(&text, false);
	char longest[4000];
	const char *line;

	memset(longest, '"', sizeof(longest) - 1);
	longest[sizeof(longest) - 1] = '\0';
	cr_assert_eq(dfk_report_start(report, longest), DFK_OK);
	for (unsigned i = 0; i < 100; i++)
		add(report, DFK_ERROR, UINT64_MAX, longest);
	end(report, &(struct dfk_report_file){ .error = longest });
	line = closed(report, &text, 1, 8192);
	cr_expect_not_null(strstr(line, "\\\"...\"}"));
	free(text.at);
}

Test(gate, redacted_reasons_are_the_rule_alone)
{
	struct bytes text = { 0, NULL };
	struct dfk_report *report = gate_into(&text, true);
	const char *line;

	cr_assert_eq(dfk_report_start(report, "x"), DFK_OK);
	add(report, DFK_ERROR, 0, "somebody");
	end(report, &(struct dfk_report_file){ .error = NULL });
	line = closed(report, &text, 1, 8192);
	cr_expect_null(strstr(line, "somebody"));
	cr_expect_not_null(strstr(line, dfk_rule_at(0)->id));
	cr_expect_not_null(strstr(line, dfk_rule_at(0)->title));
	free(text.at);
}

/* ------------------------------------------------------------- accepting -- */

static bool
accepted(struct dfk_check *check, bool allowed, const char *refused)
{
	struct bytes text = { 0, NULL };
	struct dfk_report *report = gate_into(&text, false);
	bool yes, no;

	cr_assert_eq(dfk_report_start(report, "x"), DFK_OK);
	end(report, &(struct dfk_report_file){ .check = check,
					       .allowed = allowed,
					       .refused = refused });
	yes = strstr(closed(report, &text, 1, 8192), "\"accept\":true,");
	no = strstr((const char *)text.at, "\"accept\":false,");
	cr_expect_neq(yes, no);
	free(text.at);
	return yes;
}

/* What is valid, or on a list; but nothing that is undecided, and nothing that was
   not read to its end. */
Test(gate, what_is_accepted)
{
	enum how { WHOLE, CHANGED, STOPPED, LIMITED };
	static const struct {
		bool finished;
		enum how how;
		bool accepted, accepted_if_allowed;
	} rows[] = {
		{ true, WHOLE, true, true },
		{ false, WHOLE, false, true },
		{ true, CHANGED, false, false },
		{ true, STOPPED, false, false },
		{ true, LIMITED, false, false },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct bytes b = rows[i].finished ? finished() : recording();
		struct dfk_check *check;

		cr_assert_eq(dfk_open(NULL, &check), DFK_OK);
		if (rows[i].how == LIMITED)
			cr_assert_eq(dfk_set_limit(check, "input_bytes", 100),
				     DFK_OK);
		cr_assert_eq(dfk_feed(check, b.at, b.n), DFK_OK);
		cr_expect_not(dfk_gate_accepts(check, DFK_ERROR));
		cr_assert_eq(rows[i].how == STOPPED ? dfk_stop(check)
						    : dfk_finish(check),
			     DFK_OK);
		if (rows[i].how == CHANGED)
			cr_assert_eq(dfk_changed(check), DFK_OK);
		cr_expect_eq(accepted(check, false, NULL), rows[i].accepted,
			     "%zu", i);
		cr_expect_not(accepted(check, false, "no"), "%zu", i);
		cr_expect_not(accepted(check, true, "no"), "%zu", i);
		cr_expect_eq(dfk_gate_accepts(check, DFK_ERROR),
			     rows[i].accepted, "%zu", i);
		cr_expect_eq(accepted(check, true, NULL),
			     rows[i].accepted_if_allowed, "%zu", i);
		dfk_close(check);
		free(b.at);
	}
}
