/* SPDX-License-Identifier: MIT */
/*
 * report.h - the one door for findings, and for the fixes that answer them
 *
 * A finding is a rule, a byte range and two short texts.  It is never an
 * allocation: it lives while the callback runs.  Whoever reports a defect says
 * in the same call what mends it; nobody looks for it a second time.
 */
#ifndef VALIDATOR_CORE_REPORT_H
#define VALIDATOR_CORE_REPORT_H

#include <stdarg.h>

#include "validator/core/fix.h"
#include "validator/core/rule.h"

/* Beyond these a finding is counted but not handed out. */
enum { REPORT_MAX_PER_RULE = 32, REPORT_MAX = 10000 };

struct report {
	void (*emit)(void *ctx, const struct dfk_finding *finding);
	void *ctx;

	enum dfk_severity severity[RULE_COUNT]; /* overrides applied */
	uint64_t hits[RULE_COUNT];
	uint64_t errors, warnings, notes;
	uint64_t early_errors, limit_hits;
	uint64_t unmended; /* errors that came without a fix */
	uint64_t findings; /* all, also those that are not handed out */
	uint32_t emitted;

	/* Who collects the fixes, and whether those of warnings count. */
	void (*mend)(void *ctx, const struct fix *fix);
	void *mender;
	bool fix_warnings;
	struct fix said; /* the fix of the last finding; FIX_NONE: none */

	/* Where the parser stands; copied into each finding. */
	enum dfk_space space;
	uint64_t record;
	int64_t tick;
};

/* What a finding is about; members left out are zero. */
struct site {
	uint64_t off, len;
	const char *field;         /* NULL: none */
	const char *expected;      /* NULL: nothing to say, or see WANTED */
	int32_t client;            /* client id + 1; 0: none */
	enum dfk_severity at_most; /* lowers the severity, DFK_OFF: does not */
	bool inside; /* "stops early" is about a part, not about the file */
	const char *prefix; /* of what was found; NULL: none */
	struct fix fix;     /* FIX_NONE: nothing mends it */
};

/*
 * Between what was found and what was expected, in one format:
 *
 *   report(r, id, &site, "%d" WANTED "at least %d", found, least);
 *
 * So neither is formatted for a finding that is not handed out.
 */
#define WANTED "\x1f"

void report_open(struct report *r);

/*
 * Reports one finding; the format says what was found.  Returns the severity
 * it was reported with, so that a parser knows whether it has to stop.
 */
enum dfk_severity report(struct report *r, enum rule_id id,
			 const struct site *site, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* Is a fix for findings of this rule and severity to be carried out?  Of what
   is no error only on request, or if nothing is lost. */
bool report_mends(const struct report *r, enum rule_id id,
		  enum dfk_severity severity);

/* Will the fix of the last finding be carried out? */
bool report_mended(const struct report *r);

/* If so: a further fix that belongs to the same finding. */
void report_also(struct report *r, const struct fix *fix);

/* The same as report(), for functions that add to it. */
enum dfk_severity report_list(struct report *r, enum rule_id id,
			      const struct site *site, const char *format,
			      va_list arguments)
	__attribute__((format(printf, 4, 0)));

#endif
