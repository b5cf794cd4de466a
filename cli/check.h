/* SPDX-License-Identifier: MIT */
/* check.h - the commands that only read */
#ifndef CLI_CHECK_H
#define CLI_CHECK_H

#include "cli/args.h"

/* Runs check, info or inspect.  The three commands differ only in their reports. */
enum exitcode check_run(const struct args *args);

#endif
