/* SPDX-License-Identifier: MIT */
/* sink.h - the two forms of a report: text and NDJSON */
#ifndef CLI_REPORT_SINK_H
#define CLI_REPORT_SINK_H

#include "cli/report/outcome.h"
#include "cli/report/plan.h"
#include "include/demofsck.h"

struct run_report;

/*
 * Called in this order: begin; for each input its findings or records, its
 * actions, and file; summary.  Everything is written to stdout.  False: no
 * memory, and nothing was written.  report_flush() finds errors of stdout.
 */
struct sink {
	bool (*begin)(const struct run_report *report);
	bool (*finding)(const struct outcome *outcome,
			const struct dfk_finding *finding);
	bool (*record)(const struct outcome *outcome,
		       const struct dfk_record *record);
	/* What is in the record before it. */
	bool (*item)(const struct outcome *outcome,
		     const struct dfk_record *item);
	bool (*action)(const struct outcome *outcome,
		       const struct plan_action *action);
	bool (*file)(const struct outcome *outcome);
	bool (*summary)(const struct run_report *report, int code);
};

extern const struct sink sink_text, sink_ndjson;

#endif
