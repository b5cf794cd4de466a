/* SPDX-License-Identifier: MIT */
/* summary.h - the last line of a report as text */
#ifndef CLI_REPORT_SUMMARY_H
#define CLI_REPORT_SUMMARY_H

#include <stdio.h>

#include "cli/report/report.h"

/* Prints its end: how many files are allowed, and what was repaired. */
void summary_end(FILE *out, const struct run_report *report);

#endif
