/* SPDX-License-Identifier: MIT */
/* roots.h - the directories of an archive, and the names that they have in the database */
#ifndef CLI_SCRUB_ROOTS_H
#define CLI_SCRUB_ROOTS_H

#include <stdbool.h>

#include "cli/args.h"
#include "cli/exitcode.h"

/* Are all inputs directories, each with a name and files of its own?  Otherwise prints a
   message, and returns another code than EXITCODE_OK. */
enum exitcode scrub_roots_check(const struct args *args);

/* Removes slashes at the end of a directory, and returns its name in the database. */
const char *scrub_roots_label(const struct args_scrub *scrub, char *directory);

#endif
