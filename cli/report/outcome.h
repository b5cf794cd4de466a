/* SPDX-License-Identifier: MIT */
/* outcome.h - the result of one input */
#ifndef CLI_REPORT_OUTCOME_H
#define CLI_REPORT_OUTCOME_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "cli/args.h"
#include "cli/exitcode.h"
#include "cli/formats.h"
#include "cli/report/hexdump.h"
#include "include/demofsck.h"

struct run_report;
struct examine_taps; /* examine.h */

/* The parts of a finding that are printed with actions. */
struct outcome_finding {
	const struct dfk_rule *rule;
	uint64_t number, offset;
	enum dfk_space space;
	enum dfk_severity severity;
};

/* The findings in the bytes, by number. */
struct outcome_findings {
	struct outcome_finding *at;
	size_t n, room;
};

/* The ticks of a recording. */
struct outcome_ticks {
	int64_t first, last; /* -1: no tick */
	bool timed;
	double seconds;
};

/* The library has no verdict "unreadable", so this number follows the last verdict. */
#define OUTCOME_UNREADABLE ((int)DFK_UNDECIDED + 1)
#define OUTCOME_VERDICTS   (OUTCOME_UNREADABLE + 1)

enum outcome_output {
	OUTCOME_NO_OUTPUT,
	OUTCOME_WRITTEN,
	OUTCOME_FOUND, /* an earlier run wrote the same bytes */
};

struct outcome {
	const char *path;
	struct run_report *report;
	const struct args *args;

	struct dfk_check *check;
	const struct dfk_result *result; /* NULL: the input is unreadable,
	                                    see `error` */
	struct outcome_findings found;
	struct hexdump_bytes bytes; /* the bytes of the file, if they can be
	                               read again */
	const struct examine_taps *taps; /* callbacks, set while the input is
	                                    read */
	bool no_memory;                  /* there was no memory for a finding */
	bool open_elsewhere; /* another process has the file open for
	                        writing; set before the file is read */
	bool silent;                /* do not report findings and actions */
	bool allowed; /* the file is on a list of --allow-file, so its
	                 findings are no failure */
	uint64_t left; /* repair: number of errors in the output, in this
	                  profile */

	/* The reason why the input is unreadable or has no output, or the errors that
	   remain after the repair; or "". */
	char error[PATH_MAX + 256];
	enum exitcode code;

	bool repaired; /* repair: there is an output; dry run: there would be
	                  an output */
	enum outcome_output written; /* is there an output? */
	struct dfk_check *output_check; /* the check of the output, or NULL */
	const char *output; /* the name of the output, or NULL */
};

const char *outcome_verdict_name(int verdict);

/* Returns a dfk_verdict or OUTCOME_UNREADABLE. */
int outcome_verdict(const struct outcome *outcome);
bool outcome_is(const struct outcome *outcome, enum dfk_verdict verdict);

void outcome_init(struct outcome *outcome, struct run_report *report,
		  const struct args *args, const char *path);

/* Sets the reason why there is no output or no verdict, for the report. */
void outcome_refuse(struct outcome *outcome, enum exitcode code,
		    const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Does the same as outcome_refuse(), for failures of the environment.  Also prints the
   reason on stderr. */
void outcome_fail(struct outcome *outcome, enum exitcode code,
		  const char *format, ...)
	__attribute__((format(printf, 3, 4)));

void outcome_out_of_memory(struct outcome *outcome);

/* Remembers a finding.  False: no memory. */
bool outcome_remember(struct outcome *outcome,
		      const struct dfk_finding *finding);

/* Returns the finding with this number; NULL if this finding was not handed out. */
const struct outcome_finding *outcome_finding(const struct outcome *outcome,
					      uint64_t number);

/* Returns the row of the format in the table of formats, or NULL. */
const struct dfk_format *outcome_format(const struct outcome *outcome);

/* Finds a fact by name.  False: the recording does not have this fact. */
bool outcome_fact(const struct outcome *outcome, const char *name,
		  struct dfk_fact *fact);

/* Finds the ticks of the part before the first loss.  False: this part has no ticks. */
bool outcome_ticks(const struct dfk_check *check, struct outcome_ticks *ticks);

/* Returns the text of a fact, or NULL. */
const char *outcome_fact_text(const struct outcome *outcome, const char *name);

/* Returns the reason why a gate does not accept the format, or NULL. */
const char *outcome_refusal(const struct outcome *outcome);

/* Returns the texts and options of the format. */
const struct formats_row *outcome_row(const struct outcome *outcome);

/* Were the contents of the records checked and found damaged, while the records
   themselves can be played?  Then a repair at less depth may help. */
bool outcome_may_be_framed(const struct outcome *outcome);

/* Computes the length of this number of ticks.  False: the recording does not contain
   the length of a tick. */
bool outcome_seconds(const struct outcome *outcome, uint64_t ticks,
		     double *seconds);

/* Returns a text about the limit that a check reached.  The text says how to raise the
   limit, unless the limit is at its maximum. */
const char *outcome_limit(const struct args_how *how,
			  const struct dfk_check *check);

/* Returns the reason for the verdict "undecided". */
const char *outcome_undecided(const struct outcome *outcome);

/* Is the file bad for --only=bad?  The exit code is not 0, or a repair was necessary. */
bool outcome_is_bad(const struct outcome *outcome);

/* Sets the exit code from the findings, for commands that write nothing. */
void outcome_judge(struct outcome *outcome);

void outcome_close(struct outcome *outcome);

#endif
