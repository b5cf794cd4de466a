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

/*
 * A part of the file that has offsets of its own.  A format that is embedded in
 * another counts from the start of its part; the report says where that is.
 *
 *   file   |......|======= map ========|......|
 *                 ^ off                         found at off + offset
 *
 *   file   |......|== chunk ==|...............|
 *                 |            \               found in all of the chunk
 *   ints          | 0 | 1 | 2 | 3 | 4 | ...     and there in one of these
 *
 * What is decoded from a piece of the file cannot be mended there: `fix` is
 * what whoever embeds it does with the whole piece.  A piece of which the file
 * holds a sum stays as it is: it is `sealed`.  Some rules may be `soft` in it:
 * what they find there is expected, and a warning no more than a note.  If the
 * caller makes it an error, it is one, as it may be elsewhere after a repair.
 */
enum { PART_SOFT_RULES = 2 };

struct soft_rules {
	uint32_t n;
	enum rule_id rule[PART_SOFT_RULES];
};

struct part {
	const char *name;  /* "map", "chunk"; NULL: the file itself */
	uint64_t off, len; /* of the piece of the file */
	bool decoded, sealed;
	bool bits;                 /* places in it are those of bits */
	enum dfk_severity at_most; /* of findings in it; DFK_OFF: any */
	struct soft_rules soft;
	struct span ints; /* of a chunk: the bytes that hold the ints, whose
	                     offsets count 4 bytes each */
	bool other_ints;  /* other ones are judged: no place in them is one in
	                     the file, and findings are about all of it */
	struct fix fix;
};

/* A fix that was handed over, and what it answers. */
struct said_fix {
	enum fix_kind kind; /* FIX_NONE: there was none */
	enum rule_id why;
	uint64_t finding;
};

struct tally {
	uint64_t errors, early_errors, warnings, notes;
};

/*
 * Who collects the fixes.  While findings are held (report_hold.h) another one does: only
 * `mend` and `ctx` change then, and those who collect them afterwards set `full` all the
 * same.
 */
struct report_mender {
	void (*mend)(void *ctx, const struct fix *fix); /* or NULL */
	void *ctx;
	/* Are so many fixes, which insert so many bytes, sure to bring it to no limit?
	   NULL: it has none. */
	bool (*has_room)(const void *ctx, size_t fixes, size_t bytes);
	bool full;         /* it would forget any further FIX_REPLACE */
	bool fix_warnings; /* those of warnings count, too */
};

/* What the fixes answered so far, whether somebody collects them or not. */
struct repairs {
	/* Of the first error that came without a fix, or of the byte before it, if it
	   is of no bytes; or UINT64_MAX. */
	uint64_t unmended_off;
	/* Warnings that would be mended with fix_warnings; counted without it. */
	uint64_t mendable_warnings;
	uint64_t drops; /* findings whose fix was to drop something */
};

/* How the bytes that offsets count are made of those of the file, and what follows
   them.  The session sets it before the format reads, and `behind` before it closes. */
struct input_form {
	/* The program that decompresses the file; NULL: it is not compressed. */
	const char *decoder;
	/* CRs before each LF that are left out then, at most. */
	unsigned returns;
	/* Of the bytes behind the end that a format found: "a gzip member", if such a
	   file begins there; or empty. */
	char behind[48];
};

struct report {
	void (*emit)(void *ctx, const struct dfk_finding *finding);
	void *ctx;

	enum dfk_severity severity[RULE_COUNT]; /* overrides applied */
	uint64_t hits[RULE_COUNT];
	uint64_t errors, limit_hits;

	/* Severity shown to the user, and counts by it.  Only a profile
	   makes it differ from what readers and repairs go by, which is above:
	   so they find and do the same in each. */
	enum dfk_severity judged[RULE_COUNT];
	struct tally tally;

	/* While the last findings may be taken back (report_hold.h), `sure` is the
	   tally without them. */
	struct {
		struct tally sure;
		bool on;
	} hold;

	uint64_t demoted;  /* errors of parts that are at most something else */
	uint64_t findings; /* all, also those that are not handed out */
	uint32_t emitted;

	struct report_mender mender;
	struct said_fix said; /* the fix of the last finding */
	struct repairs repairs;
	struct input_form input;

	/* Where the parser is; copied into each finding. */
	enum dfk_space space;
	struct part part;
	uint64_t record;
	int64_t tick;
};

/* What a finding is about; members left out are zero. */
struct site {
	uint64_t off, len;
	unsigned bit;         /* of a part of bits: which of the first byte */
	const char *path;     /* what in the part it is in, of any bytes; NULL:
	                         none */
	const char *field;    /* NULL: none */
	const char *expected; /* NULL: nothing to say, or see WANTED */
	int32_t client;       /* client id + 1; 0: none */
	enum dfk_severity at_most; /* lowers the severity, DFK_OFF: does not */
	struct fix fix;            /* FIX_NONE: nothing mends it */
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
 * What follows is about a part of the part at hand; returns that one, for
 * report_leave().  A part of one that is decoded is found in all of it, too.
 */
struct part report_enter(struct report *r, const struct part *part);
void report_leave(struct report *r, const struct part *outer);

/* The offset in the file that an offset in the part at hand stands for. */
uint64_t report_offset(const struct report *r, uint64_t offset);

/* Where that is in the part at hand.  Ints that are packed have 1 to 5 bytes each;
   *first is then the index of the first one, else -1. */
struct site report_place(const struct report *r, const struct site *site,
			 int64_t *first);

/*
 * Reports one finding; the format says what was found.  Returns the severity
 * it was reported with, so that a parser knows whether it has to stop.
 */
enum dfk_severity report(struct report *r, enum rule_id id,
			 const struct site *site, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/*
 * What is to be done with a finding of this rule, which has no fix of its own, and
 * with each one after it in the same part?
 */
enum report_need {
	REPORT_EACH,  /* it is handed out: report it */
	REPORT_NONE,  /* it is off */
	REPORT_COUNT, /* report_many() is enough */
	/* The same; but the fix of the part answers it.  If one in the part was
	   reported before, report_renew() says it again. */
	REPORT_RENEW
};

enum report_need report_need(struct report *r, enum rule_id id);

/* Then: n of them at once, the first one in the file at that offset. */
void report_many(struct report *r, enum rule_id id, uint64_t off, uint64_t n);

/*
 * After that: the fix of the part answers the finding of that number, which is the
 * last one that it mends.  What said it before is superseded, so it need not be said
 * for those in between.
 */
void report_renew(struct report *r, enum rule_id id, uint64_t number);

/* Is a fix for findings of this rule and severity to be carried out?  If it is
   not an error: only on request, or if nothing is lost. */
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
