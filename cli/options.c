/* SPDX-License-Identifier: MIT */
/* options.c - one table of options, which also prints --help */
#include "cli/options.h"

#include <string.h>

#include "cli/nearest.h"

#define READING (ARGS_CHECK | ARGS_REPAIR | ARGS_INFO | ARGS_INSPECT)
#define BATCH   (ARGS_CHECK | ARGS_REPAIR | ARGS_INFO)
#define ANY     (READING | ARGS_RULES | ARGS_EXPLAIN)

static const struct options_row rows[] = {
	{ OPTIONS_OUTPUT, 'o', "output", "OUT", ARGS_REPAIR,
	  "write the repaired file to OUT, which must not\n"
	  "exist" },
	{ OPTIONS_DIRECTORY, 'd', "directory", "DIR", ARGS_REPAIR,
	  "write repaired files into DIR, under their own\n"
	  "names; a compressed file is decompressed: x.gz\n"
	  "becomes x, and so do x.xz, x.zst and x.bz2" },
	{ OPTIONS_IN_PLACE, 0, "in-place", "[SUFFIX]", ARGS_REPAIR,
	  "put the repaired file in the place of FILE, and\n"
	  "keep the original as FILE.orig or FILESUFFIX" },
	{ OPTIONS_DRY_RUN, 'n', "dry-run", NULL, ARGS_REPAIR,
	  "print what would be done, and write nothing" },
	{ OPTIONS_FORCE, 'f', "force", NULL, ARGS_REPAIR,
	  "replace the output if it is a regular file, and no\n"
	  "input" },
	{ OPTIONS_RECOMPRESS, 0, "recompress", NULL, ARGS_REPAIR,
	  "write what was compressed compressed again, in the\n"
	  "same way, and keep the end of its name" },
	{ OPTIONS_LEVEL, 0, "level", "LEVEL", ARGS_REPAIR,
	  "salvage (default): drop only what cannot be read;\n"
	  "prefix: end the recording before the first loss;\n"
	  "safe: no output if anything would be lost" },
	{ OPTIONS_FIX_WARNINGS, 0, "fix-warnings", NULL, ARGS_REPAIR,
	  "repair warnings, too" },
	{ OPTIONS_MAX_LOSS, 0, "max-loss", "N|N%", ARGS_REPAIR,
	  "write nothing if more than N bytes, or N percent,\n"
	  "would be lost" },
	{ OPTIONS_MAP, 0, "map", "FILE", ARGS_CHECK | ARGS_REPAIR,
	  "compare the map FILE with the one that the\n"
	  "recording names; repair puts it in the place of a\n"
	  "damaged one" },
	{ OPTIONS_PAYLOAD, 0, "payload", NULL, ARGS_INSPECT,
	  "also show what players wrote: names, chat, lines of\n"
	  "the console" },
	{ OPTIONS_REDACT, 0, "redact", NULL, READING,
	  "leave out of the report the names of players and\n"
	  "servers, addresses, and what players wrote" },
	{ OPTIONS_GATE, 0, "gate", NULL, ARGS_CHECK,
	  "say in one line of JSON whether the one file that\n"
	  "is given is accepted; see docs/gate.md" },
	{ OPTIONS_FORMAT, 0, "format", "FORM", READING,
	  "form of the report: text (default) or ndjson; of\n"
	  "check and repair, also sarif, sarif:github or junit" },
	{ OPTIONS_REPORT, 0, "report", "FORM:PATH", ARGS_CHECK | ARGS_REPAIR,
	  "write the report to the file PATH, too, in that\n"
	  "form; may be given several times" },
	{ OPTIONS_RULES_FORMAT, 0, "format", "FORM", ARGS_RULES,
	  "text (default), json or markdown" },
	{ OPTIONS_AS, 0, "as", "FORMAT", READING,
	  "read the input as FORMAT, and do not detect it:" },
	{ OPTIONS_PROTOCOL, 0, "protocol", "VERSION", READING,
	  "version of the game that made a raw snapshot or\n"
	  "delta: 0.6 (default; also DDNet), 0.5 or 0.7" },
	{ OPTIONS_BASE, 0, "base", "FILE", READING,
	  "the raw snapshot that a raw delta changes" },
	{ OPTIONS_DEPTH, 0, "depth", "DEPTH", READING,
	  "how deep Source demos are read: framing (header\n"
	  "and commands), messages (packets and user commands,\n"
	  "too), or full (default; data tables and entities,\n"
	  "too)" },
	{ OPTIONS_FILES0_FROM, 0, "files0-from", "LIST", BATCH,
	  "read the names of the inputs from LIST, each ends\n"
	  "with a NUL byte; - is standard input" },
	{ OPTIONS_PROFILE, 0, "profile", "NAME", READING,
	  "what an error is (default: archive):" },
	{ OPTIONS_RULE, 0, "rule", "ID=SEVERITY", READING,
	  "make a rule an error, a warning, a note, or off" },
	{ OPTIONS_LIMIT, 0, "limit", "NAME=VALUE", READING,
	  "change a limit; k, M and G are powers of 1024" },
	{ OPTIONS_CONFIG, 0, "config", "FILE", READING,
	  "read profile, rules, limits and lists from FILE;\n"
	  "what the command line says counts more" },
	{ OPTIONS_ALLOW_FILE, 0, "allow-file", "LIST",
	  ARGS_CHECK | ARGS_INFO | ARGS_INSPECT,
	  "the files whose SHA-256 is in LIST do not make the\n"
	  "run fail; can be given more than once" },
	{ OPTIONS_ALLOW_FILE, 0, "allow-file", "LIST", ARGS_REPAIR,
	  "mark the files whose SHA-256 is in LIST in the\n"
	  "report; can be given more than once" },
	{ OPTIONS_FAIL_ON, 0, "fail-on", "LEVEL",
	  ARGS_CHECK | ARGS_INFO | ARGS_INSPECT,
	  "lowest severity that makes the exit code 1: error\n"
	  "(default), warning, note; or never" },
	{ OPTIONS_EXIT_ZERO, 0, "exit-zero", NULL, READING,
	  "exit with 0 instead of 1, 3 or 5" },
	{ OPTIONS_NO_HASH, 0, "no-hash", NULL, READING,
	  "do not compute the SHA-256 of the input" },
	{ OPTIONS_QUIET, 'q', "quiet", NULL, ARGS_CHECK | ARGS_REPAIR,
	  "print nothing about files without findings, and no\n"
	  "summary (text only)" },
	{ OPTIONS_QUIET, 'q', "quiet", NULL, ARGS_INSPECT,
	  "print no verdict of files without findings, and no\n"
	  "summary (text only)" },
	{ OPTIONS_VERBOSE, 'v', "verbose", NULL, ARGS_CHECK | ARGS_REPAIR,
	  "print notes, too, the bytes around each finding, and\n"
	  "of each rule up to 32 findings of a file in place of\n"
	  "4; with check, also what a repair would do" },
	{ OPTIONS_VERBOSE, 'v', "verbose", NULL, ARGS_INSPECT,
	  "print the items of snapshots, and the messages and\n"
	  "entities of packets, too" },
	{ OPTIONS_COLOR, 0, "color", "WHEN", READING,
	  "auto (default), always or never" },
	{ OPTIONS_PROGRESS, 0, "progress", "WHEN", READING,
	  "show progress on stderr: auto (default), always or\n"
	  "never" },
	{ OPTIONS_HELP, 'h', "help", NULL, ANY, "print this text" },
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

void
options_help(FILE *out, const struct args_entry *command)
{
	fprintf(out, "usage: demofsck %s %s\n\n%s\n\n", command->name,
		command->operands, command->summary);
	for (size_t i = 0; i < N_ROWS; i++) {
		if ((rows[i].commands & (unsigned)command->bit) != 0)
			print_row(out, &rows[i]);
	}
	if ((READING & (unsigned)command->bit) != 0)
		fprintf(out, "%-*swhat follows are names, not options\n",
			HELP_COLUMN, "  --");
}
