/* SPDX-License-Identifier: MIT */
/* repair.c - the command repair: repairs one input after the other */
#include "cli/repair.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/read/walk.h"
#include "cli/report/examine.h"
#include "cli/report/progress.h"
#include "cli/report/text.h"
#include "cli/work/apart.h"
#include "cli/work/workers.h"
#include "cli/write/job.h"
#include "cli/write/loss.h"

static bool
has_destination(const struct args_out *out)
{
	return out->output != NULL || out->directory != NULL ||
	       out->suffix != NULL;
}

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

	if (job->args->out.dry_run || !has_destination(&job->args->out)) {
		keep_errors(outcome);
		done = report_actions(outcome) && remember_name(job);
		if (!done)
			outcome_out_of_memory(outcome);
	} else {
		/* The output is created in the directory of its final name, because
		   another directory may be on another file system. */
		error = target_enter(&job->target, &job->place);
		if (error == 0)
			error = output_create(&job->output,
					      job->place.directory,
					      job->place.name,
					      job->in->regular ? 0600 : 0666);
		/* The original of an earlier input may have this name now. */
		if (error == 0 && job->args->out.suffix != NULL &&
		    !published_add(&job->run->published, job->output.fd))
			error = ENOMEM;
		if (error != 0)
			job_fail_output(job, error);
		done = error == 0 && job_make_output(job);
		output_close(&job->output);
		target_leave(&job->target, &job->place, done);
	}
	if (!done)
		return;
	outcome->repaired = true;
	if (!job->args->out.dry_run && outcome->written == OUTCOME_NO_OUTPUT)
		outcome->written = OUTCOME_WRITTEN;
	outcome->output = has_destination(&job->args->out) ? job->target.path
							   : NULL;
	outcome->code = outcome->result->repairable == DFK_REPAIRABLE_LOSSY
				? EXITCODE_LOSSY
				: EXITCODE_OK;
}

/* ----------------------------------------------------------- one input -- */

static void
read_here_or_apart(struct job *job, bool copy)
{
	if (job->run->apart != NULL)
		apart_read(job->run->apart, job->outcome, job->in,
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
	if ((job->args->out.suffix != NULL || job->args->out.only_repaired) &&
	    outcome->result->repairable == DFK_REPAIRABLE_NOT_NEEDED) {
		outcome->repaired = true;
		keep_errors(outcome);
		if (!report_actions(outcome))
			outcome_out_of_memory(outcome);
	} else if (!has_destination(&job->args->out) || job_claim_name(job)) {
		write_or_plan(job);
	}
	if (outcome->repaired)
		say_what_stays(outcome);
}

static void
repair_opened(struct job *job, const struct walk_item *item)
{
	if (has_destination(&job->args->out))
		job->target_error = target_open(&job->target, &job->run->tree,
						&job->args->out, item);
	repair_input(job);
	output_close(&job->spool);
	target_close(&job->target);
}

static int
open_input(struct input *in, const struct walk_item *item, bool in_place)
{
	if (item->walked)
		return input_open_file(in, item->directory, item->name);
	if (in_place && strcmp(item->path, "-") != 0)
		return input_open_file(in, AT_FDCWD, item->path);
	return input_open(in, item->path);
}

/* Repairs one input.  False: the report cannot be written. */
static bool
repair_one(struct job_run *run, const struct walk_item *item)
{
	const bool in_place = run->report.args->out.suffix != NULL;
	struct outcome outcome;
	struct input in = { .fd = -1 };
	struct job job = {
		.run = run,
		.args = run->report.args,
		.outcome = &outcome,
		.in = &in,
		.spool.fd = -1,
		.output.fd = -1,
		.target.directory = -1,
		.place.directory = -1,
	};
	const char *why = item->error;
	int error = 0;
	bool going;

	outcome_init(&outcome, &run->report, run->report.args, item->path);
	if (!report_start(&outcome))
		outcome_out_of_memory(&outcome);
	if (why == NULL)
		error = open_input(&in, item, in_place);
	if (in_place && error == ELOOP)
		why = "--in-place does not follow links";
	else if (in_place && error == INPUT_SPECIAL)
		why = "--in-place is for regular files";
	else if (error == EISDIR)
		why = "is a directory; use -d OUT or --in-place";
	else if (error != 0)
		why = input_error(error);
	if (why != NULL)
		outcome_fail(&outcome, EXITCODE_IO, "%s", why);
	else
		repair_opened(&job, item);
	/* The report may read bytes of the input again. */
	going = report_file(&outcome);
	input_close(&in);
	outcome_close(&outcome);
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

static enum exitcode
repair_all(struct job_run *run, const struct args *args, struct name_list *list)
{
	struct walk walk = {
		.reports = &run->report.outputs,
		.held = list->held ? list : NULL,
		.directories = args->out.output == NULL,
	};
	struct walk_item item;
	struct stat status;
	bool going = true;
	int error;

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
		walk.skip = (struct walk_skip){ true, status.st_dev,
						status.st_ino };
	}
	if (progress_counts())
		progress_expect(walk_count(&walk, args));
	walk_open(&walk, args);
	while (going && next_input(run, &walk, &item))
		going = repair_one(run, &item);
	if (!going)
		report_stop(&run->report,
			    next_input(run, &walk, &item) ? item.path : NULL);
	run->report.code = exitcode_worse(run->report.code, walk_close(&walk));
	target_close_tree(&run->tree);
	return report_end(&run->report);
}

enum exitcode
repair_run(const struct args *args)
{
	struct job_run run = { .tree.directory = 0 };
	struct name_list list = { .error = 0 };
	enum exitcode code = look_ahead(&run, args, &list);
	struct apart apart;

	if (code == EXITCODE_OK && workers_for(args) > 0) {
		run.apart = &apart;
		if (!apart_open(&apart, args)) {
			text_complain(NULL, "out of memory");
			code = EXITCODE_IO;
		}
	}
	if (code == EXITCODE_OK)
		code = repair_all(&run, args, &list);
	if (run.apart != NULL)
		apart_close(&apart);
	published_free(&run.published);
	spared_close(&run.spared);
	list_free(&list);
	return code;
}
