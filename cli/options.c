/* SPDX-License-Identifier: MIT */
/* options.c - one table of options, which prints --help and reads values */
#include "cli/options.h"

#include <stdlib.h>
#include <string.h>

#include "cli/nearest.h"
#include "cli/policy.h"
#include "cli/report/text.h"
#include "cli/scalar.h"
#include "cli/scrub/values.h"

#define JUDGING (ARGS_CHECK | ARGS_REPAIR)
#define READING (JUDGING | ARGS_INFO | ARGS_INSPECT)
#define BATCH   (ARGS_CHECK | ARGS_REPAIR | ARGS_INFO)
#define STORING (READING | ARGS_SCRUB)
#define ANY     (STORING | ARGS_RULES | ARGS_EXPLAIN)

/* ------------------------------------------------- values that are words -- */

static const char *const level_words[] = { "safe", "prefix", "salvage", NULL };
static const char *const protocol_words[] = { "0.6", "0.5", "0.7", NULL };
static const char *const depth_words[] = { "full", "messages", "framing",
					   NULL };
static const char *const when_words[] = { "auto", "always", "never", NULL };
static const char *const sandbox_words[] = { "auto", "strict", "off", NULL };
static const char *const rules_format_words[] = { "text", "json", "markdown",
						  "man", NULL };
/* Only one value is possible now.  Other values may be added. */
static const char *const only_words[] = { "bad", NULL };

/* ------------------------------------------------------------- the table -- */

static const struct options_row rows[] = {
	{ OPTIONS_DB, 0, "db", "FILE", ARGS_SCRUB, OPTIONS_IN_DATABASE,
	  "the SQLite database, which scrub makes", NULL },
	{ OPTIONS_ROOT_NAME, 0, "root-name", "NAME", ARGS_SCRUB,
	  OPTIONS_IN_DATABASE, "name of DIR in the database; default: DIR",
	  NULL },
	{ OPTIONS_AGAIN, 0, "again", "TIME", ARGS_SCRUB, OPTIONS_IN_DATABASE,
	  "read again the files that were read longer ago, such\n"
	  "as 30d, 12h, 90m or 600s",
	  NULL },
	{ OPTIONS_FOR, 0, "for", "TIME", ARGS_SCRUB, OPTIONS_IN_RUNNING,
	  "begin no file after this time; the next run goes on\n"
	  "there",
	  NULL },
	{ OPTIONS_SHARD, 0, "shard", "I/N", ARGS_SCRUB, OPTIONS_IN_DATABASE,
	  "read only part I of N parts of the files", NULL },
	{ OPTIONS_PRINT, 0, "print", "FORM", ARGS_SCRUB, OPTIONS_IN_DATABASE,
	  "print the database as text, ndjson, csv or html;\n"
	  "FORM:PATH writes the file PATH",
	  scrub_print_words },
	{ OPTIONS_SINCE, 0, "since", "RUN", ARGS_SCRUB, OPTIONS_IN_DATABASE,
	  "print what is new after the run with this number;\n"
	  "default: what is new in the last run",
	  NULL },
	{ OPTIONS_MERGE, 0, "merge", "OUT", ARGS_SCRUB, OPTIONS_IN_DATABASE,
	  "make the database OUT from other databases", NULL },
	{ OPTIONS_OUTPUT, 'o', "output", "OUT", ARGS_REPAIR, OPTIONS_IN_OUTPUT,
	  "write the repaired file to OUT, which must not\n"
	  "exist",
	  NULL },
	{ OPTIONS_DIRECTORY, 'd', "directory", "DIR", ARGS_REPAIR,
	  OPTIONS_IN_OUTPUT,
	  "write repaired files into DIR, under their own\n"
	  "names.  A compressed file is decompressed, and the\n"
	  "name x.gz, x.xz, x.zst or x.bz2 becomes x",
	  NULL },
	{ OPTIONS_ONLY_REPAIRED, 0, "only-repaired", NULL, ARGS_REPAIR,
	  OPTIONS_IN_OUTPUT,
	  "with -d, do not copy valid files; an output that\n"
	  "exists with the same bytes is no error",
	  NULL },
	{ OPTIONS_IN_PLACE, 0, "in-place", "[SUFFIX]", ARGS_REPAIR,
	  OPTIONS_IN_OUTPUT,
	  "put the repaired file in the place of FILE, and\n"
	  "keep the original as FILE.orig or FILESUFFIX",
	  NULL },
	{ OPTIONS_DRY_RUN, 'n', "dry-run", NULL, ARGS_REPAIR, OPTIONS_IN_OUTPUT,
	  "print the actions of a repair, and write nothing", NULL },
	{ OPTIONS_FORCE, 'f', "force", NULL, ARGS_REPAIR | ARGS_INSPECT,
	  OPTIONS_IN_OUTPUT,
	  "overwrite an existing regular file, but never an\n"
	  "input",
	  NULL },
	{ OPTIONS_RECOMPRESS, 0, "recompress", NULL, ARGS_REPAIR,
	  OPTIONS_IN_OUTPUT,
	  "compress the output again if the input was\n"
	  "compressed, and keep the end of the name, as .gz",
	  NULL },
	{ OPTIONS_LEVEL, 0, "level", "LEVEL", ARGS_REPAIR, OPTIONS_IN_REPAIR,
	  "salvage (default): drop only unreadable data;\n"
	  "prefix: end the recording before the first loss;\n"
	  "safe: write nothing if anything would be lost",
	  level_words },
	{ OPTIONS_FIX_WARNINGS, 0, "fix-warnings", NULL, ARGS_REPAIR,
	  OPTIONS_IN_REPAIR, "repair warnings, too", NULL },
	{ OPTIONS_MAX_LOSS, 0, "max-loss", "N|N%", ARGS_REPAIR,
	  OPTIONS_IN_REPAIR,
	  "write nothing if more than N bytes, or N percent,\n"
	  "would be lost",
	  NULL },
	{ OPTIONS_MAP, 0, "map", "FILE", ARGS_CHECK | ARGS_REPAIR,
	  OPTIONS_IN_INPUT,
	  "compare the map FILE with the map that the\n"
	  "recording names; repair puts FILE in the place of\n"
	  "a damaged map",
	  NULL },
	{ OPTIONS_STRIP, 0, "strip", NULL, ARGS_INSPECT, OPTIONS_IN_REPORT,
	  "draw the parts of the file to scale, and what a\n"
	  "repair does with each part; list no messages",
	  NULL },
	{ OPTIONS_SVG, 0, "svg", "OUT", ARGS_INSPECT, OPTIONS_IN_OUTPUT,
	  "draw the parts of the file to scale, as SVG, into the\n"
	  "file OUT, which must not exist; list no messages",
	  NULL },
	{ OPTIONS_PAYLOAD, 0, "payload", NULL, ARGS_INSPECT, OPTIONS_IN_REPORT,
	  "also show texts of players: names, chat, lines of\n"
	  "the console",
	  NULL },
	{ OPTIONS_REDACT, 0, "redact", NULL, READING, OPTIONS_IN_REPORT,
	  "omit from the report the names of players and\n"
	  "servers, addresses, and texts of players",
	  NULL },
	{ OPTIONS_GATE, 0, "gate", NULL, ARGS_CHECK, OPTIONS_IN_REPORT,
	  "print one line of JSON that says whether the file\n"
	  "is accepted; see the manual demofsck(1)",
	  NULL },
	{ OPTIONS_ACCEPT, 0, "accept", "FORMAT,...", ARGS_CHECK,
	  OPTIONS_IN_JUDGING,
	  "with --gate, accept only these formats; --as has\n"
	  "their names",
	  NULL },
	{ OPTIONS_FORMAT, 0, "format", "FORM", READING, OPTIONS_IN_REPORT,
	  "form of the report: text (default) or ndjson; for\n"
	  "check and repair, also csv, sarif, sarif:github or\n"
	  "junit",
	  NULL },
	{ OPTIONS_REPORT, 0, "report", "FORM:PATH", ARGS_CHECK | ARGS_REPAIR,
	  OPTIONS_IN_REPORT,
	  "also write a report in FORM to the file PATH; can\n"
	  "be given more than once",
	  NULL },
	{ OPTIONS_RULES_FORMAT, 0, "format", "FORM", ARGS_RULES,
	  OPTIONS_IN_REPORT,
	  "text (default), json, markdown, or man (a manual page)",
	  rules_format_words },
	{ OPTIONS_AS, 0, "as", "FORMAT", READING, OPTIONS_IN_INPUT,
	  "read the input as FORMAT, without detection:", NULL },
	{ OPTIONS_PROTOCOL, 0, "protocol", "VERSION", READING, OPTIONS_IN_INPUT,
	  "version of the game that made a raw snapshot or\n"
	  "delta: 0.6 (default; also DDNet), 0.5 or 0.7",
	  protocol_words },
	{ OPTIONS_BASE, 0, "base", "FILE", READING, OPTIONS_IN_INPUT,
	  "the raw snapshot that a raw delta changes", NULL },
	{ OPTIONS_DEPTH, 0, "depth", "DEPTH", STORING, OPTIONS_IN_JUDGING,
	  "how much of Source demos is read: framing (header\n"
	  "and commands), messages (also packets and user\n"
	  "commands), or full (default; also data tables and\n"
	  "entities)",
	  depth_words },
	{ OPTIONS_FILES0_FROM, 0, "files0-from", "LIST", BATCH,
	  OPTIONS_IN_INPUT,
	  "read the names of the inputs from LIST; a NUL byte\n"
	  "ends each name; - is standard input",
	  NULL },
	{ OPTIONS_JOBS, 'j', "jobs", "N", JUDGING | ARGS_SCRUB,
	  OPTIONS_IN_RUNNING,
	  "read N files at the same time, each in a process of\n"
	  "its own; default: one for each processor, if there\n"
	  "is more than one file",
	  NULL },
	{ OPTIONS_TIMEOUT, 0, "timeout", "SECONDS", JUDGING | ARGS_SCRUB,
	  OPTIONS_IN_RUNNING,
	  "give up a file that is not read after this time, and\n"
	  "call it undecided; default: never",
	  NULL },
	{ OPTIONS_EXCLUDE, 0, "exclude", "GLOB", JUDGING | ARGS_SCRUB,
	  OPTIONS_IN_INPUT,
	  "in a directory, skip files and directories whose\n"
	  "name matches GLOB; if GLOB has a slash, whose path\n"
	  "below DIR matches; can be given more than once",
	  NULL },
	{ OPTIONS_ALL, 0, "all", NULL, JUDGING | ARGS_SCRUB, OPTIONS_IN_INPUT,
	  "in a directory, also read the originals that repair\n"
	  "--in-place kept, FILE.orig beside FILE, and temporary\n"
	  "files of runs that were killed",
	  NULL },
	{ OPTIONS_PROFILE, 0, "profile", "NAME", STORING, OPTIONS_IN_JUDGING,
	  "decides which findings are errors (default: archive):", NULL },
	{ OPTIONS_RULE, 0, "rule", "ID=SEVERITY", STORING, OPTIONS_IN_JUDGING,
	  "make a rule an error, a warning, a note, or off", NULL },
	{ OPTIONS_LIMIT, 0, "limit", "NAME=VALUE", STORING, OPTIONS_IN_JUDGING,
	  "change a limit; k, M and G are powers of 1024", NULL },
	{ OPTIONS_CONFIG, 0, "config", "FILE", STORING, OPTIONS_IN_JUDGING,
	  "read profile, rules, limits and lists from FILE;\n"
	  "options of the command line override FILE",
	  NULL },
	{ OPTIONS_ALLOW_FILE, 0, "allow-file", "LIST",
	  ARGS_CHECK | ARGS_INFO | ARGS_INSPECT | ARGS_SCRUB,
	  OPTIONS_IN_JUDGING,
	  "the files whose SHA-256 is in LIST do not make the\n"
	  "run fail; can be given more than once",
	  NULL },
	{ OPTIONS_ALLOW_FILE, 0, "allow-file", "LIST", ARGS_REPAIR,
	  OPTIONS_IN_JUDGING,
	  "mark the files whose SHA-256 is in LIST in the\n"
	  "report; can be given more than once",
	  NULL },
	{ OPTIONS_FAIL_ON, 0, "fail-on", "LEVEL",
	  ARGS_CHECK | ARGS_INFO | ARGS_INSPECT | ARGS_SCRUB,
	  OPTIONS_IN_JUDGING,
	  "lowest severity that makes the exit code 1: error\n"
	  "(default), warning, note; or never",
	  policy_fail_words },
	{ OPTIONS_EXIT_ZERO, 0, "exit-zero", NULL, STORING, OPTIONS_IN_RUNNING,
	  "exit with 0 instead of 1, 3 or 5", NULL },
	{ OPTIONS_NO_HASH, 0, "no-hash", NULL, READING, OPTIONS_IN_JUDGING,
	  "do not compute the SHA-256 of the input; with a text\n"
	  "report, check and inspect never compute the SHA-256",
	  NULL },
	{ OPTIONS_QUIET, 'q', "quiet", NULL, ARGS_CHECK | ARGS_REPAIR,
	  OPTIONS_IN_REPORT,
	  "print nothing about files without findings, and no\n"
	  "summary (text only); check also leaves out files of\n"
	  "--allow-file",
	  NULL },
	{ OPTIONS_QUIET, 'q', "quiet", NULL, ARGS_INSPECT, OPTIONS_IN_REPORT,
	  "print no verdict for files without findings, and no\n"
	  "summary (text only)",
	  NULL },
	{ OPTIONS_QUIET, 'q', "quiet", NULL, ARGS_SCRUB, OPTIONS_IN_REPORT,
	  "print no summary", NULL },
	{ OPTIONS_ONLY, 0, "only", "bad", JUDGING, OPTIONS_IN_REPORT,
	  "leave out of all reports the files whose own exit\n"
	  "code is 0; repair leaves out valid files",
	  only_words },
	{ OPTIONS_VERBOSE, 'v', "verbose", NULL, ARGS_CHECK | ARGS_REPAIR,
	  OPTIONS_IN_REPORT,
	  "also print notes, and the bytes around each finding;\n"
	  "print up to 32 findings of each rule in a file, not\n"
	  "4; with check, also print the actions of a repair",
	  NULL },
	{ OPTIONS_VERBOSE, 'v', "verbose", NULL, ARGS_INSPECT,
	  OPTIONS_IN_REPORT,
	  "also print the items of snapshots, and the messages\n"
	  "and entities of packets",
	  NULL },
	{ OPTIONS_COLOR, 0, "color", "WHEN", READING, OPTIONS_IN_REPORT,
	  "auto (default), always or never", when_words },
	{ OPTIONS_PROGRESS, 0, "progress", "WHEN", READING, OPTIONS_IN_RUNNING,
	  "show progress on stderr: auto (default), always or\n"
	  "never",
	  when_words },
	{ OPTIONS_SANDBOX, 0, "sandbox", "MODE", STORING, OPTIONS_IN_RUNNING,
	  "lock the process before one file is read: auto\n"
	  "(default; as far as the kernel allows), strict (or\n"
	  "do not read the file) or off",
	  sandbox_words },
	{ OPTIONS_HELP, 'h', "help", NULL, ANY, OPTIONS_IN_RUNNING,
	  "print this text", NULL },
};

#define N_ROWS (sizeof(rows) / sizeof(rows[0]))

static bool
is_named(const struct options_row *row, char letter, const char *name,
	 size_t length)
{
	return name == NULL ? row->letter == letter
			    : strlen(row->name) == length &&
				      memcmp(row->name, name, length) == 0;
}

const struct options_row *
options_find(const struct args *args, char letter, const char *name,
	     size_t length)
{
	for (size_t i = 0; i < N_ROWS; i++)
		if ((rows[i].commands & (unsigned)args->command->bit) != 0 &&
		    is_named(&rows[i], letter, name, length))
			return &rows[i];
	return NULL;
}

const char *
options_nearest(const struct args *args, const char *name, size_t length)
{
	struct nearest nearest = { .word = name, .length = length };

	for (size_t i = 0; i < N_ROWS; i++) {
		if ((rows[i].commands & (unsigned)args->command->bit) != 0)
			nearest_offer(&nearest, rows[i].name);
	}
	return nearest.best;
}

const char *
options_unknown(char letter, const char *name, size_t length)
{
	for (size_t i = 0; i < N_ROWS; i++) {
		if (!is_named(&rows[i], letter, name, length))
			continue;
		switch (rows[i].commands) {
		case ARGS_REPAIR: return "an option of repair only";
		case ARGS_INSPECT: return "an option of inspect only";
		case ARGS_SCRUB: return "an option of scrub only";
		default: return "an option of other commands";
		}
	}
	return "unknown option";
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
	for (size_t i = 0; row->id == OPTIONS_AS && i < dfk_format_count(); i++)
		fprintf(out, "%*s%-15s %s\n", HELP_COLUMN, "",
			dfk_format_at(i)->id, dfk_format_at(i)->title);
	for (size_t i = 0;
	     row->id == OPTIONS_PROFILE && i < dfk_profile_count(); i++)
		fprintf(out, "%*s%-15s %s\n", HELP_COLUMN, "",
			dfk_profile_at(i)->name, dfk_profile_at(i)->title);
}

static const char *const group_titles[] = {
	[OPTIONS_IN_INPUT] = "Input",
	[OPTIONS_IN_JUDGING] = "What is checked, and what is an error",
	[OPTIONS_IN_REPAIR] = "Repair",
	[OPTIONS_IN_OUTPUT] = "Output",
	[OPTIONS_IN_REPORT] = "Report",
	[OPTIONS_IN_DATABASE] = "Database",
	[OPTIONS_IN_RUNNING] = "Running",
};

#define N_GROUPS (sizeof(group_titles) / sizeof(group_titles[0]))

static bool
has_command(const struct options_row *row, const struct args_entry *command)
{
	return (row->commands & (unsigned)command->bit) != 0;
}

const struct options_row *
options_next(const struct args_entry *command, const struct options_row *after)
{
	for (size_t i = after == NULL ? 0 : (size_t)(after - rows) + 1;
	     i < N_ROWS; i++) {
		if (has_command(&rows[i], command))
			return &rows[i];
	}
	return NULL;
}

static void
print_group(FILE *out, const struct args_entry *command, size_t group)
{
	const struct options_row *row = NULL;
	bool begun = false;

	while ((row = options_next(command, row)) != NULL) {
		if ((size_t)row->group != group)
			continue;
		if (!begun)
			fprintf(out, "%s:\n", group_titles[group]);
		begun = true;
		print_row(out, row);
	}
	if (begun)
		putc('\n', out);
}

static void
print_examples(FILE *out, const struct args_entry *command)
{
	fputs("Examples:\n", out);
	for (size_t i = 0; i < ARGS_EXAMPLES; i++)
		fprintf(out, "  %s\n      %s\n", command->examples[i].line,
			command->examples[i].what);
}

void
options_help(FILE *out, const struct args_entry *command)
{
	fprintf(out, "usage: demofsck %s %s\n\n%s\n\n", command->name,
		command->operands, command->summary);
	for (size_t group = 0; group < N_GROUPS; group++)
		print_group(out, command, group);
	if ((STORING & (unsigned)command->bit) != 0)
		fprintf(out, "%-*sall later words are names, not options\n\n",
			HELP_COLUMN, "  --");
	print_examples(out, command);
}

/* ------------------------------------------------------------- forms -- */

/* If the name of a form begins with the name of another form, the longer name comes
   first. */
static const struct form_row {
	const char *name;
	enum args_format format;
	unsigned commands;
} forms[] = {
	{ "text", ARGS_TEXT, READING },
	{ "ndjson", ARGS_NDJSON, READING },
	{ "csv", ARGS_CSV, JUDGING },
	{ "sarif:github", ARGS_SARIF_GITHUB, JUDGING },
	{ "sarif", ARGS_SARIF, JUDGING },
	{ "junit", ARGS_JUNIT, JUDGING },
};

#define N_FORMS (sizeof(forms) / sizeof(forms[0]))

const char *
options_form(const struct args_entry *command, size_t index)
{
	for (size_t i = 0; i < N_FORMS; i++) {
		if ((forms[i].commands & (unsigned)command->bit) != 0 &&
		    index-- == 0)
			return forms[i].name;
	}
	return NULL;
}

static bool
is_possible(const struct args *args, const struct form_row *row)
{
	return (row->commands & (unsigned)args->command->bit) != 0;
}

static bool
refuse_form(const struct args *args, const char *option, const char *value)
{
	char known[64] = "";

	for (size_t i = 0; i < N_FORMS; i++) {
		const size_t length = strlen(known);

		if (is_possible(args, &forms[i]))
			snprintf(known + length, sizeof(known) - length, "%s%s",
				 length > 0 ? ", " : "", forms[i].name);
	}
	text_complain(option, "'%s' is not one of %s", value, known);
	return false;
}

/* Reads the form that --format names.  False: a message was printed. */
static bool
read_form(struct args *args, const char *value)
{
	for (size_t i = 0; i < N_FORMS; i++) {
		if (is_possible(args, &forms[i]) &&
		    strcmp(forms[i].name, value) == 0) {
			args->out.format = forms[i].format;
			return true;
		}
	}
	return refuse_form(args, "--format", value);
}

/* Adds the report that --report=FORM:PATH names.  False: a message was printed. */
static bool
add_report(struct args *args, const char *value)
{
	for (size_t i = 0; i < N_FORMS; i++) {
		const size_t length = strlen(forms[i].name);

		if (!is_possible(args, &forms[i]) ||
		    strncmp(forms[i].name, value, length) != 0 ||
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
				      value, forms[i].name);
			return false;
		}
		args->out.reports[args->out.n_reports++] = (struct args_report){
			forms[i].format, value + length + 1
		};
		return true;
	}
	if (strchr(value, ':') == NULL) {
		text_complain("--report", "'%s' is not FORM:PATH", value);
		return false;
	}
	return refuse_form(args, "--report", value);
}

/* ------------------------------------------------------------ values -- */

static bool
read_loss(struct args_max_loss *loss, const char *value)
{
	const size_t length = strlen(value);
	char *end;

	if (length > 0 && value[length - 1] == '%') {
		loss->unit = ARGS_LOSS_PERCENT;
		loss->percent = strtod(value, &end);
		/* strtod() also accepts signs, exponents and hexadecimal numbers. */
		if (strspn(value, "0123456789.") == length - 1 &&
		    end == value + length - 1 && end > value &&
		    loss->percent <= 100)
			return true;
	} else {
		loss->unit = ARGS_LOSS_BYTES;
		if (*value >= '0' && *value <= '9' &&
		    scalar_number(value, &loss->bytes))
			return true;
	}
	text_complain("--max-loss",
		      "'%s' is neither a number of bytes nor a percentage",
		      value);
	return false;
}

/* Splits NAME=VALUE into two strings.  False: there is no '='. */
static bool
split_at_equals(const char *option, const char *form, char *value, char **right)
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
read_limit_option(struct args_how *how, char *value)
{
	char *number;

	return split_at_equals("--limit", "NAME=VALUE", value, &number) &&
	       policy_limit(how, "--limit", value, number);
}

static bool
read_rule_option(struct args_how *how, char *value)
{
	char *severity;

	return split_at_equals("--rule", "ID=SEVERITY", value, &severity) &&
	       policy_rule(how, "--rule", value, severity);
}

static bool
read_as(struct args_what *what, const char *value)
{
	char known[256] = "";

	for (size_t i = 0; i < dfk_format_count(); i++) {
		if (strcmp(dfk_format_at(i)->id, value) == 0) {
			what->as = value;
			return true;
		}
	}
	for (size_t i = 0; i < dfk_format_count(); i++)
		scalar_list(known, sizeof(known), dfk_format_at(i)->id);
	text_complain("--as", "'%s' is not one of the formats: %s", value,
		      known);
	return false;
}

static bool
read_protocol(struct args_what *what, const char *value)
{
	int at;

	if (!scalar_word("--protocol", value, protocol_words, &at))
		return false;
	what->protocol = (enum dfk_protocol)at;
	what->has_protocol = true;
	return true;
}

static bool
read_level(struct args_how *how, const char *value)
{
	static const enum dfk_level levels[] = { DFK_LEVEL_SAFE,
						 DFK_LEVEL_PREFIX,
						 DFK_LEVEL_SALVAGE };
	int at;

	if (!scalar_word("--level", value, level_words, &at))
		return false;
	how->level = levels[at];
	return true;
}

static bool
read_when(const char *option, const char *value, enum args_when *when)
{
	int at;

	if (!scalar_word(option, value, when_words, &at))
		return false;
	*when = (enum args_when)at;
	return true;
}

static bool
read_rules_format(struct args_out *out, const char *value)
{
	static const enum args_format formats[] = { ARGS_TEXT, ARGS_JSON,
						    ARGS_MARKDOWN, ARGS_MAN };
	int at;

	if (!scalar_word("--format", value, rules_format_words, &at))
		return false;
	out->format = formats[at];
	return true;
}

static bool
read_depth(struct args_how *how, const char *value)
{
	int at;

	if (!scalar_word("--depth", value, depth_words, &at))
		return false;
	how->depth = (enum dfk_depth)at;
	return true;
}

static bool
read_only(struct args_out *out, const char *value)
{
	int at;

	out->only_bad = scalar_word("--only", value, only_words, &at);
	return out->only_bad;
}

static bool
read_sandbox(struct args_how *how, const char *value)
{
	int at;

	if (!scalar_word("--sandbox", value, sandbox_words, &at))
		return false;
	how->sandbox = (enum sandbox_mode)at;
	return true;
}

static bool
read_nonempty_name(const char *option, const char *value, const char **name)
{
	*name = value;
	if (*value == '\0')
		text_complain(option, "the name is empty");
	return *value != '\0';
}

static bool
read_allow_file(struct args_allow *allow, const char *value)
{
	const char *name;

	if (!read_nonempty_name("--allow-file", value, &name))
		return false;
	allow->files[allow->n] = strdup(name);
	if (allow->files[allow->n] == NULL) {
		text_complain(NULL, "out of memory");
		return false;
	}
	allow->n++;
	return true;
}

/* The path of a file below a directory never begins or ends with a slash. */
static bool
read_exclude(struct args_what *what, char *value)
{
	const size_t length = strlen(value);

	if (length == 0) {
		text_complain("--exclude", "the pattern is empty");
		return false;
	}
	if (value[0] == '/' || value[length - 1] == '/' ||
	    strncmp(value, "./", 2) == 0 || strncmp(value, "../", 3) == 0) {
		text_complain("--exclude",
			      "'%s' fits no path: a path below a directory has "
			      "no slash at its start or end, and no ./",
			      value);
		return false;
	}
	what->excludes[what->n_excludes++] = value;
	return true;
}

/* Two --config files are ambiguous, so the second file is refused. */
static bool
read_config(struct args_how *how, const char *value)
{
	if (how->config_path != NULL) {
		text_complain("--config", "takes one file only");
		return false;
	}
	return read_nonempty_name("--config", value, &how->config_path);
}

static bool
read_suffix(struct args_out *out, const char *value)
{
	out->suffix = value != NULL ? value : ARGS_KEPT;
	if (*out->suffix == '\0' || strchr(out->suffix, '/') != NULL) {
		text_complain("--in-place", "'%s' cannot be a suffix",
			      out->suffix);
		return false;
	}
	return true;
}

/* More processes than this are a mistake. */
enum { MOST_JOBS = 1024, MOST_SECONDS = 1 << 20 };

static bool
read_jobs(struct args_how *how, const char *value)
{
	uint64_t number;

	if (!scalar_number(value, &number) || number < 1 ||
	    number > MOST_JOBS) {
		text_complain("--jobs", "'%s' is not a number from 1 to %d",
			      value, MOST_JOBS);
		return false;
	}
	how->jobs = (size_t)number;
	return true;
}

static bool
read_timeout(struct args_how *how, const char *value)
{
	char *end;
	const double seconds = strtod(value, &end);

	/* strtod() also accepts signs, exponents and hexadecimal numbers. */
	if (*value == '\0' || *end != '\0' ||
	    strspn(value, "0123456789.") != strlen(value) ||
	    !(seconds >= 0.001 && seconds <= (double)MOST_SECONDS)) {
		text_complain(
			"--timeout",
			"'%s' is not a number of seconds from 0.001 to %d",
			value, MOST_SECONDS);
		return false;
	}
	how->timeout_ms = (int64_t)(seconds * 1000);
	return true;
}

bool
options_apply(struct args *args, const struct options_row *row, char *value)
{
	struct args_what *what = &args->what;
	struct args_how *how = &args->how;
	struct args_out *out = &args->out;
	struct args_scrub *scrub = &args->scrub;

	switch (row->id) {
	case OPTIONS_ACCEPT: return policy_accept(how, "--accept", value);
	case OPTIONS_AGAIN: return scrub_read_again(scrub, value);
	case OPTIONS_ALL: what->all = true; return true;
	case OPTIONS_ALLOW_FILE: return read_allow_file(&how->allow, value);
	case OPTIONS_AS: return read_as(what, value);
	case OPTIONS_BASE:
		return read_nonempty_name("--base", value, &what->base_path);
	case OPTIONS_COLOR: return read_when("--color", value, &out->color);
	case OPTIONS_CONFIG: return read_config(how, value);
	case OPTIONS_DB: return read_nonempty_name("--db", value, &scrub->db);
	case OPTIONS_DEPTH: return read_depth(how, value);
	case OPTIONS_DIRECTORY:
		return read_nonempty_name("-d", value, &out->directory);
	case OPTIONS_DRY_RUN: out->dry_run = true; return true;
	case OPTIONS_EXCLUDE: return read_exclude(what, value);
	case OPTIONS_EXIT_ZERO: how->exit_zero = true; return true;
	case OPTIONS_FAIL_ON: return policy_fail_on(how, "--fail-on", value);
	case OPTIONS_FILES0_FROM:
		return read_nonempty_name("--files0-from", value,
					  &what->files0_from);
	case OPTIONS_FIX_WARNINGS: how->fix_warnings = true; return true;
	case OPTIONS_RECOMPRESS: out->recompress = true; return true;
	case OPTIONS_FOR: return scrub_read_for(scrub, value);
	case OPTIONS_FORCE: out->force = true; return true;
	case OPTIONS_FORMAT: return read_form(args, value);
	case OPTIONS_GATE: how->gate = true; return true;
	case OPTIONS_HELP: args->help = true; return true;
	case OPTIONS_IN_PLACE: return read_suffix(out, value);
	case OPTIONS_JOBS: return read_jobs(how, value);
	case OPTIONS_LEVEL: return read_level(how, value);
	case OPTIONS_LIMIT: return read_limit_option(how, value);
	case OPTIONS_MAP:
		return read_nonempty_name("--map", value, &what->map_path);
	case OPTIONS_MAX_LOSS: return read_loss(&how->max_loss, value);
	case OPTIONS_MERGE:
		return read_nonempty_name("--merge", value, &scrub->merge);
	case OPTIONS_NO_HASH: how->no_hash = true; return true;
	case OPTIONS_ONLY: return read_only(out, value);
	case OPTIONS_ONLY_REPAIRED: out->only_repaired = true; return true;
	case OPTIONS_OUTPUT:
		return read_nonempty_name("-o", value, &out->output);
	case OPTIONS_PAYLOAD: out->payload = true; return true;
	case OPTIONS_PRINT: return scrub_read_print(scrub, value);
	case OPTIONS_PROFILE: return policy_profile(how, "--profile", value);
	case OPTIONS_PROGRESS:
		return read_when("--progress", value, &out->progress);
	case OPTIONS_PROTOCOL: return read_protocol(what, value);
	case OPTIONS_QUIET: out->quiet = true; return true;
	case OPTIONS_REDACT: out->redact = true; return true;
	case OPTIONS_REPORT: return add_report(args, value);
	case OPTIONS_ROOT_NAME:
		return read_nonempty_name("--root-name", value,
					  &scrub->root_name);
	case OPTIONS_RULE: return read_rule_option(how, value);
	case OPTIONS_RULES_FORMAT: return read_rules_format(out, value);
	case OPTIONS_SANDBOX: return read_sandbox(how, value);
	case OPTIONS_SHARD: return scrub_read_shard(scrub, value);
	case OPTIONS_SINCE: return scrub_read_since(scrub, value);
	case OPTIONS_STRIP: out->strip = true; return true;
	case OPTIONS_SVG: return read_nonempty_name("--svg", value, &out->svg);
	case OPTIONS_TIMEOUT: return read_timeout(how, value);
	case OPTIONS_VERBOSE: out->verbose = true; return true;
	}
	return false;
}
