/* SPDX-License-Identifier: MIT */
/*
 * report.h - the only way to report findings and the fixes that answer them
 *
 * A finding is a rule, a byte range and two short texts.  It is never allocated: it lives
 * while the callback runs.  The call that reports a defect also gives its fix, so that no
 * other code has to find the defect again.
 */
#ifndef VALIDATOR_CORE_REPORT_H
#define VALIDATOR_CORE_REPORT_H

#include <stdarg.h>

#include "validator/core/fix.h"
#include "validator/core/rule.h"

/* Findings beyond these numbers are counted, but not handed out. */
enum { REPORT_MAX_PER_RULE = 32, REPORT_MAX = 10000 };

/*
 * A part of the file that has offsets of its own.  A format that is embedded in another
 * format counts from the start of its part; the report adds the place of the part.
 *
 *   file   |......|======= map ========|......|
 *                 ^ off                         found at off + offset
 *
 *   file   |......|== chunk ==|...............|
 *                 |            \               found in the whole chunk,
 *   ints          | 0 | 1 | 2 | 3 | 4 | ...     and in one of these ints
 *
 * Decoded bytes cannot be edited:  `fix` is the fix of the whole part, given by the
 * format that embeds it.  A `sealed` part is never edited, because the file has a
 * checksum of it.  Findings of `soft` rules are expected in this part: a warning becomes
 * a note.  But if the caller makes such a rule an error, it stays an error.
 */
enum { PART_SOFT_RULES = 2 };

struct soft_rules {
	uint32_t n;
	enum rule_id rule[PART_SOFT_RULES];
};

struct part {
	const char *name;  /* "map", "chunk"; NULL: the file itself */
	uint64_t off, len; /* bytes of the file */
	bool decoded, sealed;
	bool bits;                 /* places in the part count bits */
	enum dfk_severity at_most; /* of findings in the part; DFK_OFF: any */
	struct soft_rules soft;
	struct span ints; /* of a chunk: the bytes of its packed ints; offsets
	                     in the part count 4 bytes for each int */
	bool other_ints;  /* the ints that are checked are not those of the file:
	                     each finding is about the whole part */
	struct fix fix;
};

/* A fix that was handed over, and the finding that it answers. */
struct said_fix {
	enum fix_kind kind; /* FIX_NONE: there was none */
	enum rule_id why;
	uint64_t finding;
};

struct tally {
	uint64_t errors, early_errors, warnings, notes;
};

/*
 * The collector of fixes.  While findings are held (report_hold.h), another collector
 * takes its place: then only `mend` and `ctx` change.  The first collector may set `full`
 * in the meantime.
 */
struct report_mender {
	void (*mend)(void *ctx, const struct fix *fix); /* or NULL */
	void *ctx;
	/* Is it sure that so many more fixes and inserted bytes reach no limit?  NULL:
	   there is no limit. */
	bool (*has_room)(const void *ctx, size_t fixes, size_t bytes);
	bool full;         /* further FIX_REPLACE are ignored */
	bool fix_warnings; /* fixes of warnings are carried out, too */
};

/* The effect of the fixes so far, also without a collector. */
struct repairs {
	/* The offset of the first error without a fix; for an empty range, of the byte
	   before it; or UINT64_MAX. */
	uint64_t unmended_off;
	/* Warnings with a fix that fix_warnings would carry out; counted without it. */
	uint64_t mendable_warnings;
	uint64_t drops; /* findings whose fix drops bytes */
};

/* The form of the input: how the bytes of the file become the bytes that offsets count.
   The session sets it before the format reads, and `behind` before the format closes. */
struct input_form {
	/* The program that decompresses the file; NULL: it is not compressed. */
	const char *decoder;
	/* The number of CRs that are left out before each LF, at most. */
	unsigned returns;
	/* The kind of file that begins after the end of the recording, such as "a gzip
	   member"; or empty. */
	char behind[48];
};

struct report {
	void (*emit)(void *ctx, const struct dfk_finding *finding);
	void *ctx;

	enum dfk_severity severity[RULE_COUNT]; /* overrides applied */
	uint64_t hits[RULE_COUNT];
	uint64_t errors, limit_hits;

	/* Severity shown to the user, and counts by it.  Only a profile makes it
	   differ from `severity`, by which parsers and repairs decide: so findings and
	   edits are the same in each profile. */
	enum dfk_severity judged[RULE_COUNT];
	struct tally tally;

	/* While findings are held (report_hold.h), `sure` is the tally without them. */
	struct {
		struct tally sure;
		bool on;
	} hold;

	uint64_t demoted;  /* errors that a part made warnings or notes */
	uint64_t findings; /* all, also findings that are not handed out */
	uint32_t emitted;

	struct report_mender mender;
	struct said_fix said; /* the fix of the last finding */
	struct repairs repairs;
	struct input_form input;

	/* The position of the parser; copied into each finding. */
	enum dfk_space space;
	struct part part;
	uint64_t record;
	int64_t tick;
};

/* The place and the fix of a finding; members left out are zero. */
struct site {
	uint64_t off, len;
	unsigned bit;         /* in a part of bits: the bit of the first byte */
	const char *path;     /* path of names inside the part, any bytes; NULL:
	                         none */
	const char *field;    /* NULL: none */
	const char *expected; /* NULL: none, or see WANTED */
	int32_t client;       /* client id + 1; 0: none */
	enum dfk_severity at_most; /* lowers the severity; DFK_OFF: does not */
	struct fix fix;            /* FIX_NONE: there is no repair */
};

/*
 * Separates the text of `found` from the text of `expected`, in one format:
 *
 *   report(r, id, &site, "%d" WANTED "at least %d", found, least);
 *
 * So no text is formatted for a finding that is not handed out.
 */
#define WANTED "\x1f"

void report_open(struct report *r);

/*
 * Enters a part inside the current part: further findings are about it.  Returns the
 * current part, for report_leave().  Inside a decoded part, offsets in the file are those
 * of the whole decoded part.
 */
struct part report_enter(struct report *r, const struct part *part);
void report_leave(struct report *r, const struct part *outer);

/* The offset in the file for an offset in the current part. */
uint64_t report_offset(const struct report *r, uint64_t offset);

/* The place of a site in the current part.  Packed ints have 1 to 5 bytes each: then
   *first is the index of the first int of the site, else -1. */
struct site report_place(const struct report *r, const struct site *site,
			 int64_t *first);

/*
 * Reports one finding; `format` is the text of `found`.  Returns the severity of the
 * finding, so that a parser knows whether it has to stop.
 */
enum dfk_severity report(struct report *r, enum rule_id id,
			 const struct site *site, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/*
 * How to report a finding of this rule without a fix of its own, and all further findings
 * of the rule in the same part.
 */
enum report_need {
	REPORT_EACH,  /* call report(): the finding is handed out */
	REPORT_NONE,  /* the rule is off */
	REPORT_COUNT, /* report_many() is enough */
	/* As REPORT_COUNT, but the fix of the part answers the finding.  If a finding in
	   this part was reported before, call report_renew(), too. */
	REPORT_RENEW
};

enum report_need report_need(struct report *r, enum rule_id id);

/* Counts n findings at once; off: offset of the first in the file. */
void report_many(struct report *r, enum rule_id id, uint64_t off, uint64_t n);

/*
 * After report_many(): the fix of the part answers this finding, the last in the part
 * with a fix.  The new call supersedes the call for an earlier finding, so findings in
 * between need no call.
 */
void report_renew(struct report *r, enum rule_id id, uint64_t number);

/* Are fixes for findings of this rule and severity carried out?  Fixes of warnings: only
   on request, or if the rule is SAFE. */
bool report_mends(const struct report *r, enum rule_id id,
		  enum dfk_severity severity);

/* Will the fix of the last finding be carried out? */
bool report_mended(const struct report *r);

/* After report_mended(): adds a further fix for the same finding. */
void report_also(struct report *r, const struct fix *fix);

/* As report(), for functions that wrap it. */
enum dfk_severity report_list(struct report *r, enum rule_id id,
			      const struct site *site, const char *format,
			      va_list arguments)
	__attribute__((format(printf, 4, 0)));

#endif
