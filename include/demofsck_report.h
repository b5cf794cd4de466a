/* SPDX-License-Identifier: MIT */
/*
 * demofsck_report.h - reports on recordings, written during their checks
 *
 *   dfk_report_open(&options, &report);
 *   for each file:
 *           dfk_report_start(report, path);
 *           dfk_open() ...; on_finding: dfk_report_finding(report, finding);
 *           dfk_report_file(report, &(struct dfk_report_file){ check });
 *   dfk_report_finish(report, exit_code);
 *   dfk_report_close(report);
 *
 * Reports are printable ASCII for any contents and names of files.  NDJSON needs a fixed
 * amount of memory.  SARIF keeps about 300 bytes for each file, in lists of at most 256
 * MiB each.  JUnit keeps at most 96 MiB.  A full list is DFK_NO_MEMORY.
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
 * One step of a repair.  All steps together cover each decoded byte of the input once,
 * and each byte of the output once.  If bytes could not be decoded, a last step in
 * DFK_SPACE_FILE drops these bytes.
 */
struct dfk_action {
	enum dfk_action_kind kind;
	enum dfk_space space; /* of offset and length */
	uint64_t offset, length;
	uint64_t out_offset, out_length;
	const unsigned char *inserted; /* out_length bytes; NULL: keep, drop */
	const struct dfk_rule *rule;   /* NULL: keep */
	uint64_t finding; /* number of the finding that this step removes;
	                     DFK_NO_NUMBER: no finding, or the rule of the
	                     finding is off */
	bool lossy;
	int64_t tick;   /* the first tick that is lost with the bytes */
	uint64_t ticks; /* number of lost ticks; 0: no lost ticks are known */
	const char *field; /* the field of the header that gets a new value;
	                      or NULL */
	char value[32];    /* the new value of the field */
};

DFK_API const char *dfk_action_name(enum dfk_action_kind kind); /* "drop" */

/*
 * Calls `visit` for each action of a finished check, in order, until `visit` returns
 * false.  Returns the result of the last call.  Without a repair there is no action.
 */
DFK_API bool
dfk_each_action(const struct dfk_check *check,
		bool (*visit)(void *ctx, const struct dfk_action *action),
		void *ctx);

/* ------------------------------------------------------------- report -- */

/* docs/report.md has the schemas and their meaning. */
enum dfk_form {
	DFK_FORM_NDJSON = 0, /* one JSON object a line, demofsck.report/1 */
	DFK_FORM_SARIF = 1,  /* SARIF 2.1.0, one document */
	DFK_FORM_SARIF_GITHUB = 2, /* only the parts that GitHub's code
	                              scanning can show */
	DFK_FORM_JUNIT = 3,        /* XML for build servers: a file is a test */
	DFK_FORM_GATE = 4, /* one line for each file, demofsck.gate/1: is the
	                      file accepted? docs/gate.md */
};

struct dfk_report_options {
	enum dfk_form form;
	const char *command; /* the command that runs, such as "check" */
	const char *profile; /* the profile that judges the files; NULL: the
	                        default */
	bool payload;        /* records also show what players wrote */
	bool redact; /* leave out names of people and servers, texts that
	                they wrote, and the bytes that a repair inserts */
	enum dfk_severity fail_on; /* findings of this severity or above are
	                              failures in JUnit, and make a gate
	                              refuse a file; DFK_OFF: only errors */

	/* Receives the report, in order.  Returns 0, or another number to stop. */
	int (*write)(void *ctx, const void *bytes, size_t size);
	void *ctx;
	struct dfk_allocator allocator; /* all NULL: malloc and free */
};

struct dfk_report;

/*
 * Starts a report.  `options` is copied.  `command` and `profile` are not copied, and
 * must live as long as the report.  Failures are DFK_NO_MEMORY and DFK_BAD_ARGUMENT.
 */
DFK_API DFK_MUST_CHECK enum dfk_status
dfk_report_open(const struct dfk_report_options *options,
		struct dfk_report **report);
DFK_API void dfk_report_close(struct dfk_report *report);

/*
 * Each of these functions adds to the report.  All calls after dfk_report_start() are
 * about the file `path`, up to the next dfk_report_start().  `path` must live until then.
 * Each function returns DFK_WRITE_FAILED after `write` has failed.  After
 * DFK_WRITE_FAILED or DFK_NO_MEMORY the report is incomplete.  DFK_BAD_STATE: `write`
 * called the function.
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
	DFK_OUTCOME_CHECKED = 0, /* nothing had to be written */
	DFK_OUTCOME_WRITTEN = 1, /* there is an output */
	DFK_OUTCOME_NOT_WRITTEN = 2,
};

struct dfk_report_file {
	const struct dfk_check *check; /* finished; NULL: the file is
	                                  unreadable */
	enum dfk_outcome outcome;
	const char *output; /* of a repair: the name of the output, or NULL */
	const char *error; /* the reason why the file is unreadable or has no
	                      output; or NULL */
	bool allowed; /* the file is known to be bad, which is no failure */
	bool omitted; /* the report leaves the file out, and only counts its
	                 verdict; dfk_report_start() was not called */
	const struct dfk_check *written; /* of a repair: the finished check
	                                    of the output; or NULL */
	const char *refused; /* the reason why a gate refuses the file,
	                        whatever its findings are; or NULL */
};

/* Writes the verdict, unless the file is `omitted`.  This is the last call about a file.
   DFK_BAD_STATE, also if a check is not finished. */
DFK_API DFK_MUST_CHECK enum dfk_status
dfk_report_file(struct dfk_report *report, const struct dfk_report_file *file);

/* Writes the summary, with the exit code of the run.  This is the last call for a
   report. */
DFK_API DFK_MUST_CHECK enum dfk_status
dfk_report_finish(struct dfk_report *report, int exit_code);

/* Passes everything that is in the buffer to `write`. */
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
 * Is the file accepted?  A file is accepted if it is valid, its contents were read, and
 * no finding has the severity `fail_on` or above.  With DFK_OFF or DFK_ERROR, warnings
 * and notes do not matter.  False before dfk_finish().  DFK_FORM_GATE gives the same
 * answer, except for files that are `allowed` or `refused`.
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
