/* SPDX-License-Identifier: MIT */
/* print.h - prints the database, and reads nothing else */
#ifndef CLI_SCRUB_PRINT_H
#define CLI_SCRUB_PRINT_H

#include "cli/args.h"
#include "cli/exitcode.h"

enum exitcode scrub_print(const struct args *args);

#endif
