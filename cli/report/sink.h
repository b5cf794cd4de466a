/* SPDX-License-Identifier: MIT */
/* sink.h - the forms of a report: text, CSV, and the forms that the library writes */
#ifndef CLI_REPORT_SINK_H
#define CLI_REPORT_SINK_H

#include "cli/report/outcome.h"

struct report_output;
struct run_report;

/*
 * The functions are called in this order.  For each input: `start`, findings or records,
 * actions, and `file`.  For an input that is left out: only `omit`.  At the end:
 * `summary`.  False: no memory.  outputs_flush() finds errors of the file.
 */
struct sink {
	bool (*start)(const struct report_output *to,
		      const struct outcome *outcome);
	bool (*finding)(const struct report_output *to,
			const struct outcome *outcome,
			const struct dfk_finding *finding);
	bool (*record)(const struct report_output *to,
		       const struct outcome *outcome,
		       const struct dfk_record *record);
	/* Prints an item of the last record. */
	bool (*item)(const struct report_output *to,
		     const struct outcome *outcome,
		     const struct dfk_record *item);
	bool (*actions)(const struct report_output *to,
			const struct outcome *outcome);
	bool (*file)(const struct report_output *to,
		     const struct outcome *outcome);
	/* Counts the input for the summary, and writes nothing.  NULL: the sink does not
	   count. */
	bool (*omit)(const struct report_output *to,
		     const struct outcome *outcome);
	bool (*summary)(const struct report_output *to,
			const struct run_report *report, int code);
};

extern const struct sink sink_text, sink_csv, sink_library;

/* The columns of CSV, with which each table begins.  New columns come after them. */
#define SINK_CSV_COLUMNS                                                   \
	"path,format,verdict,allowed,size,errors,warnings,repairable,"     \
	"ok_up_to,lost_s,kept_s,rule,offset,message,problem,sha256"

#endif
