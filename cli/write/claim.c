/* SPDX-License-Identifier: MIT */
/* claim.c - whether an output can have its name, and why not */
#include "cli/write/claim.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/report/progress.h"
#include "cli/report/text.h"
#include "cli/write/ending.h"

#define IS_DIRECTORY "is a directory"

/* Why the file with this status cannot be replaced; NULL: it can. */
static const char *
why_not_replaced(const struct args *args, const struct stat *status)
{
	if (S_ISDIR(status->st_mode))
		return args->output != NULL ? IS_DIRECTORY "; use -d"
					    : IS_DIRECTORY;
	/* A link is never followed. */
	if (S_ISLNK(status->st_mode))
		return "is a symbolic link; only regular files can be replaced";
	if (!S_ISREG(status->st_mode))
		return "is not a regular file; only those can be replaced";
	return args->force ? NULL : job_why_taken(args);
}

static bool
is_input(const struct job *job, const struct stat *status)
{
	const struct stat *in = &job->in->before;

	return status->st_dev == in->st_dev && status->st_ino == in->st_ino;
}

/* The file with this status has the name of the original that is kept. */
static const char *
why_not_kept(const struct job *job, const struct target *kept,
	     const struct stat *status)
{
	const char *why = why_not_replaced(job->args, status);

	if (outputs_are_in(&job->run->report.outputs, status))
		return "is a report of this run";
	/* Another name of the original is no loss. */
	if (why != NULL || is_input(job, status))
		return why;
	if (published_has(&job->run->published, status))
		return "is the output of another input of this run";
	return spared_has(&job->run->spared, kept, status) ? SPARED_IS_HERE
							   : NULL;
}

/* For the original that --in-place keeps. */
static bool
claim_kept(struct job *job)
{
	struct target kept = job->target;
	struct stat status;
	const char *why = NULL;
	const size_t room = sizeof(kept.name);
	int error;

	if (job->outcome->result->compression != NULL &&
	    !job->args->recompress) {
		outcome_fail(job->outcome, EXITCODE_IO,
			     "--in-place cannot write compressed files; use "
			     "--recompress, -o or -d");
		return false;
	}
	if ((size_t)snprintf(kept.name, room, "%s%s", job->target.name,
			     job->args->suffix) >= room) {
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
			     job->target.path, job->args->suffix, why);
	return why == NULL;
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
	else if (exists)
		why = why_not_replaced(job->args, &status);
	if (why == NULL && exists &&
	    spared_has(&job->run->spared, &job->target, &status))
		why = SPARED_IS_HERE;
	if (why != NULL)
		outcome_fail(job->outcome, EXITCODE_IO, "%s %s", path, why);
	return why == NULL;
}

/* The name says that the output is compressed as the input is, and it is not. */
static void
warn_of_ending(const struct job *job)
{
	const char *output = job->args->output;
	const char *ending = ending_of(job->outcome->result->compression);

	if (output == NULL || job->args->recompress ||
	    !ending_is(output, ending))
		return;
	progress_clear();
	text_complain(output, "its name ends as that of a compressed file, and "
			      "it is none; --recompress compresses it");
}

/* The directory or the name of the output cannot be used.  One that is too long for
   the system is too long for a message. */
static void
fail_target(struct job *job)
{
	const char *name = job->args->output != NULL ? job->args->output
						     : job->target.path;

	if (job->target_error != ENAMETOOLONG || job->args->suffix != NULL)
		job_fail_output(job, job->target_error);
	else
		outcome_fail(job->outcome, EXITCODE_IO, "%.60s...: %s", name,
			     strerror(ENAMETOOLONG));
}

bool
claim_name(struct job *job)
{
	const struct dfk_result *result = job->outcome->result;

	if (job->target_error != 0) {
		fail_target(job);
		return false;
	}
	if (job->args->suffix != NULL)
		return claim_kept(job);
	if (job->args->directory != NULL && result->compression != NULL &&
	    !job->args->recompress)
		target_drop_ending(&job->target,
				   ending_of(result->compression));
	warn_of_ending(job);
	return claim_output(job);
}
