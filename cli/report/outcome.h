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

/* The parts of a finding to which actions refer. */
struct outcome_finding {
	const struct dfk_rule *rule;
	uint64_t number, offset;
	enum dfk_space space;
	enum dfk_severity severity;
};

/* The ticks of a recording. */
struct outcome_ticks {
	int64_t first, last; /* -1: none */
	bool timed;
	double seconds;
};

/* One verdict more than the library has: "unreadable". */
#define OUTCOME_UNREADABLE ((int)DFK_UNDECIDED + 1)
#define OUTCOME_VERDICTS   (OUTCOME_UNREADABLE + 1)

struct outcome {
	const char *path;
	struct run_report *report;
	const struct args *args;

	struct dfk_check *check;
	const struct dfk_result *result;  /* NULL: unreadable, see error */
	struct outcome_finding *findings; /* in the bytes, by number */
	size_t n_findings, findings_room;
	struct hexdump_bytes bytes; /* of the file, if they can be read again */
	const struct examine_taps *taps; /* while the input is read */
	bool no_memory;                  /* for what was found */
	bool silent;                /* findings and actions are not reported */
	bool allowed; /* on a list of --allow-file: its findings are no failure */
	uint64_t left; /* repair: errors of the output, in this profile */

	/* "", or the reason why the input is unreadable or has no output, or the errors
	   that remain after the repair. */
	char error[PATH_MAX + 256];
	enum exitcode code;

	bool repaired; /* repair: there is an output; dry run: there would be */
	bool written;  /* there is an output */
	struct dfk_check *output_check; /* of it, or NULL */
	const char *output; /* its name, or NULL */
};

const char *outcome_verdict_name(int verdict);

/* A dfk_verdict, or OUTCOME_UNREADABLE. */
int outcome_verdict(const struct outcome *outcome);
bool outcome_is(const struct outcome *outcome, enum dfk_verdict verdict);

void outcome_init(struct outcome *outcome, struct run_report *report,
		  const struct args *args, const char *path);

/* Sets the reason why there is no output or no verdict, for the report. */
void outcome_refuse(struct outcome *outcome, enum exitcode code,
		    const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* As outcome_refuse(), for failures of the environment; also prints the reason on
   stderr. */
void outcome_fail(struct outcome *outcome, enum exitcode code,
		  const char *format, ...)
	__attribute__((format(printf, 3, 4)));

void outcome_out_of_memory(struct outcome *outcome);

/* Remembers a finding; false: no memory. */
bool outcome_remember(struct outcome *outcome,
		      const struct dfk_finding *finding);

/* The finding with this number; NULL if it was not handed out. */
const struct outcome_finding *outcome_finding(const struct outcome *outcome,
					      uint64_t number);

/* The row of the format in the registry, or NULL. */
const struct dfk_format *outcome_format(const struct outcome *outcome);

/* A fact by name; false if the recording does not have it. */
bool outcome_fact(const struct outcome *outcome, const char *name,
		  struct dfk_fact *fact);

/* The ticks of the part before the first loss.  False: it has no ticks. */
bool outcome_ticks(const struct dfk_check *check, struct outcome_ticks *ticks);

/* The text of a fact, or NULL. */
const char *outcome_fact_text(const struct outcome *outcome, const char *name);

/* The texts and options of the format. */
const struct formats_row *outcome_row(const struct outcome *outcome);

/* Were the contents of the records checked and found damaged, while the records
   themselves can be played?  Then a repair at less depth may help. */
bool outcome_may_be_framed(const struct outcome *outcome);

/* The length of so many ticks.  False: the recording does not contain the length of a
   tick. */
bool outcome_seconds(const struct outcome *outcome, uint64_t ticks,
		     double *seconds);

/* The limit that a check reached, and how to raise it, unless it is at its maximum. */
const char *outcome_limit(const struct args_how *how,
			  const struct dfk_check *check);

/* The reason for the verdict "undecided". */
const char *outcome_undecided(const struct outcome *outcome);

/* Sets the exit code from the findings, for commands that write nothing. */
void outcome_judge(struct outcome *outcome);

void outcome_close(struct outcome *outcome);

#endif
