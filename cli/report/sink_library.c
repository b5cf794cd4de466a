/* SPDX-License-Identifier: MIT */
/* sink_library.c - the forms of the report that the library writes, for programs */
#include "cli/report/outputs.h"
#include "cli/report/sink.h"

/* Errors of the file are found by outputs_flush(). */
static bool
has_memory(enum dfk_status status)
{
	return status != DFK_NO_MEMORY;
}

static bool
start(const struct report_output *to, const struct outcome *outcome)
{
	return has_memory(dfk_report_start(to->writer, outcome->path));
}

static bool
forward_finding(const struct report_output *to, const struct outcome *outcome,
		const struct dfk_finding *finding)
{
	(void)outcome;
	return has_memory(dfk_report_finding(to->writer, finding));
}

static bool
forward_record(const struct report_output *to, const struct outcome *outcome,
	       const struct dfk_record *record)
{
	(void)outcome;
	return has_memory(dfk_report_record(to->writer, record));
}

static bool
forward_item(const struct report_output *to, const struct outcome *outcome,
	     const struct dfk_record *item)
{
	(void)outcome;
	return has_memory(dfk_report_item(to->writer, item));
}

static bool
forward_actions(const struct report_output *to, const struct outcome *outcome)
{
	return has_memory(dfk_report_actions(to->writer, outcome->check));
}

static bool
forward_file(const struct report_output *to, const struct outcome *outcome)
{
	const struct args *args = outcome->args;
	struct dfk_report_file file = {
		.check = outcome->result ? outcome->check : NULL,
		.allowed = outcome->allowed,
		.error = outcome->error[0] != '\0' ? outcome->error : NULL,
		.refused = outcome_refusal(outcome),
	};

	if (args->command->bit == ARGS_REPAIR) {
		file.outcome = outcome->written ? DFK_OUTCOME_WRITTEN
						: DFK_OUTCOME_NOT_WRITTEN;
		/* There is an output, even if there was no memory for its report. */
		if (outcome->written)
			file.output = outcome->output;
		if (outcome->written && outcome->repaired)
			file.written = outcome->output_check;
	}
	return has_memory(dfk_report_file(to->writer, &file));
}

static bool
forward_omitted(const struct report_output *to, const struct outcome *outcome)
{
	const struct dfk_report_file file = {
		.check = outcome->result ? outcome->check : NULL,
		.allowed = outcome->allowed,
		.omitted = true,
	};

	return has_memory(dfk_report_file(to->writer, &file));
}

static bool
forward_summary(const struct report_output *to, const struct run_report *report,
		int code)
{
	(void)report;
	return has_memory(dfk_report_finish(to->writer, code));
}

const struct sink sink_library = {
	.start = start,
	.finding = forward_finding,
	.record = forward_record,
	.item = forward_item,
	.actions = forward_actions,
	.file = forward_file,
	.omit = forward_omitted,
	.summary = forward_summary,
};
