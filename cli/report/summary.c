/* SPDX-License-Identifier: MIT */
/* summary.c - the last line: what became of the files */
#include "cli/report/summary.h"

#include <inttypes.h>
#include <stdio.h>

/* Of one file, its own line says it. */
static void
put_repairs(FILE *out, const struct run_report *report)
{
	static const char *const texts[REPAIR_KINDS] = {
		[REPAIR_AS_IT_IS] = "as before",
		[REPAIR_LOSSLESS] = "repaired without loss",
		[REPAIR_LOSSY] = "repaired with loss",
		[REPAIR_NONE] = "without output",
	};
	const char *separator = "; ";
	uint64_t total = 0;

	for (int i = 0; i < REPAIR_KINDS; i++)
		total += report->repairs[i];
	for (int i = 0; i < REPAIR_KINDS && total > 1; i++) {
		if (report->repairs[i] == 0)
			continue;
		fprintf(out, "%s%" PRIu64 " %s", separator, report->repairs[i],
			texts[i]);
		separator = ", ";
	}
}

void
summary_end(FILE *out, const struct run_report *report)
{
	if (report->allowed > 0)
		fprintf(out, "; %" PRIu64 " allowed", report->allowed);
	if (report->args->command->bit == ARGS_REPAIR)
		put_repairs(out, report);
	putc('\n', out);
}
