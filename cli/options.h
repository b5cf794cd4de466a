/* SPDX-License-Identifier: MIT */
/* options.h - the options, their values, and the text of --help */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "cli/args.h"

enum options_id {
	OPTIONS_ACCEPT,
	OPTIONS_AGAIN,
	OPTIONS_ALL,
	OPTIONS_ALLOW_FILE,
	OPTIONS_AS,
	OPTIONS_BASE,
	OPTIONS_COLOR,
	OPTIONS_CONFIG,
	OPTIONS_DB,
	OPTIONS_DEPTH,
	OPTIONS_DIRECTORY,
	OPTIONS_DRY_RUN,
	OPTIONS_EXCLUDE,
	OPTIONS_EXIT_ZERO,
	OPTIONS_FAIL_ON,
	OPTIONS_FILES0_FROM,
	OPTIONS_FIX_WARNINGS,
	OPTIONS_RECOMPRESS,
	OPTIONS_FOR,
	OPTIONS_FORCE,
	OPTIONS_FORMAT,
	OPTIONS_GATE,
	OPTIONS_HELP,
	OPTIONS_IN_PLACE,
	OPTIONS_JOBS,
	OPTIONS_LEVEL,
	OPTIONS_LIMIT,
	OPTIONS_MAP,
	OPTIONS_MAX_LOSS,
	OPTIONS_MERGE,
	OPTIONS_NO_HASH,
	OPTIONS_ONLY,
	OPTIONS_ONLY_REPAIRED,
	OPTIONS_OUTPUT,
	OPTIONS_PAYLOAD,
	OPTIONS_PRINT,
	OPTIONS_PROFILE,
	OPTIONS_PROGRESS,
	OPTIONS_PROTOCOL,
	OPTIONS_QUIET,
	OPTIONS_REDACT,
	OPTIONS_REPORT,
	OPTIONS_ROOT_NAME,
	OPTIONS_RULE,
	OPTIONS_RULES_FORMAT,
	OPTIONS_SANDBOX,
	OPTIONS_SHARD,
	OPTIONS_SINCE,
	OPTIONS_STRIP,
	OPTIONS_SVG,
	OPTIONS_TIMEOUT,
	OPTIONS_VERBOSE,
};

/* The parts of the text of --help, in their order. */
enum options_group {
	OPTIONS_IN_INPUT,
	OPTIONS_IN_JUDGING,
	OPTIONS_IN_REPAIR,
	OPTIONS_IN_OUTPUT,
	OPTIONS_IN_REPORT,
	OPTIONS_IN_DATABASE,
	OPTIONS_IN_RUNNING,
};

struct options_row {
	enum options_id id;
	char letter; /* 0: the option has no letter */
	const char *name;
	const char *value; /* NULL: the option has no value; "[...": the
	                      value is optional */
	unsigned commands;
	enum options_group group;
	const char *help;
	const char *const *words; /* all possible values, and NULL; or NULL: the
	                             value is no word of a list */
};

/* Returns the option of this command that follows in the table, or NULL.  `after`: NULL
   for the first option. */
const struct options_row *options_next(const struct args_entry *command,
				       const struct options_row *after);

/* Returns a form of the report that this command can write, or NULL. */
const char *options_form(const struct args_entry *command, size_t index);

/* Returns the option of this command with this name, or with this letter if `name` is
   NULL. */
const struct options_row *options_find(const struct args *args, char letter,
				       const char *name, size_t length);

/* Returns the option of this command with the nearest name, or NULL. */
const char *options_nearest(const struct args *args, const char *name,
			    size_t length);

/* Returns the message about an option that this command does not have. */
const char *options_unknown(char letter, const char *name, size_t length);

/* Reads a value into `args`.  False: a line was printed on stderr. */
bool options_apply(struct args *args, const struct options_row *row,
		   char *value);

void options_help(FILE *out, const struct args_entry *command);

#endif
