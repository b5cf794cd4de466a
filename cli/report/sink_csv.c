/* SPDX-License-Identifier: MIT */
/*
 * sink_csv.c - a table for people: one row for each file
 *
 * Names and texts are escaped as in the report in text, and stay UTF-8.  All forms that
 * the library writes are ASCII.
 */
#include <float.h>
#include <inttypes.h>

#include "cli/report/report.h"
#include "cli/report/sink.h"
#include "cli/report/text.h"

static bool
forget_worst(const struct report_output *to, const struct outcome *outcome)
{
	(void)outcome;
	to->row->rule = NULL;
	return true;
}

/* Keeps the first finding of the highest severity. */
static bool
keep_worst(const struct report_output *to, const struct outcome *outcome,
	   const struct dfk_finding *finding)
{
	struct report_row *row = to->row;

	(void)outcome;
	if (row->rule != NULL && finding->severity <= row->severity)
		return true;
	row->rule = finding->rule;
	row->severity = finding->severity;
	row->offset = finding->offset;
	dfk_finding_text(finding, row->message, sizeof(row->message));
	return true;
}

/* The table has no actions. */
static bool
leave_out_actions(const struct report_output *to, const struct outcome *outcome)
{
	(void)to;
	(void)outcome;
	return true;
}

/* Each of the following functions prints a comma, and then the cell. */
static void
put_text_cell(FILE *out, const char *text)
{
	putc(',', out);
	if (text != NULL)
		text_put_csv(out, text);
}

static void
put_count_cell(FILE *out, uint64_t number)
{
	fprintf(out, ",%" PRIu64, number);
}

static void
put_seconds_cell(FILE *out, double seconds)
{
	putc(',', out);
	if (seconds >= 0 && seconds <= DBL_MAX)
		fprintf(out, "%.2f", seconds);
}

/* Prints the cells from `allowed` to `kept_s`. */
static void
put_result_cells(FILE *out, const struct outcome *outcome)
{
	const struct dfk_result *result = outcome->result;
	const bool lossy = result->repairable == DFK_REPAIRABLE_LOSSY;
	const bool decided = result->verdict != DFK_UNDECIDED;

	put_text_cell(out, outcome->allowed ? "allowed" : NULL);
	put_count_cell(out, result->size);
	put_count_cell(out, result->errors);
	put_count_cell(out, result->warnings);
	/* Another limit may allow a repair, and so may another reading. */
	put_text_cell(out,
		      decided ? dfk_repairable_name(result->repairable) : NULL);
	put_count_cell(out, result->ok_up_to);
	put_seconds_cell(out, lossy ? result->loss.lost_s : -1);
	put_seconds_cell(out, lossy ? result->loss.kept_s : -1);
}

static void
put_worst_cells(FILE *out, const struct report_row *row)
{
	if (row->rule == NULL) {
		fputs(",,,", out);
		return;
	}
	put_text_cell(out, row->rule->id);
	put_count_cell(out, row->offset);
	put_text_cell(out, row->message);
}

/* If the verdict is undecided, the digest may be of a part of the file. */
static void
put_digest_cell(FILE *out, const struct outcome *outcome)
{
	const struct dfk_result *result = outcome->result;

	putc(',', out);
	if (result == NULL || !result->has_sha256 ||
	    outcome_is(outcome, DFK_UNDECIDED))
		return;
	putc('"', out);
	text_put_hex(out, result->sha256, sizeof(result->sha256));
	putc('"', out);
}

/* Returns the reason why the file has no verdict or no output, or NULL. */
static const char *
problem_of(const struct outcome *outcome)
{
	if (outcome->error[0] != '\0')
		return outcome->error;
	if (outcome->result != NULL && outcome->result->file_changed)
		return "the file changed while it was read";
	return outcome_is(outcome, DFK_UNDECIDED) ? outcome_undecided(outcome)
						  : NULL;
}

/* What has the repair done? */
static const char *
repair_result(const struct outcome *outcome)
{
	if (!outcome->repaired || outcome->result == NULL)
		return "none";
	if (outcome->result->repairable != DFK_REPAIRABLE_NOT_NEEDED &&
	    !outcome->written)
		return "none";
	return dfk_repairable_name(outcome->result->repairable);
}

static void
print_head(const struct report_output *to, enum args_command command)
{
	if (to->row->headed)
		return;
	to->row->headed = true;
	fprintf(to->file, SINK_CSV_COLUMNS "%s\n",
		command == ARGS_REPAIR ? ",output,result" : "");
}

static bool
print_table_row(const struct report_output *to, const struct outcome *outcome)
{
	const enum args_command command = outcome->args->command->bit;
	const struct dfk_result *result = outcome->result;
	FILE *out = to->file;

	print_head(to, command);
	text_put_csv(out, outcome->path);
	put_text_cell(out, result != NULL ? result->format : NULL);
	put_text_cell(out, outcome_verdict_name(outcome_verdict(outcome)));
	if (result != NULL)
		put_result_cells(out, outcome);
	else
		fputs(",,,,,,,,", out);
	put_worst_cells(out, to->row);
	put_text_cell(out, problem_of(outcome));
	put_digest_cell(out, outcome);
	if (command == ARGS_REPAIR) {
		put_text_cell(out, outcome->written ? outcome->output : NULL);
		put_text_cell(out, repair_result(outcome));
	}
	putc('\n', out);
	return true;
}

/* A table without files has a head, too. */
static bool
end_table(const struct report_output *to, const struct run_report *report,
	  int code)
{
	(void)code;
	print_head(to, report->args->command->bit);
	return true;
}

const struct sink sink_csv = {
	.start = forget_worst,
	.finding = keep_worst,
	.actions = leave_out_actions,
	.file = print_table_row,
	.summary = end_table,
};
