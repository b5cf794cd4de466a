/* SPDX-License-Identifier: MIT */
/* repair.c - the command repair: repairs the inputs, and reports them in their order */
#include "cli/repair.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/interrupt.h"
#include "cli/read/walk.h"
#include "cli/report/examine.h"
#include "cli/report/progress.h"
#include "cli/report/text.h"
#include "cli/work/slots.h"
#include "cli/work/workers.h"
#include "cli/write/ahead.h"
#include "cli/write/job.h"
#include "cli/write/loss.h"

/* ------------------------------------------------------------- decide -- */

/* False: there will be no output, and the outcome has the reason. */
static bool
is_repairable(struct job *job)
{
	struct outcome *outcome = job->outcome;

	if (outcome->result == NULL)
		return false;
	if (outcome_is(outcome, DFK_UNDECIDED)) {
		const char *why = outcome_undecided(outcome);

		/* The outcome may have the reason already. */
		if (why != outcome->error)
			outcome_refuse(outcome, EXITCODE_UNDECIDED, "%s", why);
		return false;
	}
	if (outcome->result->repairable == DFK_REPAIRABLE_NO) {
		outcome->code = EXITCODE_FINDINGS;
		return false;
	}
	return !loss_is_refused(outcome);
}

static int
write_spool(void *ctx, const void *bytes, size_t size)
{
	struct job *job = ctx;

	return output_write(job->spool.fd, bytes, size);
}

/* Remembers the name of an output.  In a dry run no file exists that would refuse a
   second output of the same name. */
static bool
remember_name(struct job *job)
{
	return job->args->out.directory == NULL ||
	       published_add_name(&job->run->published, job->target.name);
}

/* If nothing is written, all errors in the bytes remain. */
static void
keep_errors(struct outcome *outcome)
{
	const struct dfk_result *result = outcome->result;

	if (result->repairable == DFK_REPAIRABLE_NOT_NEEDED)
		outcome->left = result->errors - result->errors_outside;
}

static void
write_or_plan(struct job *job)
{
	struct outcome *outcome = job->outcome;
	bool done;
	int error;

	if (job->args->out.dry_run || !job_has_destination(&job->args->out)) {
		keep_errors(outcome);
		done = report_actions(outcome) && remember_name(job);
		if (!done)
			outcome_out_of_memory(outcome);
	} else {
		error = job_open_output(job);
		/* The original of an earlier input may have this name now. */
		if (error == 0 && job->args->out.suffix != NULL &&
		    !published_add(&job->run->published, job->output.fd))
			error = ENOMEM;
		if (error != 0)
			job_fail_output(job, error);
		done = error == 0 && job_make_output(job);
		job_close_output(job, done);
	}
	if (!done)
		return;
	outcome->repaired = true;
	if (!job->args->out.dry_run && outcome->written == OUTCOME_NO_OUTPUT)
		outcome->written = OUTCOME_WRITTEN;
	outcome->output = job_has_destination(&job->args->out)
				  ? job->target.path
				  : NULL;
	outcome->code = outcome->result->repairable == DFK_REPAIRABLE_LOSSY
				? EXITCODE_LOSSY
				: EXITCODE_OK;
}

/* ----------------------------------------------------------- one input -- */

static void
read_here_or_apart(struct job *job, bool copy)
{
	/* --in-place refuses such a file. */
	job->outcome->open_elsewhere = job->args->out.suffix == NULL &&
				       input_is_written(job->in);
	if (job->steps.apart != NULL)
		apart_read(&job->steps, job->outcome, job->in,
			   copy ? job->spool.fd : -1);
	else
		examine_input(job->outcome, job->in,
			      &(struct examine_taps){
				      .tee = copy ? write_spool : NULL,
				      .ctx = job,
			      });
}

/* Reads the input for the first time.  A pipe is copied, because the input is read
   twice. */
static bool
read_input(struct job *job)
{
	const bool copy = !job->in->regular && !job->args->out.dry_run &&
			  job->target_error == 0;
	int error = 0;

	if (copy)
		error = output_create(&job->spool, job->target.directory,
				      "input", 0600);
	if (error == 0) {
		read_here_or_apart(job, copy);
		job->source = *job->in;
		if (copy)
			error = input_borrow(&job->source, job->spool.fd);
	}
	if (error != 0)
		job_fail_output(job, error);
	return error == 0;
}

/* Prints the errors that remain after a repair: errors of the file name, and errors that
   only the profile causes. */
static void
say_what_stays(struct outcome *outcome)
{
	const uint64_t n = outcome->result ? outcome->result->errors_outside
					   : 0;
	const uint64_t left = outcome->left;

	if (left > 0)
		outcome_refuse(outcome, EXITCODE_FINDINGS,
			       "%" PRIu64
			       " error%s remain%s: only the profile %s says so",
			       left, text_plural(left), left == 1 ? "s" : "",
			       args_profile(&outcome->args->how)->name);
	if (n > 0)
		outcome_refuse(outcome, EXITCODE_FINDINGS,
			       "%" PRIu64
			       " error%s remain%s: %s not in the bytes "
			       "of the file",
			       n, text_plural(n), n == 1 ? "s" : "",
			       n == 1 ? "it is" : "they are");
}

static void
repair_input(struct job *job)
{
	struct outcome *outcome = job->outcome;

	if (!read_input(job) || !is_repairable(job))
		return;
	if (job_is_left_out(job)) {
		outcome->repaired = true;
		keep_errors(outcome);
		if (!report_actions(outcome))
			outcome_out_of_memory(outcome);
	} else if (!job_has_destination(&job->args->out) ||
		   job_claim_name(job)) {
		write_or_plan(job);
	}
	if (outcome->repaired)
		say_what_stays(outcome);
}

/* ------------------------------------------------------ an input's turn -- */

/* An input whose repair was begun.  Its outcome is reported in its turn. */
struct begun {
	struct job job; /* first, because the jobs are a list */
	struct outcome outcome;
	struct input in;
	struct walk_item item;
	char *path;
	bool opened;    /* or not: see `error` */
	bool postponed; /* the input is opened in its turn */
	bool has_turn;  /* the report of the input was started */
	int error;      /* of the attempt to open the input */
};

static struct begun *
begun_of(struct job *job)
{
	return (struct begun *)job;
}

/* Copies the item, which the next step of the walk changes.  False: no memory. */
static bool
copy_walk_item(struct begun *begun, const struct walk_item *item)
{
	begun->path = strdup(item->path);
	if (begun->path == NULL)
		return false;
	begun->item = *item;
	begun->item.path = begun->path;
	begun->item.below = begun->path + (item->below - item->path);
	if (item->walked)
		begun->item.name = begun->path + (item->name - item->path);
	return true;
}

static void
open_input(struct begun *begun)
{
	const struct walk_item *item = &begun->item;
	struct input *in = &begun->in;

	if (item->walked)
		begun->error = input_open_file(in, item->directory, item->name);
	else if (begun->job.args->out.suffix != NULL &&
		 strcmp(item->path, "-") != 0)
		begun->error = input_open_file(in, AT_FDCWD, item->path);
	else if (begun->job.args->how.timeout_ms > 0)
		/* A worker waits for the writer of a FIFO. */
		begun->error = input_open_now(in, item->path);
	else
		begun->error = input_open(in, item->path);
	begun->opened = begun->error == 0;
}

/* Begins to read the open input, if a slot is free. */
static void
begin_reading(struct begun *begun, struct slots *slots)
{
	struct job *job = &begun->job;
	struct apart *slot = slots_free(slots);

	if (job_has_destination(&job->args->out))
		job->target_error = target_open(&job->target, &job->run->tree,
						&job->args->out, &begun->item);
	if (slot == NULL)
		return;
	apart_take(&job->steps, slot);
	if (job->in->regular &&
	    apart_begin_read(&job->steps, begun->path, job->in, -1))
		job->step = JOB_READS;
}

/* Returns the reason why the input cannot be opened, or NULL. */
static const char *
why_not_opened(const struct begun *begun)
{
	const bool in_place = begun->job.args->out.suffix != NULL;

	if (begun->item.error != NULL || begun->error == 0)
		return begun->item.error;
	if (in_place && begun->error == ELOOP)
		return "--in-place does not follow links";
	if (in_place && begun->error == INPUT_SPECIAL)
		return "--in-place is for regular files";
	if (begun->error == EISDIR)
		return "is a directory; use -d OUT or --in-place";
	return input_error(begun->error);
}

/* The input is the first one that is not reported. */
static void
start_turn(struct begun *begun, struct slots *slots)
{
	if (begun->has_turn)
		return;
	begun->has_turn = true;
	if (!report_start(&begun->outcome))
		outcome_out_of_memory(&begun->outcome);
	if (!begun->postponed || begun->item.error != NULL)
		return;
	open_input(begun);
	if (begun->opened)
		begin_reading(begun, slots);
}

/* Closes everything that belongs to the repair. */
static void
close_begun(struct job_run *run, struct begun *begun)
{
	struct job *job = &begun->job;

	apart_forget(&job->steps);
	/* An output that was begun ahead may have no name. */
	job_close_output(job, false);
	output_close(&job->spool);
	target_close(&job->target);
	input_close(&begun->in);
	outcome_close(&begun->outcome);
	run->first = job->later;
	run->n_begun--;
	free(begun->path);
	free(begun);
}

/* Repairs the input, whose turn it is, and reports it.  False: the report cannot be
   written. */
static bool
finish(struct job_run *run, struct begun *begun)
{
	const char *why = why_not_opened(begun);
	bool going;

	if (why != NULL)
		outcome_fail(&begun->outcome, EXITCODE_IO, "%s", why);
	else
		repair_input(&begun->job);
	/* An output without a name is removed before the report. */
	job_close_output(&begun->job, false);
	/* The report may read bytes of the input again. */
	going = report_file(&begun->outcome);
	close_begun(run, begun);
	return going;
}

/* ------------------------------------------------------------- the run -- */

/* Collects the names of all inputs before the first output is written, because with -f
   an output must not replace an input.  On an error prints a message, and returns
   another code than EXITCODE_OK. */
static enum exitcode
look_ahead(struct job_run *run, const struct args *args, struct name_list *list)
{
	if (args->what.files0_from != NULL &&
	    (args->out.force || outputs_will_replace(&args->out)) &&
	    list_hold(list, args->what.files0_from) != EXITCODE_OK)
		return EXITCODE_USAGE;
	if (!spared_open(&run->spared, args, list)) {
		text_complain(NULL, "out of memory");
		return EXITCODE_IO;
	}
	return spared_refuses(&run->spared, args, list) ? EXITCODE_USAGE
							: EXITCODE_OK;
}

/* Is the input an output of this run, which the walk has found? */
static bool
is_own_output(const struct job_run *run, const struct walk_item *item)
{
	struct stat status;

	return item->walked &&
	       fstatat(item->directory, item->name, &status,
		       AT_SYMLINK_NOFOLLOW) == 0 &&
	       published_has(&run->published, &status);
}

/* Finds the next input.  False: there are no more inputs. */
static bool
next_input(const struct job_run *run, struct walk *walk, struct walk_item *item)
{
	while (walk_next(walk, item))
		if (!is_own_output(run, item))
			return true;
	return false;
}

/* The inputs of a run, and the repairs that were begun. */
struct queue {
	struct job_run run; /* with the repairs */
	struct slots slots;
	struct walk walk;
	bool going; /* the report can be written */
};

/* May a repair that was begun change the times of the input?  A repair in the place of the
   original changes the times of all names of the original.  With -f an output may replace
   one of several names. */
static bool
changes_before(const struct queue *queue, const struct begun *begun)
{
	const struct args_out *out = &begun->job.args->out;

	if (out->force && begun->in.before.st_nlink > 1)
		return true;
	if (out->suffix == NULL)
		return false;
	for (struct job *job = queue->run.first; job != NULL; job = job->later)
		if (job != &begun->job &&
		    job->in->before.st_dev == begun->in.before.st_dev &&
		    job->in->before.st_ino == begun->in.before.st_ino)
			return true;
	return false;
}

/* Can an earlier repair change what this name means?  Does a program write the input,
   perhaps after it has read an earlier output? */
static bool
must_wait(const struct walk_item *item)
{
	struct stat status;

	return item->error != NULL ||
	       (!item->walked &&
		(stat(item->path, &status) != 0 || !S_ISREG(status.st_mode)));
}

/* Opens the input before its turn.  The repairs before it are not finished.  False: the
   input must be opened in its turn. */
static bool
open_ahead(const struct queue *queue, struct begun *begun)
{
	if (must_wait(&begun->item))
		return false;
	open_input(begun);
	if (!begun->opened)
		return false;
	if (!changes_before(queue, begun))
		return true;
	input_close(&begun->in);
	begun->opened = false;
	return false;
}

static void
push(struct queue *queue, struct begun *begun)
{
	struct job_run *run = &queue->run;

	if (run->first == NULL)
		run->first = &begun->job;
	else
		run->last->later = &begun->job;
	run->last = &begun->job;
	run->n_begun++;
}

/* False: no memory, and a message was printed. */
static bool
begin(struct queue *queue, const struct walk_item *item)
{
	struct job_run *run = &queue->run;
	struct begun *begun = calloc(1, sizeof(*begun));

	if (begun == NULL || !copy_walk_item(begun, item)) {
		free(begun);
		text_complain(item->path,
			      "out of memory; this input and all after "
			      "it are not repaired");
		run->report.code = exitcode_worse(run->report.code,
						  EXITCODE_IO);
		return false;
	}
	begun->in.fd = -1;
	begun->job = (struct job){
		.run = run,
		.args = run->report.args,
		.outcome = &begun->outcome,
		.in = &begun->in,
		.spool.fd = -1,
		.output.fd = -1,
		.target.directory = -1,
		.place.directory = -1,
		.step = JOB_WAITS,
	};
	outcome_init(&begun->outcome, &run->report, run->report.args,
		     begun->path);
	push(queue, begun);
	begun->postponed = run->n_begun == 1 ||
			   slots_free(&queue->slots) == NULL ||
			   !open_ahead(queue, begun);
	if (!begun->postponed)
		begin_reading(begun, &queue->slots);
	return true;
}

/* May another input be begun? */
static bool
has_room(const struct queue *queue)
{
	const struct job_run *run = &queue->run;

	if (run->n_begun == 0)
		return true;
	return run->n_begun < queue->slots.most_begun &&
	       begun_of(run->last)->opened && slots_have_free(&queue->slots);
}

/* Begins the inputs for which there is room.  False: there are no more inputs. */
static bool
begin_inputs(struct queue *queue)
{
	struct walk_item item;

	while (has_room(queue) &&
	       (queue->run.n_begun == 0 || walk_is_ready(&queue->walk))) {
		if (!next_input(&queue->run, &queue->walk, &item) ||
		    !begin(queue, &item))
			return false;
		/* Its turn may have come already. */
		start_turn(begun_of(queue->run.first), &queue->slots);
	}
	return true;
}

/* Goes on with the repairs that were begun, or waits until one of them can go on. */
static void
advance(struct queue *queue)
{
	struct begun *first = begun_of(queue->run.first);
	bool advanced = false;

	start_turn(first, &queue->slots);
	for (struct job *job = queue->run.first; job != NULL; job = job->later)
		advanced = ahead_advance(job) || advanced;
	if (first->job.step == JOB_WAITS) {
		queue->going = finish(&queue->run, first);
		return;
	}
	if (advanced)
		return;
	slots_wait(&queue->slots);
	if (progress_is_wanted() && first->job.steps.read != NULL)
		pool_show_position(first->job.steps.read);
}

/* Before a directory is searched, all outputs get their names, because the search may
   find them. */
static void
finish_begun(void *ctx)
{
	struct queue *queue = ctx;

	while (queue->going && queue->run.n_begun > 0)
		advance(queue);
}

/* Repairs all inputs. */
static void
repair_queue(struct queue *queue)
{
	struct walk_item item;
	bool more = true;

	while (queue->going && (more || queue->run.n_begun > 0)) {
		more = more && !interrupt_came() && begin_inputs(queue);
		if (queue->going && queue->run.n_begun > 0)
			advance(queue);
	}
	if (!queue->going && queue->run.n_begun > 0)
		report_stop(&queue->run.report,
			    begun_of(queue->run.first)->path);
	else if (!queue->going)
		report_stop(&queue->run.report,
			    next_input(&queue->run, &queue->walk, &item)
				    ? item.path
				    : NULL);
	interrupt_report("the report");
	slots_close(&queue->slots);
	while (queue->run.n_begun > 0) {
		queue->run.first->steps = (struct apart_steps){ .apart = NULL };
		close_begun(&queue->run, begun_of(queue->run.first));
	}
}

static enum exitcode
repair_all(struct queue *queue, const struct args *args, struct name_list *list)
{
	struct job_run *run = &queue->run;
	struct stat status;
	int error;

	queue->going = true;
	queue->walk = (struct walk){
		.reports = &run->report.outputs,
		.held = list->held ? list : NULL,
		.before_directory = finish_begun,
		.ctx = queue,
		.directories = args->out.output == NULL,
	};
	if (!report_init(&run->report, args, list))
		return EXITCODE_IO;
	error = target_open_tree(&run->tree, &args->out);
	if (error != 0) {
		text_complain(args->out.directory, "%s", strerror(error));
		run->report.code = EXITCODE_IO;
		return report_end(&run->report);
	}
	run->spared.tree = run->tree.directory;
	if (run->tree.directory >= 0 &&
	    fstat(run->tree.directory, &status) == 0) {
		queue->walk.skip = (struct walk_skip){ true, status.st_dev,
						       status.st_ino };
	}
	if (progress_counts())
		progress_expect(walk_count(&queue->walk, args));
	walk_open(&queue->walk, args);
	repair_queue(queue);
	run->report.code = exitcode_worse(run->report.code,
					  walk_close(&queue->walk));
	target_close_tree(&run->tree);
	return report_end(&run->report);
}

enum exitcode
repair_run(const struct args *args)
{
	const size_t n_slots = workers_for(args);
	struct queue queue = { .run.tree.directory = 0 };
	struct job_run *run = &queue.run;
	struct name_list list = { .error = 0 };
	enum exitcode code = look_ahead(run, args, &list);

	if (code == EXITCODE_OK && !slots_open(&queue.slots, args, n_slots)) {
		text_complain(NULL, "out of memory");
		code = EXITCODE_IO;
	}
	if (n_slots > 0 && !workers_are_for_one(args))
		interrupt_catch();
	if (code == EXITCODE_OK)
		code = repair_all(&queue, args, &list);
	slots_close(&queue.slots);
	published_free(&run->published);
	spared_close(&run->spared);
	list_free(&list);
	interrupt_end();
	return code;
}
