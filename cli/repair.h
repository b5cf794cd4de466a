/* SPDX-License-Identifier: MIT */
/* repair.h - the command that writes */
#ifndef CLI_REPAIR_H
#define CLI_REPAIR_H

#include "cli/args.h"

enum exitcode repair_run(const struct args *args);

#endif
