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
#include "cli/work/apart.h"
#include "cli/write/fill.h"
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
	/* The repairs that were begun and are not finished, in the order of the
	   inputs. */
	struct job *first, *last;
	size_t n_begun;
};

/* The step of a repair that goes on before the turn of its input. */
enum job_step { JOB_READS, JOB_FILLS, JOB_VERIFIES, JOB_WAITS };

/* The repair of one input. */
struct job {
	struct job_run *run;
	struct job *later; /* the next one that was begun */
	const struct args *args;
	struct outcome *outcome;
	struct input *in;    /* the open input */
	struct input source; /* the same bytes, for the second reading */
	struct output spool; /* a copy of `in`, if `in` cannot be read twice */
	struct target target;
	bool named;       /* the target has the name of the output */
	int target_error; /* 0, or the reason why the target cannot be used,
	                     as errno */
	struct target_place place;
	char kept[PATH_MAX]; /* --in-place: the name under which the original
	                        is kept */
	struct output output;
	struct apart_steps steps;
	enum job_step step;
};

/* Does the command write outputs?  In a dry run it only names them. */
bool job_has_destination(const struct args_out *out);

/* Does the input need no repair, and gets no output for this reason? */
bool job_is_left_out(const struct job *job);

/* Reports that the output cannot be written; `error` is an errno value. */
void job_fail_output(struct job *job, int error);

/*
 * May the output get its name?  The name must be free, or the file with this name may be
 * replaced.  With --in-place this is about the name under which the original is kept.
 * False: the outcome has the reason.
 */
bool job_claim_name(struct job *job);

/* Sets the name of the output.  The input was read. */
void job_set_name(struct job *job);

/* Creates the output, unless it is open.  Returns 0 or an errno value.  Call
   job_close_output() also after an error. */
int job_open_output(struct job *job);

/* Closes the output, if it is open.  `done`: the output has its name. */
void job_close_output(struct job *job, bool done);

/* How is the output written? */
enum fill_way job_way(const struct job *job);

/* Returns the output for its check. */
struct verify_output job_written(const struct job *job);

/*
 * Writes the open output, checks it, reports the actions, and gives the output its name.
 * False: there is no output, and the outcome has the reason.
 */
bool job_make_output(struct job *job);

#endif
