/* SPDX-License-Identifier: MIT */
/* commandline.c - the syntax of the command line, and options that exclude each other */
#include "cli/commandline.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/formats.h"
#include "cli/options.h"
#include "cli/report/text.h"
#include "cli/scrub/values.h"

/* ------------------------------------------------------------- syntax -- */

static bool
reject(const struct args *args, const char *word, const char *why)
{
	text_complain(word, "%s; see demofsck help %s", why,
		      args->command->name);
	return false;
}

/* Is the word -r or -R?  Other programs need these options to search a directory. */
static bool
is_recursive(const char *word)
{
	return strcmp(word, "-r") == 0 || strcmp(word, "-R") == 0 ||
	       strcmp(word, "--recursive") == 0;
}

/* Does a file with this name exist? */
static bool
names_a_file(const char *word)
{
	struct stat status;

	return lstat(word, &status) == 0;
}

static bool
refuse_option(const struct args *args, const char *word, const char *why)
{
	if (is_recursive(word))
		return reject(args, word,
			      "unknown option: a directory is always searched");
	if (!names_a_file(word))
		return reject(args, word, why);
	text_complain(word, "%s; for the file of that name, write ./%s", why,
		      word);
	return false;
}

static bool
refuse_long(const struct args *args, const char *word, size_t length)
{
	const char *why = options_unknown(0, word + 2, length - 2);
	const char *like = options_nearest(args, word + 2, length - 2);

	if (like == NULL || names_a_file(word) || is_recursive(word))
		return refuse_option(args, word, why);
	text_complain(word, "%s; did you mean --%s?", why, like);
	return false;
}

/* Reads --name, --name=value or --name value. *at is the position in argv. */
static bool
read_long(struct args *args, int argc, char **argv, int *at)
{
	char *word = argv[*at];
	char *equals = strchr(word, '=');
	const size_t length = equals != NULL ? (size_t)(equals - word)
					     : strlen(word);
	const struct options_row *row = options_find(args, 0, word + 2,
						     length - 2);
	char *value = equals != NULL ? equals + 1 : NULL;

	if (row == NULL)
		return refuse_long(args, word, length);
	if (row->value == NULL && value != NULL)
		return reject(args, word, "this option takes no value");
	if (row->value != NULL && row->value[0] != '[' && value == NULL) {
		if (*at + 1 >= argc)
			return reject(args, word, "a value is missing");
		value = argv[++*at];
	}
	return options_apply(args, row, value);
}

/* Does a long option have only one dash?  For example -dry-run would be -d with the
   folder "ry-run". */
static bool
lacks_dash(const struct args *args, const char *word)
{
	const size_t length = strcspn(word + 1, "=");

	if (options_find(args, 0, word + 1, length) == NULL)
		return false;
	text_complain(word, "did you mean -%s?", word);
	return true;
}

/* Reads -q, -qv, -o FILE or -oFILE. */
static bool
read_letters(struct args *args, int argc, char **argv, int *at)
{
	char *word = argv[*at];

	if (lacks_dash(args, word))
		return false;
	for (char *letter = word + 1; *letter != '\0'; letter++) {
		const struct options_row *row = options_find(args, *letter,
							     NULL, 0);

		if (row == NULL)
			return refuse_option(args, word,
					     options_unknown(*letter, NULL, 0));
		if (row->value == NULL) {
			if (!options_apply(args, row, NULL))
				return false;
			continue;
		}
		if (letter[1] != '\0')
			return options_apply(args, row, letter + 1);
		if (*at + 1 >= argc)
			return reject(args, word, "a value is missing");
		return options_apply(args, row, argv[++*at]);
	}
	return true;
}

static bool
read_words(struct args *args, int argc, char **argv)
{
	bool options = true;

	args->what.inputs = argv;
	for (int at = 0; at < argc; at++) {
		char *word = argv[at];
		bool good = true;

		if (!options || word[0] != '-' || word[1] == '\0')
			args->what.inputs[args->what.n_inputs++] = word;
		else if (strcmp(word, "--") == 0)
			options = false;
		else if (word[1] == '-')
			good = read_long(args, argc, argv, &at);
		else
			good = read_letters(args, argc, argv, &at);
		if (!good)
			return false;
	}
	return true;
}

/* -------------------------------------------------- what fits together -- */

static bool
is_standard_input(const char *name)
{
	return name != NULL && strcmp(name, "-") == 0;
}

static bool
check_inputs(const struct args *args)
{
	const struct args_what *what = &args->what;
	int standard_input = is_standard_input(what->base_path) +
			     is_standard_input(what->map_path) +
			     is_standard_input(what->files0_from);

	if (what->files0_from != NULL && what->n_inputs > 0)
		return reject(args, what->inputs[0],
			      "names and --files0-from cannot be combined");
	if (what->files0_from == NULL && what->n_inputs == 0)
		return reject(args, args->command->name,
			      args->command->bit == ARGS_EXPLAIN
				      ? "a rule is missing"
				      : "a file is missing");
	for (size_t i = 0; i < what->n_inputs; i++) {
		if (what->inputs[i][0] == '\0')
			return reject(args, "''", "a name is empty");
		standard_input += is_standard_input(what->inputs[i]);
	}
	if (standard_input > 1)
		return reject(args, "-",
			      "standard input can be read only once");
	if (what->n_inputs > 1 && (args->command->bit == ARGS_INSPECT ||
				   args->command->bit == ARGS_EXPLAIN))
		return reject(args, what->inputs[1],
			      "this command takes one name only");
	return true;
}

/* Checks options that only some formats need. */
static bool
check_options_of_format(const struct args *args)
{
	const struct args_what *what = &args->what;
	const struct {
		bool given;
		const char *name;
		enum formats_options option;
	} rows[] = {
		{ what->base_path != NULL, "--base", FORMATS_BASE },
		{ what->has_protocol, "--protocol", FORMATS_PROTOCOL },
	};
	const unsigned possible = formats_row(what->as)->options;
	char formats[128], why[160];

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (!rows[i].given ||
		    (possible & (unsigned)rows[i].option) != 0)
			continue;
		formats_with_option(rows[i].option, formats, sizeof(formats));
		snprintf(why, sizeof(why), "needs %s", formats);
		return reject(args, rows[i].name, why);
	}
	return true;
}

static bool
check_destination(const struct args *args)
{
	const struct args_out *out = &args->out;
	const struct args_what *what = &args->what;
	const int places = (out->output != NULL) + (out->directory != NULL) +
			   (out->suffix != NULL);

	if (places > 1)
		return reject(args, "repair",
			      "only one of -o, -d and --in-place is possible");
	if (places == 0 && !out->dry_run)
		return reject(args, "repair",
			      "give an output: -o FILE, -d DIR or --in-place");
	if (out->only_repaired && out->directory == NULL)
		return reject(args, "--only-repaired", "needs -d DIR");
	if (out->output == NULL) {
		for (size_t i = 0; i < what->n_inputs && places > 0; i++) {
			if (is_standard_input(what->inputs[i]))
				return reject(args, "-",
					      "standard input has no name; "
					      "use -o FILE");
		}
		return true;
	}
	if (what->files0_from != NULL || what->n_inputs > 1)
		return reject(args, "-o",
			      "takes one input only; use -d DIR for more");
	if (strcmp(out->output, "-") == 0)
		return reject(args, "-o -",
			      "the output is checked before it appears, so it "
			      "must be a file");
	if (out->output[strlen(out->output) - 1] == '/')
		return reject(args, "-o",
			      "needs the name of a file, not of a directory");
	return true;
}

/* Checks --strip and --svg, which draw the file in place of a list of its messages. */
static bool
check_drawing(const struct args *args)
{
	const struct args_out *out = &args->out;
	const char *option = out->strip ? "--strip" : "--svg";

	if (out->force && out->svg == NULL)
		return reject(args, "-f", "needs --svg=OUT");
	if (out->svg != NULL && (strcmp(out->svg, "-") == 0 ||
				 out->svg[strlen(out->svg) - 1] == '/'))
		return reject(args, "--svg", "needs the name of a file");
	if ((out->strip || out->svg != NULL) && out->format != ARGS_TEXT)
		return reject(args, option, "cannot be combined with --format");
	return true;
}

/* Checks --gate, whose answer must be the only text on standard output. */
static bool
check_gate(struct args *args)
{
	if (!args->how.gate && args->how.accept != 0)
		return reject(args, "--accept", "needs --gate");
	if (!args->how.gate)
		return true;
	if (args->out.format != ARGS_TEXT || args->out.n_reports > 0)
		return reject(args, "--gate",
			      "cannot be combined with --format or --report");
	if (args->out.only_bad)
		return reject(args, "--gate", "cannot be combined with --only");
	if (args->what.files0_from != NULL || args->what.n_inputs > 1)
		return reject(args, "--gate", "takes one file only");
	args->out.format = ARGS_GATE;
	return true;
}

enum exitcode
commandline_read(struct args *args, const struct args_entry *command, int argc,
		 char **argv)
{
	/* The command line has at most as many options as words. */
	const size_t most = (size_t)argc + 1;
	struct args_how *how = &args->how;

	*args = (struct args){ .command = command, .how.fail_on = DFK_ERROR,
			       .scrub = { .shard = 1, .shards = 1 } };
	how->limits.at = calloc(most, sizeof(*how->limits.at));
	how->rules.at = calloc(most, sizeof(*how->rules.at));
	how->allow.files = calloc(most, sizeof(*how->allow.files));
	args->out.reports = calloc(most, sizeof(*args->out.reports));
	args->what.excludes = calloc(most, sizeof(*args->what.excludes));
	if (how->limits.at == NULL || how->rules.at == NULL ||
	    args->out.reports == NULL || how->allow.files == NULL ||
	    args->what.excludes == NULL) {
		text_complain(NULL, "out of memory");
		return EXITCODE_IO;
	}
	if (!read_words(args, argc, argv))
		return EXITCODE_USAGE;
	how->limits.own = how->limits.n;
	how->rules.own = how->rules.n;
	if (args->help)
		return EXITCODE_OK;
	if (command->bit == ARGS_RULES) {
		if (args->what.n_inputs == 0)
			return EXITCODE_OK;
		reject(args, args->what.inputs[0], "rules takes no names");
		return EXITCODE_USAGE;
	}
	if (args->out.payload && args->out.redact) {
		reject(args, "--payload", "cannot be combined with --redact");
		return EXITCODE_USAGE;
	}
	if (command->bit == ARGS_SCRUB)
		return scrub_check_values(args) ? EXITCODE_OK : EXITCODE_USAGE;
	if (!check_inputs(args) || !check_gate(args) ||
	    !check_options_of_format(args) ||
	    (command->bit == ARGS_INSPECT && !check_drawing(args)) ||
	    (command->bit == ARGS_REPAIR && !check_destination(args)))
		return EXITCODE_USAGE;
	return EXITCODE_OK;
}
