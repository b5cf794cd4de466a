/* SPDX-License-Identifier: MIT */
/* values.c - from the values of options to what a run is asked to do */
#include <stdlib.h>
#include <string.h>

#include "cli/number.h"
#include "cli/options.h"
#include "cli/report/text.h"

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

/* "text, ndjson": adds a word to a list that a message names. */
static void
list_word(char *list, size_t size, const char *word)
{
	const size_t length = strlen(list);

	snprintf(list + length, size - length, "%s%s", length > 0 ? ", " : "",
		 word);
}

static bool
read_word(const char *option, const char *value, const char *const *words,
	  int *at)
{
	char known[64] = "";

	*at = position(value, words);
	if (*at >= 0)
		return true;
	for (size_t i = 0; words[i] != NULL; i++)
		list_word(known, sizeof(known), words[i]);
	text_complain(option, "'%s' is not %s%s", value,
		      words[1] != NULL ? "one of " : "", known);
	return false;
}

static bool
read_loss(struct args *args, const char *value)
{
	const size_t length = strlen(value);
	char *end;

	if (length > 0 && value[length - 1] == '%') {
		args->max_loss = ARGS_LOSS_PERCENT;
		args->max_loss_percent = strtod(value, &end);
		/* strtod() takes signs, exponents and hexadecimal numbers. */
		if (strspn(value, "0123456789.") == length - 1 &&
		    end == value + length - 1 && end > value &&
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
		const struct dfk_limit *limit = dfk_limit_at(i);

		if (strlen(limit->name) == length &&
		    memcmp(limit->name, name, length) == 0)
			return limit;
	}
	return NULL;
}

static void
refuse_limit(const char *name, size_t length)
{
	char known[512] = "";

	for (size_t i = 0; i < dfk_limit_count(); i++)
		list_word(known, sizeof(known), dfk_limit_at(i)->name);
	text_complain("--limit", "'%.*s' is not one of the limits: %s",
		      (int)length, name, known);
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
		refuse_limit(value, (size_t)(equals - value));
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
		text_complain("--rule",
			      "'%s' is not a rule; see demofsck rules", value);
		return false;
	}
	if (!read_word("--rule", equals + 1, severities, &severity))
		return false;
	if (rule->fatal && severity < (int)DFK_ERROR) {
		text_complain("--rule",
			      "%s stays an error: what it is about cannot be "
			      "read",
			      rule->id);
		return false;
	}
	if (strcmp(rule->format, "limit") == 0 && severity < (int)DFK_ERROR) {
		text_complain("--rule",
			      "%s stays an error: a file that hits a limit is "
			      "undecided; --limit can raise it",
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
	char known[256] = "";

	for (size_t i = 0; i < dfk_format_count(); i++) {
		if (strcmp(dfk_format_at(i)->id, value) == 0) {
			args->as = value;
			return true;
		}
	}
	for (size_t i = 0; i < dfk_format_count(); i++)
		list_word(known, sizeof(known), dfk_format_at(i)->id);
	text_complain("--as", "'%s' is not one of the formats: %s", value,
		      known);
	return false;
}

static bool
read_protocol(struct args *args, const char *value)
{
	static const char *const words[] = { "0.6", "0.5", "0.7", NULL };
	int at;

	if (!read_word("--protocol", value, words, &at))
		return false;
	args->protocol = (enum dfk_protocol)at;
	args->has_protocol = true;
	return true;
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
read_depth(struct args *args, const char *value)
{
	static const char *const words[] = { "full", "messages", "framing",
					     NULL };
	int at;

	if (!read_word("--depth", value, words, &at))
		return false;
	args->depth = (enum dfk_depth)at;
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
read_name(const char *option, const char *value, const char **name)
{
	*name = value;
	if (*value == '\0')
		text_complain(option, "the name is empty");
	return *value != '\0';
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
	case OPTIONS_BASE: return read_name("--base", value, &args->base_path);
	case OPTIONS_COLOR: return read_when("--color", value, &args->color);
	case OPTIONS_DEPTH: return read_depth(args, value);
	case OPTIONS_DIRECTORY: return read_name("-d", value, &args->directory);
	case OPTIONS_DRY_RUN: args->dry_run = true; return true;
	case OPTIONS_EXIT_ZERO: args->exit_zero = true; return true;
	case OPTIONS_FAIL_ON: return read_fail_on(args, value);
	case OPTIONS_FILES0_FROM:
		return read_name("--files0-from", value, &args->files0_from);
	case OPTIONS_FIX_WARNINGS: args->fix_warnings = true; return true;
	case OPTIONS_RECOMPRESS: args->recompress = true; return true;
	case OPTIONS_FORCE: args->force = true; return true;
	case OPTIONS_FORMAT: return read_format(args, value);
	case OPTIONS_HELP: args->help = true; return true;
	case OPTIONS_IN_PLACE: return read_suffix(args, value);
	case OPTIONS_LEVEL: return read_level(args, value);
	case OPTIONS_LIMIT: return read_limit(args, value);
	case OPTIONS_MAP: return read_name("--map", value, &args->map_path);
	case OPTIONS_MAX_LOSS: return read_loss(args, value);
	case OPTIONS_NO_HASH: args->no_hash = true; return true;
	case OPTIONS_OUTPUT: return read_name("-o", value, &args->output);
	case OPTIONS_PAYLOAD: args->payload = true; return true;
	case OPTIONS_PROGRESS:
		return read_when("--progress", value, &args->progress);
	case OPTIONS_PROTOCOL: return read_protocol(args, value);
	case OPTIONS_QUIET: args->quiet = true; return true;
	case OPTIONS_RULE: return read_rule(args, value);
	case OPTIONS_RULES_FORMAT: return read_rules_format(args, value);
	case OPTIONS_VERBOSE: args->verbose = true; return true;
	}
	return false;
}
