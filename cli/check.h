/* SPDX-License-Identifier: MIT */
/* check.h - the commands that only read */
#ifndef CLI_CHECK_H
#define CLI_CHECK_H

#include "cli/args.h"

/* check, info and inspect: they differ in what they report. */
enum exitcode check_run(const struct args *args);

#endif
