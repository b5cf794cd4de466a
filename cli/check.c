/* SPDX-License-Identifier: MIT */
/* check.c - check, info and inspect: read each input once, say what it is */
#include "cli/check.h"

#include <string.h>
#include <strings.h>

#include "cli/read/map.h"
#include "cli/read/walk.h"
#include "cli/report/examine.h"
#include "cli/report/report.h"
#include "cli/report/text.h"

struct look {
	struct report report;
	struct map map;
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

	/* A header is in no message; `info` is the command for it. */
	if (record->index == UINT64_MAX)
		return;
	if (!listing->no_memory && !report_record(listing->outcome, record))
		listing->no_memory = true;
}

/* Adds a finding if the recording names another map. */
static void
compare_map(const struct map *map, struct outcome *outcome)
{
	const struct {
		const char *fact, *actual;
	} rows[] = { { "map_sha256", map->sha256 },
		     { "map_crc", map->crc },
		     { "map_size", map->size } };
	char found[160], rule[64];

	if (outcome->result == NULL)
		return;
	/* One finding is enough; the first row is the strongest evidence. */
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const char *named = outcome_fact_text(outcome, rows[i].fact);

		if (named == NULL || strcasecmp(named, rows[i].actual) == 0)
			continue;
		text_ascii(found, sizeof(found), named);
		snprintf(rule, sizeof(rule), "%s.map_mismatch",
			 outcome->result->format);
		report_add(outcome, rule, REPORT_HEADER_OFFSET, rows[i].fact,
			   found, rows[i].actual);
		return;
	}
}

static void
examine(struct look *look, struct outcome *outcome, struct input *in)
{
	const struct args *args = look->report.args;
	struct listing listing = { .outcome = outcome };

	if (args->command->bit == ARGS_INSPECT) {
		examine_input(outcome, in, list_record, NULL, &listing);
		if (listing.no_memory)
			outcome_out_of_memory(outcome);
	} else {
		examine_input(outcome, in, NULL, NULL, NULL);
	}
	if (args->map != NULL)
		compare_map(&look->map, outcome);
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
	struct look *look = ctx;
	struct outcome outcome;
	struct input in;
	bool going;
	int error = 0;

	outcome_init(&outcome, &look->report, look->report.args, item->path);
	outcome.unsaid = look->report.args->command->bit != ARGS_CHECK;
	if (item->error == NULL)
		error = item->walked ? input_open_file(&in, item->directory,
						       item->name)
				     : input_open(&in, item->path);
	if (item->error != NULL || error != 0) {
		outcome_fail(&outcome, EXITCODE_IO, "%s",
			     item->error != NULL ? item->error
						 : input_error(error));
	} else {
		examine(look, &outcome, &in);
		input_close(&in);
	}
	going = report_file(&outcome);
	outcome_close(&outcome);
	return going;
}

enum exitcode
check_run(const struct args *args)
{
	struct look look = { 0 };
	const struct walk walk = {
		.directories = args->command->bit == ARGS_CHECK,
		.visit = visit,
		.ctx = &look,
	};
	enum exitcode code;

	if (args->map != NULL) {
		const int error = map_read(&look.map, args->map);

		if (error != 0) {
			text_complain(args->map, "%s", strerror(error));
			return EXITCODE_IO;
		}
	}
	report_init(&look.report, args);
	code = walk_inputs(&walk, args);
	look.report.code = exitcode_worse(look.report.code, code);
	return report_end(&look.report);
}
