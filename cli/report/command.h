/* SPDX-License-Identifier: MIT */
/* command.h - the command that repairs a file that was checked */
#ifndef CLI_REPORT_COMMAND_H
#define CLI_REPORT_COMMAND_H

#include <stdio.h>

#include "cli/report/outcome.h"

/* For a shell, with those options of the check that decide what is repaired. */
void command_put_repair(FILE *out, const struct outcome *outcome);

#endif
