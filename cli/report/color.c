/* SPDX-License-Identifier: MIT */
/* color.c - words of the text report in color, if that is wanted */
#include "cli/report/color.h"

#include "cli/report/verdict.h"

#define RED    "31"
#define GREEN  "32"
#define YELLOW "33"
#define CYAN   "36"

static void
put_colored(FILE *out, const struct run_report *report, const char *color,
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
	const char *color = severity == DFK_ERROR     ? RED
			    : severity == DFK_WARNING ? YELLOW
						      : CYAN;

	put_colored(out, report, color, dfk_severity_name(severity));
}

void
color_verdict(FILE *out, const struct outcome *outcome)
{
	put_colored(out, outcome->report,
		    outcome_is(outcome, DFK_VALID) ? GREEN : RED,
		    outcome_verdict_name(outcome_verdict(outcome)));
	verdict_put_policy(out, outcome);
}
