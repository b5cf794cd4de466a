/* SPDX-License-Identifier: MIT */
/* values.c - from the values of options to what a run is asked to do */
#include <stdlib.h>
#include <string.h>

#include "cli/forms.h"
#include "cli/number.h"
#include "cli/options.h"
#include "cli/policy.h"
#include "cli/report/text.h"
#include "cli/word.h"

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

/* NAME=VALUE as two strings; false: there is no '='. */
static bool
split(const char *option, const char *form, char *value, char **right)
{
	char *equals = strrchr(value, '=');

	if (equals == NULL) {
		text_complain(option, "'%s' is not %s", value, form);
		return false;
	}
	*equals = '\0';
	*right = equals + 1;
	return true;
}

static bool
read_limit(struct args *args, char *value)
{
	char *number;

	return split("--limit", "NAME=VALUE", value, &number) &&
	       policy_limit(args, "--limit", value, number);
}

static bool
read_rule(struct args *args, char *value)
{
	char *severity;

	return split("--rule", "ID=SEVERITY", value, &severity) &&
	       policy_rule(args, "--rule", value, severity);
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
		word_list(known, sizeof(known), dfk_format_at(i)->id);
	text_complain("--as", "'%s' is not one of the formats: %s", value,
		      known);
	return false;
}

static bool
read_protocol(struct args *args, const char *value)
{
	static const char *const words[] = { "0.6", "0.5", "0.7", NULL };
	int at;

	if (!word_read("--protocol", value, words, &at))
		return false;
	args->protocol = (enum dfk_protocol)at;
	args->has_protocol = true;
	return true;
}

static bool
read_level(struct args *args, const char *value)
{
	static const char *const words[] = { "safe", "prefix", "salvage",
					     NULL };
	static const enum dfk_level levels[] = { DFK_LEVEL_SAFE,
						 DFK_LEVEL_PREFIX,
						 DFK_LEVEL_SALVAGE };
	int at;

	if (!word_read("--level", value, words, &at))
		return false;
	args->level = levels[at];
	return true;
}

static bool
read_when(const char *option, const char *value, enum args_when *when)
{
	static const char *const words[] = { "auto", "always", "never", NULL };
	int at;

	if (!word_read(option, value, words, &at))
		return false;
	*when = (enum args_when)at;
	return true;
}

static bool
read_rules_format(struct args *args, const char *value)
{
	static const char *const words[] = { "text", "json", "markdown", NULL };
	static const enum args_format formats[] = { ARGS_TEXT, ARGS_JSON,
						    ARGS_MARKDOWN };
	int at;

	if (!word_read("--format", value, words, &at))
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

	if (!word_read("--depth", value, words, &at))
		return false;
	args->depth = (enum dfk_depth)at;
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
read_allow_file(struct args *args, const char *value)
{
	const char *name;

	if (!read_name("--allow-file", value, &name))
		return false;
	args->allow_files[args->n_allow_files] = strdup(name);
	if (args->allow_files[args->n_allow_files] == NULL) {
		text_complain(NULL, "out of memory");
		return false;
	}
	args->n_allow_files++;
	return true;
}

/* Of two files the second one would undo what the first one says, or not. */
static bool
read_config(struct args *args, const char *value)
{
	if (args->config_path != NULL) {
		text_complain("--config", "takes one file only");
		return false;
	}
	return read_name("--config", value, &args->config_path);
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
	case OPTIONS_ALLOW_FILE: return read_allow_file(args, value);
	case OPTIONS_AS: return read_as(args, value);
	case OPTIONS_BASE: return read_name("--base", value, &args->base_path);
	case OPTIONS_COLOR: return read_when("--color", value, &args->color);
	case OPTIONS_CONFIG: return read_config(args, value);
	case OPTIONS_DEPTH: return read_depth(args, value);
	case OPTIONS_DIRECTORY: return read_name("-d", value, &args->directory);
	case OPTIONS_DRY_RUN: args->dry_run = true; return true;
	case OPTIONS_EXIT_ZERO: args->exit_zero = true; return true;
	case OPTIONS_FAIL_ON: return policy_fail_on(args, "--fail-on", value);
	case OPTIONS_FILES0_FROM:
		return read_name("--files0-from", value, &args->files0_from);
	case OPTIONS_FIX_WARNINGS: args->fix_warnings = true; return true;
	case OPTIONS_RECOMPRESS: args->recompress = true; return true;
	case OPTIONS_FORCE: args->force = true; return true;
	case OPTIONS_FORMAT: return forms_read(args, value);
	case OPTIONS_GATE: args->gate = true; return true;
	case OPTIONS_HELP: args->help = true; return true;
	case OPTIONS_IN_PLACE: return read_suffix(args, value);
	case OPTIONS_LEVEL: return read_level(args, value);
	case OPTIONS_LIMIT: return read_limit(args, value);
	case OPTIONS_MAP: return read_name("--map", value, &args->map_path);
	case OPTIONS_MAX_LOSS: return read_loss(args, value);
	case OPTIONS_NO_HASH: args->no_hash = true; return true;
	case OPTIONS_OUTPUT: return read_name("-o", value, &args->output);
	case OPTIONS_PAYLOAD: args->payload = true; return true;
	case OPTIONS_PROFILE: return policy_profile(args, "--profile", value);
	case OPTIONS_PROGRESS:
		return read_when("--progress", value, &args->progress);
	case OPTIONS_PROTOCOL: return read_protocol(args, value);
	case OPTIONS_QUIET: args->quiet = true; return true;
	case OPTIONS_REDACT: args->redact = true; return true;
	case OPTIONS_REPORT: return forms_add_report(args, value);
	case OPTIONS_RULE: return read_rule(args, value);
	case OPTIONS_RULES_FORMAT: return read_rules_format(args, value);
	case OPTIONS_VERBOSE: args->verbose = true; return true;
	}
	return false;
}
