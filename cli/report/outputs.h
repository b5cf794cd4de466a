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

/* One form of the report, and its destination. */
struct report_output {
	const struct sink *sink;
	const char *path; /* NULL: standard output */
	FILE *file;
	struct dfk_report *writer; /* NULL: it is text */
	/* For text: the numbers of findings and of actions of the file, by rule. */
	uint64_t *repeats, *actions;
	int error;                 /* of the first write that failed */
	bool failed;               /* one failed, which was said */
};

/* The outputs: one for --format, and one for each --report. */
struct report_outputs {
	struct report_output *list;
	size_t n;
	bool in_files; /* at least one of them; standard output may be a file */
};

/* Does a file that --report names exist?  It may be an input, so the list of names must
   be read before the report replaces the file. */
bool outputs_will_replace(const struct args_out *out);

/* Opens all outputs.  False: an output cannot be opened, or is an input; a message was
   printed, and no output is open.  list: that of --files0-from, if it was read before. */
bool outputs_open(struct report_outputs *outputs, const struct args *args,
		  struct name_list *list);

/* Is a report written to this file?  Then the file is not an input: see
   OUTPUTS_ARE_HERE. */
bool outputs_are_in(const struct report_outputs *outputs,
		    const struct stat *file);

#define OUTPUTS_ARE_HERE "a report of this run goes there: it is no input"

/* Writes out what was printed; false: a write failed, now or before. */
bool outputs_flush(struct report_outputs *outputs);

/* False: a write failed. */
bool outputs_close(struct report_outputs *outputs);

/*
 * Writes out what was printed on standard output.  False if that failed, now or
 * before; the first failure is printed on stderr.
 */
bool outputs_flush_stdout(void);

#endif
