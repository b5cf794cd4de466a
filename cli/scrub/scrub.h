/* SPDX-License-Identifier: MIT */
/* scrub.h - the command scrub: the verdicts of an archive in a database */
#ifndef CLI_SCRUB_SCRUB_H
#define CLI_SCRUB_SCRUB_H

#include "cli/args.h"
#include "cli/exitcode.h"

enum exitcode scrub_run(const struct args *args);

#endif
