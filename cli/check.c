/* SPDX-License-Identifier: MIT */
/* check.c - the commands check, info and inspect, which read each input once */
#include "cli/check.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "cli/read/map.h"
#include "cli/read/walk.h"
#include "cli/report/examine.h"
#include "cli/report/report.h"
#include "cli/report/text.h"

struct check_run {
	struct run_report report;
	struct map_sums map;
};

/* What `inspect` needs to report one message. */
struct listing {
	struct outcome *outcome;
	bool no_memory;
};

static void
list_record(void *ctx, const struct dfk_record *record)
{
	struct listing *listing = ctx;

	/* The header is not a message; `info` prints it. */
	if (record->index == UINT64_MAX)
		return;
	if (!listing->no_memory && !report_record(listing->outcome, record))
		listing->no_memory = true;
}

static void
list_item(void *ctx, const struct dfk_record *item)
{
	struct listing *listing = ctx;

	if (!listing->no_memory && !report_item(listing->outcome, item))
		listing->no_memory = true;
}

/* A fact about the map of a recording, as text; false: there is none. */
static bool
named_map(const struct outcome *outcome, const char *name, char *text,
	  size_t size)
{
	struct dfk_fact fact;

	if (!outcome_fact(outcome, name, &fact))
		return false;
	if (fact.kind == DFK_FACT_INT)
		snprintf(text, size, "%" PRId64, fact.integer);
	else if (fact.text)
		text_ascii(text, size, fact.text);
	return fact.kind == DFK_FACT_INT || fact.text;
}

/* Adds a finding if the recording names another map. */
static void
compare_map(const struct map_sums *map, struct outcome *outcome)
{
	const struct {
		const char *fact, *actual;
	} rows[] = { { "map_sha256", map->sha256 },
		     { "map_crc", map->crc },
		     { "map_size", map->size } };
	char found[160], rule[64];

	if (!outcome->result)
		return;
	/* One finding is enough.  The rows are sorted: a digest says most. */
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (!named_map(outcome, rows[i].fact, found, sizeof(found)) ||
		    strcasecmp(found, rows[i].actual) == 0)
			continue;
		snprintf(rule, sizeof(rule), "%s.map_mismatch",
			 outcome->result->format);
		report_add(outcome, rule, REPORT_HEADER_OFFSET, rows[i].fact,
			   found, rows[i].actual);
		return;
	}
}

static void
examine(struct check_run *run, struct outcome *outcome, struct input *in)
{
	const struct args *args = run->report.args;
	struct listing listing = { .outcome = outcome };
	struct examine_taps taps = { .ctx = &listing };

	if (args->command->bit == ARGS_INSPECT) {
		taps.on_record = list_record;
		taps.on_item = args->verbose ? list_item : NULL;
	}
	examine_input(outcome, in, &taps);
	if (listing.no_memory)
		outcome_out_of_memory(outcome);
	if (args->map != NULL)
		compare_map(&run->map, outcome);
	outcome_judge(outcome);
	if (args->command->bit == ARGS_CHECK && args->verbose &&
	    outcome->result != NULL &&
	    outcome->result->repairable != DFK_REPAIRABLE_NO &&
	    !report_actions(outcome))
		outcome_out_of_memory(outcome);
}

static bool
visit(void *ctx, const struct walk_item *item)
{
	struct check_run *run = ctx;
	struct outcome outcome;
	struct input in;
	bool going;
	int error = 0;

	outcome_init(&outcome, &run->report, run->report.args, item->path);
	outcome.silent = run->report.args->command->bit != ARGS_CHECK;
	if (item->error == NULL)
		error = item->walked ? input_open_file(&in, item->directory,
						       item->name)
				     : input_open(&in, item->path);
	if (item->error != NULL || error != 0) {
		outcome_fail(&outcome, EXITCODE_IO, "%s",
			     item->error != NULL ? item->error
						 : input_error(error));
	} else {
		examine(run, &outcome, &in);
		input_close(&in);
	}
	going = report_file(&outcome);
	outcome_close(&outcome);
	return going;
}

enum exitcode
check_run(const struct args *args)
{
	struct check_run run = { 0 };
	const struct walk walk = {
		.directories = args->command->bit == ARGS_CHECK,
		.visit = visit,
		.ctx = &run,
	};
	enum exitcode code;

	if (args->map != NULL) {
		const int error = map_read(&run.map, args->map);

		if (error != 0) {
			text_complain(args->map, "%s", strerror(error));
			return EXITCODE_IO;
		}
	}
	report_init(&run.report, args);
	code = walk_inputs(&walk, args);
	run.report.code = exitcode_worse(run.report.code, code);
	return report_end(&run.report);
}
