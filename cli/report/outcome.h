/* SPDX-License-Identifier: MIT */
/* outcome.h - everything that is known about one input */
#ifndef CLI_REPORT_OUTCOME_H
#define CLI_REPORT_OUTCOME_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "cli/args.h"
#include "cli/exitcode.h"
#include "include/demofsck.h"

struct run_report;

/* Words for verdicts: those of the library, and "unreadable". */
#define OUTCOME_UNREADABLE ((int)DFK_UNDECIDED + 1)
#define OUTCOME_VERDICTS   (OUTCOME_UNREADABLE + 1)

/*
 * The library judges bytes.  What only the name, the clock or another file
 * shows is added here, so counts and verdict are kept beside dfk_result.
 */
struct outcome {
	const char *path;
	struct run_report *report;
	const struct args *args;

	struct dfk_check *check;
	const struct dfk_result *result; /* NULL: unreadable, see error */
	int verdict;                     /* dfk_verdict or OUTCOME_UNREADABLE */
	uint64_t errors, warnings, notes;
	uint64_t *listed; /* by rule: findings that were handed out */
	bool silent;      /* findings and actions are not reported */

	/* "", or why it is unreadable, has no output, or is not all mended */
	char error[PATH_MAX + 256];
	enum exitcode code;

	bool repaired;      /* repair: there is an output, or would be one */
	bool written;       /* ... there is one */
	const char *output; /* its name, as far as it has one */
};

const char *outcome_verdict_name(int verdict);

void outcome_init(struct outcome *outcome, struct run_report *report,
		  const struct args *args, const char *path);

/* Why there is no output, or no verdict; the report says it. */
void outcome_refuse(struct outcome *outcome, enum exitcode code,
		    const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* The same for failures of the environment, which stderr says as well. */
void outcome_fail(struct outcome *outcome, enum exitcode code,
		  const char *format, ...)
	__attribute__((format(printf, 3, 4)));

void outcome_out_of_memory(struct outcome *outcome);

/*
 * Findings of a rule that the caps kept from being handed out; 0 for a rule
 * that is off.
 */
uint64_t outcome_more(const struct outcome *outcome, size_t rule);

/* Its row in the registry, or NULL. */
const struct dfk_format *outcome_format(const struct outcome *outcome);

/* A fact by name; false if the recording does not have it. */
bool outcome_fact(const struct outcome *outcome, const char *name,
		  struct dfk_fact *fact);

/* The text of a fact, or NULL. */
const char *outcome_fact_text(const struct outcome *outcome, const char *name);

/* Counts a finding that does not come from the library; may change the verdict. */
void outcome_count(struct outcome *outcome, const struct dfk_rule *rule,
		   enum dfk_severity severity);

/* Why the verdict is "undecided". */
const char *outcome_undecided(const struct outcome *outcome);

/* Errors that the library does not know of: no repair can mend them. */
uint64_t outcome_outside(const struct outcome *outcome);

/* The exit code that the findings make of it, for commands that only look. */
void outcome_judge(struct outcome *outcome);

void outcome_close(struct outcome *outcome);

#endif
