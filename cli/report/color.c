/* SPDX-License-Identifier: MIT */
/* color.c - words of the text report in color */
#include "cli/report/color.h"

void
color_put(FILE *out, const struct run_report *report, const char *color,
	  const char *word)
{
	if (report->color && out == stdout)
		fprintf(out, "\033[1;%sm%s\033[0m", color, word);
	else
		fputs(word, out);
}

void
color_severity(FILE *out, const struct run_report *report,
	       enum dfk_severity severity)
{
	const char *color = severity == DFK_ERROR     ? COLOR_RED
			    : severity == DFK_WARNING ? COLOR_YELLOW
						      : COLOR_CYAN;

	color_put(out, report, color, dfk_severity_name(severity));
}
