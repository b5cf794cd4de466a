/* SPDX-License-Identifier: MIT */
/* job.c - writes and checks a temporary file, which then gets the name of the output */
#include "cli/write/job.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/report/examine.h"
#include "cli/report/progress.h"
#include "cli/report/text.h"
#include "cli/write/rights.h"
#include "cli/write/verify.h"

bool
job_has_destination(const struct args_out *out)
{
	return out->output != NULL || out->directory != NULL ||
	       out->suffix != NULL;
}

bool
job_is_left_out(const struct job *job)
{
	const struct args_out *out = &job->args->out;

	return (out->suffix != NULL || out->only_repaired) &&
	       job->outcome->result->repairable == DFK_REPAIRABLE_NOT_NEEDED;
}

void
job_fail_output(struct job *job, int error)
{
	/* The message already names the input. */
	outcome_fail(job->outcome, EXITCODE_IO, "%s: %s",
		     job->args->out.suffix != NULL ? "cannot write the output"
						   : job->target.path,
		     strerror(error));
}

/* ---------------------------------------------------------- the name -- */

#define IS_DIRECTORY "is a directory"

/* Returns the message for a name that a regular file has. */
static const char *
why_taken(const struct args_out *out)
{
	/* With -f, the first original that was kept would be lost. */
	return out->suffix != NULL
		       ? "exists already; --in-place=SUFFIX keeps this "
			 "original under another name"
		       : "exists already; use -f to replace it";
}

/* Returns the reason why the file with this status cannot be replaced.  NULL: the file
   can be replaced. */
static const char *
why_not_replaced(const struct args_out *out, const struct stat *status)
{
	if (S_ISDIR(status->st_mode))
		return out->output != NULL ? IS_DIRECTORY "; use -d"
					   : IS_DIRECTORY;
	/* A symbolic link is never followed. */
	if (S_ISLNK(status->st_mode))
		return "is a symbolic link; only regular files can be replaced";
	if (!S_ISREG(status->st_mode))
		return "is not a regular file; only those can be replaced";
	return out->force ? NULL : why_taken(out);
}

static bool
is_input(const struct job *job, const struct stat *status)
{
	const struct stat *in = &job->in->before;

	return status->st_dev == in->st_dev && status->st_ino == in->st_ino;
}

/* Returns the reason why the original cannot be kept under this name, which the file
   with this status has. */
static const char *
why_not_kept(const struct job *job, const struct target *kept,
	     const struct stat *status)
{
	const char *why = why_not_replaced(&job->args->out, status);

	if (outputs_are_in(&job->run->report.outputs, status))
		return "is a report of this run";
	/* If the file is the original under another name, nothing is lost.  A run that was
	   killed leaves the original so. */
	if (is_input(job, status))
		return NULL;
	if (why != NULL)
		return why;
	if (published_has(&job->run->published, status))
		return "is the output of another input of this run";
	return spared_has(&job->run->spared, kept, status) ? SPARED_IS_HERE
							   : NULL;
}

/* Would a recorder go on writing into the original?  Then reports this. */
static bool
refuse_written(struct job *job)
{
	if (job->args->out.force || !input_is_written(job->in))
		return false;
	outcome_fail(job->outcome, EXITCODE_IO,
		     "another process has the file open for writing, and would "
		     "go on with the original; -f repairs the file anyway");
	return true;
}

/* Checks the name under which --in-place keeps the original. */
static bool
claim_kept(struct job *job)
{
	struct target kept = job->target;
	struct stat status;
	const char *why = NULL;
	const size_t room = sizeof(kept.name);
	int error;

	if (job->outcome->result->compression != NULL &&
	    !job->args->out.recompress) {
		outcome_fail(job->outcome, EXITCODE_IO,
			     "--in-place cannot write compressed files; use "
			     "--recompress, -o or -d");
		return false;
	}
	if (refuse_written(job))
		return false;
	if ((size_t)snprintf(kept.name, room, "%s%s", job->target.name,
			     job->args->out.suffix) >= room) {
		job_fail_output(job, ENAMETOOLONG);
		return false;
	}
	memcpy(job->kept, kept.name, room);
	error = target_status(&kept, &status);
	if (error != 0 && error != ENOENT) {
		job_fail_output(job, error);
		return false;
	}
	if (error == 0)
		why = why_not_kept(job, &kept, &status);
	if (why != NULL)
		outcome_fail(job->outcome, EXITCODE_IO, "%s%s %s",
			     job->target.path, job->args->out.suffix, why);
	return why == NULL;
}

/* May the file with this status have the bytes of the output?  publish() refuses a file
   with other bytes. */
static bool
may_be_same(const struct job *job, const struct stat *status)
{
	return job->args->out.only_repaired && S_ISREG(status->st_mode);
}

static bool
claim_output(struct job *job)
{
	const char *path = job->target.path;
	const struct published *published = &job->run->published;
	struct stat status;
	int error = target_status(&job->target, &status);
	const bool exists = error == 0;
	const char *why = NULL;

	if (published_is_below_file(published, job->target.name))
		error = ENOTDIR;
	if (error != 0 && error != ENOENT) {
		job_fail_output(job, error);
		return false;
	}
	if (exists && is_input(job, &status))
		why = "is the input itself; --in-place repairs it";
	else if (exists && outputs_are_in(&job->run->report.outputs, &status))
		why = "is a report of this run";
	else if (published_has_name(published, job->target.name) ||
		 (exists && published_has(published, &status)))
		why = "is already the output of another input with this name";
	else if (published_has_directory(published, job->target.name))
		why = IS_DIRECTORY;
	else if (exists && !may_be_same(job, &status))
		why = why_not_replaced(&job->args->out, &status);
	if (why == NULL && exists &&
	    spared_has(&job->run->spared, &job->target, &status))
		why = SPARED_IS_HERE;
	if (why != NULL)
		outcome_fail(job->outcome, EXITCODE_IO, "%s %s", path, why);
	return why == NULL;
}

/* Warns if the name of the output ends like the name of a compressed file, and the
   output is not compressed. */
static void
warn_of_ending(const struct job *job)
{
	const char *output = job->args->out.output;
	const char *ending = target_ending_of(job->outcome->result->compression);

	if (output == NULL || job->args->out.recompress ||
	    !target_has_ending(output, ending))
		return;
	progress_clear();
	text_complain(output, "the name ends like that of a compressed file, but "
			      "the output is not compressed; use --recompress");
}

/* Reports that the directory or the name of the output cannot be used.  A name that is
   too long for the system is also too long for a message. */
static void
fail_target(struct job *job)
{
	const char *name = job->args->out.output != NULL ? job->args->out.output
							 : job->target.path;

	if (job->target_error != ENAMETOOLONG || job->args->out.suffix != NULL)
		job_fail_output(job, job->target_error);
	else
		outcome_fail(job->outcome, EXITCODE_IO, "%.60s...: %s", name,
			     strerror(ENAMETOOLONG));
}

void
job_set_name(struct job *job)
{
	const char *compression = job->outcome->result->compression;

	if (!job->named && job->args->out.directory != NULL &&
	    compression != NULL && !job->args->out.recompress)
		target_drop_ending(&job->target, target_ending_of(compression));
	job->named = true;
}

bool
job_claim_name(struct job *job)
{
	if (job->target_error != 0) {
		fail_target(job);
		return false;
	}
	if (job->args->out.suffix != NULL)
		return claim_kept(job);
	job_set_name(job);
	warn_of_ending(job);
	return claim_output(job);
}

/* -------------------------------------------------------- the output -- */

int
job_open_output(struct job *job)
{
	int error;

	if (job->output.fd >= 0)
		return 0;
	/* The output is created in the directory of its final name, because another
	   directory may be on another file system. */
	error = target_enter(&job->target, &job->place);
	if (error == 0)
		error = output_create(&job->output, job->place.directory,
				      job->place.name,
				      job->in->regular ? 0600 : 0666);
	return error;
}

void
job_close_output(struct job *job, bool done)
{
	output_close(&job->output);
	if (job->place.target != NULL)
		target_leave(&job->target, &job->place, done);
}

enum fill_way
job_way(const struct job *job)
{
	const struct dfk_result *result = job->outcome->result;

	if (!job->args->out.recompress || result->compression == NULL)
		return FILL_PLAIN;
	return result->repairable == DFK_REPAIRABLE_NOT_NEEDED ? FILL_COPIED
							       : FILL_ENCODED;
}

/* Reports a failed repair.  True: the repair did not fail. */
static bool
handle_repair_status(struct job *job, enum dfk_status status, int write_error)
{
	switch (status) {
	case DFK_OK: return true;
	case DFK_CHANGED:
		examine_changed(job->outcome);
		outcome_refuse(job->outcome, EXITCODE_UNDECIDED,
			       "it changed while it was read");
		return false;
	case DFK_WRITE_FAILED:
		if (write_error == ENOMEM)
			outcome_out_of_memory(job->outcome);
		else
			job_fail_output(job, write_error);
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

/* Returns the number of bytes of the repaired recording. */
static uint64_t
output_size(const struct job *job)
{
	const struct dfk_result *plan = job->outcome->result;

	return plan->kept + plan->changed + plan->added;
}

struct verify_output
job_written(const struct job *job)
{
	return (struct verify_output){
		.fd = job->output.fd,
		.size = output_size(job),
		.encoded = job_way(job) == FILL_ENCODED,
	};
}

static bool
fill_output(struct job *job)
{
	struct fill_end end;

	if (job->steps.apart == NULL)
		end = fill_run(job->outcome->check, &job->source, job_way(job),
			       job->output.fd);
	else if (!apart_fill(&job->steps, job->outcome, job_way(job),
			     job->output.fd, &end))
		return false;
	if (end.encoder_error != 0) {
		job_fail_output(job, end.encoder_error);
		return false;
	}
	if (end.read_error != 0) {
		outcome_fail(job->outcome, EXITCODE_IO, "%s",
			     strerror(end.read_error));
		return false;
	}
	return handle_repair_status(job, end.status, end.write_error);
}

static bool
verify(struct job *job)
{
	const struct verify verify = {
		.args = job->args,
		.outcome = job->outcome,
		.output = job_written(job),
		.plain = job_way(job) == FILL_PLAIN,
	};
	struct verify_end end;

	if (job->steps.apart == NULL)
		end = verify_read(job->args, &verify.output,
				  &job->outcome->output_check);
	else if (!apart_verify(&job->steps, job->outcome, &verify.output, &end))
		return false;
	if (end.error == 0)
		return verify_judge(&verify, end.status);
	job_fail_output(job, end.error);
	return false;
}

static bool
publish(struct job *job)
{
	const bool in_place = job->args->out.suffix != NULL;
	int error;

	if (in_place && refuse_written(job))
		return false;
	if (in_place)
		error = output_replace(&job->output, job->target.name,
				       job->kept, &job->in->before,
				       job->args->out.force);
	else
		error = output_publish(&job->output, job->place.directory,
				       job->place.name, job->args->out.force);
	if (error == EEXIST)
		outcome_fail(
			job->outcome, EXITCODE_IO, "%s%s %s", job->target.path,
			in_place ? job->args->out.suffix : "",
			job->args->out.force
				? "is not a regular file any more; -f does not "
				  "replace it"
				: why_taken(&job->args->out));
	else if (error != 0 && in_place)
		outcome_fail(job->outcome, EXITCODE_IO,
			     "cannot keep the original as %s%s: %s; use -o or "
			     "-d",
			     job->target.path, job->args->out.suffix,
			     strerror(error));
	else if (error != 0)
		job_fail_output(job, error);
	return error == 0;
}

/* Remembers the output.  Only with -d, two inputs may have the same output. */
static bool
remember_output(struct job *job)
{
	if (job->args->out.directory == NULL ||
	    published_add(&job->run->published, job->output.fd))
		return true;
	outcome_out_of_memory(job->outcome);
	return false;
}

/* Has an earlier run written this output?  Sets *status to the status of its file. */
static bool
is_there_already(const struct job *job, struct stat *status)
{
	return job->args->out.only_repaired &&
	       output_is_same(&job->output, job->place.directory,
			      job->place.name, status);
}

/* Leaves the output of an earlier run unchanged. */
static bool
keep_earlier_output(struct job *job, const struct stat *status)
{
	job->outcome->written = OUTCOME_FOUND;
	if (published_add_status(&job->run->published, status))
		return true;
	outcome_out_of_memory(job->outcome);
	return false;
}

/* Sets the rights of the output.  Nobody gets more rights than on the input. */
static bool
keep_rights(struct job *job, const struct stat *like)
{
	const bool in_place = job->args->out.suffix;
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
	struct stat there;
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
		return handle_repair_status(job, DFK_CHANGED, 0);
	if (!report_actions(job->outcome)) {
		outcome_out_of_memory(job->outcome);
		return false;
	}
	if (is_there_already(job, &there))
		return keep_earlier_output(job, &there);
	return remember_output(job) && publish(job);
}
