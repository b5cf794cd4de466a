/* SPDX-License-Identifier: MIT */
/*
 * dropped.c - checks the files that were dropped onto the program
 *
 * The same program runs for each step, as if the player had typed the command.  This file
 * prints what the program found in the words of a player.
 */
#include "cli/windows/dropped.h"

#include <stdio.h>
#include <string.h>

#include "cli/exitcode.h"
#include "cli/windows/player.h"
#include "cli/windows/system.h"

bool
dropped_here(int argc, wchar_t **argv)
{
	DWORD mode, processes[2];

	if (!GetConsoleMode(GetStdHandle(STD_INPUT_HANDLE), &mode) ||
	    !GetConsoleMode(GetStdHandle(STD_OUTPUT_HANDLE), &mode) ||
	    GetConsoleProcessList(processes, 2) != 1)
		return false;
	for (int i = 1; i < argc; i++)
		if (GetFileAttributesW(argv[i]) == INVALID_FILE_ATTRIBUTES)
			return false;
	return true;
}

/* Reads what the child prints, up to the end.  Returns a text, or NULL without memory. */
static char *
read_printed(HANDLE pipe)
{
	enum { PART = 1 << 16 };
	char *text = NULL, *longer;
	size_t length = 0;
	DWORD n = 0;

	do {
		length += n;
		longer = realloc(text, length + PART + 1);
		if (longer == NULL) {
			free(text);
			return NULL;
		}
		text = longer;
	} while (ReadFile(pipe, text + length, PART, &n, NULL) && n > 0);
	text[length] = '\0';
	return text;
}

/* Runs this program with the arguments.  Returns its exit code.  *output gets what the
   program prints, except failures of the environment.  Free *output, which may be NULL.
   Without `output` the program prints to the window. */
static int
run_self(const wchar_t *arguments, char **output)
{
	static wchar_t program[32768], command[3 * 32768];
	const DWORD n = GetModuleFileNameW(NULL, program, 32768);
	STARTUPINFOW start = { .cb = sizeof(start) };
	SECURITY_ATTRIBUTES inherited = { .nLength = sizeof(inherited),
					  .bInheritHandle = TRUE };
	PROCESS_INFORMATION child;
	HANDLE pipe = NULL;
	bool started;
	DWORD code = EXITCODE_INTERNAL;

	if (output != NULL)
		*output = NULL;
	if (n == 0 || n >= 32768 ||
	    swprintf(command, 3 * 32768, L"\"%ls\" %ls", program, arguments) <
		    0)
		return EXITCODE_INTERNAL;
	if (output != NULL) {
		if (!CreatePipe(&pipe, &start.hStdOutput, &inherited, 0))
			return EXITCODE_INTERNAL;
		(void)SetHandleInformation(pipe, HANDLE_FLAG_INHERIT, 0);
		start.dwFlags = STARTF_USESTDHANDLES;
		start.hStdInput = CreateFileW(
			L"NUL", GENERIC_READ,
			FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited,
			OPEN_EXISTING, 0, NULL);
		start.hStdError = GetStdHandle(STD_ERROR_HANDLE);
		(void)SetHandleInformation(start.hStdError, HANDLE_FLAG_INHERIT,
					   HANDLE_FLAG_INHERIT);
	}
	started = CreateProcessW(program, command, NULL, NULL, output != NULL,
				 0, NULL, NULL, &start, &child);
	if (output != NULL) {
		CloseHandle(start.hStdInput);
		CloseHandle(start.hStdOutput);
		if (started)
			*output = read_printed(pipe);
		CloseHandle(pipe);
	}
	if (!started)
		return EXITCODE_INTERNAL;
	(void)WaitForSingleObject(child.hProcess, INFINITE);
	(void)GetExitCodeProcess(child.hProcess, &code);
	CloseHandle(child.hThread);
	CloseHandle(child.hProcess);
	return (int)code;
}

/* Does the player want a repaired copy with this name? */
static bool
wants_copy(const char *name)
{
	char answer[64] = "";

	printf("\nSave a repaired copy as %s?\nType y and press Enter to save "
	       "the copy. Press only Enter to save nothing: ",
	       name);
	(void)fflush(stdout);
	return fgets(answer, sizeof(answer), stdin) != NULL &&
	       (answer[0] == 'y' || answer[0] == 'Y');
}

/* Returns the length of the name without the ending of a compression. */
static size_t
plain_length(const wchar_t *path)
{
	static const wchar_t *const endings[] = { L".gz", L".xz", L".zst",
						  L".bz2" };
	const size_t length = wcslen(path);

	for (size_t i = 0; i < sizeof(endings) / sizeof(endings[0]); i++) {
		const size_t n = wcslen(endings[i]);

		if (length > n && _wcsicmp(path + length - n, endings[i]) == 0)
			return length - n;
	}
	return length;
}

/* Makes the first free name of NAME-repaired.demo, NAME-repaired-2.demo ...  False: there
   is none. */
static bool
name_copy(const wchar_t *path, wchar_t *copy, size_t size)
{
	const size_t length = plain_length(path);
	size_t dot = length;
	int n = -1;

	while (dot > 0 && path[dot - 1] != L'.' && path[dot - 1] != L'\\')
		dot--;
	/* Without an ending, the copy has none. */
	dot = dot > 0 && path[dot - 1] == L'.' ? dot - 1 : length;
	for (int i = 1; i < 100; i++) {
		wchar_t number[8] = L"";

		if (i > 1)
			(void)swprintf(number, 8, L"-%d", i);
		n = swprintf(copy, size, L"%.*ls-repaired%ls%.*ls", (int)dot,
			     path, number, (int)(length - dot), path + dot);
		if (n < 0)
			return false;
		if (GetFileAttributesW(copy) == INVALID_FILE_ATTRIBUTES)
			return true;
	}
	return false;
}

/* Runs this program with the options and with the file. */
static int
run_on_file(const wchar_t *options, const wchar_t *path, char **output)
{
	static wchar_t arguments[3 * 32768];

	*output = NULL;
	if (swprintf(arguments, 3 * 32768, L"%ls \"%ls\"", options, path) < 0)
		return EXITCODE_INTERNAL;
	return run_self(arguments, output);
}

static bool
is_repaired(int code)
{
	return code == EXITCODE_OK || code == EXITCODE_LOSSY;
}

/* Returns how many columns the window has. */
static size_t
window_width(void)
{
	CONSOLE_SCREEN_BUFFER_INFO info;

	if (!GetConsoleScreenBufferInfo(GetStdHandle(STD_OUTPUT_HANDLE), &info))
		return 80;
	return (size_t)(info.srWindow.Right - info.srWindow.Left + 1);
}

/* Offers to save a repaired copy. */
static int
offer_repair(const wchar_t *path)
{
	static wchar_t copy[32768], options[2 * 32768];
	char *name, *report = NULL;
	int code = EXITCODE_FINDINGS;

	if (!name_copy(path, copy, 32768))
		return EXITCODE_FINDINGS;
	name = system_utf8(copy);
	if (name == NULL || !wants_copy(name)) {
		printf("Nothing was saved.\n");
	} else if (swprintf(options, 2 * 32768, L"repair -o \"%ls\"", copy) >=
		   0) {
		/* The check has printed the findings. */
		code = run_on_file(options, path, &report);
		printf(is_repaired(code) ? "Saved as %s.\n"
					 : "%s was not saved.\n",
		       name);
	}
	free(report);
	free(name);
	return code;
}

static int
check_dropped(const wchar_t *path)
{
	char *csv, *report = NULL;
	int code = run_on_file(L"check --format=csv", path, &csv);
	struct player_row row;
	const bool one = csv != NULL && player_read(csv, &row);

	/* The check has printed why the file is unreadable. */
	if (code != EXITCODE_IO && (!one || player_put_sentence(&row))) {
		(void)run_on_file(L"check", path, &report);
		if (report != NULL) {
			printf("\n");
			player_put_report(report, window_width());
		}
		(void)fflush(stdout);
	}
	if (code == EXITCODE_FINDINGS && one && player_may_repair(&row))
		code = offer_repair(path);
	free(report);
	free(csv);
	return code;
}

int
dropped_run(int argc, wchar_t **argv)
{
	enum exitcode code = EXITCODE_OK;
	char answer[64];

	if (argc < 2)
		(void)run_self(L"--help", NULL);
	for (int i = 1; i < argc; i++)
		code = exitcode_worse(code,
				      (enum exitcode)check_dropped(argv[i]));
	if (argc < 2)
		printf("\nDrop a recording onto demofsck.exe to check it.\n");
	printf("\nPress Enter to close this window.");
	(void)fflush(stdout);
	(void)fgets(answer, sizeof(answer), stdin);
	return (int)code;
}
