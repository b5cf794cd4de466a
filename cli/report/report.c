/* SPDX-License-Identifier: MIT */
/* report.c - prints each record in the chosen form */
#include "cli/report/report.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/report/progress.h"
#include "cli/report/sink.h"
#include "cli/report/text.h"

static bool
wants_color(const struct args *args)
{
	const char *terminal = getenv("TERM");
	const char *no_color = getenv("NO_COLOR");

	if (args->color != ARGS_AUTO)
		return args->color == ARGS_ALWAYS;
	return isatty(STDOUT_FILENO) == 1 &&
	       (no_color == NULL || *no_color == '\0') && terminal != NULL &&
	       strcmp(terminal, "dumb") != 0;
}

void
report_init(struct run_report *report, const struct args *args)
{
	*report = (struct run_report){
		.args = args,
		.sink = args->format == ARGS_NDJSON ? &sink_ndjson : &sink_text,
		.color = wants_color(args),
	};
	progress_init(
		args->progress == ARGS_ALWAYS ||
		(args->progress == ARGS_AUTO && isatty(STDERR_FILENO) == 1));
}

void
report_message(char *buffer, size_t size, const struct dfk_finding *finding)
{
	const bool has_field = finding->field[0] != '\0';
	const bool has_found = finding->found[0] != '\0';
	const bool has_expected = finding->expected[0] != '\0';

	snprintf(buffer, size, "%s%s%s%s%s%s%s%s", finding->rule->title,
		 has_field || has_found || has_expected ? ": " : "",
		 finding->field,
		 has_field && (has_found || has_expected) ? ": " : "",
		 has_found ? "found " : "", finding->found,
		 has_expected ? (has_found ? ", expected " : "expected ") : "",
		 finding->expected);
}

/* Prints "begin" before the first other record: bad usage prints no record. */
static bool
begin(struct run_report *report)
{
	progress_clear();
	if (!report->begun)
		report->begun = report->sink->begin(report);
	return report->begun;
}

bool
report_finding(struct outcome *outcome, const struct dfk_finding *finding)
{
	return outcome->silent ||
	       (begin(outcome->report) &&
		outcome->report->sink->finding(outcome, finding));
}

void
report_add(struct outcome *outcome, const char *rule, uint64_t offset,
	   const char *field, const char *found, const char *expected)
{
	struct dfk_finding finding = {
		.part = "",
		.part_int = -1,
		.part_bit = -1,
		.part_path = "",
		.rule = dfk_rule_find(rule),
		.number = OUTCOME_NO_NUMBER,
		.space = outcome->result != NULL &&
					 outcome->result->compression != NULL
				 ? DFK_SPACE_DECODED
				 : DFK_SPACE_FILE,
		.offset = offset,
		.field = field,
		.found = found,
		.expected = expected,
		.record = UINT64_MAX,
		.tick = -1,
		.client = -1,
	};

	if (finding.rule == NULL || outcome->result == NULL)
		return;
	finding.severity = args_severity(outcome->args, finding.rule);
	outcome_count(outcome, finding.rule, finding.severity);
	if (finding.severity != DFK_OFF && !report_finding(outcome, &finding))
		outcome_out_of_memory(outcome);
}

void
report_growing(struct outcome *outcome)
{
	report_add(outcome, "file.growing", 0, "", "", "");
	if (outcome->result != NULL)
		outcome->verdict = (int)DFK_UNDECIDED;
}

bool
report_record(struct outcome *outcome, const struct dfk_record *record)
{
	return begin(outcome->report) &&
	       outcome->report->sink->record(outcome, record);
}

bool
report_item(struct outcome *outcome, const struct dfk_record *item)
{
	return begin(outcome->report) &&
	       outcome->report->sink->item(outcome, item);
}

static bool
report_action(void *ctx, const struct plan_action *action)
{
	const struct outcome *outcome = ctx;

	return outcome->report->sink->action(outcome, action);
}

bool
report_actions(struct outcome *outcome)
{
	return begin(outcome->report) &&
	       plan_actions(outcome, report_action, outcome);
}

bool
report_file(struct outcome *outcome)
{
	struct run_report *report = outcome->report;

	if (!begin(report) || !report->sink->file(outcome)) {
		outcome_out_of_memory(outcome);
		/* Report the failure, if there is memory for that. */
		if (report->begun)
			(void)report->sink->file(outcome);
	}
	report->files[outcome->verdict]++;
	report->code = exitcode_worse(report->code, outcome->code);
	return report_flush();
}

enum exitcode
report_end(struct run_report *report)
{
	enum exitcode code = report->code;

	if (report->args->exit_zero)
		code = exitcode_forgive(code);
	/* A report that has a hole gets no summary. */
	if (!report_flush())
		return exitcode_worse(code, EXITCODE_IO);
	if (!begin(report) || !report->sink->summary(report, (int)code)) {
		text_complain(NULL, "out of memory");
		code = exitcode_worse(code, EXITCODE_IO);
	}
	return code;
}

bool
report_flush(void)
{
	static bool failed;

	if (failed)
		return false;
	errno = 0;
	if (fflush(stdout) == 0 && !ferror(stdout))
		return true;
	failed = true;
	text_complain("standard output", "%s",
		      errno != 0 ? strerror(errno) : "write error");
	return false;
}
