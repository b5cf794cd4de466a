/* SPDX-License-Identifier: MIT */
/* report.h - the report of one run, and its exit code */
#ifndef CLI_REPORT_REPORT_H
#define CLI_REPORT_REPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/args.h"
#include "cli/exitcode.h"
#include "cli/report/hold.h"
#include "cli/report/outcome.h"
#include "cli/report/outputs.h"
#include "cli/report/strip.h"
#include "cli/report/table.h"

/* The result of the repair of a file. */
enum repair_kind {
	REPAIR_AS_IT_IS,
	REPAIR_LOSSLESS,
	REPAIR_LOSSY,
	REPAIR_NONE
};

enum { REPAIR_KINDS = REPAIR_NONE + 1 };

struct run_report {
	const struct args *args;
	struct report_outputs outputs;
	struct hold hold; /* the findings of the current file */
	bool begun, color;
	FILE *svg; /* the file to draw to, or NULL */
	uint64_t files[OUTCOME_VERDICTS];
	struct table table; /* the same numbers for each format */
	uint64_t allowed; /* number of allowed files among the counted files */
	uint64_t repairs[REPAIR_KINDS];
	enum exitcode code; /* the most severe exit code so far */
};

/* Opens the report.  False: a report cannot be written, and a message was printed.
   `list`: see outputs_open(). */
bool report_init(struct run_report *report, const struct args *args,
		 struct name_list *list);

/* Starts the report of this input.  False: no memory. */
bool report_start(struct outcome *outcome);

/* Each of these functions prints one record.  False: no memory. */
bool report_finding(struct outcome *outcome, const struct dfk_finding *finding);
bool report_record(struct outcome *outcome, const struct dfk_record *record);
bool report_item(struct outcome *outcome, const struct dfk_record *item);
bool report_actions(struct outcome *outcome);

/* Draws the parts of the input as text, as SVG, or both.  False: no memory. */
bool report_strip(struct outcome *outcome, const struct dfk_strip *strip,
		  const struct strip_look *look);

/*
 * Prints the record of a file, and adds its exit code to the run.  False: the report
 * cannot be written any more, and the run must stop.
 */
bool report_file(struct outcome *outcome);

/* Prints a message about the inputs that were not checked, after report_file() returned
   false.  `next`: the path of the first such input, or NULL. */
void report_stop(const struct run_report *report, const char *next);

/* Writes the summary and closes the reports.  Returns the exit code of the run. */
enum exitcode report_end(struct run_report *report);

#endif
