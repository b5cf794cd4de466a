/* SPDX-License-Identifier: MIT */
/* start.c - begins the program: UTF-8, bytes without changes, and the console */
#include <stdio.h>
#include <string.h>

#include "cli/windows/dropped.h"
#include "cli/windows/system.h"

/* cmd.exe leaves patterns such as *.demo to the program, and the C library knows them. */
int _dowildcard = -1;

static UINT page_before;

static void
restore_console(void)
{
	SetConsoleOutputCP(page_before);
}

/* Does the descriptor lead to a console?  Consoles of Windows 10 and later understand
   escape sequences. */
static bool
begin_console(int fd)
{
	DWORD mode;

	if (!GetConsoleMode(system_handle(fd), &mode))
		return false;
	(void)SetConsoleMode(system_handle(fd),
			     mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
	return true;
}

static void
begin_streams(void)
{
	bool console = false;

	_fmode = _O_BINARY;
	for (int fd = 0; fd < 3; fd++)
		(void)_setmode(fd, _O_BINARY);
	for (int fd = 1; fd < 3; fd++)
		console = begin_console(fd) || console;
	if (console) {
		page_before = GetConsoleOutputCP();
		(void)SetConsoleOutputCP(CP_UTF8);
		(void)atexit(restore_console);
	}
	(void)setvbuf(stdout, NULL, _IOFBF, 1 << 16);
	/* Colors need the name of a terminal. */
	if (isatty(1) && getenv("TERM") == NULL)
		(void)_putenv("TERM=windows");
}

/* Returns a word of the command line in UTF-8, and with slashes. */
static char *
argument_of(const wchar_t *wide)
{
	char *word = system_utf8(wide), *longer;

	for (char *at = word; at != NULL && *at != '\0'; at++)
		if (*at == '\\')
			*at = '/';
	/* C:NAME is in the current directory of the drive. */
	if (word == NULL || word[0] == '\0' || word[1] != ':' ||
	    word[2] == '/' || strchr("./", word[2]) != NULL)
		return word;
	longer = malloc(strlen(word) + 3);
	if (longer != NULL)
		(void)snprintf(longer, strlen(word) + 3, "%.2s./%s", word,
			       word + 2);
	free(word);
	return longer;
}

int wmain(int argc, wchar_t **argv);

int
wmain(int argc, wchar_t **argv)
{
	char **words = calloc((size_t)argc + 1, sizeof(char *));
	bool good = words != NULL;
	int code = EXIT_FAILURE;

	begin_streams();
	if (dropped_here(argc, argv))
		return dropped_run(argc, argv);
	for (int i = 0; good && i < argc; i++) {
		words[i] = argument_of(argv[i]);
		good = words[i] != NULL;
	}
	if (good)
		code = main(argc, words);
	else
		(void)fputs("demofsck: out of memory\n", stderr);
	for (int i = 0; words != NULL && i < argc; i++)
		free(words[i]);
	free((void *)words);
	return code;
}
