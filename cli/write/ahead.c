/* SPDX-License-Identifier: MIT */
/* ahead.c - will there be an output, and may it be written before its turn? */
#include "cli/write/ahead.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/work/answer.h"
#include "cli/write/loss.h"

/* Will the repair write an output, if the output gets its name?  The input was read. */
static bool
needs_output(const struct job *job)
{
	const struct dfk_result *result = job->outcome->result;
	const struct args_out *out = &job->args->out;

	return !out->dry_run && job_has_destination(out) &&
	       result->verdict != DFK_UNDECIDED &&
	       result->repairable != DFK_REPAIRABLE_NO &&
	       loss_is_allowed(job->outcome) && !job_is_left_out(job);
}

/* Is it likely that the output gets its name?  Earlier inputs may still take it. */
static bool
is_likely_named(const struct job *job)
{
	const struct args_out *out = &job->args->out;
	struct target target = job->target;
	struct stat status;
	int error;

	if (out->suffix != NULL) {
		const size_t length = strlen(target.name);

		snprintf(target.name + length, sizeof(target.name) - length,
			 "%s", out->suffix);
	}
	error = target_status(&target, &status);
	return error == ENOENT ||
	       (error == 0 && (out->force || out->only_repaired));
}

/* Creates the output.  False: this must wait for the turn of the input. */
static bool
open_output_ahead(struct job *job)
{
	if (!job->in->regular || job->target_error != 0)
		return false;
	job_set_name(job);
	if (!is_likely_named(job))
		return false;
	if (job_open_output(job) == 0)
		return true;
	job_close_output(job, false);
	return false;
}

/* After the input was read. */
static enum job_step
begin_fill_ahead(struct job *job)
{
	if (!answer_load(job->steps.read, job->outcome))
		return JOB_WAITS;
	if (!needs_output(job)) {
		apart_release(&job->steps);
		return JOB_WAITS;
	}
	return !pool_holds_back(job->steps.read) && open_output_ahead(job) &&
			       apart_begin_fill(&job->steps, job->outcome->path,
						job_way(job), job->output.fd)
		       ? JOB_FILLS
		       : JOB_WAITS;
}

/* After the output was written. */
static enum job_step
begin_verify_ahead(struct job *job)
{
	const struct verify_output output = job_written(job);

	if (job->steps.fill->end == POOL_ANSWERED &&
	    apart_begin_verify(&job->steps, job->outcome->path, &output))
		return JOB_VERIFIES;
	return JOB_WAITS;
}

bool
ahead_advance(struct job *job)
{
	if (job->step == JOB_WAITS || apart_is_busy(&job->steps))
		return false;
	switch (job->step) {
	case JOB_READS: job->step = begin_fill_ahead(job); break;
	case JOB_FILLS: job->step = begin_verify_ahead(job); break;
	case JOB_VERIFIES:
		apart_release(&job->steps);
		job->step = JOB_WAITS;
		break;
	case JOB_WAITS: break;
	}
	return true;
}
