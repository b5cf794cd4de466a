/* SPDX-License-Identifier: MIT */
/* names.h - what the name of a file says against its contents */
#ifndef CLI_REPORT_NAMES_H
#define CLI_REPORT_NAMES_H

#include "cli/report/outcome.h"

/* After the input was read; adds findings to the outcome. */
void names_check(struct outcome *outcome);

#endif
