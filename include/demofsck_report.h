/* SPDX-License-Identifier: MIT */
/*
 * demofsck_report.h - reports on recordings, written as they are checked
 *
 *   dfk_report_open(&options, &report);
 *   for each file:
 *           dfk_report_start(report, path);
 *           dfk_open() ...; on_finding: dfk_report_finding(report, finding);
 *           dfk_report_file(report, &(struct dfk_report_file){ check });
 *   dfk_report_finish(report, exit_code);
 *   dfk_report_close(report);
 *
 * Reports are printable ASCII for any contents and names of files.  NDJSON needs bounded
 * memory; SARIF keeps about 300 bytes for each file, in lists of at most 256 MiB each,
 * and JUnit keeps at most 96 MiB.  A full list is DFK_NO_MEMORY.
 */
#ifndef DEMOFSCK_REPORT_H
#define DEMOFSCK_REPORT_H

#include "demofsck.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------ actions -- */

enum dfk_action_kind {
	DFK_ACTION_KEEP,
	DFK_ACTION_REPLACE,
	DFK_ACTION_INSERT,
	DFK_ACTION_DROP,
};

/*
 * One step of a repair.  All steps together cover each (decoded) byte of the input once
 * and each byte of the output once.  After them, bytes that could not be decoded are one
 * drop in DFK_SPACE_FILE.
 */
struct dfk_action {
	enum dfk_action_kind kind;
	enum dfk_space space; /* of offset and length */
	uint64_t offset, length;
	uint64_t out_offset, out_length;
	const unsigned char *inserted; /* out_length bytes; NULL: keep, drop */
	const struct dfk_rule *rule;   /* NULL: keep */
	uint64_t finding; /* number of the one it answers; DFK_NO_NUMBER: none,
	                     or its rule is off */
	bool lossy;
	int64_t tick;   /* the first of those that are lost with the bytes */
	uint64_t ticks; /* how many; 0: none that are known */
	const char *field; /* of the header, that gets another value; or NULL */
	char value[32];    /* that one */
};

DFK_API const char *dfk_action_name(enum dfk_action_kind kind); /* "drop" */

/*
 * Calls `visit` for each action of a finished check, in order, until it returns
 * false; returns what the last call did.  Without a plan there is no action.
 */
DFK_API bool
dfk_each_action(const struct dfk_check *check,
		bool (*visit)(void *ctx, const struct dfk_action *action),
		void *ctx);

/* ------------------------------------------------------------- report -- */

/* Schemas and meaning: docs/report.md. */
enum dfk_form {
	DFK_FORM_NDJSON = 0, /* one JSON object a line, demofsck.report/1 */
	DFK_FORM_SARIF = 1,  /* SARIF 2.1.0, one document */
	DFK_FORM_SARIF_GITHUB = 2, /* what GitHub's code scanning can show */
	DFK_FORM_JUNIT = 3,        /* XML for build servers: a file is a test */
	DFK_FORM_GATE = 4, /* for each file one line, demofsck.gate/1: may it
	                      come in?  docs/gate.md */
};

struct dfk_report_options {
	enum dfk_form form;
	const char *command; /* what is done with the files: "check" */
	const char *profile; /* by which they are judged; NULL: the default */
	bool payload;        /* records show what players wrote, too */
	bool redact; /* leave out what names people or servers, and what they
	                wrote; so also the bytes that a repair inserts */
	enum dfk_severity fail_on; /* JUnit: findings from here on are failures,
	                              gate: keep a file out; DFK_OFF: errors */

	/* Gets the report, in order; returns 0, or another number to stop. */
	int (*write)(void *ctx, const void *bytes, size_t size);
	void *ctx;
	struct dfk_allocator allocator; /* all NULL: malloc and free */
};

struct dfk_report;

/*
 * Starts a report.  `options` is copied, except `command` and `profile`, which must live
 * as long as the report.  DFK_NO_MEMORY, or DFK_BAD_ARGUMENT.
 */
DFK_API DFK_MUST_CHECK enum dfk_status
dfk_report_open(const struct dfk_report_options *options,
		struct dfk_report **report);
DFK_API void dfk_report_close(struct dfk_report *report);

/*
 * Each of these adds to the report.  All that comes after dfk_report_start() is
 * about the file of that name, until the next; `path` must live as long.  Any of
 * them returns DFK_WRITE_FAILED once `write` failed, and DFK_NO_MEMORY; the report
 * is not whole then.  DFK_BAD_STATE: `write` called it.
 */
DFK_API DFK_MUST_CHECK enum dfk_status
dfk_report_start(struct dfk_report *report, const char *path);
DFK_API DFK_MUST_CHECK enum dfk_status
dfk_report_finding(struct dfk_report *report,
		   const struct dfk_finding *finding);
DFK_API DFK_MUST_CHECK enum dfk_status
dfk_report_record(struct dfk_report *report, const struct dfk_record *record);
DFK_API DFK_MUST_CHECK enum dfk_status
dfk_report_item(struct dfk_report *report, const struct dfk_record *item);
DFK_API DFK_MUST_CHECK enum dfk_status
dfk_report_actions(struct dfk_report *report, const struct dfk_check *check);

enum dfk_outcome {
	DFK_OUTCOME_CHECKED = 0, /* nothing was to be written */
	DFK_OUTCOME_WRITTEN = 1, /* there is an output */
	DFK_OUTCOME_NOT_WRITTEN = 2,
};

struct dfk_report_file {
	const struct dfk_check *check; /* finished; NULL: it is unreadable */
	enum dfk_outcome outcome;
	const char *output; /* of a repair: its name, or NULL */
	const char *error;  /* why it is unreadable or has no output; or NULL */
	bool allowed;       /* known to be bad, and no failure */
	const struct dfk_check *written; /* of a repair: finished, of what was
	                                    written; or NULL */
};

/* The verdict.  The last call about a file.  DFK_BAD_STATE, also: a check is not
   finished. */
DFK_API DFK_MUST_CHECK enum dfk_status
dfk_report_file(struct dfk_report *report, const struct dfk_report_file *file);

/* The summary, with the exit code of the run.  The last call of a report. */
DFK_API DFK_MUST_CHECK enum dfk_status
dfk_report_finish(struct dfk_report *report, int exit_code);

/* Hands over what was written so far. */
DFK_API DFK_MUST_CHECK enum dfk_status
dfk_report_flush(struct dfk_report *report);

/*
 * Writes the rule table as a JSON array, one object a line.  DFK_WRITE_FAILED:
 * `write` did not return 0.
 */
DFK_API DFK_MUST_CHECK enum dfk_status
dfk_report_rules(int (*write)(void *ctx, const void *bytes, size_t size),
		 void *ctx);

/*
 * Is the file accepted?  Yes if it is valid, its contents were read, and it has no
 * finding of the severity `fail_on` or above; with DFK_OFF or DFK_ERROR, warnings and
 * notes do not matter.  Never before dfk_finish().  DFK_FORM_GATE gives the same answer,
 * except for files that are `allowed`.
 */
DFK_API bool dfk_gate_accepts(const struct dfk_check *check,
			      enum dfk_severity fail_on);

/* "title: field: found X, expected Y"; `buffer` has `size` bytes. */
DFK_API void dfk_finding_text(const struct dfk_finding *finding, char *buffer,
			      size_t size);

#ifdef __cplusplus
}
#endif

#endif
