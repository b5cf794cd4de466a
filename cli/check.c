/* SPDX-License-Identifier: MIT */
/* check.c - the commands check, info and inspect, which read each input once */
#include "cli/check.h"

#include <errno.h>

#include "cli/gate.h"
#include "cli/read/walk.h"
#include "cli/report/examine.h"
#include "cli/report/report.h"
#include "cli/work/confine.h"

/* The state for the records that `inspect` reports. */
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

/* Returns the callbacks for the records that `inspect` lists. */
static struct examine_taps
taps_of(const struct args *args, struct listing *listing)
{
	struct examine_taps taps = { .ctx = listing };

	if (args->command->bit == ARGS_INSPECT) {
		taps.on_record = list_record;
		taps.on_item = args->out.verbose ? list_item : NULL;
	}
	return taps;
}

/* Decides the exit code of the input after the check. */
static void
judge_input(const struct listing *listing)
{
	struct outcome *outcome = listing->outcome;
	const struct args *args = outcome->args;

	if (listing->no_memory)
		outcome_out_of_memory(outcome);
	outcome_judge(outcome);
	if (args->command->bit == ARGS_CHECK && args->out.verbose &&
	    outcome->result != NULL &&
	    outcome->result->repairable != DFK_REPAIRABLE_NO &&
	    !report_actions(outcome))
		outcome_out_of_memory(outcome);
}

static const char *
why_unreadable(const struct args *args, const struct walk_item *item, int error)
{
	if (item->error != NULL)
		return item->error;
	return error == EISDIR && args->how.gate
		       ? "is a directory; --gate takes one file"
		       : input_error(error);
}

/* Reads the open input, and judges it.  `locked`: the process is locked before. */
static void
read_and_judge(struct listing *listing, struct input *in,
	       const struct examine_taps *taps, bool locked)
{
	struct outcome *outcome = listing->outcome;
	enum exitcode code = EXITCODE_OK;
	char why[CONFINE_TEXT];

	if (locked)
		code = confine_lock(outcome->args, in, why);
	if (code != EXITCODE_OK) {
		outcome_fail(outcome, code, "%s", why);
		return;
	}
	examine_input(outcome, in, taps);
	judge_input(listing);
}

/* Checks one input.  False: the report cannot be written. */
static bool
check_one(struct run_report *report, const struct walk_item *item, bool locked)
{
	struct outcome outcome;
	struct listing listing = { .outcome = &outcome };
	const struct examine_taps taps = taps_of(report->args, &listing);
	struct input in;
	bool going;
	int error = 0;

	outcome_init(&outcome, report, report->args, item->path);
	outcome.silent = report->args->command->bit != ARGS_CHECK;
	if (!report_start(&outcome))
		outcome_out_of_memory(&outcome);
	if (item->error == NULL)
		error = item->walked ? input_open_file(&in, item->directory,
						       item->name)
				     : input_open(&in, item->path);
	if (item->error != NULL || error != 0) {
		outcome_fail(&outcome, EXITCODE_IO, "%s",
			     why_unreadable(report->args, item, error));
	} else {
		read_and_judge(&listing, &in, &taps, locked);
		input_close(&in);
	}
	going = report_file(&outcome);
	outcome_close(&outcome);
	return going;
}

static enum exitcode
check_all(const struct args *args, struct name_list *list)
{
	struct run_report report = { .args = NULL };
	const bool locked = confine_will_lock(args);
	struct walk walk = {
		.reports = &report.outputs,
		.held = list->held ? list : NULL,
		.directories = args->command->bit == ARGS_CHECK &&
			       !args->how.gate && !locked,
	};
	struct walk_item item;
	bool going = true;

	if (!report_init(&report, args, list)) {
		if (args->how.gate)
			gate_refuse(args, "out of memory");
		return EXITCODE_IO;
	}
	walk_open(&walk, &args->what);
	while (going && walk_next(&walk, &item))
		going = check_one(&report, &item, locked);
	if (!going)
		report_stop(&report, walk_next(&walk, &item) ? item.path : NULL);
	report.code = exitcode_worse(report.code, walk_close(&walk));
	return report_end(&report);
}

enum exitcode
check_run(const struct args *args)
{
	struct name_list list = { .error = 0 };
	enum exitcode code = EXITCODE_OK;

	if (args->what.files0_from != NULL && outputs_will_replace(&args->out))
		code = list_hold(&list, args->what.files0_from);
	if (code == EXITCODE_OK)
		code = check_all(args, &list);
	list_free(&list);
	return code;
}
