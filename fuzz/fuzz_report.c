/* SPDX-License-Identifier: MIT */
/*
 * fuzz_report.c - reports can be read for any contents and names of files
 *
 *   readable  what captured.h says of each form
 *   whole     one line for one statement: no text of a file or of its name
 *             makes a line of its own
 *
 * Every command that reads a file, in each of its forms.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/report/examine.h"
#include "cli/report/report.h"
#include "cli/report/sink.h"
#include "fuzz/captured.h"
#include "fuzz/harness.h"

/* The report of one file, and the number of its records. */
struct reported {
	struct outcome outcome;
	size_t statements;
};

static void
on_finding(void *ctx, const struct dfk_finding *finding)
{
	struct reported *reported = ctx;

	reported->statements += !reported->outcome.silent;
	report_finding(&reported->outcome, finding);
}

static void
on_record(void *ctx, const struct dfk_record *record)
{
	struct reported *reported = ctx;

	reported->statements++;
	report_record(&reported->outcome, record);
}

static void
on_item(void *ctx, const struct dfk_record *item)
{
	struct reported *reported = ctx;

	reported->statements++;
	report_item(&reported->outcome, item);
}

static bool
count_action(void *ctx, const struct dfk_action *action)
{
	struct reported *reported = ctx;

	/* The text report does not print kept bytes. */
	reported->statements += reported->outcome.args->out.format ==
					ARGS_NDJSON ||
				action->rule;
	return true;
}

/* Passes one file through a sink, like a command.  Returns the number of lines. */
static size_t
run(struct run_report *report, const char *path, const struct blob *in)
{
	const enum args_command command = report->args->command->bit;
	struct reported reported = { .statements = 0 };
	struct outcome *outcome = &reported.outcome;
	struct dfk_options options = { DFK_OPTIONS, .on_finding = on_finding,
				       .ctx = &reported };
	enum dfk_status status;

	outcome_init(outcome, report, report->args, path);
	outcome->silent = command == ARGS_INFO || command == ARGS_INSPECT;
	options.on_record = command == ARGS_INSPECT ? on_record : NULL;
	options.on_item = command == ARGS_INSPECT ? on_item : NULL;
	if (!report_start(outcome))
		harness_no_memory();
	status = reading_open(report->args, &options, &outcome->check);
	if (status == DFK_OK)
		status = dfk_feed(outcome->check, in->at, in->size);
	if (status == DFK_OK)
		status = dfk_finish(outcome->check);
	if (status == DFK_NO_MEMORY)
		harness_no_memory();
	HOLDS(status == DFK_OK);
	outcome->result = dfk_result_of(outcome->check);
	if (!outcome->silent &&
	    outcome->result->repairable != DFK_REPAIRABLE_NO) {
		report_actions(outcome);
		dfk_each_action(outcome->check, count_action, &reported);
		outcome->repaired = command == ARGS_REPAIR;
	}
	for (size_t i = 0; i < dfk_rule_count(); i++)
		reported.statements += report->args->out.format == ARGS_TEXT &&
				       !outcome->silent &&
				       dfk_rule_unlisted(outcome->check,
							 dfk_rule_at(i));
	report_file(outcome);
	outcome_close(outcome);
	return reported.statements + 1;
}

/* Returns the number of other lines.  NDJSON has a line before and a line after the
   records.  Text has a line after the records. */
static size_t
frame(const struct args *args)
{
	if (args->out.format == ARGS_NDJSON)
		return 2;
	return args->command->bit == ARGS_CHECK ||
	       args->command->bit == ARGS_REPAIR;
}

static size_t
count_lines(const char *text, size_t size)
{
	size_t lines = 0;

	for (size_t i = 0; i < size; i++)
		lines += text[i] == '\n';
	return lines;
}

/* Checks the output of info.  Each line has a name of at most 16 letters, a blank, and a
   value. */
static void
in_columns(const char *text, size_t size)
{
	for (const char *end; size;
	     size -= (size_t)(end + 1 - text), text = end + 1) {
		end = memchr(text, '\n', size);
		HOLDS(end &&
		      (end == text || (end - text > 17 && *text >= 'a' &&
				       *text <= 'z' && text[16] == ' ')));
	}
}

static void
one(const struct args *args, const char *path, const struct blob *in)
{
	struct captured c = { NULL, 0, NULL };
	struct name_list none = { .error = 0 };
	struct run_report report;
	size_t lines;

	captured_begin(&c);
	if (!report_init(&report, args, &none))
		harness_no_memory();
	lines = run(&report, path, in) + frame(args);
	report_end(&report);
	captured_end(&c);
	captured_is_readable(&c, args->out.format);
	if (args->out.format == ARGS_TEXT && args->command->bit == ARGS_INFO)
		in_columns(c.text, c.size);
	else if (args->out.format == ARGS_TEXT ||
		 args->out.format == ARGS_NDJSON)
		HOLDS(count_lines(c.text, c.size) == lines);
	else if (args->out.format == ARGS_CSV)
		HOLDS(count_lines(c.text, c.size) == 2);
	free(c.text);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct args_entry commands[] = {
		{ .bit = ARGS_CHECK, .name = "check" },
		{ .bit = ARGS_INFO, .name = "info" },
		{ .bit = ARGS_INSPECT, .name = "inspect" },
		{ .bit = ARGS_REPAIR, .name = "repair" },
	};
	enum { KINDS = 16 };
	static const struct {
		unsigned command;
		enum args_format format;
	} kinds[KINDS] = {
		{ 0, ARGS_TEXT },         { 0, ARGS_NDJSON },
		{ 1, ARGS_TEXT },         { 1, ARGS_NDJSON },
		{ 2, ARGS_TEXT },         { 2, ARGS_NDJSON },
		{ 3, ARGS_TEXT },         { 3, ARGS_NDJSON },
		{ 0, ARGS_SARIF },        { 0, ARGS_SARIF_GITHUB },
		{ 0, ARGS_JUNIT },        { 3, ARGS_SARIF },
		{ 3, ARGS_SARIF_GITHUB }, { 3, ARGS_JUNIT },
		{ 0, ARGS_CSV },          { 3, ARGS_CSV },
	};
	struct args args = {
		.out.verbose = true,
		.out.dry_run = true,
		.out.payload = size && data[0] & 1,
	};
	const size_t name = size ? data[0] >> 2 : 0;
	const size_t head = 1 + name < size ? 1 + name : size;
	char path[80] = "p";

	if (size)
		memcpy(path + 1, data + 1, head - 1);
	for (size_t i = 1; i < head; i++)
		if (!path[i])
			path[i] = '\n';
	struct blob in = blob_copy(size ? data + head : data, size - head);

	/* An engine tries one report for each input.  A replay tries all reports. */
	for (size_t i = 0; i < KINDS; i++) {
		if (!harness_all && size % KINDS != i)
			continue;
		args.command = &commands[kinds[i].command];
		args.out.format = kinds[i].format;
		one(&args, path, &in);
	}
	blob_free(&in);
	return 0;
}
