/* SPDX-License-Identifier: MIT */
/* writer.h - a report that is being written, and the forms it can have */
#ifndef API_WRITER_WRITER_H
#define API_WRITER_WRITER_H

#include "api/handles.h"
#include "api/writer/jsonout.h"
#include "include/demofsck_report.h"

/* The library has no verdict "unreadable", so this number follows the last verdict. */
enum {
	WRITER_UNREADABLE = DFK_UNDECIDED + 1,
	WRITER_VERDICTS = WRITER_UNREADABLE + 1,
};

struct dfk_report {
	struct dfk_report_options options;
	const struct form *form;
	void *state; /* state of the form, form->state_size bytes */
	struct jsonout json;
	const char *path; /* path of the current file */
	bool begun;
	enum dfk_status status; /* the first failure, or DFK_OK */
	uint64_t files[WRITER_VERDICTS], allowed, omitted;
};

/* Writes each part of a report; members that are NULL write nothing. */
struct form {
	size_t state_size;
	void (*open)(struct dfk_report *report);
	void (*close)(struct dfk_report *report);
	void (*begin)(struct dfk_report *report);
	void (*start)(struct dfk_report *report);
	void (*finding)(struct dfk_report *report,
			const struct dfk_finding *finding);
	void (*record)(struct dfk_report *report,
		       const struct dfk_record *record);
	void (*item)(struct dfk_report *report, const struct dfk_record *item);
	void (*action)(struct dfk_report *report,
		       const struct dfk_action *action);
	void (*file)(struct dfk_report *report,
		     const struct dfk_report_file *file);
	void (*finish)(struct dfk_report *report, int exit_code);
};

extern const struct form ndjson_form, sarif_form, junit_form, gate_form;

/* words.c */
/* The reason why a file has no verdict; NULL: it has a verdict. */
const char *writer_no_verdict(const struct dfk_report_file *file);

/* The reason why a file without an error counts as a failure, or NULL. */
const char *writer_unchecked(const struct dfk_report_file *file);

/* The verdict of a file, or "unreadable". */
const char *writer_verdict(unsigned verdict);

#endif
