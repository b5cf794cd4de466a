/* SPDX-License-Identifier: MIT */
/* names.h - compares the name of a file with its contents */
#ifndef CLI_REPORT_NAMES_H
#define CLI_REPORT_NAMES_H

#include "cli/report/outcome.h"

/* Call it after the input was read; it adds findings to the outcome. */
void names_check(struct outcome *outcome);

/* What the names of files end with that are compressed so; "" if not at all. */
const char *names_ending(const char *compression);

#endif
