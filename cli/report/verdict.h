/* SPDX-License-Identifier: MIT */
/* verdict.h - prints the verdict of a file, and the text after the verdict */
#ifndef CLI_REPORT_VERDICT_H
#define CLI_REPORT_VERDICT_H

#include <stdio.h>

#include "cli/report/report.h"

/* Prints the verdict, perhaps in color.  Also prints the profile if it is not the
   default, and whether the file is on a list of allowed files. */
void verdict_put(FILE *out, const struct outcome *outcome);

/*
 * Prints ": ", the key facts, the part that is whole, and the command for a repair.  For
 * the command `repair`, prints the result of the repair.  Prints no line end.
 */
void verdict_put_reason(FILE *out, const struct outcome *outcome);

/* Does the same as verdict_put_reason() for a damaged or truncated file.  Prints nothing
   for other files. */
void verdict_put_damage(FILE *out, const struct outcome *outcome);

#endif
