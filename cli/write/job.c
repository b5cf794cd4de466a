/* SPDX-License-Identifier: MIT */
/* job.c - writes a temporary file, checks it, and gives it its name */
#include "cli/write/job.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "cli/report/examine.h"
#include "cli/write/rights.h"
#include "cli/write/verify.h"

void
job_fail_output(struct job *job, int error)
{
	/* The message names the input already. */
	outcome_fail(job->outcome, EXITCODE_IO, "%s: %s",
		     job->args->suffix != NULL ? "cannot write the output"
					       : job->target.path,
		     strerror(error));
}

/* How the bytes of a repair get to the output. */
enum way {
	WAY_PLAIN,
	WAY_ENCODED, /* compressed again */
	WAY_COPIED, /* nothing is repaired: the input stays compressed as it is */
};

static enum way
way_of(const struct job *job)
{
	const struct dfk_result *result = job->outcome->result;

	if (!job->args->recompress || result->compression == NULL)
		return WAY_PLAIN;
	return result->repairable == DFK_REPAIRABLE_NOT_NEEDED ? WAY_COPIED
							       : WAY_ENCODED;
}

static int
write_output(void *ctx, const void *bytes, size_t size)
{
	struct job *job = ctx;

	job->write_error = output_write(&job->output, bytes, size);
	return job->write_error;
}

static int
write_repaired(void *ctx, const void *bytes, size_t size)
{
	struct job *job = ctx;

	switch (way_of(job)) {
	case WAY_PLAIN: return write_output(job, bytes, size);
	case WAY_ENCODED:
		if (size > 0)
			job->write_error = encoder_write(
				&job->encoder, bytes, size, write_output, job);
		return job->write_error;
	case WAY_COPIED: break;
	}
	return 0;
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
		if (job->write_error == ENOMEM)
			outcome_out_of_memory(job->outcome);
		else
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

/* Reads the input again: its bytes go to the repair, and to a copy as they are. */
static enum dfk_status
feed_repair(struct job *job, struct dfk_repair *repair, int *error)
{
	const bool copied = way_of(job) == WAY_COPIED;
	enum dfk_status status = DFK_OK;
	const void *bytes;
	size_t size = 1;

	*error = input_rewind(&job->source);
	while (status == DFK_OK && *error == 0 && size > 0) {
		*error = input_read(&job->source, &bytes, &size);
		if (*error != 0 || size == 0)
			continue;
		status = dfk_repair_feed(repair, bytes, size);
		if (status == DFK_OK && copied &&
		    write_output(job, bytes, size) != 0)
			status = DFK_WRITE_FAILED;
	}
	if (status == DFK_OK && *error == 0)
		status = dfk_repair_finish(repair);
	return status;
}

static enum dfk_status
end_encoder(struct job *job)
{
	job->write_error = encoder_write(&job->encoder, NULL, 0, write_output,
					 job);
	return job->write_error != 0 ? DFK_WRITE_FAILED : DFK_OK;
}

/* The bytes of the repaired recording. */
static uint64_t
output_size(const struct job *job)
{
	const struct dfk_result *plan = job->outcome->result;

	return plan->kept + plan->changed + plan->added;
}

static bool
fill_output(struct job *job)
{
	const bool encoded = way_of(job) == WAY_ENCODED;
	struct dfk_repair *repair;
	enum dfk_status status;
	int error = 0;

	if (encoded)
		error = encoder_open(&job->encoder,
				     job->outcome->result->compression,
				     output_size(job));
	if (error != 0) {
		job_fail_output(job, error);
		return false;
	}
	status = dfk_repair_open(job->outcome->check, write_repaired, job,
				 &repair);
	if (status == DFK_OK)
		status = feed_repair(job, repair, &error);
	if (status == DFK_OK && error == 0 && encoded)
		status = end_encoder(job);
	dfk_repair_close(repair);
	encoder_close(&job->encoder);
	if (error != 0) {
		outcome_fail(job->outcome, EXITCODE_IO, "%s", strerror(error));
		return false;
	}
	return is_written(job, status);
}

static bool
verify(struct job *job)
{
	const struct verify verify = {
		.args = job->args,
		.outcome = job->outcome,
		.fd = job->output.fd,
		.size = output_size(job),
		.plain = way_of(job) == WAY_PLAIN,
		.encoded = way_of(job) == WAY_ENCODED,
	};
	int error = 0;
	const bool good = verify_output(&verify, &error);

	if (error != 0)
		job_fail_output(job, error);
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
	if (!verify(job))
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
