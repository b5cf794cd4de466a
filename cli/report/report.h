/* SPDX-License-Identifier: MIT */
/* report.h - the report of one run, and its exit code */
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
	uint64_t allowed;   /* of these */
	enum exitcode code; /* the worst so far */
};

void report_init(struct run_report *report, const struct args *args);

/* "title: field: found X, expected Y", for people. */
void report_message(char *buffer, size_t size,
		    const struct dfk_finding *finding);

/* Each prints one record; false: no memory. */
bool report_finding(struct outcome *outcome, const struct dfk_finding *finding);
bool report_record(struct outcome *outcome, const struct dfk_record *record);
bool report_item(struct outcome *outcome, const struct dfk_record *item);
bool report_actions(struct outcome *outcome);

/* Findings about a header are reported at its first byte, after the 16 that
   identify the format. */
#define REPORT_HEADER_OFFSET 16

/* Adds a finding that is not from the library.  --rule applies to it, too. */
void report_add(struct outcome *outcome, const char *rule, uint64_t offset,
		const char *field, const char *found, const char *expected);

/* Adds the finding that the file changed while it was read: it is undecided. */
void report_growing(struct outcome *outcome);

/*
 * Prints the record of a file and counts its exit code.  False: stop, the
 * report cannot be written any more.
 */
bool report_file(struct outcome *outcome);

/* Writes the summary; the exit code of the run. */
enum exitcode report_end(struct run_report *report);

/*
 * Writes out what was printed.  False if that failed, now or earlier; the first
 * failure is printed on stderr.
 */
bool report_flush(void);

#endif
