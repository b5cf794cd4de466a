/* SPDX-License-Identifier: MIT */
/* outputs.h - the destinations of the report, and their forms */
#ifndef CLI_REPORT_OUTPUTS_H
#define CLI_REPORT_OUTPUTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/stat.h>

#include "cli/args.h"
#include "cli/read/list.h"
#include "include/demofsck_report.h"

struct sink;

/* The row of a file in CSV. */
struct report_row {
	bool headed; /* the names of the columns were printed */
	/* The first finding of the highest severity. */
	const struct dfk_rule *rule; /* NULL: no finding */
	enum dfk_severity severity;
	uint64_t offset;
	char message[2048];
};

/* One form of the report, and its file. */
struct report_output {
	const struct sink *sink;
	const char *path; /* NULL: standard output */
	FILE *file;
	struct dfk_report *writer; /* NULL: the report is text or CSV */
	/* For text: the numbers of findings and of actions of the current file, by
	   rule. */
	uint64_t *repeats, *actions;
	struct report_row *row; /* for CSV */
	bool started; /* the current file was started */
	int error;                 /* error of the first failed write */
	bool failed; /* a write failed, and a message was printed */
};

/* The outputs: one for --format, and one for each --report. */
struct report_outputs {
	struct report_output *list;
	size_t n;
	bool in_files; /* at least one output is a file; standard output may
	                  be a file, too */
};

/* Does a file that --report names exist?  This file may be the list of inputs, so the
   list must be read before the report replaces the file. */
bool outputs_will_replace(const struct args_out *out);

/* Opens all outputs.  False: an output cannot be opened, or is an input.  Then a message
   was printed, and no output is open.  `list`: the list of --files0-from, if it was read
   before. */
bool outputs_open(struct report_outputs *outputs, const struct args *args,
		  struct name_list *list);

/* Is a report written to this file?  Then the file is not an input: see
   OUTPUTS_ARE_HERE. */
bool outputs_are_in(const struct report_outputs *outputs,
		    const struct stat *file);

#define OUTPUTS_ARE_HERE "a report of this run goes there: it is no input"

/* Writes out the printed text.  False: a write failed, now or before. */
bool outputs_flush(struct report_outputs *outputs);

/* False: a write failed. */
bool outputs_close(struct report_outputs *outputs);

/*
 * Writes out the text that was printed on standard output.  False: a write failed, now or
 * before.  The first failure is printed on stderr.
 */
bool outputs_flush_stdout(void);

#endif
