/* SPDX-License-Identifier: MIT */
/* info.h - the facts of a recording as text */
#ifndef CLI_REPORT_INFO_H
#define CLI_REPORT_INFO_H

#include <stdio.h>

#include "cli/report/outcome.h"

/* Prints one line for each fact, and then an empty line. */
void info_put(FILE *out, const struct outcome *outcome);

#endif
