/* SPDX-License-Identifier: MIT */
/* verdict.h - the text after the verdict of a file */
#ifndef CLI_REPORT_VERDICT_H
#define CLI_REPORT_VERDICT_H

#include "cli/report/outcome.h"

/*
 * Prints ": " and then key facts, how much is whole and how to repair it; for
 * `repair`, what was done.  Prints no line end.
 */
void verdict_put_reason(const struct outcome *outcome);

/* The same of a file that is damaged or truncated; of others, nothing. */
void verdict_put_damage(const struct outcome *outcome);

#endif
