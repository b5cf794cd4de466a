/* SPDX-License-Identifier: MIT */
/*
 * dropped.c - checks the files that were dropped onto the program
 *
 * The same program runs for each step, as if the player had typed the command.
 */
#include "cli/windows/dropped.h"

#include <stdio.h>
#include <string.h>

#include "cli/exitcode.h"
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

/* Runs this program with the arguments.  Returns its exit code.  `hidden`: only failures of
   the environment are printed. */
static int
run_self(const wchar_t *arguments, bool hidden)
{
	static wchar_t program[32768], command[3 * 32768];
	const DWORD n = GetModuleFileNameW(NULL, program, 32768);
	STARTUPINFOW start = { .cb = sizeof(start) };
	SECURITY_ATTRIBUTES inherited = { .nLength = sizeof(inherited),
					  .bInheritHandle = TRUE };
	PROCESS_INFORMATION child;
	HANDLE null = NULL;
	bool started;
	DWORD code = EXITCODE_INTERNAL;

	if (n == 0 || n >= 32768 ||
	    swprintf(command, 3 * 32768, L"\"%ls\" %ls", program, arguments) <
		    0)
		return EXITCODE_INTERNAL;
	if (hidden) {
		null = CreateFileW(L"NUL", GENERIC_READ | GENERIC_WRITE,
				   FILE_SHARE_READ | FILE_SHARE_WRITE,
				   &inherited, OPEN_EXISTING, 0, NULL);
		start.dwFlags = STARTF_USESTDHANDLES;
		start.hStdInput = start.hStdOutput = null;
		start.hStdError = GetStdHandle(STD_ERROR_HANDLE);
		(void)SetHandleInformation(start.hStdError, HANDLE_FLAG_INHERIT,
					   HANDLE_FLAG_INHERIT);
	}
	started = CreateProcessW(program, command, NULL, NULL, hidden, 0, NULL,
				 NULL, &start, &child);
	if (hidden)
		CloseHandle(null);
	if (!started)
		return EXITCODE_INTERNAL;
	(void)WaitForSingleObject(child.hProcess, INFINITE);
	(void)GetExitCodeProcess(child.hProcess, &code);
	CloseHandle(child.hThread);
	CloseHandle(child.hProcess);
	return (int)code;
}

/* Is the answer of the player yes? */
static bool
ask(const char *question, const char *name)
{
	char answer[64] = "";

	printf("\n%s %s? [y/N] ", question, name);
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
run_on_file(const wchar_t *options, const wchar_t *path, bool hidden)
{
	static wchar_t arguments[3 * 32768];

	if (swprintf(arguments, 3 * 32768, L"%ls \"%ls\"", options, path) < 0)
		return EXITCODE_INTERNAL;
	return run_self(arguments, hidden);
}

static bool
is_repaired(int code)
{
	return code == EXITCODE_OK || code == EXITCODE_LOSSY;
}

/* Says in one sentence what the exit codes of a check, and of a repair after findings,
   mean for a player. */
static void
put_sentence(int check, int repair)
{
	if (check == EXITCODE_OK)
		printf("The file has no error.\n\n");
	else if (check == EXITCODE_FINDINGS && repair == EXITCODE_OK)
		printf("The file has errors, and a repair loses nothing.\n\n");
	else if (check == EXITCODE_FINDINGS && repair == EXITCODE_LOSSY)
		printf("The file has errors, and a repair saves what can be "
		       "read.\n\n");
	else if (check == EXITCODE_FINDINGS)
		printf("The file cannot be repaired.\n\n");
	(void)fflush(stdout);
}

/* Offers to save a repaired copy. */
static int
offer_repair(const wchar_t *path)
{
	static wchar_t copy[32768], options[2 * 32768];
	char *name;
	int code = EXITCODE_FINDINGS;

	if (!name_copy(path, copy, 32768))
		return EXITCODE_FINDINGS;
	name = system_utf8(copy);
	if (name != NULL && ask("Save a repaired copy as", name) &&
	    swprintf(options, 2 * 32768, L"repair -o \"%ls\"", copy) >= 0) {
		/* The check has printed the findings. */
		code = run_on_file(options, path, true);
		printf(is_repaired(code) ? "Saved as %s.\n"
					 : "%s was not saved.\n",
		       name);
	}
	free(name);
	return code;
}

static int
check_dropped(const wchar_t *path)
{
	const int check = run_on_file(L"check", path, true);
	const int repair = check == EXITCODE_FINDINGS
				   ? run_on_file(L"repair -n", path, true)
				   : check;

	/* The hidden check has already printed why the file is unreadable. */
	if (check == EXITCODE_IO)
		return check;
	put_sentence(check, repair);
	(void)run_on_file(L"check", path, false);
	return check == EXITCODE_FINDINGS && is_repaired(repair)
		       ? offer_repair(path)
		       : check;
}

int
dropped_run(int argc, wchar_t **argv)
{
	enum exitcode code = EXITCODE_OK;
	char answer[64];

	if (argc < 2)
		(void)run_self(L"--help", false);
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
