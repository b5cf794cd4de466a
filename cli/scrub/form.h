/* SPDX-License-Identifier: MIT */
/* form.h - the forms in which a database is printed */
#ifndef CLI_SCRUB_FORM_H
#define CLI_SCRUB_FORM_H

#include <stdio.h>

#include "cli/scrub/view.h"

/* Errors of the file are found later.  False: the database cannot be read, and a message
   was printed. */
struct scrub_form {
	const char *head; /* the first bytes in every version of the form */
	bool (*print)(FILE *out, const struct scrub_view *view);
};

extern const struct scrub_form scrub_form_text, scrub_form_ndjson,
	scrub_form_csv, scrub_form_html;

#endif
