/* SPDX-License-Identifier: MIT */
/*
 * demofsck_tables.h - the words of libdemofsck: rules, limits, formats, verdicts
 *
 * demofsck.h includes this file.  All tables are constant.
 */
#ifndef DEMOFSCK_TABLES_H
#define DEMOFSCK_TABLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define DFK_API        __attribute__((visibility("default")))
#define DFK_MUST_CHECK __attribute__((warn_unused_result))
#else
#define DFK_API
#define DFK_MUST_CHECK
#endif

/* The result of a call.  Numbers never change. */
enum dfk_status {
	DFK_OK = 0,
	DFK_NO_MEMORY = 1, /* the allocator returned NULL; there is no
	                      verdict */
	DFK_BAD_ARGUMENT = 2,   /* an unknown name or a value out of range */
	DFK_BAD_STATE = 3, /* called at a wrong time: see the comment of the
	                      function */
	DFK_NOT_REPAIRABLE = 4, /* this file cannot be repaired at this level */
	DFK_CHANGED = 5, /* the repair got other bytes than the check before */
	DFK_WRITE_FAILED = 6,   /* the caller's write function failed */
	DFK_MALFORMED = 7,      /* the ints are not a snapshot or delta, or the bytes
	                      are not a saved finding or result */
};

enum dfk_severity {
	DFK_OFF = 0,     /* not reported (overrides only) */
	DFK_NOTE = 1,    /* worth knowing, but not a defect */
	DFK_WARNING = 2, /* readers lose nothing, but no current writer
	                    should write this */
	DFK_ERROR = 3,   /* a conforming reader rejects or misreads it */
};

/* The loss that a repair of a finding may cause. */
enum dfk_repair_class {
	DFK_REPAIR_NONE = 0,  /* the finding is only reported */
	DFK_REPAIR_SAFE = 1,  /* usually nothing is lost */
	DFK_REPAIR_LOSSY = 2, /* the repair drops bytes that cannot be
	                         understood */
};

/* What a reader must understand to notice the defect of a rule. */
enum dfk_reader_level {
	DFK_READER_FRAMING = 0, /* where each record begins and ends */
	DFK_READER_STATE = 1, /* whether a record fits the records before it */
	DFK_READER_CONTENT = 2, /* the values inside a record */
};

enum dfk_verdict {
	DFK_VALID = 0,        /* no finding of severity ERROR */
	DFK_TRUNCATED = 1, /* all errors are about an early end of the file */
	DFK_DAMAGED = 2,      /* there is another error */
	DFK_UNSUPPORTED = 3, /* the format is recognized, but this version is
	                        not checked */
	DFK_UNRECOGNIZED = 4, /* the file has none of the known formats */
	DFK_UNDECIDED = 5,    /* a limit was reached */
};

enum dfk_repairable {
	DFK_REPAIRABLE_NO = 0,
	DFK_REPAIRABLE_NOT_NEEDED = 1, /* nothing to do, the output equals
	                                  the input */
	DFK_REPAIRABLE_LOSSLESS = 2,
	DFK_REPAIRABLE_LOSSY = 3,
};

/* The bytes that an offset counts. */
enum dfk_space {
	DFK_SPACE_FILE = 0,    /* the bytes given to dfk_feed() */
	DFK_SPACE_DECODED = 1, /* the bytes after decompression, or before a
	                          transfer as text */
};

/* One row of the rule table.  Ids never change and are never used again. */
struct dfk_rule {
	const char *id;     /* "teehistorian.missing_finish" */
	const char *format; /* "teehistorian" */
	const char *name;   /* "missing_finish" */
	enum dfk_severity severity;
	enum dfk_reader_level level;
	enum dfk_repair_class repair;
	bool stops_early; /* the rule is about an early end of the file, and
	                     is an ERROR */
	bool fatal; /* reading stops at such a finding, so the rule stays an
	               error */
	const char *spec; /* section of the format's SPEC.md */
	const char *title, *why;
};

DFK_API size_t dfk_rule_count(void);
/* NULL: no such rule. */
DFK_API const struct dfk_rule *dfk_rule_at(size_t index);
/* NULL: no such rule. */
DFK_API const struct dfk_rule *dfk_rule_find(const char *id);

/* One limit and its default. */
struct dfk_limit {
	const char *name; /* "header_bytes"; its rule is "limit.header_bytes" */
	const char *unit; /* "bytes", "levels", "keys", "names", "steps", "edits" */
	uint64_t value;   /* default */
	uint64_t maximum; /* the largest value that can be set */
	const char *why;
};

DFK_API size_t dfk_limit_count(void);
DFK_API const struct dfk_limit *dfk_limit_at(size_t index);

/* A format that is checked, in the order of the registry. */
struct dfk_format {
	const char *id;         /* "teehistorian" */
	const char *title;      /* "DDNet teehistorian log" */
	const char *extensions; /* ".teehistorian", blank-separated */
	const char *record;     /* the name of one record: "message" */
};

DFK_API size_t dfk_format_count(void);
DFK_API const struct dfk_format *dfk_format_at(size_t index);

/* The version, such as "0.2.0", and a number that changes with the rule set. */
DFK_API const char *dfk_version(void);
DFK_API unsigned dfk_ruleset(void);

/* Lower-case words for reports: "warning", "truncated", "lossy", ... */
DFK_API const char *dfk_severity_name(enum dfk_severity severity);
DFK_API const char *dfk_verdict_name(enum dfk_verdict verdict);
DFK_API const char *dfk_repair_class_name(enum dfk_repair_class repair);
DFK_API const char *dfk_reader_level_name(enum dfk_reader_level level);
DFK_API const char *dfk_repairable_name(enum dfk_repairable repairable);
DFK_API const char *dfk_space_name(enum dfk_space space);
DFK_API const char *dfk_status_text(enum dfk_status status);

#ifdef __cplusplus
}
#endif

#endif
