/* SPDX-License-Identifier: MIT */
/* job.c - writes a temporary file, checks it, and gives it its name */
#include "cli/write/job.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "cli/report/examine.h"
#include "cli/write/rights.h"

void
job_fail_output(struct job *job, int error)
{
	/* The message names the input already. */
	outcome_fail(job->outcome, EXITCODE_IO, "%s: %s",
		     job->args->suffix != NULL ? "cannot write the output"
					       : job->target.path,
		     strerror(error));
}

static int
write_output(void *ctx, const void *bytes, size_t size)
{
	struct job *job = ctx;

	job->write_error = output_write(&job->output, bytes, size);
	return job->write_error;
}

/* Handles the status of a repair; true: all is well. */
static bool
is_written(struct job *job, enum dfk_status status)
{
	switch (status) {
	case DFK_OK: return true;
	case DFK_CHANGED:
		examine_changed(job->outcome);
		outcome_refuse(job->outcome, EXITCODE_UNDECIDED,
			       "it changed while it was read");
		return false;
	case DFK_WRITE_FAILED:
		job_fail_output(job, job->write_error);
		return false;
	case DFK_NO_MEMORY: outcome_out_of_memory(job->outcome); return false;
	case DFK_BAD_ARGUMENT:
	case DFK_BAD_STATE:
	case DFK_NOT_REPAIRABLE:
	case DFK_MALFORMED: break;
	}
	outcome_fail(job->outcome, EXITCODE_INTERNAL, "error in demofsck: %s",
		     dfk_status_text(status));
	return false;
}

static bool
fill_output(struct job *job)
{
	struct dfk_repair *repair;
	enum dfk_status status;
	const void *bytes;
	size_t size = 1;
	int error = input_rewind(&job->source);

	status = dfk_repair_open(job->outcome->check, write_output, job,
				 &repair);
	if (status != DFK_OK)
		return is_written(job, status);
	while (status == DFK_OK && error == 0 && size > 0) {
		error = input_read(&job->source, &bytes, &size);
		if (error == 0 && size > 0)
			status = dfk_repair_feed(repair, bytes, size);
	}
	if (status == DFK_OK && error == 0)
		status = dfk_repair_finish(repair);
	dfk_repair_close(repair);
	if (error != 0) {
		outcome_fail(job->outcome, EXITCODE_IO, "%s", strerror(error));
		return false;
	}
	return is_written(job, status);
}

/* Checks the file as it is on disk now. */
static enum dfk_status
check_output(struct job *job, struct dfk_check *check, int *error)
{
	enum dfk_status status = DFK_OK;
	struct input in;
	const void *bytes;
	size_t size = 1;

	*error = input_borrow(&in, job->output.fd);
	while (status == DFK_OK && *error == 0 && size > 0) {
		*error = input_read(&in, &bytes, &size);
		if (*error == 0 && size > 0)
			status = dfk_feed(check, bytes, size);
	}
	return status == DFK_OK && *error == 0 ? dfk_finish(check) : status;
}

/*
 * Limits were meant for the input.  The output may be a byte longer, for an end
 * mark; or much longer, if the input is compressed.
 */
static enum dfk_status
allow_size(struct dfk_check *check, const struct args *args, uint64_t size)
{
	if (size <= args_limit_value(args, "input_bytes"))
		return DFK_OK;
	return dfk_set_limit(check, "input_bytes", size);
}

/* A profile may still call something an error that no repair answers. */
static bool
passes(const struct dfk_result *result, uint64_t size)
{
	return result != NULL && result->repair_errors == 0 &&
	       result->verdict <= DFK_DAMAGED && result->size == size;
}

static bool
verify_output(struct job *job)
{
	const struct dfk_result *plan = job->outcome->result, *result;
	const uint64_t size = plan->kept + plan->changed + plan->added;
	/* Nothing is compared with the sum of the output. */
	const struct dfk_options options = { .no_hash = true };
	struct dfk_check *check;
	enum dfk_status status;
	bool good = false;
	int error = 0;

	status = examine_open(job->args, &options, &check);
	if (status == DFK_OK)
		status = allow_size(check, job->args, size);
	if (status == DFK_OK)
		status = check_output(job, check, &error);
	result = status == DFK_OK && error == 0 ? dfk_result_of(check) : NULL;
	if (error != 0)
		job_fail_output(job, error);
	else if (status == DFK_NO_MEMORY)
		outcome_out_of_memory(job->outcome);
	else if (!passes(result, size))
		outcome_fail(job->outcome, EXITCODE_INTERNAL,
			     "error in demofsck: the repaired file does not "
			     "pass its check");
	else
		good = true;
	job->outcome->left = good ? result->errors : 0;
	dfk_close(check);
	return good;
}

const char *
job_why_taken(const struct args *args)
{
	/* With -f, the original that was kept first would be lost. */
	return args->suffix != NULL
		       ? "exists already; --in-place=SUFFIX keeps this "
			 "original under another name"
		       : "exists already; use -f to replace it";
}

static bool
publish(struct job *job)
{
	const bool in_place = job->args->suffix != NULL;
	int error;

	if (in_place)
		error = output_replace(&job->output, job->target.name,
				       job->kept, &job->in->before,
				       job->args->force);
	else
		error = output_publish(&job->output, job->place.directory,
				       job->place.name, job->args->force);
	if (error == EEXIST)
		outcome_fail(
			job->outcome, EXITCODE_IO, "%s%s %s", job->target.path,
			in_place ? job->args->suffix : "",
			job->args->force
				? "is not a regular file any more; -f does not "
				  "replace it"
				: job_why_taken(job->args));
	else if (error != 0 && in_place)
		outcome_fail(job->outcome, EXITCODE_IO,
			     "cannot keep the original as %s%s: %s; use -o or "
			     "-d",
			     job->target.path, job->args->suffix,
			     strerror(error));
	else if (error != 0)
		job_fail_output(job, error);
	return error == 0;
}

/* Only with -d, two inputs may have the same output. */
static bool
remember(struct job *job)
{
	if (job->args->directory == NULL ||
	    published_add(&job->run->published, job->output.fd))
		return true;
	outcome_out_of_memory(job->outcome);
	return false;
}

/* Nobody gets a right that the input does not give. */
static bool
keep_rights(struct job *job, const struct stat *like)
{
	const bool in_place = job->args->suffix;
	struct rights_lost lost;

	if (rights_copy(job->in->fd, job->output.fd, like, in_place, &lost) ==
	    0)
		return true;
	outcome_fail(job->outcome, EXITCODE_IO, "cannot keep %s: %s%s",
		     lost.what, strerror(lost.error),
		     in_place ? "; use -o or -d" : "");
	return false;
}

bool
job_make_output(struct job *job)
{
	const struct stat *like = job->in->regular ? &job->in->before : NULL;
	bool changed;
	int error;

	if (!fill_output(job))
		return false;
	if (like && !keep_rights(job, like))
		return false;
	error = output_settle(&job->output, like);
	if (error != 0) {
		job_fail_output(job, error);
		return false;
	}
	if (!verify_output(job))
		return false;
	error = input_changed(job->in, &changed);
	if (error != 0) {
		outcome_fail(job->outcome, EXITCODE_IO, "%s", strerror(error));
		return false;
	}
	if (changed)
		return is_written(job, DFK_CHANGED);
	if (!report_actions(job->outcome)) {
		outcome_out_of_memory(job->outcome);
		return false;
	}
	return remember(job) && publish(job);
}
