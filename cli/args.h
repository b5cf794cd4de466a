/* SPDX-License-Identifier: MIT */
/* args.h - what a run was asked to do */
#ifndef CLI_ARGS_H
#define CLI_ARGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/exitcode.h"
#include "cli/read/allowed.h"
#include "include/demofsck_profile.h"

/* Bits: an option names all commands that it belongs to. */
enum args_command {
	ARGS_CHECK = 1,
	ARGS_REPAIR = 2,
	ARGS_INFO = 4,
	ARGS_INSPECT = 8,
	ARGS_RULES = 16,
	ARGS_EXPLAIN = 32,
};

enum args_format {
	ARGS_TEXT,
	ARGS_NDJSON,
	ARGS_SARIF,
	ARGS_SARIF_GITHUB,
	ARGS_JUNIT,
	ARGS_GATE,     /* of check --gate */
	ARGS_JSON,     /* of rules */
	ARGS_MARKDOWN, /* of rules */
};

enum args_when { ARGS_AUTO, ARGS_ALWAYS, ARGS_NEVER };

enum args_loss { ARGS_LOSS_ANY, ARGS_LOSS_BYTES, ARGS_LOSS_PERCENT };

struct args {
	const struct args_entry *command;

	char **inputs; /* all that are not options, in order */
	size_t n_inputs;
	const char *files0_from;

	enum args_format format; /* on standard output */
	struct args_report {
		enum args_format format;
		const char *path;
	} * reports;
	size_t n_reports;
	enum args_when color, progress;
	bool quiet, verbose, exit_zero, help;
	enum dfk_severity fail_on; /* DFK_OFF: never */
	bool has_fail_on;
	bool config_profile; /* --config names another profile than the first one */
	const struct dfk_profile *profile; /* NULL: the first one */

	const char *as; /* for dfk_open() */
	enum dfk_protocol protocol;
	bool has_protocol;
	const char *base_path;
	struct dfk_snapshot
		*base; /* its contents, once given_read_base() was called */
	bool no_hash, fix_warnings;
	enum dfk_level level;
	enum dfk_depth depth;
	struct args_limit {
		const char *name;
		uint64_t value;
	} * limits;
	size_t n_limits;
	struct args_rule {
		const struct dfk_rule *rule;
		enum dfk_severity severity;
	} * rules;
	size_t n_rules;
	/* The last so many of them are from the command line; see config.h. */
	size_t own_limits, own_rules;

	const char *config_path;
	char **allow_files; /* each is to be freed */
	size_t n_allow_files;
	struct allowed allowed; /* what is in them, after config_read() */

	const char *map_path; /* check, repair */
	struct dfk_map *map;  /* its contents, once given_read_map() was called */
	unsigned char *map_bytes;
	struct dfk_known_maps *known_maps;
	bool payload; /* inspect */
	bool gate;    /* check */
	bool redact;

	const char *output, *directory, *suffix; /* repair: one of them */
	bool dry_run, force, recompress;
	enum args_loss max_loss;
	uint64_t max_loss_bytes;
	double max_loss_percent;
};

/* One command: a row of the table in main.c. */
struct args_entry {
	enum args_command bit;
	const char *name, *operands, *summary;
	enum exitcode (*run)(const struct args *args);
};

/* The profile in force. */
const struct dfk_profile *args_profile(const struct args *args);

/* Severity of a rule in the profile, or after --rule. */
enum dfk_severity args_severity(const struct args *args,
				const struct dfk_rule *rule);

/* Are there lines for notes?  One that decides the exit code is always shown. */
bool args_shows_notes(const struct args *args);

/* Value of a limit after --limit. */
uint64_t args_limit_value(const struct args *args, const char *name);

/* The files that options name, by number; *path is NULL if that option is not given.
   False: there are no more. */
bool args_file(const struct args *args, size_t at, const char **path);

void args_free(struct args *args);

#endif
