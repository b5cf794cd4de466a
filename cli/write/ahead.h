/* SPDX-License-Identifier: MIT */
/* ahead.h - the steps of a repair that other processes do before the turn of its input */
#ifndef CLI_WRITE_AHEAD_H
#define CLI_WRITE_AHEAD_H

#include "cli/write/job.h"

/*
 * Begins the next step of a repair whose input is being read, if the last step is at its
 * end.  Nothing is reported, and the output gets no name: both are for the turn of the
 * input.  In its turn, the repair takes the steps that were begun, and does the others.
 * False: the repair is where it was.
 */
bool ahead_advance(struct job *job);

#endif
