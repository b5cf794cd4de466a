/* SPDX-License-Identifier: MIT */
/*
 * report.h - reports findings and their fixes; there is no other way
 *
 * A finding is a rule, a byte range and two short texts.  A finding exists only while the
 * callback runs, so no memory is allocated for it.  The call that reports a defect also
 * gives the fix.  So no other code must find the defect again.
 */
#ifndef VALIDATOR_CORE_REPORT_H
#define VALIDATOR_CORE_REPORT_H

#include <stdarg.h>

#include "validator/core/fix.h"
#include "validator/core/rule.h"

/* Further findings are counted, but not handed out. */
enum { REPORT_MAX_PER_RULE = 32, REPORT_MAX = 10000 };

/*
 * A part of the file that has its own offsets.  A format inside another format counts
 * offsets from the start of its part.  The report adds the offset of the part.
 *
 *   file   |......|======= map ========|......|
 *                 ^ off                         found at off + offset
 *
 *   file   |......|== chunk ==|...............|
 *                 |            \               found in the whole chunk,
 *   ints          | 0 | 1 | 2 | 3 | 4 | ...     and in one of these ints
 *
 * Decoded bytes cannot be edited.  So `fix` is the fix of the whole part, which the outer
 * format gives.  A `sealed` part is never edited, because the file has a checksum of this
 * part.  Findings of `soft` rules are expected in this part, so a warning becomes a note.
 * If the caller makes such a rule an error, the finding stays an error.
 */
enum { PART_SOFT_RULES = 2 };

struct soft_rules {
	uint32_t n;
	enum rule_id rule[PART_SOFT_RULES];
};

struct part {
	const char *name; /* "map", "chunk"; NULL: the part is the whole file */
	uint64_t off, len; /* in bytes of the file */
	bool decoded, sealed;
	bool bits;                 /* offsets in the part count bits */
	enum dfk_severity at_most; /* the highest severity of findings in the
	                              part; DFK_OFF: no limit */
	struct soft_rules soft;
	struct span ints; /* for a chunk: the bytes of its packed ints;
	                     offsets in the part count 4 bytes for each int */
	bool other_ints; /* the checked ints are not the ints of the file, so
	                    each finding is about the whole part */
	struct fix fix;
};

/* The fix that was handed over, and its finding. */
struct said_fix {
	enum fix_kind kind; /* FIX_NONE: there was no fix */
	enum rule_id why;
	uint64_t finding;
};

struct tally {
	uint64_t errors, early_errors, warnings, notes;
};

/*
 * Receives the fixes.  While findings are held (report_hold.h), another receiver takes
 * this place: only `mend` and `ctx` change then.  The first receiver may set `full` in
 * the meantime.
 */
struct report_mender {
	void (*mend)(void *ctx, const struct fix *fix); /* or NULL */
	void *ctx;
	/* Will so many further fixes and inserted bytes certainly reach no limit?  NULL:
	   there is no limit. */
	bool (*has_room)(const void *ctx, size_t fixes, size_t bytes);
	bool full;         /* ignore further FIX_REPLACE */
	bool fix_warnings; /* also carry out fixes of warnings */
};

/* The effect of the fixes so far.  These counts also work without a receiver of fixes. */
struct repairs {
	/* The offset of the first error without a fix, or UINT64_MAX.  For an empty
	   range, the offset of the byte before it. */
	uint64_t unmended_off;
	/* Number of warnings whose fix fix_warnings would carry out.  Counted if
	   fix_warnings is not set. */
	uint64_t mendable_warnings;
	uint64_t drops; /* number of findings whose fix drops bytes */
};

/* How the bytes of the file become the bytes that offsets count.  The session sets this
   before the format reads.  The session sets `behind` before the format closes. */
struct input_form {
	/* The program that decompresses the file.  NULL: the file is not compressed. */
	const char *decoder;
	/* The largest number of CRs that are left out before an LF. */
	unsigned returns;
	/* The kind of file that begins behind the recording, such as "a gzip member"; or
	   empty. */
	char behind[48];
};

struct report {
	void (*emit)(void *ctx, const struct dfk_finding *finding);
	void *ctx;

	/* Severities of the rules, with all changes by the caller. */
	enum dfk_severity severity[RULE_COUNT];
	uint64_t hits[RULE_COUNT];
	uint64_t errors, limit_hits;

	/* Severity shown to the user, and counts by it.  Only a profile makes it differ
	   from `severity`.  Parsers and repairs use only `severity`, so findings and
	   edits are the same in each profile. */
	enum dfk_severity judged[RULE_COUNT];
	struct tally tally;

	/* While findings are held (report_hold.h), `sure` has the counts without the
	   held findings. */
	struct {
		struct tally sure;
		bool on;
	} hold;

	uint64_t demoted; /* number of errors that became warnings or notes
	                     because of their part */
	uint64_t findings; /* number of all findings, also those not handed
	                      out */
	uint32_t emitted;

	struct report_mender mender;
	struct said_fix said; /* the fix of the last finding */
	struct repairs repairs;
	struct input_form input;

	/* The position of the parser, which is copied into each finding. */
	enum dfk_space space;
	struct part part;
	uint64_t record;
	int64_t tick;
};

/* The place and the fix of a finding.  Members that are not set are zero. */
struct site {
	uint64_t off, len;
	unsigned bit;         /* in a part of bits: the first bit in its byte */
	const char *path; /* path of names inside the part, which may have
	                     any bytes; NULL: no path */
	const char *field;    /* NULL: no field */
	const char *expected; /* NULL: no text, or see WANTED */
	int32_t client;       /* client id + 1; 0: no client */
	enum dfk_severity at_most; /* the highest severity of this finding;
	                              DFK_OFF: no limit */
	struct fix fix;            /* FIX_NONE: there is no repair */
};

/*
 * Separates the text of `found` from the text of `expected`, in one format:
 *
 *   report(r, id, &site, "%d" WANTED "at least %d", found, least);
 *
 * Both texts are in one format, so no text is formatted for a finding that is not handed
 * out.
 */
#define WANTED "\x1f"

void report_open(struct report *r);

/*
 * Enters a part inside the current part.  Further findings are about the new part.
 * Returns the current part, for report_leave().  Inside a decoded part, offsets in the
 * file are those of the whole decoded part.
 */
struct part report_enter(struct report *r, const struct part *part);
void report_leave(struct report *r, const struct part *outer);

/* Returns the offset in the file for an offset in the current part. */
uint64_t report_offset(const struct report *r, uint64_t offset);

/* Returns the place of a site in the current part.  In a part of packed ints, `first` is
   the index of the first int of the site, because packed ints have 1 to 5 bytes.  In
   other parts `first` is -1. */
struct site report_place(const struct report *r, const struct site *site,
			 int64_t *first);

/*
 * Reports one finding; `format` is the text of `found`.  Returns the severity of the
 * finding.  The parser uses the severity to decide whether it must stop.
 */
enum dfk_severity report(struct report *r, enum rule_id id,
			 const struct site *site, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/*
 * How to report a finding of this rule that has no fix of its own.  The answer also holds
 * for all further findings of the rule in the same part.
 */
enum report_need {
	REPORT_EACH,  /* call report(), because the finding is handed out */
	REPORT_NONE,  /* report nothing, because the rule is off */
	REPORT_COUNT, /* report_many() is enough */
	/* Like REPORT_COUNT, but the fix of the part removes the finding.  If a finding
	   in this part was reported before, also call report_renew(). */
	REPORT_RENEW
};

enum report_need report_need(struct report *r, enum rule_id id);

/* Counts n findings at once.  `off`: the offset of the first finding in the file. */
void report_many(struct report *r, enum rule_id id, uint64_t off, uint64_t n);

/*
 * Call this after report_many().  The fix of the part removes this finding, which is the
 * last finding in the part with a fix.  The new call replaces the call for an earlier
 * finding.  So findings between both calls need no call.
 */
void report_renew(struct report *r, enum rule_id id, uint64_t number);

/* Are fixes for findings of this rule and severity carried out?  Fixes of warnings are
   carried out only on request, or if the rule is SAFE. */
bool report_mends(const struct report *r, enum rule_id id,
		  enum dfk_severity severity);

/* Will the fix of the last finding be carried out? */
bool report_mended(const struct report *r);

/* After report_mended(): adds a further fix for the same finding. */
void report_also(struct report *r, const struct fix *fix);

/* Does the same as report(), for functions that call report(). */
enum dfk_severity report_list(struct report *r, enum rule_id id,
			      const struct site *site, const char *format,
			      va_list arguments)
	__attribute__((format(printf, 4, 0)));

#endif
