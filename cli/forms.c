/* SPDX-License-Identifier: MIT */
/* forms.c - text, NDJSON, SARIF or JUnit, and where they go */
#include "cli/forms.h"

#include <stdio.h>
#include <string.h>

#include "cli/report/text.h"

#define JUDGING (ARGS_CHECK | ARGS_REPAIR)
#define READING (JUDGING | ARGS_INFO | ARGS_INSPECT)

/* A form whose name begins another one comes after it. */
static const struct form_row {
	const char *name;
	enum args_format format;
	unsigned commands;
} rows[] = {
	{ "text", ARGS_TEXT, READING },
	{ "ndjson", ARGS_NDJSON, READING },
	{ "sarif:github", ARGS_SARIF_GITHUB, JUDGING },
	{ "sarif", ARGS_SARIF, JUDGING },
	{ "junit", ARGS_JUNIT, JUDGING },
};

#define N_ROWS (sizeof(rows) / sizeof(rows[0]))

static bool
is_possible(const struct args *args, const struct form_row *row)
{
	return (row->commands & (unsigned)args->command->bit) != 0;
}

static bool
refuse(const struct args *args, const char *option, const char *value)
{
	char known[64] = "";

	for (size_t i = 0; i < N_ROWS; i++) {
		const size_t length = strlen(known);

		if (is_possible(args, &rows[i]))
			snprintf(known + length, sizeof(known) - length, "%s%s",
				 length > 0 ? ", " : "", rows[i].name);
	}
	text_complain(option, "'%s' is not one of %s", value, known);
	return false;
}

bool
forms_read(struct args *args, const char *value)
{
	for (size_t i = 0; i < N_ROWS; i++) {
		if (is_possible(args, &rows[i]) &&
		    strcmp(rows[i].name, value) == 0) {
			args->format = rows[i].format;
			return true;
		}
	}
	return refuse(args, "--format", value);
}

bool
forms_add_report(struct args *args, const char *value)
{
	for (size_t i = 0; i < N_ROWS; i++) {
		const size_t length = strlen(rows[i].name);

		if (!is_possible(args, &rows[i]) ||
		    strncmp(rows[i].name, value, length) != 0 ||
		    value[length] != ':')
			continue;
		if (value[length + 1] == '\0') {
			text_complain("--report", "'%s' names no file", value);
			return false;
		}
		if (strcmp(value + length + 1, "-") == 0) {
			text_complain("--report",
				      "'%s' would be a file named -; standard "
				      "output is that of --format=%s",
				      value, rows[i].name);
			return false;
		}
		args->reports[args->n_reports++] = (struct args_report){
			rows[i].format, value + length + 1
		};
		return true;
	}
	if (strchr(value, ':') == NULL) {
		text_complain("--report", "'%s' is not FORM:PATH", value);
		return false;
	}
	return refuse(args, "--report", value);
}
