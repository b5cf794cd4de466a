/* SPDX-License-Identifier: MIT */
/* claim.h - whether an output can have its name */
#ifndef CLI_WRITE_CLAIM_H
#define CLI_WRITE_CLAIM_H

#include "cli/write/job.h"

/*
 * Is the name free, or may the file with that name be replaced?  For the
 * output, and for the original that --in-place keeps.  False: the outcome says
 * why.
 */
bool claim_output(struct job *job);
bool claim_kept(struct job *job);

#endif
