/* SPDX-License-Identifier: MIT */
/* outcome.h - everything that is known about one input */
#ifndef CLI_OUTCOME_H
#define CLI_OUTCOME_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "cli/exitcode.h"
#include "cli/input.h"
#include "include/demofsck.h"

struct report;

/* Words for verdicts: those of the library, and "unreadable". */
#define OUTCOME_UNREADABLE ((int)DFK_UNDECIDED + 1)
#define OUTCOME_VERDICTS   (OUTCOME_UNREADABLE + 1)

/*
 * The library judges bytes.  What only the name, the clock or another file
 * shows is added here, so counts and verdict are kept beside dfk_result.
 */
struct outcome {
	const char *path;
	struct report *report;

	struct dfk_check *check;
	const struct dfk_result *result; /* NULL: unreadable, see error */
	int verdict;                     /* dfk_verdict or OUTCOME_UNREADABLE */
	uint64_t errors, warnings, notes;
	uint64_t *listed; /* by rule: findings that were handed out */
	bool unsaid;      /* findings and actions are not reported */

	char error[PATH_MAX +
		   256]; /* "", or why it is unreadable or has no output */
	enum exitcode code;

	bool repaired;      /* repair: there is an output, or would be one */
	const char *output; /* its name, as far as it has one */
};

const char *outcome_verdict_name(int verdict);

void outcome_init(struct outcome *outcome, struct report *report,
		  const char *path);

/* Why there is no output, or no verdict; the report says it. */
void outcome_refuse(struct outcome *outcome, enum exitcode code,
		    const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* The same for failures of the environment, which stderr tells as well. */
void outcome_fail(struct outcome *outcome, enum exitcode code,
		  const char *format, ...)
	__attribute__((format(printf, 3, 4)));

void outcome_out_of_memory(struct outcome *outcome);

/*
 * A check with the options of the command line, for the first look at a file
 * or the second look at its repaired form.
 */
enum dfk_status outcome_open_check(const struct report *report,
				   const struct dfk_options *callbacks,
				   struct dfk_check **check);

/*
 * Reads `in` to its end and judges it; findings are reported as they come, and
 * messages go to `on_record`, which may be NULL.  `tee`, if not NULL, gets a
 * copy of the bytes; what it returns is 0 or an errno value.  Failures are left
 * in the outcome.
 */
void outcome_examine(struct outcome *outcome, struct input *in,
		     void (*on_record)(void *ctx,
				       const struct dfk_record *record),
		     int (*tee)(void *ctx, const void *bytes, size_t size),
		     void *ctx);

/*
 * Findings of a rule that the caps kept from being handed out; 0 for a rule
 * that is off.
 */
uint64_t outcome_more(const struct outcome *outcome, size_t rule);

/* A fact by name; false if the recording does not have it. */
bool outcome_fact(const struct outcome *outcome, const char *name,
		  struct dfk_fact *fact);

/* The text of a fact, or NULL. */
const char *outcome_fact_text(const struct outcome *outcome, const char *name);

/* A teehistorian file begins with 16 bytes that identify it. */
#define OUTCOME_HEADER_OFFSET 16

/* A finding that comes from this side; --rule holds for it like for others. */
void outcome_add(struct outcome *outcome, const char *rule, uint64_t offset,
		 const char *field, const char *found, const char *expected);

/* The file changed while it was read: whatever was found is not decided. */
void outcome_growing(struct outcome *outcome);

/* Why the verdict is "undecided". */
const char *outcome_undecided(const struct outcome *outcome);

/* The exit code that the findings make of it, for commands that only look. */
void outcome_judge(struct outcome *outcome);

void outcome_close(struct outcome *outcome);

#endif
