/* SPDX-License-Identifier: MIT */
/* answer.h - reports what a worker has found in an input */
#ifndef CLI_WORK_ANSWER_H
#define CLI_WORK_ANSWER_H

#include "cli/report/outcome.h"
#include "cli/work/pool.h"
#include "cli/write/fill.h"
#include "cli/write/verify.h"

/* Takes the result of a job that has ended into the outcome, and reports nothing.  False:
   the input was not read to its end, or there is no good answer; the outcome has not
   changed. */
bool answer_load(const struct pool_job *job, struct outcome *outcome);

/*
 * Reports the findings and the result of a job that has ended, like examine_input().  All
 * of the answer is checked before any of it is reported.  Without a good answer the
 * verdict is "undecided".
 */
void answer_report(const struct pool_job *job, struct outcome *outcome);

/* Takes the answer to WIRE_FILL.  False: there is none, and the outcome has the reason. */
bool answer_fill(const struct pool_job *job, struct outcome *outcome,
		 struct fill_end *fill);

/* Takes the answer to WIRE_VERIFY, and the check of the output into the outcome.  False:
   as above. */
bool answer_verify(const struct pool_job *job, struct outcome *outcome,
		   struct verify_end *verify);

#endif
