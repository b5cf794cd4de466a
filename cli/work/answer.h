/* SPDX-License-Identifier: MIT */
/* answer.h - reports what a worker has found in an input */
#ifndef CLI_WORK_ANSWER_H
#define CLI_WORK_ANSWER_H

#include "cli/report/outcome.h"
#include "cli/work/pool.h"

/*
 * Reports the findings and the result of a job that has ended, like examine_input().  All
 * of the answer is checked before any of it is reported.  Without a good answer the
 * verdict is "undecided".
 */
void answer_report(const struct pool_job *job, struct outcome *outcome);

#endif
