/* SPDX-License-Identifier: MIT */
/* config.c - a strict parser for small files with one NAME = VALUE on each line */
#include "cli/config.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/nearest.h"
#include "cli/policy.h"
#include "cli/read/lines.h"
#include "cli/report/text.h"

/* Longer files are refused.  A file that names every rule has a few hundred lines. */
enum { MOST_LINES = 10000, MOST_LISTS = 64 };

static const char *const keys[] = { "profile", "rule",       "limit",
				    "fail-on", "allow-file", "accept" };

/* The settings of the file, and then the settings of the command line. */
struct config {
	struct args_how said;
	struct lines lines;
	char place[PATH_MAX + 32]; /* "FILE:LINE", for messages */
};

static enum exitcode
no_memory(void)
{
	text_complain(NULL, "out of memory");
	return EXITCODE_IO;
}

/* ---------------------------------------------------------------- one line */

/* Removes blanks from both ends of the text. */
static char *
trim_blanks(char *text)
{
	size_t length;

	while (lines_is_blank(*text))
		text++;
	length = strlen(text);
	while (length > 0 && lines_is_blank(text[length - 1]))
		length--;
	text[length] = '\0';
	return text;
}

/* Removes a comment, which begins with # at the start of a line or after a blank. */
static void
cut_comment(char *line)
{
	for (char *at = line; *at != '\0'; at++) {
		if (*at == '#' && (at == line || lines_is_blank(at[-1]))) {
			*at = '\0';
			return;
		}
	}
}

/* Returns the second word, such as ID in "rule ID".  NULL: there is only one word. */
static char *
second_word(char *words)
{
	char *at = words + strcspn(words, " \t");

	if (*at == '\0')
		return NULL;
	*at = '\0';
	return trim_blanks(at + 1);
}

static enum exitcode
refuse_key(struct config *config, const char *key)
{
	struct nearest nearest = { .word = key, .length = strlen(key) };

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		nearest_offer(&nearest, keys[i]);
	nearest_complain(config->place, &nearest, "setting");
	return EXITCODE_USAGE;
}

static enum exitcode
refuse_twice(const struct config *config, const char *what)
{
	return lines_refuse(&config->lines, "%s is set twice", what);
}

static enum exitcode
read_rule_setting(struct config *config, const char *id, const char *severity)
{
	struct args_how *said = &config->said;

	for (size_t i = 0; i < said->rules.n; i++) {
		if (strcmp(said->rules.at[i].rule->id, id) == 0)
			return refuse_twice(config, id);
	}
	return policy_rule(said, config->place, id, severity) ? EXITCODE_OK
							      : EXITCODE_USAGE;
}

static enum exitcode
read_limit_setting(struct config *config, const char *name, const char *value)
{
	struct args_how *said = &config->said;

	for (size_t i = 0; i < said->limits.n; i++) {
		if (strcmp(said->limits.at[i].name, name) == 0)
			return refuse_twice(config, name);
	}
	return policy_limit(said, config->place, name, value) ? EXITCODE_OK
							      : EXITCODE_USAGE;
}

/* The path of a list is relative to the folder of the configuration file. */
static enum exitcode
add_allow_file(struct config *config, const char *name)
{
	const char *slash = strrchr(config->lines.path, '/');
	const size_t folder = slash != NULL && *name != '/'
				      ? (size_t)(slash - config->lines.path) + 1
				      : 0;
	const size_t size = folder + strlen(name) + 1;
	struct args_how *said = &config->said;
	char *path;

	if (*name == '\0')
		return lines_refuse(&config->lines, "the name is empty");
	if (said->allow.n == MOST_LISTS)
		return lines_refuse(&config->lines, "more than %d lists",
				    (int)MOST_LISTS);
	path = malloc(size);
	if (path == NULL)
		return no_memory();
	snprintf(path, size, "%.*s%s", (int)folder, config->lines.path, name);
	said->allow.files[said->allow.n++] = path;
	return EXITCODE_OK;
}

static enum exitcode
read_setting(struct config *config, char *key, char *value)
{
	struct args_how *said = &config->said;
	const char *name = second_word(key);
	const bool named = strcmp(key, "rule") == 0 ||
			   strcmp(key, "limit") == 0;
	bool good = true;

	if (named != (name != NULL))
		return named ? lines_refuse(&config->lines,
					    "%s needs a name before the =", key)
			     : refuse_key(config, key);
	if (strcmp(key, "rule") == 0)
		return read_rule_setting(config, name, value);
	if (strcmp(key, "limit") == 0)
		return read_limit_setting(config, name, value);
	if (strcmp(key, "allow-file") == 0)
		return add_allow_file(config, value);
	if (strcmp(key, "profile") == 0) {
		if (said->profile != NULL)
			return refuse_twice(config, key);
		good = policy_profile(said, config->place, value);
	} else if (strcmp(key, "fail-on") == 0) {
		if (said->has_fail_on)
			return refuse_twice(config, key);
		good = policy_fail_on(said, config->place, value);
	} else if (strcmp(key, "accept") == 0) {
		if (said->accept != 0)
			return refuse_twice(config, key);
		good = policy_accept(said, config->place, value);
	} else {
		return refuse_key(config, key);
	}
	return good ? EXITCODE_OK : EXITCODE_USAGE;
}

static enum exitcode
read_line(struct config *config)
{
	char *line = config->lines.line, *equals;

	if (config->lines.number > MOST_LINES)
		return lines_refuse(&config->lines, "more than %d lines",
				    (int)MOST_LINES);
	lines_place(&config->lines, config->place, sizeof(config->place));
	cut_comment(line);
	line = trim_blanks(line);
	if (*line == '\0')
		return EXITCODE_OK;
	equals = strchr(line, '=');
	if (equals == NULL)
		return lines_refuse(&config->lines,
				    "'%.60s' is not NAME = VALUE", line);
	*equals = '\0';
	return read_setting(config, trim_blanks(line), trim_blanks(equals + 1));
}

/* --------------------------------------------------------------- all of it */

static enum exitcode
read_settings(struct config *config, const char *path)
{
	enum exitcode code = lines_open(&config->lines, path);

	if (code != EXITCODE_OK)
		return code;
	while (code == EXITCODE_OK && lines_next(&config->lines, &code))
		code = read_line(config);
	lines_close(&config->lines);
	return code;
}

/* Adds the settings of the command line last, because the last setting of a rule or
   limit counts. */
static void
add_command_line(struct args_how *said, const struct args_how *how)
{
	for (size_t i = 0; i < how->rules.n; i++)
		said->rules.at[said->rules.n++] = how->rules.at[i];
	for (size_t i = 0; i < how->limits.n; i++)
		said->limits.at[said->limits.n++] = how->limits.at[i];
	for (size_t i = 0; i < how->allow.n; i++)
		said->allow.files[said->allow.n++] = how->allow.files[i];
}

static void
take_over(struct args *args, struct args_how *said)
{
	struct args_how *how = &args->how;

	said->rules.own = how->rules.own;
	said->limits.own = how->limits.own;
	free(how->rules.at);
	free(how->limits.at);
	free(how->allow.files);
	how->rules = said->rules;
	how->limits = said->limits;
	how->allow = said->allow;
	if (how->profile == NULL)
		how->profile = said->profile;
	if (how->accept == 0)
		how->accept = said->accept;
	how->config_profile = args_profile(said) != dfk_profile_at(0);
	/* The exit code of a repair does not depend on fail_on. */
	if (args->command->bit != ARGS_REPAIR && !how->has_fail_on &&
	    said->has_fail_on)
		how->fail_on = said->fail_on;
}

static enum exitcode
read_file(struct config *config, struct args *args)
{
	struct args_how *said = &config->said;
	const struct args_how *how = &args->how;
	enum exitcode code;

	/* No rule is set twice in the file, so this number of entries is enough. */
	said->rules.at = calloc(dfk_rule_count() + how->rules.n,
				sizeof(*said->rules.at));
	said->limits.at = calloc(dfk_limit_count() + how->limits.n,
				 sizeof(*said->limits.at));
	said->allow.files = calloc(MOST_LISTS + how->allow.n,
				   sizeof(*said->allow.files));
	if (said->rules.at == NULL || said->limits.at == NULL ||
	    said->allow.files == NULL)
		code = no_memory();
	else
		code = read_settings(config, how->config_path);
	if (code != EXITCODE_OK) {
		args_free_how(said);
		return code;
	}
	add_command_line(said, how);
	take_over(args, said);
	return EXITCODE_OK;
}

static enum exitcode
read_lists(struct args_how *how)
{
	enum exitcode code = EXITCODE_OK;

	if (how->allow.n > 0 && how->no_hash) {
		text_complain("--no-hash",
			      "allowed files are known by their SHA-256");
		return EXITCODE_USAGE;
	}
	for (size_t i = 0; i < how->allow.n && code == EXITCODE_OK; i++)
		code = allowed_read(&how->allow.digests, how->allow.files[i]);
	allowed_sort(&how->allow.digests);
	return code;
}

enum exitcode
config_read(struct args *args)
{
	struct config *config;
	enum exitcode code = EXITCODE_OK;

	if (args->how.config_path != NULL) {
		config = calloc(1, sizeof(*config));
		if (config == NULL)
			return no_memory();
		code = read_file(config, args);
		free(config);
	}
	return code == EXITCODE_OK ? read_lists(&args->how) : code;
}
