/* SPDX-License-Identifier: MIT */
/* forms.h - the values of --format and --report */
#ifndef CLI_FORMS_H
#define CLI_FORMS_H

#include "cli/args.h"

/* Reads the form that --format names; false: complained. */
bool forms_read(struct args *args, const char *value);

/* Adds the report that --report=FORM:PATH names; false: complained. */
bool forms_add_report(struct args *args, const char *value);

#endif
