/* SPDX-License-Identifier: MIT */
/* complete.c - offers commands, options and values to the completion of a shell */
#include "cli/complete.h"

#include <stdio.h>
#include <string.h>

#include "cli/options.h"
#include "cli/policy.h"

/* The word that is being typed.  A candidate is printed after the `kept` first bytes of
   the word, which are "--option=" or nothing. */
struct completion {
	const char *typed;
	int kept;
};

/* Prints "left" and "end" as one candidate, if it begins like the typed word.  `text` may
   have several lines. */
static void
offer(const struct completion *c, const char *left, const char *end,
      const char *text)
{
	char word[256];
	const int length = snprintf(word, sizeof(word), "%.*s%s%s", c->kept,
				    c->typed, left, end);

	if (length < 0 || (size_t)length >= sizeof(word) ||
	    strncmp(word, c->typed, strlen(c->typed)) != 0)
		return;
	printf("%s\t", word);
	for (; *text != '\0'; text++)
		putchar(*text == '\n' ? ' ' : *text);
	putchar('\n');
}

static void
offer_files(const char *kind)
{
	printf("\t%s\n", kind);
}

static void
offer_words(const struct completion *c, const char *left,
	    const char *const *words)
{
	for (size_t i = 0; words[i] != NULL; i++)
		offer(c, left, words[i], "");
}

/* ---------------------------------------------------------------- values -- */

static void
offer_formats(const struct completion *c)
{
	for (size_t i = 0; i < dfk_format_count(); i++)
		offer(c, dfk_format_at(i)->id, "", dfk_format_at(i)->title);
}

static void
offer_profiles(const struct completion *c)
{
	for (size_t i = 0; i < dfk_profile_count(); i++)
		offer(c, dfk_profile_at(i)->name, "", dfk_profile_at(i)->title);
}

static void
offer_rules(const struct completion *c, const char *end)
{
	for (size_t i = 0; i < dfk_rule_count(); i++)
		offer(c, dfk_rule_at(i)->id, end, dfk_rule_at(i)->title);
}

static void
offer_limits(const struct completion *c)
{
	for (size_t i = 0; i < dfk_limit_count(); i++)
		offer(c, dfk_limit_at(i)->name, "=", dfk_limit_at(i)->why);
}

/* ID=SEVERITY */
static void
offer_severities(const struct completion *c)
{
	const char *value = c->typed + c->kept;
	const char *equals = strchr(value, '=');
	char left[128];

	if (equals == NULL) {
		offer_rules(c, "=");
		return;
	}
	snprintf(left, sizeof(left), "%.*s", (int)(equals - value) + 1, value);
	offer_words(c, left, policy_severity_words);
}

/* FORM, or FORM:PATH after which files follow. */
static void
offer_forms(const struct completion *c, const struct args_entry *command,
	    const char *end)
{
	const char *form;

	for (size_t i = 0; (form = options_form(command, i)) != NULL; i++)
		offer(c, form, end, "");
}

/* Offers files for values such as FILE and DIR. */
static void
offer_files_for(const char *value)
{
	static const char *const files[] = { "FILE", "OUT", "LIST" };

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		if (strcmp(value, files[i]) == 0)
			offer_files("files");
	}
	if (strcmp(value, "DIR") == 0)
		offer_files("directories");
}

static void
offer_values(const struct completion *c, const struct args_entry *command,
	     const struct options_row *row)
{
	if (row->words != NULL) {
		offer_words(c, "", row->words);
		return;
	}
	switch ((int)row->id) {
	case OPTIONS_AS:
	case OPTIONS_ACCEPT: offer_formats(c); break;
	case OPTIONS_PROFILE: offer_profiles(c); break;
	case OPTIONS_RULE: offer_severities(c); break;
	case OPTIONS_LIMIT: offer_limits(c); break;
	case OPTIONS_FORMAT: offer_forms(c, command, ""); break;
	case OPTIONS_REPORT: offer_forms(c, command, ":"); break;
	default: offer_files_for(row->value); break;
	}
}

/* --------------------------------------------------------------- options -- */

static void
offer_options(const struct completion *c, const struct args_entry *command)
{
	const struct options_row *row = NULL;

	while ((row = options_next(command, row)) != NULL) {
		const bool must = row->value != NULL && row->value[0] != '[';
		char left[64];

		snprintf(left, sizeof(left), "--%s", row->name);
		offer(c, left, must ? "=" : "", row->help);
	}
}

/* Returns the option whose value follows the word as a word of its own, or NULL. */
static const struct options_row *
option_before_value(const struct args *args, const char *word)
{
	const size_t length = strlen(word);
	const struct options_row *row = NULL;

	if (length > 2 && word[0] == '-' && word[1] == '-')
		row = options_find(args, 0, word + 2, length - 2);
	else if (length >= 2 && word[0] == '-')
		row = options_find(args, word[length - 1], NULL, 0);
	return row != NULL && row->value != NULL && row->value[0] != '[' ? row
									 : NULL;
}

/* Offers the value of --option=VALUE.  False: the word is not of this form. */
static bool
offer_joined(struct completion *c, const struct args *args)
{
	const char *equals = strchr(c->typed, '=');
	const struct options_row *row;

	if (strncmp(c->typed, "--", 2) != 0 || equals == NULL)
		return false;
	row = options_find(args, 0, c->typed + 2,
			   (size_t)(equals - c->typed) - 2);
	c->kept = (int)(equals - c->typed) + 1;
	if (row != NULL && row->value != NULL)
		offer_values(c, args->command, row);
	return true;
}

static void
offer_operands(const struct completion *c, const struct args_entry *command)
{
	if (command->bit == ARGS_EXPLAIN)
		offer_rules(c, "");
	else if (command->bit != ARGS_RULES)
		offer_files("files");
}

/* A word that is neither a value nor behind "--". */
static void
offer_word(const struct completion *c, const struct args_entry *command)
{
	if (c->typed[0] == '-')
		offer_options(c, command);
	else
		offer_operands(c, command);
}

/* The words after the command, whose last word is being typed. */
static void
complete_arguments(const struct args_entry *command, char *const *words,
		   size_t n)
{
	const struct args args = { .command = command };
	struct completion c = { .typed = words[n - 1] };
	const struct options_row *row = NULL;
	bool options = true;

	/* `row`: the option whose value is the next word. */
	for (size_t i = 0; i + 1 < n && options; i++) {
		options = row != NULL || strcmp(words[i], "--") != 0;
		row = row != NULL ? NULL : option_before_value(&args, words[i]);
	}
	if (!options)
		offer_operands(&c, command);
	else if (row != NULL)
		offer_values(&c, command, row);
	else if (!offer_joined(&c, &args))
		offer_word(&c, command);
}

/* -------------------------------------------------------------- commands -- */

static void
offer_commands(const struct completion *c, const struct args_entry *commands,
	       size_t n_commands)
{
	for (size_t i = 0; i < n_commands; i++)
		offer(c, commands[i].name, "", commands[i].summary);
}

/* The first word: a command, or else a file that is checked. */
static void
offer_first(const struct completion *c, const struct args_entry *commands,
	    size_t n_commands)
{
	const size_t length = strlen(c->typed);
	bool is_command = strncmp("help", c->typed, length) == 0;

	for (size_t i = 0; i < n_commands; i++)
		is_command |= strncmp(commands[i].name, c->typed, length) == 0;
	if (!is_command && c->typed[0] != '-') {
		offer_files("files");
		return;
	}
	offer_commands(c, commands, n_commands);
	offer(c, "help", "", "Lists the options of a command.");
	offer(c, "--help", "", "Lists the commands.");
	offer(c, "--version", "", "Prints the version.");
}

void
complete_print(const struct args_entry *commands, size_t n_commands,
	       char *const *words, size_t n)
{
	struct completion c = { .typed = n > 0 ? words[n - 1] : "" };

	if (n <= 1) {
		offer_first(&c, commands, n_commands);
		return;
	}
	if (n == 2 && strcmp(words[0], "help") == 0) {
		offer_commands(&c, commands, n_commands);
		return;
	}
	for (size_t i = 0; i < n_commands; i++) {
		if (strcmp(commands[i].name, words[0]) == 0)
			complete_arguments(&commands[i], words + 1, n - 1);
	}
}
