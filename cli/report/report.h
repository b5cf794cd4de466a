/* SPDX-License-Identifier: MIT */
/* report.h - what one run says, and the exit code it comes to */
#ifndef CLI_REPORT_REPORT_H
#define CLI_REPORT_REPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/args.h"
#include "cli/exitcode.h"
#include "cli/report/outcome.h"

struct sink;

struct run_report {
	const struct args *args;
	const struct sink *sink;
	bool begun, color;
	uint64_t files[OUTCOME_VERDICTS];
	enum exitcode code; /* the worst so far */
};

void report_init(struct run_report *report, const struct args *args);

/* "title: field: found X, expected Y", for people. */
void report_message(char *buffer, size_t size,
		    const struct dfk_finding *finding);

/* These report one thing; false: no memory for it. */
bool report_finding(struct outcome *outcome, const struct dfk_finding *finding);
bool report_record(struct outcome *outcome, const struct dfk_record *record);
bool report_actions(struct outcome *outcome);

/* What a header says is reported at its first byte, after 16 that identify it. */
#define REPORT_HEADER_OFFSET 16

/* A finding that comes from this side; --rule holds for it like for others. */
void report_add(struct outcome *outcome, const char *rule, uint64_t offset,
		const char *field, const char *found, const char *expected);

/* The file changed while it was read: whatever was found is not decided. */
void report_growing(struct outcome *outcome);

/*
 * The last word on a file: its record, its part of the exit code.  False: do
 * not go on, the report can no longer be written.
 */
bool report_file(struct outcome *outcome);

/* Writes the summary; the exit code of the run. */
enum exitcode report_end(struct run_report *report);

/*
 * Hands to the system what was printed.  The first time that fails says so on
 * stderr; false from then on.
 */
bool report_flush(void);

#endif
