/* SPDX-License-Identifier: MIT */
/* lacks.h - options that a build does not have */
#ifndef CLI_LACKS_H
#define CLI_LACKS_H

#include "cli/args.h"

/* Returns the first option of the command line that this build does not have, and sets
   *why to the reason.  NULL: the build has all of them. */
const char *lacks_option(const struct args *args, const char **why);

#endif
