/* SPDX-License-Identifier: MIT */
/* report.c - prints each record in the chosen form */
#include "cli/report/report.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/report/progress.h"
#include "cli/report/sink.h"
#include "cli/report/svg.h"
#include "cli/report/text.h"

static bool
wants_color(const struct args_out *out)
{
	const char *terminal = getenv("TERM");
	const char *no_color = getenv("NO_COLOR");

	if (out->color != ARGS_AUTO)
		return out->color == ARGS_ALWAYS;
	return isatty(STDOUT_FILENO) == 1 &&
	       (no_color == NULL || *no_color == '\0') && terminal != NULL &&
	       strcmp(terminal, "dumb") != 0;
}

/* Does the verdict of a file decide whether its findings are reported?  Allowed files
   are known at their end. */
static bool
wants_hold(const struct args *args)
{
	return args->out.only_bad ||
	       (args->out.quiet && args->how.allow.digests.n > 0 &&
		args->command->bit == ARGS_CHECK);
}

bool
report_init(struct run_report *report, const struct args *args,
	    struct name_list *list)
{
	*report = (struct run_report){
		.args = args,
		.color = wants_color(&args->out),
		.hold.wanted = wants_hold(args),
	};
	progress_init(args->out.progress == ARGS_ALWAYS ||
		      (args->out.progress == ARGS_AUTO &&
		       isatty(STDERR_FILENO) == 1));
	if (!table_open(&report->table)) {
		text_complain(NULL, "out of memory");
		return false;
	}
	if (outputs_open(&report->outputs, args, list))
		return true;
	table_close(&report->table);
	return false;
}

/* Call this before a record is printed. */
static void
begin(struct run_report *report)
{
	progress_clear();
	report->begun = true;
}

static bool
start_file(struct report_output *output, const struct outcome *outcome)
{
	output->started = true;
	return output->sink->start(output, outcome);
}

bool
report_start(struct outcome *outcome)
{
	struct run_report *report = outcome->report;
	bool good = true;

	progress_next();
	hold_forget(&report->hold);
	for (size_t i = 0; i < report->outputs.n; i++) {
		report->outputs.list[i].started = false;
		if (!report->hold.wanted)
			good = start_file(&report->outputs.list[i], outcome) &&
			       good;
	}
	return good;
}

bool
report_finding(struct outcome *outcome, const struct dfk_finding *finding)
{
	const struct report_outputs *outputs = &outcome->report->outputs;
	bool good = true;

	if (outcome->silent)
		return true;
	if (outcome->report->hold.wanted)
		return hold_add(&outcome->report->hold, finding);
	begin(outcome->report);
	for (size_t i = 0; i < outputs->n; i++)
		good = outputs->list[i].sink->finding(&outputs->list[i],
						      outcome, finding) &&
		       good;
	return good;
}

bool
report_record(struct outcome *outcome, const struct dfk_record *record)
{
	const struct report_outputs *outputs = &outcome->report->outputs;
	bool good = true;

	begin(outcome->report);
	for (size_t i = 0; i < outputs->n; i++)
		good = outputs->list[i].sink->record(&outputs->list[i], outcome,
						     record) &&
		       good;
	return good;
}

bool
report_item(struct outcome *outcome, const struct dfk_record *item)
{
	const struct report_outputs *outputs = &outcome->report->outputs;
	bool good = true;

	begin(outcome->report);
	for (size_t i = 0; i < outputs->n; i++)
		good = outputs->list[i].sink->item(&outputs->list[i], outcome,
						   item) &&
		       good;
	return good;
}

bool
report_actions(struct outcome *outcome)
{
	const struct report_outputs *outputs = &outcome->report->outputs;
	bool good = true;

	if (outcome->report->hold.wanted) {
		outcome->report->hold.actions = true;
		return true;
	}
	begin(outcome->report);
	for (size_t i = 0; i < outputs->n; i++)
		good = outputs->list[i].sink->actions(&outputs->list[i],
						      outcome) &&
		       good;
	return good;
}

bool
report_strip(struct outcome *outcome, const struct dfk_strip *strip,
	     const struct strip_look *look)
{
	struct run_report *report = outcome->report;
	bool good = true;

	begin(report);
	if (outcome->args->out.strip)
		good = strip_put(report->outputs.list[0].file, strip,
				 outcome->result, look);
	if (report->svg != NULL)
		good = svg_put(report->svg, strip, outcome) && good;
	return good;
}

/* Is the file in the report?  With -q, the text leaves out allowed files that do not
   make the run fail. */
static bool
is_shown(const struct report_output *output, const struct outcome *outcome)
{
	const struct args *args = outcome->args;

	if (args->out.only_bad)
		return outcome_is_bad(outcome);
	return !args->out.quiet || !outcome->allowed ||
	       output->sink != &sink_text || args->command->bit == ARGS_REPAIR ||
	       outcome->code != EXITCODE_OK;
}

/* Writes the findings and actions that were held until now. */
static bool
release(struct report_output *output, const struct outcome *outcome)
{
	const struct hold *hold = &outcome->report->hold;
	bool good = start_file(output, outcome);

	for (size_t i = 0; i < hold->n; i++)
		good = output->sink->finding(output, outcome,
					     hold->findings[i]) &&
		       good;
	if (hold->actions && outcome->result != NULL)
		good = output->sink->actions(output, outcome) && good;
	return good;
}

static bool
send_file(struct report_output *output, const struct outcome *outcome)
{
	bool good = true;

	if (!is_shown(output, outcome))
		return output->sink->omit == NULL ||
		       output->sink->omit(output, outcome);
	if (!output->started)
		good = release(output, outcome);
	return output->sink->file(output, outcome) && good;
}

static bool
send_file_to_sinks(struct outcome *outcome)
{
	const struct report_outputs *outputs = &outcome->report->outputs;
	bool good = true;

	for (size_t i = 0; i < outputs->n; i++)
		good = send_file(&outputs->list[i], outcome) && good;
	return good;
}

static enum repair_kind
repair_kind_of(const struct outcome *outcome)
{
	if (!outcome->repaired)
		return REPAIR_NONE;
	switch (outcome->result->repairable) {
	case DFK_REPAIRABLE_NOT_NEEDED: return REPAIR_AS_IT_IS;
	case DFK_REPAIRABLE_LOSSLESS: return REPAIR_LOSSLESS;
	case DFK_REPAIRABLE_LOSSY: return REPAIR_LOSSY;
	case DFK_REPAIRABLE_NO: break;
	}
	return REPAIR_NONE;
}

bool
report_file(struct outcome *outcome)
{
	struct run_report *report = outcome->report;

	begin(report);
	if (!send_file_to_sinks(outcome)) {
		outcome_out_of_memory(outcome);
		/* Report the failure, if there is memory for a report. */
		(void)send_file_to_sinks(outcome);
	}
	report->files[outcome_verdict(outcome)]++;
	table_count(&report->table, outcome);
	report->allowed += outcome->allowed;
	report->repairs[repair_kind_of(outcome)]++;
	report->code = exitcode_worse(report->code, outcome->code);
	return outputs_flush(&report->outputs);
}

void
report_stop(const struct run_report *report, const char *next)
{
	if (next == NULL)
		text_complain(NULL, "the run came to its last input, but the report "
				    "is incomplete");
	else
		text_complain(next,
			      "this input and all after it were not %s, because the "
			      "report cannot be written",
			      report->args->command->bit == ARGS_REPAIR
				      ? "repaired"
				      : "checked");
}

static bool
send_summary_to_sinks(const struct run_report *report, enum exitcode code)
{
	const struct report_outputs *outputs = &report->outputs;
	bool good = true;

	progress_clear();
	for (size_t i = 0; i < outputs->n; i++)
		good = outputs->list[i].sink->summary(&outputs->list[i], report,
						      (int)code) &&
		       good;
	if (!good)
		text_complain(NULL, "out of memory");
	return good;
}

enum exitcode
report_end(struct run_report *report)
{
	enum exitcode code = report->code;

	if (report->args->how.exit_zero)
		code = exitcode_forgive(code);
	/* After bad usage there is no summary, even if the bad usage was found late.  An
	   incomplete report has no summary either. */
	if (code != EXITCODE_USAGE || report->begun) {
		if (!outputs_flush(&report->outputs) ||
		    !send_summary_to_sinks(report, code))
			code = exitcode_worse(code, EXITCODE_IO);
	}
	hold_close(&report->hold);
	table_close(&report->table);
	if (!outputs_close(&report->outputs))
		code = exitcode_worse(code, EXITCODE_IO);
	return code;
}
