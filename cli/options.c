/* SPDX-License-Identifier: MIT */
/* options.c - one table of options, which also prints --help */
#include "cli/options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/number.h"
#include "cli/text.h"

#define READING (ARGS_CHECK | ARGS_REPAIR | ARGS_INFO | ARGS_INSPECT)
#define BATCH   (ARGS_CHECK | ARGS_REPAIR | ARGS_INFO)
#define ANY     (READING | ARGS_RULES | ARGS_EXPLAIN)

static const struct options_row rows[] = {
	{ OPTIONS_OUTPUT, 'o', "output", "OUT", ARGS_REPAIR,
	  "write to OUT, which must not exist" },
	{ OPTIONS_DIRECTORY, 'd', "directory", "DIR", ARGS_REPAIR,
	  "write into DIR, each under its own name" },
	{ OPTIONS_IN_PLACE, 0, "in-place", "[SUFFIX]", ARGS_REPAIR,
	  "replace the input; the original stays as\n"
	  "FILE.orig, or FILE and SUFFIX" },
	{ OPTIONS_DRY_RUN, 'n', "dry-run", NULL, ARGS_REPAIR,
	  "say what would be done, write nothing" },
	{ OPTIONS_FORCE, 'f', "force", NULL, ARGS_REPAIR,
	  "replace an output that exists" },
	{ OPTIONS_LEVEL, 0, "level", "LEVEL", ARGS_REPAIR,
	  "safe: only what loses nothing; salvage (default):\n"
	  "also give up what cannot be read; resync: also\n"
	  "step over damage, where the format allows it" },
	{ OPTIONS_FIX_WARNINGS, 0, "fix-warnings", NULL, ARGS_REPAIR,
	  "also repair what is only a warning" },
	{ OPTIONS_MAX_LOSS, 0, "max-loss", "N|N%", ARGS_REPAIR,
	  "refuse to drop more than N bytes, or N percent" },
	{ OPTIONS_MAP, 0, "map", "FILE", ARGS_CHECK,
	  "compare FILE with the map the recording names" },
	{ OPTIONS_PAYLOAD, 0, "payload", NULL, ARGS_INSPECT,
	  "show what players wrote, too" },
	{ OPTIONS_FORMAT, 0, "format", "FORM", READING,
	  "form of the report: text (default) or ndjson" },
	{ OPTIONS_RULES_FORMAT, 0, "format", "FORM", ARGS_RULES,
	  "text (default), json or markdown" },
	{ OPTIONS_AS, 0, "as", "FORMAT", READING,
	  "take the input for FORMAT, whatever it looks like" },
	{ OPTIONS_FILES0_FROM, 0, "files0-from", "LIST", BATCH,
	  "read the names of inputs from LIST, each ended by\n"
	  "a NUL; - is standard input" },
	{ OPTIONS_RULE, 0, "rule", "ID=SEVERITY", READING,
	  "count a rule as error, warning, note or off" },
	{ OPTIONS_LIMIT, 0, "limit", "NAME=VALUE", READING,
	  "change a limit; k, M and G are powers of 1024" },
	{ OPTIONS_FAIL_ON, 0, "fail-on", "LEVEL",
	  ARGS_CHECK | ARGS_INFO | ARGS_INSPECT,
	  "what makes the exit code 1: error (default),\n"
	  "warning, note or never" },
	{ OPTIONS_EXIT_ZERO, 0, "exit-zero", NULL, READING,
	  "exit 0 where the verdict would make it 1, 3 or 5" },
	{ OPTIONS_NO_HASH, 0, "no-hash", NULL, READING,
	  "leave the SHA-256 of the input out" },
	{ OPTIONS_QUIET, 'q', "quiet", NULL, READING,
	  "nothing about files without findings, no closing\n"
	  "line (text only)" },
	{ OPTIONS_VERBOSE, 'v', "verbose", NULL, READING,
	  "notes, too; check: also what a repair would do" },
	{ OPTIONS_COLOR, 0, "color", "WHEN", READING,
	  "auto (default), always or never" },
	{ OPTIONS_PROGRESS, 0, "progress", "WHEN", READING,
	  "on stderr: auto (default), always or never" },
	{ OPTIONS_HELP, 'h', "help", NULL, ANY, "this text" },
};

#define N_ROWS (sizeof(rows) / sizeof(rows[0]))

/* ------------------------------------------------------------- values -- */

/* Position of `word` in a list of words that ends in NULL, or -1. */
static int
position(const char *word, const char *const *words)
{
	for (int i = 0; words[i] != NULL; i++) {
		if (strcmp(word, words[i]) == 0)
			return i;
	}
	return -1;
}

static bool
read_word(const char *option, const char *value, const char *const *words,
	  int *at)
{
	*at = position(value, words);
	if (*at < 0)
		text_complain(option, "'%s' is none of its values", value);
	return *at >= 0;
}

static bool
read_loss(struct args *args, const char *value)
{
	const size_t length = strlen(value);
	char *end;

	if (length > 0 && value[length - 1] == '%' &&
	    ((*value >= '0' && *value <= '9') || *value == '.')) {
		args->max_loss = ARGS_LOSS_PERCENT;
		args->max_loss_percent = strtod(value, &end);
		if (end == value + length - 1 &&
		    isfinite(args->max_loss_percent) &&
		    args->max_loss_percent <= 100)
			return true;
	} else {
		args->max_loss = ARGS_LOSS_BYTES;
		if (*value >= '0' && *value <= '9' &&
		    number_read(value, &args->max_loss_bytes))
			return true;
	}
	text_complain("--max-loss",
		      "'%s' is neither a number of bytes nor a percentage",
		      value);
	return false;
}

static const struct dfk_limit *
find_limit(const char *name, size_t length)
{
	for (size_t i = 0; i < dfk_limit_count(); i++) {
		const struct dfk_limit *limit = dfk_limit(i);

		if (strlen(limit->name) == length &&
		    memcmp(limit->name, name, length) == 0)
			return limit;
	}
	return NULL;
}

static bool
read_limit(struct args *args, const char *value)
{
	const char *equals = strchr(value, '=');
	const struct dfk_limit *limit;
	uint64_t number;

	if (equals == NULL) {
		text_complain("--limit", "'%s' is not NAME=VALUE", value);
		return false;
	}
	limit = find_limit(value, (size_t)(equals - value));
	if (limit == NULL) {
		text_complain("--limit", "'%.*s' is no limit",
			      (int)(equals - value), value);
		return false;
	}
	if (equals[1] < '0' || equals[1] > '9' ||
	    !number_read(equals + 1, &number)) {
		text_complain("--limit", "'%s' is not a number of %s",
			      equals + 1, limit->unit);
		return false;
	}
	if (number > limit->maximum) {
		text_complain("--limit", "%s is at most %llu %s", limit->name,
			      (unsigned long long)limit->maximum, limit->unit);
		return false;
	}
	args->limits[args->n_limits++] = (struct args_limit){ limit->name,
							      number };
	return true;
}

static const char *const severities[] = { "off", "note", "warning", "error",
					  NULL };

static bool
read_rule(struct args *args, char *value)
{
	char *equals = strrchr(value, '=');
	const struct dfk_rule *rule;
	int severity;

	if (equals == NULL) {
		text_complain("--rule", "'%s' is not ID=SEVERITY", value);
		return false;
	}
	*equals = '\0'; /* so that both halves are strings */
	rule = dfk_rule_find(value);
	if (rule == NULL) {
		text_complain("--rule", "'%s' is no rule; see demofsck rules",
			      value);
		return false;
	}
	if (!read_word("--rule", equals + 1, severities, &severity))
		return false;
	if (rule->fatal && severity < (int)DFK_ERROR) {
		text_complain("--rule",
			      "%s stays an error: nothing behind it can be "
			      "read",
			      rule->id);
		return false;
	}
	args->rules[args->n_rules++] = (struct args_rule){
		rule, (enum dfk_severity)severity
	};
	return true;
}

static bool
read_as(struct args *args, const char *value)
{
	for (size_t i = 0; i < dfk_format_count(); i++) {
		if (strcmp(dfk_format(i)->id, value) == 0) {
			args->as = value;
			return true;
		}
	}
	text_complain("--as", "'%s' is no format that is checked", value);
	return false;
}

static bool
read_level(struct args *args, const char *value)
{
	static const char *const words[] = { "safe", "salvage", "resync",
					     NULL };
	static const enum dfk_level levels[] = { DFK_LEVEL_SAFE,
						 DFK_LEVEL_SALVAGE,
						 DFK_LEVEL_RESYNC };
	int at;

	if (!read_word("--level", value, words, &at))
		return false;
	args->level = levels[at];
	return true;
}

static bool
read_when(const char *option, const char *value, enum args_when *when)
{
	static const char *const words[] = { "auto", "always", "never", NULL };
	int at;

	if (!read_word(option, value, words, &at))
		return false;
	*when = (enum args_when)at;
	return true;
}

static bool
read_format(struct args *args, const char *value)
{
	static const char *const words[] = { "text", "ndjson", NULL };
	int at;

	if (!read_word("--format", value, words, &at))
		return false;
	args->format = at == 0 ? ARGS_TEXT : ARGS_NDJSON;
	return true;
}

static bool
read_rules_format(struct args *args, const char *value)
{
	static const char *const words[] = { "text", "json", "markdown", NULL };
	static const enum args_format formats[] = { ARGS_TEXT, ARGS_JSON,
						    ARGS_MARKDOWN };
	int at;

	if (!read_word("--format", value, words, &at))
		return false;
	args->format = formats[at];
	return true;
}

static bool
read_fail_on(struct args *args, const char *value)
{
	static const char *const words[] = { "never", "note", "warning",
					     "error", NULL };
	int at;

	if (!read_word("--fail-on", value, words, &at))
		return false;
	args->fail_on = (enum dfk_severity)at;
	return true;
}

static bool
read_suffix(struct args *args, const char *value)
{
	args->suffix = value != NULL ? value : ".orig";
	if (*args->suffix == '\0' || strchr(args->suffix, '/') != NULL) {
		text_complain("--in-place", "'%s' cannot be a suffix",
			      args->suffix);
		return false;
	}
	return true;
}

bool
options_apply(struct args *args, const struct options_row *row, char *value)
{
	switch (row->id) {
	case OPTIONS_AS: return read_as(args, value);
	case OPTIONS_COLOR: return read_when("--color", value, &args->color);
	case OPTIONS_DIRECTORY: args->directory = value; return true;
	case OPTIONS_DRY_RUN: args->dry_run = true; return true;
	case OPTIONS_EXIT_ZERO: args->exit_zero = true; return true;
	case OPTIONS_FAIL_ON: return read_fail_on(args, value);
	case OPTIONS_FILES0_FROM: args->files0_from = value; return true;
	case OPTIONS_FIX_WARNINGS: args->fix_warnings = true; return true;
	case OPTIONS_FORCE: args->force = true; return true;
	case OPTIONS_FORMAT: return read_format(args, value);
	case OPTIONS_HELP: args->help = true; return true;
	case OPTIONS_IN_PLACE: return read_suffix(args, value);
	case OPTIONS_LEVEL: return read_level(args, value);
	case OPTIONS_LIMIT: return read_limit(args, value);
	case OPTIONS_MAP: args->map = value; return true;
	case OPTIONS_MAX_LOSS: return read_loss(args, value);
	case OPTIONS_NO_HASH: args->no_hash = true; return true;
	case OPTIONS_OUTPUT: args->output = value; return true;
	case OPTIONS_PAYLOAD: args->payload = true; return true;
	case OPTIONS_PROGRESS:
		return read_when("--progress", value, &args->progress);
	case OPTIONS_QUIET: args->quiet = true; return true;
	case OPTIONS_RULE: return read_rule(args, value);
	case OPTIONS_RULES_FORMAT: return read_rules_format(args, value);
	case OPTIONS_VERBOSE: args->verbose = true; return true;
	}
	return false;
}

const struct options_row *
options_find(const struct args *args, char letter, const char *name,
	     size_t length)
{
	for (size_t i = 0; i < N_ROWS; i++) {
		const struct options_row *row = &rows[i];

		if ((row->commands & (unsigned)args->command->bit) == 0)
			continue;
		if (name == NULL ? row->letter == letter
				 : strlen(row->name) == length &&
					   memcmp(row->name, name, length) == 0)
			return row;
	}
	return NULL;
}

/* --------------------------------------------------------------- help -- */

/* Column where the explanation of an option begins. */
#define HELP_COLUMN 26

static void
print_row(FILE *out, const struct options_row *row)
{
	char left[64];
	const char *line = row->help;
	const char *value = row->value != NULL ? row->value : "";
	const char *before = *value != '\0' ? "=" : "";

	if (*value == '[') {
		before = "[=";
		value++;
	}
	snprintf(left, sizeof(left), "  %c%c%s--%s%s%s",
		 row->letter ? '-' : ' ', row->letter ? row->letter : ' ',
		 row->letter ? ", " : "  ", row->name, before, value);
	fprintf(out, "%-*s", HELP_COLUMN, left);
	if (strlen(left) >= HELP_COLUMN)
		fprintf(out, "\n%*s", HELP_COLUMN, "");
	for (const char *end; (end = strchr(line, '\n')) != NULL;
	     line = end + 1)
		fprintf(out, "%.*s\n%*s", (int)(end - line), line, HELP_COLUMN,
			"");
	fprintf(out, "%s\n", line);
}

void
options_help(FILE *out, const struct args_entry *command)
{
	fprintf(out, "usage: demofsck %s %s\n\n%s\n\n", command->name,
		command->operands, command->summary);
	for (size_t i = 0; i < N_ROWS; i++) {
		if ((rows[i].commands & (unsigned)command->bit) != 0)
			print_row(out, &rows[i]);
	}
}
