/* SPDX-License-Identifier: MIT */
/* verdict.h - the text after the verdict of a file */
#ifndef CLI_REPORT_VERDICT_H
#define CLI_REPORT_VERDICT_H

#include <stdio.h>

#include "cli/report/outcome.h"

/*
 * Prints ": " and then key facts, how much is whole and how to repair it; for
 * `repair`, what was done.  Prints no line end.
 */
void verdict_put_reason(FILE *out, const struct outcome *outcome);

#endif
