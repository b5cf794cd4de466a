/* SPDX-License-Identifier: MIT */
/* verdict.h - the verdict of a file, and the text after it */
#ifndef CLI_REPORT_VERDICT_H
#define CLI_REPORT_VERDICT_H

#include <stdio.h>

#include "cli/report/report.h"

/* The verdict, maybe in color; by which profile it is judged, if that is not the default;
   and whether the file is allowed all the same. */
void verdict_put(FILE *out, const struct outcome *outcome);

/*
 * Prints ": " and then key facts, how much is whole and how to repair it; for
 * `repair`, what was done.  Prints no line end.
 */
void verdict_put_reason(FILE *out, const struct outcome *outcome);

/* The same of a file that is damaged or truncated; of others, nothing. */
void verdict_put_damage(FILE *out, const struct outcome *outcome);

#endif
