/* SPDX-License-Identifier: MIT */
/* color.h - prints words in color on standard output, if colors are on */
#ifndef CLI_REPORT_COLOR_H
#define CLI_REPORT_COLOR_H

#include <stdio.h>

#include "cli/report/report.h"

#define COLOR_RED    "31"
#define COLOR_GREEN  "32"
#define COLOR_YELLOW "33"
#define COLOR_CYAN   "36"

void color_put(FILE *out, const struct run_report *report, const char *color,
	       const char *word);
void color_severity(FILE *out, const struct run_report *report,
		    enum dfk_severity severity);

#endif
