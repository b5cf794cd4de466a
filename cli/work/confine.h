/* SPDX-License-Identifier: MIT */
/* confine.h - the sandbox of a run that reads one input */
#ifndef CLI_WORK_CONFINE_H
#define CLI_WORK_CONFINE_H

#include <stdbool.h>

#include "cli/args.h"
#include "cli/read/input.h"

/* Can --sandbox=strict not be kept, because the command reads several inputs in this
   process, or because of the kernel?  Then a message was printed, and nothing may be
   read. */
bool confine_refuses(const struct args *args);

/* Must the run call confine_lock()?  Then the run reads one input, and does not walk
   through a directory. */
bool confine_will_lock(const struct args *args);

enum { CONFINE_TEXT = 320 };

/* Locks the process before the open input is read.  Another exit code than EXITCODE_OK:
   the run must not read the input, for the reason in `why`. */
enum exitcode confine_lock(const struct args *args, struct input *in,
			   char why[CONFINE_TEXT]);

#endif
