/* SPDX-License-Identifier: MIT */
/* main.c - the table of commands, and the steps that all commands share */
#include <fcntl.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/args.h"
#include "cli/check.h"
#include "cli/commandline.h"
#include "cli/complete.h"
#include "cli/config.h"
#include "cli/exitcode.h"
#include "cli/gate.h"
#include "cli/lacks.h"
#include "cli/nearest.h"
#include "cli/options.h"
#include "cli/read/given.h"
#include "cli/repair.h"
#include "cli/report/report.h"
#include "cli/report/text.h"
#include "cli/rules.h"
#include "cli/scrub/scrub.h"
#include "cli/work/confine.h"
#include "cli/write/output.h"
#include "include/demofsck.h"
#include "include/demofsck_map.h"

static const struct args_entry commands[] = {
	{ ARGS_CHECK, "check", "[OPTION]... FILE|DIR|-...",
	  "Reads recordings and reports their defects.",
	  { { "demofsck check crash.demo",
	      "reports the defects of a recording, and the command that "
	      "repairs the recording" },
	    { "demofsck check --only=bad --format=csv recordings >bad.csv",
	      "makes a table of the bad files below a directory" } },
	  check_run },
	{ ARGS_REPAIR, "repair",
	  "[OPTION]... -o OUT FILE|-\n"
	  "       demofsck repair [OPTION]... -d OUT FILE|DIR...\n"
	  "       demofsck repair [OPTION]... --in-place[=SUFFIX] FILE|DIR...",
	  "Writes a valid recording with all data that can be saved.  The "
	  "input is\nnever changed.  The output appears only after a check.",
	  { { "demofsck repair crash.demo -o saved.demo",
	      "writes a repaired copy" },
	    { "demofsck repair --only-repaired -d saved recordings",
	      "writes repaired copies of all damaged files below a "
	      "directory" } },
	  repair_run },
	{ ARGS_INFO, "info", "[OPTION]... FILE...",
	  "Prints the facts in recordings: map, version, time.",
	  { { "demofsck info crash.demo", "prints the facts as text" },
	    { "demofsck info --format=ndjson *.demo",
	      "prints one line of JSON for each recording" } },
	  check_run },
	{ ARGS_INSPECT, "inspect", "[OPTION]... FILE",
	  "Lists every message of a recording.",
	  { { "demofsck inspect --payload crash.demo",
	      "lists all messages, with names and chat of players" },
	    { "demofsck inspect --strip crash.demo",
	      "draws the file to scale, with what a repair keeps" } },
	  check_run },
	{ ARGS_SCRUB, "scrub",
	  "[OPTION]... --db=FILE DIR...\n"
	  "       demofsck scrub --db=FILE --print=FORM[:PATH] [--since=RUN]\n"
	  "       demofsck scrub --merge=OUT FILE...",
	  "Keeps the verdicts of an archive in a database.  Only new and "
	  "changed\nfiles are read.",
	  { { "demofsck scrub --db=archive.db recordings",
	      "reads new and changed files" },
	    { "demofsck scrub --db=archive.db --print=html:archive.html",
	      "writes the verdicts of all files as a page" } },
	  scrub_run },
	{ ARGS_RULES, "rules", "[OPTION]...",
	  "Lists the rules that recordings are checked against.",
	  { { "demofsck rules", "lists the rules as text" },
	    { "demofsck rules --format=json", "lists the rules as JSON" } },
	  rules_run },
	{ ARGS_EXPLAIN, "explain", "RULE",
	  "Explains why one rule exists and what a repair does.",
	  { { "demofsck explain teehistorian.truncated",
	      "explains the rule that a finding names" },
	    { "demofsck explain dem.stop_missing",
	      "explains a rule of Source demos" } },
	  rules_explain },
};

#define N_COMMANDS (sizeof(commands) / sizeof(commands[0]))

static const struct args_entry *
find_command(const char *name)
{
	for (size_t i = 0; i < N_COMMANDS; i++) {
		if (strcmp(commands[i].name, name) == 0)
			return &commands[i];
	}
	return NULL;
}

static void
print_help(void)
{
	puts("usage: demofsck COMMAND [OPTION]... [FILE]...\n"
	     "       demofsck FILE|DIR [OPTION]...     checks FILE or DIR\n\n"
	     "Checks and repairs recordings of games.\n");
	for (size_t i = 0; i < N_COMMANDS; i++) {
		const char *summary = commands[i].summary;

		printf("  %-9s %.*s\n", commands[i].name,
		       (int)(strchr(summary, '.') - summary), summary);
	}
	puts("\ndemofsck help COMMAND lists the options of a command,\n"
	     "demofsck --version or -V prints the version.\n\n"
	     "exit codes: 0 no error, or repaired without loss; 1 errors "
	     "were found, or not\nrepairable; 2 bad usage; 3 repaired, and "
	     "something was lost; 4 a file cannot be\nread or written; 5 "
	     "undecided; 70 an error in demofsck.");
}

static bool
is_file(const char *path)
{
	struct stat status;

	return stat(path, &status) == 0;
}

/* Do the words together name a file?  Then quotes were forgotten. */
static bool
words_name_file(int argc, char **argv)
{
	size_t size = 1, at = 0;
	char *name;
	bool found;

	for (int i = 0; i < argc; i++)
		size += strlen(argv[i]) + 1;
	name = malloc(size);
	if (name == NULL)
		return false;
	*name = '\0';
	for (int i = 0; i < argc; i++)
		at += (size_t)snprintf(name + at, size - at, "%s%s",
				       i > 0 ? " " : "", argv[i]);
	found = is_file(name);
	free(name);
	return found;
}

/* `argv` begins with the command. */
static enum exitcode
unknown_command(int argc, char **argv)
{
	const char *name = argv[0];
	struct nearest nearest = { .word = name, .length = strlen(name) };

	for (size_t i = 0; i < N_COMMANDS; i++)
		nearest_offer(&nearest, commands[i].name);
	if (name[0] == '-')
		text_complain(name, "the command comes first, as in: "
				    "demofsck check [OPTION]... FILE");
	else if (words_name_file(argc, argv))
		text_complain(name, "unknown command; a name with spaces "
				    "needs quotes");
	else if (nearest.best != NULL)
		text_complain(name, "unknown command; did you mean %s?",
			      nearest.best);
	else
		text_complain(name, "unknown command; see demofsck --help");
	return EXITCODE_USAGE;
}

static enum exitcode
help(int argc, char **argv)
{
	const struct args_entry *command;

	if (argc > 1) {
		text_complain(argv[1],
			      "help takes one command; see demofsck --help");
		return EXITCODE_USAGE;
	}
	if (argc == 0 || strcmp(argv[0], "--help") == 0 ||
	    strcmp(argv[0], "help") == 0) {
		print_help();
		return EXITCODE_OK;
	}
	command = find_command(argv[0]);
	if (command == NULL)
		return unknown_command(argc, argv);
	options_help(stdout, command);
	return EXITCODE_OK;
}

static enum exitcode
version(int argc, char **argv)
{
	if (argc > 0) {
		text_complain(argv[0], "--version stands alone; see "
				       "demofsck --help");
		return EXITCODE_USAGE;
	}
	printf("demofsck %s (rule set %u)\n", dfk_version(), dfk_ruleset());
	return EXITCODE_OK;
}

/* Reads the command line, and the files that all inputs use.  False: the run ends
   here. */
static bool
prepare_run(struct args *args, const struct args_entry *command, int argc,
	    char **argv, enum exitcode *code)
{
	const char *lacking, *why;

	*code = commandline_read(args, command, argc, argv);
	if (*code == EXITCODE_OK && args->help) {
		options_help(stdout, command);
		return false;
	}
	if (*code != EXITCODE_OK)
		return false;
	lacking = lacks_option(args, &why);
	if (lacking != NULL) {
		text_complain(lacking, "%s", why);
		*code = EXITCODE_USAGE;
		return false;
	}
	*code = config_read(args);
	if (*code == EXITCODE_OK)
		*code = given_read_base(&args->what);
	if (*code == EXITCODE_OK)
		*code = given_read_map(&args->what, &args->how);
	if (*code != EXITCODE_OK && args->how.gate)
		gate_refuse(args, "an option names a file that cannot be "
				  "used; see standard error");
	if (*code == EXITCODE_OK && confine_refuses(args))
		*code = EXITCODE_INTERNAL;
	/* If there is no memory for known maps, each map is judged. */
	if (*code == EXITCODE_OK)
		(void)!dfk_known_maps_open(NULL, &args->what.known_maps);
	return *code == EXITCODE_OK;
}

/* Returns the command of the command line, or NULL.  *skip: the number of words before its
   arguments.  A file that exists stands for the command check. */
static const struct args_entry *
choose_command(int argc, char **argv, int *skip, enum exitcode *code)
{
	const struct args_entry *command;

	*code = EXITCODE_OK;
	*skip = 2;
	if (argc < 2) {
		text_complain(NULL,
			      "a command is missing; see demofsck --help");
		*code = EXITCODE_USAGE;
		return NULL;
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
	    strcmp(argv[1], "help") == 0) {
		*code = help(argc - 2, argv + 2);
		return NULL;
	}
	if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0) {
		*code = version(argc - 2, argv + 2);
		return NULL;
	}
	/* For contrib/completions. */
	if (strcmp(argv[1], "--complete") == 0) {
		complete_print(commands, N_COMMANDS, argv + 2,
			       (size_t)argc - 2);
		return NULL;
	}
	command = find_command(argv[1]);
	if (command == NULL && is_file(argv[1])) {
		command = find_command("check");
		*skip = 1;
	}
	if (command == NULL)
		*code = unknown_command(argc - 1, argv + 1);
	return command;
}

/*
 * Opens closed standard descriptors.  Otherwise the next file that is opened would get
 * the number of the closed descriptor, and messages would be written into that file.  The
 * descriptor is opened in a mode in which its use fails, as the use of a closed
 * descriptor does.
 */
static bool
open_standard_descriptors(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
		if (fcntl(fd, F_GETFD) >= 0)
			continue;
		if (open("/dev/null",
			 fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
			return false;
	}
	return true;
}

/*
 * Lets the C library return blocks above 256 KiB to the system at once.  By default glibc
 * keeps large blocks after the first free(), and parts of these blocks stay in use.  The
 * peak of a run of many files would then be above the peak of any single file.
 */
static void
bound_memory(void)
{
#ifdef __GLIBC__
	mallopt(M_MMAP_THRESHOLD, 256 << 10);
	mallopt(M_TRIM_THRESHOLD, 256 << 10);
#endif
}

int
main(int argc, char **argv)
{
	const struct args_entry *command;
	struct args args;
	enum exitcode code;
	int skip;

	bound_memory();
	if (!open_standard_descriptors())
		return EXITCODE_IO;
	output_catch_signals();
	command = choose_command(argc, argv, &skip, &code);
	if (command != NULL) {
		if (prepare_run(&args, command, argc - skip, argv + skip,
				&code))
			code = command->run(&args);
		args_free(&args);
	}
	if (!outputs_flush_stdout() || fclose(stdout) != 0)
		code = exitcode_worse(code, EXITCODE_IO);
	return (int)code;
}
