/* SPDX-License-Identifier: MIT */
/* picture.h - the file of --svg, which appears only when it is complete */
#ifndef CLI_PICTURE_H
#define CLI_PICTURE_H

#include <stdio.h>

#include "cli/args.h"
#include "cli/write/output.h"
#include "cli/write/target.h"

struct picture {
	const struct args *args;
	struct target target;
	struct output output;
	FILE *file; /* to be written */
};

/* Creates the file, which has no name yet.  Another exit code than EXITCODE_OK: a
   message was printed, and nothing is open. */
enum exitcode picture_open(struct picture *picture, const struct args *args);

/*
 * Calls `draw`, which writes the file and returns the exit code of the run.  If
 * `apart`, another process calls `draw`, because a process that locks itself cannot give
 * the file its name.  The file gets its name if `draw` succeeds.  Closes the picture.
 * Returns the exit code of the run.
 */
enum exitcode picture_draw(struct picture *picture, bool apart,
			   enum exitcode (*draw)(const struct args *args,
						 FILE *file));

#endif
