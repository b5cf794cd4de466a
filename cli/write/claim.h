/* SPDX-License-Identifier: MIT */
/* claim.h - whether an output can have its name */
#ifndef CLI_WRITE_CLAIM_H
#define CLI_WRITE_CLAIM_H

#include "cli/write/job.h"

/*
 * Can the output be written where it should go: is its name free, or may the file
 * with that name be replaced?  With --in-place, this is about the name of the
 * original that is kept.  False: the outcome says why.
 */
bool claim_name(struct job *job);

#endif
