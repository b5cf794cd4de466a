/* SPDX-License-Identifier: MIT */
/* check.c - the commands check, info and inspect, which read each input once */
#include "cli/check.h"

#include <errno.h>

#include "cli/gate.h"
#include "cli/interrupt.h"
#include "cli/picture.h"
#include "cli/read/walk.h"
#include "cli/report/examine.h"
#include "cli/report/progress.h"
#include "cli/report/report.h"
#include "cli/report/text.h"
#include "cli/work/answer.h"
#include "cli/work/workers.h"
#include "cli/work/confine.h"

/* The state for the records that `inspect` lists or draws. */
struct listing {
	struct outcome *outcome;
	struct dfk_strip *strip; /* NULL: the records are not drawn */
	struct strip_look look;
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

static void
draw_record(void *ctx, const struct dfk_record *record)
{
	const struct listing *listing = ctx;

	dfk_strip_record(listing->strip, listing->outcome->check, record);
}

/* Opens the strip if the run draws its input. */
static void
open_strip(struct listing *listing)
{
	const struct args *args = listing->outcome->args;

	if (!args->out.strip && args->out.svg == NULL)
		return;
	listing->look = strip_look_here(listing->outcome->report->color);
	listing->no_memory = dfk_strip_open(NULL, &listing->strip) != DFK_OK;
}

static void
draw_strip(const struct listing *listing)
{
	struct outcome *outcome = listing->outcome;

	if (outcome->result == NULL || listing->strip == NULL)
		return;
	if (dfk_strip_finish(listing->strip, outcome->check) != DFK_OK ||
	    !report_strip(outcome, listing->strip, &listing->look))
		outcome_out_of_memory(outcome);
}

/* Returns the callbacks for the records that `inspect` lists or draws. */
static struct examine_taps
taps_of(const struct args *args, struct listing *listing)
{
	struct examine_taps taps = { .ctx = listing };

	if (listing->strip != NULL) {
		taps.on_record = draw_record;
	} else if (args->command->bit == ARGS_INSPECT) {
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
	draw_strip(listing);
	if (args->command->bit == ARGS_CHECK && args->out.verbose &&
	    outcome->result != NULL &&
	    outcome->result->repairable != DFK_REPAIRABLE_NO &&
	    !report_actions(outcome))
		outcome_out_of_memory(outcome);
}

/* An input that is open, or has an error.  A worker has read it, or nobody. */
struct checked {
	const char *path;
	const char *why;  /* it cannot be opened, or NULL ... */
	int error;        /* ... or the reason as errno, or 0 */
	struct input *in; /* to be read, or NULL */
	bool locked;      /* the process is locked before it reads */
	struct pool *pool; /* whose first job is the input, or NULL */
};

static const char *
why_unreadable(const struct args *args, const struct checked *input)
{
	if (input->why != NULL)
		return input->why;
	return input->error == EISDIR && args->how.gate
		       ? "is a directory; --gate takes one file"
		       : input_error(input->error);
}

/* A gate answers about the bytes only. */
static bool
is_open_elsewhere(const struct args *args, const struct checked *input)
{
	return !args->how.gate &&
	       input_is_written(input->pool != NULL ? &input->pool->first->in
						    : input->in);
}

/* Reads the open input, or takes the answer of a worker, and judges it. */
static void
read_and_judge(struct listing *listing, const struct checked *input,
	       const struct examine_taps *taps)
{
	struct outcome *outcome = listing->outcome;
	enum exitcode code = EXITCODE_OK;
	char why[CONFINE_TEXT];

	if (input->locked)
		code = confine_lock(outcome->args, input->in, why);
	if (code != EXITCODE_OK) {
		outcome_fail(outcome, code, "%s", why);
		return;
	}
	if (input->pool != NULL)
		answer_report(pool_wait(input->pool), outcome);
	else
		examine_input(outcome, input->in, taps);
	judge_input(listing);
}

/* Checks one input.  False: the report cannot be written. */
static bool
check_one(struct run_report *report, const struct checked *input)
{
	struct outcome outcome;
	struct listing listing = { .outcome = &outcome };
	struct examine_taps taps;
	bool going;

	outcome_init(&outcome, report, report->args, input->path);
	open_strip(&listing);
	taps = taps_of(report->args, &listing);
	outcome.silent = report->args->command->bit != ARGS_CHECK;
	if (!report_start(&outcome))
		outcome_out_of_memory(&outcome);
	if (input->why != NULL || input->error != 0) {
		outcome_fail(&outcome, EXITCODE_IO, "%s",
			     why_unreadable(report->args, input));
	} else {
		outcome.open_elsewhere = is_open_elsewhere(report->args, input);
		read_and_judge(&listing, input, &taps);
	}
	going = report_file(&outcome);
	dfk_strip_close(listing.strip);
	outcome_close(&outcome);
	return going;
}

/* Opens an input.  Returns 0 or an errno value. */
static int
open_walked(const struct args *args, struct input *in,
	    const struct walk_item *item)
{
	if (item->error != NULL)
		return 0;
	if (item->walked)
		return input_open_file(in, item->directory, item->name);
	/* With --timeout, a worker waits for the writer of a FIFO. */
	return args->how.timeout_ms > 0 ? input_open_now(in, item->path)
					: input_open(in, item->path);
}

/* Checks one input in this process.  False: the report cannot be written. */
static bool
check_here(struct run_report *report, const struct walk_item *item, bool locked)
{
	struct input in;
	const struct checked input = {
		.path = item->path,
		.why = item->error,
		.error = open_walked(report->args, &in, item),
		.in = &in,
		.locked = locked,
	};
	const bool going = check_one(report, &input);

	if (item->error == NULL && input.error == 0)
		input_close(&in);
	return going;
}

/* Gives an input to a worker.  False: no memory, and a message was printed. */
static bool
give_away(struct run_report *report, struct pool *pool,
	  const struct walk_item *item)
{
	struct input in;
	const int error = open_walked(report->args, &in, item);
	const bool open = item->error == NULL && error == 0;
	const bool given = pool_add(pool, &(struct pool_given){
						  .path = item->path,
						  .in = open ? &in : NULL,
						  .why = item->error,
						  .error = error,
					  });

	if (given)
		return true;
	if (open)
		input_close(&in);
	text_complain(item->path, "out of memory; this input and all after it are "
				  "not checked");
	report->code = exitcode_worse(report->code, EXITCODE_IO);
	return false;
}

/* Reports the input that is the next of the run.  False: the report cannot be written. */
static bool
report_next(struct run_report *report, struct pool *pool)
{
	const struct pool_job *job = pool->first;
	const bool going = check_one(report, &(struct checked){
						     .path = job->path,
						     .why = job->why,
						     .error = job->end == POOL_UNREADABLE
								      ? job->error
								      : 0,
						     .pool = pool,
					     });

	pool_drop(pool);
	return going;
}

/* Checks all inputs in this process. */
static void
check_all_here(struct run_report *report, struct walk *walk, bool locked)
{
	struct walk_item item;
	bool going = true;

	while (going && walk_next(walk, &item))
		going = check_here(report, &item, locked);
	if (!going)
		report_stop(report, walk_next(walk, &item) ? item.path : NULL);
}

/* Checks all inputs in worker processes. */
static void
check_all_apart(struct run_report *report, struct walk *walk, size_t n_workers)
{
	struct walk_item item;
	struct pool pool;
	bool more = true, going = true;

	if (!pool_open(&pool, report->args, n_workers, false)) {
		text_complain(NULL, "out of memory");
		report->code = EXITCODE_IO;
		return;
	}
	interrupt_catch();
	while (going && (more || pool.n_jobs > 0)) {
		more = more && !interrupt_came();
		while (more && !pool_is_full(&pool) &&
		       (pool.n_jobs == 0 || walk_is_ready(walk))) {
			more = walk_next(walk, &item) &&
			       give_away(report, &pool, &item);
		}
		if (pool.n_jobs > 0)
			going = report_next(report, &pool);
	}
	if (!going)
		report_stop(report, pool.n_jobs > 0 ? pool.first->path : NULL);
	interrupt_report("the report");
	pool_close(&pool);
}

/* `svg`: the file to draw to, or NULL. */
static enum exitcode
check_all(const struct args *args, struct name_list *list, FILE *svg)
{
	const size_t n_workers = workers_for(args);
	struct run_report report = { .args = NULL };
	const bool locked = confine_will_lock(args);
	struct walk walk = {
		.reports = &report.outputs,
		.held = list->held ? list : NULL,
		.directories = args->command->bit == ARGS_CHECK &&
			       !args->how.gate && !locked,
	};
	if (!report_init(&report, args, list)) {
		if (args->how.gate)
			gate_refuse(args, "out of memory");
		return EXITCODE_IO;
	}
	report.svg = svg;
	if (progress_counts())
		progress_expect(walk_count(&walk, args));
	walk_open(&walk, args);
	if (n_workers > 0)
		check_all_apart(&report, &walk, n_workers);
	else
		check_all_here(&report, &walk, locked);
	report.code = exitcode_worse(report.code, walk_close(&walk));
	report.code = report_end(&report);
	interrupt_end();
	return report.code;
}

static enum exitcode
draw_to(const struct args *args, FILE *svg)
{
	struct name_list list = { .error = 0 };

	return check_all(args, &list, svg);
}

/* Draws the one input of the command line. */
static enum exitcode
check_and_draw(const struct args *args)
{
	struct picture picture;
	const enum exitcode code = picture_open(&picture, args);

	return code == EXITCODE_OK
		       ? picture_draw(&picture, confine_will_lock(args),
				      draw_to)
		       : code;
}

enum exitcode
check_run(const struct args *args)
{
	struct name_list list = { .error = 0 };
	enum exitcode code = EXITCODE_OK;

	if (args->out.svg != NULL)
		return check_and_draw(args);
	if (args->what.files0_from != NULL && outputs_will_replace(&args->out))
		code = list_hold(&list, args->what.files0_from);
	if (code == EXITCODE_OK)
		code = check_all(args, &list, NULL);
	list_free(&list);
	return code;
}
