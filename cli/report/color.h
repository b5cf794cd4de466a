/* SPDX-License-Identifier: MIT */
/* color.h - words that may have a color on standard output */
#ifndef CLI_REPORT_COLOR_H
#define CLI_REPORT_COLOR_H

#include <stdio.h>

#include "cli/report/report.h"

void color_severity(FILE *out, const struct run_report *report,
		    enum dfk_severity severity);
void color_verdict(FILE *out, const struct outcome *outcome);

#endif
