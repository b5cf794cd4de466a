/* SPDX-License-Identifier: MIT */
/* claim.h - whether an output may have its name */
#ifndef CLI_WRITE_CLAIM_H
#define CLI_WRITE_CLAIM_H

#include "cli/write/job.h"

/*
 * The name is free, or may be taken: of the output, or of the original that
 * --in-place keeps.  False: the outcome says why not.
 */
bool claim_output(struct job *job);
bool claim_kept(struct job *job);

#endif
