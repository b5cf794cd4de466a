/* SPDX-License-Identifier: MIT */
/* verdict.h - what comes after the verdict of a file, in text */
#ifndef CLI_REPORT_VERDICT_H
#define CLI_REPORT_VERDICT_H

#include "cli/report/outcome.h"

/*
 * Prints ": " and what a person needs next: key facts, how much is whole, how
 * to repair it; or, in `repair`, what was done.  No line end.
 */
void verdict_put_reason(const struct outcome *outcome);

#endif
