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
#include "cli/write/fill.h"
#include "cli/write/output.h"
#include "cli/write/published.h"
#include "cli/write/spared.h"
#include "cli/write/target.h"

struct apart; /* cli/work/apart.h */

/* The state that all repairs of one run share. */
struct job_run {
	struct run_report report;
	struct target_tree tree;
	struct published published;
	struct spared spared;
	struct apart *apart; /* NULL: this process reads and writes */
};

/* The repair of one input. */
struct job {
	struct job_run *run;
	const struct args *args;
	struct outcome *outcome;
	struct input *in;    /* the open input */
	struct input source; /* the same bytes, for the second reading */
	struct output spool; /* a copy of `in`, if `in` cannot be read twice */
	struct target target;
	int target_error; /* 0, or the reason why the target cannot be used,
	                     as errno */
	struct target_place place;
	char kept[PATH_MAX]; /* --in-place: the name under which the original
	                        is kept */
	struct output output;
};

/* Reports that the output cannot be written; `error` is an errno value. */
void job_fail_output(struct job *job, int error);

/*
 * May the output get its name?  The name must be free, or the file with this name may be
 * replaced.  With --in-place this is about the name under which the original is kept.
 * False: the outcome has the reason.
 */
bool job_claim_name(struct job *job);

/*
 * Writes the output, checks it, reports the actions, and gives the output its name.
 * False: there is no output, and the outcome has the reason.
 */
bool job_make_output(struct job *job);

#endif
