/* SPDX-License-Identifier: MIT */
/* job.h - the repair of one input, from the plan to the finished file */
#ifndef CLI_WRITE_JOB_H
#define CLI_WRITE_JOB_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "cli/args.h"
#include "cli/read/input.h"
#include "cli/report/outcome.h"
#include "cli/report/report.h"
#include "cli/write/encoder.h"
#include "cli/write/output.h"
#include "cli/write/published.h"
#include "cli/write/spared.h"
#include "cli/write/target.h"

/* The state that all repairs of one run share. */
struct job_run {
	struct run_report report;
	struct target_tree tree;
	struct published published;
	struct spared spared;
};

/* One input. */
struct job {
	struct job_run *run;
	const struct args *args;
	struct outcome *outcome;
	struct input *in;    /* as it was opened */
	struct input source; /* the same bytes, to be read a second time */
	struct output spool; /* holds them if `in` cannot be read again */
	struct target target;
	int target_error; /* 0, or why it cannot be used: errno */
	struct target_place place;
	char kept[PATH_MAX]; /* --in-place: name of the original */
	struct output output;
	struct stream_encoder encoder; /* of --recompress */
	int write_error;               /* the same of the last write to it */
};

/* Reports that the output cannot be written; `error` is an errno value. */
void job_fail_output(struct job *job, int error);

/*
 * May the output have its name: is the name free, or may the file with this name be
 * replaced?  With --in-place, the question is about the name under which the original is
 * kept.  False: the outcome has the reason.
 */
bool job_claim_name(struct job *job);

/*
 * Writes the output, checks it, reports the actions, and gives the file its name.  False:
 * there is no output, and the outcome has the reason.
 */
bool job_make_output(struct job *job);

#endif
