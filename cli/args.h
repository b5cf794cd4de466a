/* SPDX-License-Identifier: MIT */
/* args.h - the arguments of a run */
#ifndef CLI_ARGS_H
#define CLI_ARGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/exitcode.h"
#include "cli/read/allowed.h"
#include "cli/work/sandbox.h"
#include "include/demofsck_profile.h"

/* Bits, because an option names all commands that have this option. */
enum args_command {
	ARGS_CHECK = 1,
	ARGS_REPAIR = 2,
	ARGS_INFO = 4,
	ARGS_INSPECT = 8,
	ARGS_RULES = 16,
	ARGS_EXPLAIN = 32,
	ARGS_SCRUB = 64,
};

enum args_format {
	ARGS_TEXT,
	ARGS_NDJSON,
	ARGS_SARIF,
	ARGS_SARIF_GITHUB,
	ARGS_JUNIT,
	ARGS_CSV,
	ARGS_GATE,     /* for check --gate only */
	ARGS_JSON,     /* for the command rules only */
	ARGS_MARKDOWN, /* for the command rules only */
	ARGS_MAN,      /* for the command rules only */
};

enum args_when { ARGS_AUTO, ARGS_ALWAYS, ARGS_NEVER };

/* The inputs.  The command line sets all members except four.  `base`, `map` and
   `map_bytes` are NULL until given.c has read the files that `base_path` and `map_path`
   name. main.c opens `known_maps`, which is NULL if there is no memory. */
struct args_what {
	char **inputs; /* all words that are not options, in order */
	size_t n_inputs;
	const char *files0_from; /* the file with the list of inputs; NULL:
	                            the inputs are on the command line */

	char **excludes; /* the patterns of --exclude */
	size_t n_excludes;
	bool all; /* also search originals that --in-place kept */

	const char *as; /* for dfk_open() */
	const char *base_path, *map_path;
	struct dfk_snapshot *base;
	struct dfk_map *map;
	unsigned char *map_bytes; /* the bytes of `map` */
	struct dfk_known_maps *known_maps;
	enum dfk_protocol protocol;
	bool has_protocol;
};

/* Rules whose severity differs from the profile.  If a rule is in the list twice, the
   last entry counts.  The last `own` of `n` entries are from the command line; see
   config.h. */
struct args_rules {
	struct args_rule {
		const struct dfk_rule *rule;
		enum dfk_severity severity;
	} * at;
	size_t n, own;
};

/* Limits whose value differs from the default.  The last entries are from the command
   line, as in args_rules. */
struct args_limits {
	struct args_limit {
		const char *name;
		uint64_t value;
	} * at;
	size_t n, own;
};

/* The lists of allowed files, whose findings do not count.  config_read() reads the
   digests from the n lists. */
struct args_allow {
	char **files; /* free each name */
	size_t n;
	struct allowed digests;
};

/* The largest allowed loss of a repair: `unit` selects one of both numbers. */
struct args_max_loss {
	enum { ARGS_LOSS_ANY, ARGS_LOSS_BYTES, ARGS_LOSS_PERCENT } unit;
	uint64_t bytes;
	double percent;
};

/* The policy.  config_read() adds the rules, limits and lists from the file of --config.
   If the command line does not set the profile and `fail_on`, config_read() sets both. */
struct args_how {
	const char *config_path;
	const struct dfk_profile *profile; /* NULL: the first profile */
	struct args_rules rules;
	struct args_limits limits;
	struct args_allow allow;
	struct args_max_loss max_loss; /* for repair */
	enum dfk_level level;
	enum dfk_depth depth;
	enum sandbox_mode sandbox;
	enum dfk_severity fail_on; /* DFK_OFF: never */
	bool has_fail_on;
	bool config_profile; /* --config names another profile than the first
	                        profile */
	bool exit_zero, no_hash, fix_warnings;
	bool gate; /* for check */
	unsigned accept; /* for the gate: bit i is the format dfk_format_at(i);
	                    0: all formats */
	size_t jobs; /* for check and repair: number of files that are read
	                at the same time; 0: as many as processors, if there
	                are several inputs */
	int64_t timeout_ms; /* time for one file, or 0 */
};

/* The outputs and reports.  At most one of `output`, `directory` and `suffix` is set,
   and only for a repair.  With --gate, `format` is ARGS_GATE and there are no reports. */
struct args_out {
	struct args_report {
		enum args_format format;
		const char *path;
	} * reports;
	size_t n_reports;
	enum args_format format; /* format of the report on standard output */
	enum args_when color, progress;
	const char *output, *directory, *suffix;
	bool quiet, verbose, redact;
	bool only_bad; /* leave good files out of the report */
	bool payload; /* for inspect, never with `redact` */
	bool dry_run, force, recompress;
	bool strip; /* for inspect: draw the file as text, and list no
	               messages */
	const char *svg; /* for inspect: the file to draw to, or NULL */
	bool only_repaired; /* with `directory`: do not copy valid files */
};

/* The default end of the name of an original that --in-place keeps. */
#define ARGS_KEPT ".orig"
/* What `scrub` prints from its database. */
enum args_print {
	ARGS_PRINT_NOTHING,
	ARGS_PRINT_TEXT,
	ARGS_PRINT_NDJSON,
	ARGS_PRINT_CSV,
	ARGS_PRINT_HTML,
};

/* For scrub. */
struct args_scrub {
	const char *db;
	const char *root_name; /* NULL: the directory as it is named */
	const char *merge;     /* the database to make, or NULL */
	enum args_print print;
	const char *print_path; /* NULL: standard output */
	bool has_since, has_again;
	int64_t since;   /* number of a run */
	int64_t again_s; /* seconds after which a file is read again */
	int64_t for_ms;  /* time of the run, or 0 */
	uint64_t shard, shards; /* shard 1 of 1 is everything */
};

/* All arguments.  They are set once, before the command runs. */
struct args {
	const struct args_entry *command;
	struct args_what what;
	struct args_how how;
	struct args_out out;
	struct args_scrub scrub;
	bool help; /* print the help and do nothing else */
};

/* The number of examples in the help of a command. */
enum { ARGS_EXAMPLES = 2 };

/* One command: a row of the table in main.c. */
struct args_entry {
	enum args_command bit;
	const char *name, *operands, *summary;
	struct args_example {
		const char *line, *what; /* a command line, and its effect */
	} examples[ARGS_EXAMPLES];
	enum exitcode (*run)(const struct args *args);
};

/* Returns the profile that the run uses. */
const struct dfk_profile *args_profile(const struct args_how *how);

/* Returns the severity of a rule in the profile, with the changes by --rule. */
enum dfk_severity args_severity(const struct args_how *how,
				const struct dfk_rule *rule);

/* Does the run accept this format?  Only a gate has a list of formats.  `id`: the id of
   a format, or NULL. */
bool args_accepts(const struct args_how *how, const char *id);

/* Are notes printed?  A note that decides the exit code is always printed. */
bool args_shows_notes(const struct args *args);

/* Returns the value of a limit, with the changes by --limit. */
uint64_t args_limit_value(const struct args_how *how, const char *name);

/* Sets *path to the file that the option number `at` names, or to NULL if the option is
   not given.  False: there is no option of this number. */
bool args_file(const struct args *args, size_t at, const char **path);

void args_free_how(struct args_how *how);
void args_free(struct args *args);

#endif
