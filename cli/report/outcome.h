/* SPDX-License-Identifier: MIT */
/* outcome.h - all that is known about one input */
#ifndef CLI_REPORT_OUTCOME_H
#define CLI_REPORT_OUTCOME_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "cli/args.h"
#include "cli/exitcode.h"
#include "include/demofsck.h"

struct run_report;

/* A finding, as far as actions refer to it. */
struct outcome_finding {
	const struct dfk_rule *rule;
	uint64_t number, offset;
	enum dfk_space space;
	enum dfk_severity severity;
};

/* The number of a finding that does not come from the library. */
#define OUTCOME_NO_NUMBER UINT64_MAX

/* One verdict more than the library has: "unreadable". */
#define OUTCOME_UNREADABLE ((int)DFK_UNDECIDED + 1)
#define OUTCOME_VERDICTS   (OUTCOME_UNREADABLE + 1)

/* The findings of a rule that were handed out. */
struct outcome_listed {
	uint64_t n;
	bool shown; /* the text has a line about one of them */
};

/*
 * The library checks bytes.  Findings about the name, about changes while it is
 * read, or about another file are added here.  So verdict and counts here may
 * differ from those of dfk_result.
 */
struct outcome {
	const char *path;
	struct run_report *report;
	const struct args *args;

	struct dfk_check *check;
	const struct dfk_result *result; /* NULL: unreadable, see error */
	int verdict;                     /* dfk_verdict or OUTCOME_UNREADABLE */
	uint64_t errors, warnings, notes;
	struct outcome_listed *listed;    /* by rule */
	struct outcome_finding *findings; /* those of the library, by number */
	size_t n_findings, findings_room;
	bool silent; /* findings and actions are not reported */

	/* "", or why it is unreadable, why it has no output, or which errors
	   remain after the repair */
	char error[PATH_MAX + 256];
	enum exitcode code;

	bool repaired; /* repair: there is an output; dry run: there would be */
	bool written;  /* there is an output */
	const char *output; /* its name, or NULL */
};

const char *outcome_verdict_name(int verdict);

void outcome_init(struct outcome *outcome, struct run_report *report,
		  const struct args *args, const char *path);

/* Records why there is no output or no verdict, for the report. */
void outcome_refuse(struct outcome *outcome, enum exitcode code,
		    const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* The same for failures of the environment; prints it on stderr, too. */
void outcome_fail(struct outcome *outcome, enum exitcode code,
		  const char *format, ...)
	__attribute__((format(printf, 3, 4)));

void outcome_out_of_memory(struct outcome *outcome);

/*
 * Number of findings of a rule that were counted but not handed out; 0 for a
 * rule that is off.
 */
uint64_t outcome_more(const struct outcome *outcome, size_t rule);

/* Remembers a finding of the library; false: no memory. */
bool outcome_remember(struct outcome *outcome,
		      const struct dfk_finding *finding);

/* The finding with this number; NULL if it was not handed out. */
const struct outcome_finding *outcome_finding(const struct outcome *outcome,
					      uint64_t number);

/* Its row in the registry, or NULL. */
const struct dfk_format *outcome_format(const struct outcome *outcome);

/* A fact by name; false if the recording does not have it. */
bool outcome_fact(const struct outcome *outcome, const char *name,
		  struct dfk_fact *fact);

/* The text of a fact, or NULL. */
const char *outcome_fact_text(const struct outcome *outcome, const char *name);

/* How long so many ticks are; false: the recording does not say. */
bool outcome_seconds(const struct outcome *outcome, uint64_t ticks,
		     double *seconds);

/* Counts a finding that does not come from the library; may change the verdict. */
void outcome_count(struct outcome *outcome, const struct dfk_rule *rule,
		   enum dfk_severity severity);

/* Why the verdict is "undecided". */
const char *outcome_undecided(const struct outcome *outcome);

/* Number of errors that are not in the bytes: no repair can remove them. */
uint64_t outcome_outside(const struct outcome *outcome);

/* Sets the exit code from the findings, for commands that write nothing. */
void outcome_judge(struct outcome *outcome);

void outcome_close(struct outcome *outcome);

#endif
