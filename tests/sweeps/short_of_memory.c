/* SPDX-License-Identifier: MIT */
/*
 * short_of_memory.c - preloaded: the n-th allocation of a program fails
 *
 *   SWEEP_FAIL_AT=N      the N-th from the start of main() on; 0: none
 *   SWEEP_STICKY=1       and all behind it
 *   SWEEP_COUNT=FILE     gets the number of allocations
 */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* glibc's own names for what is replaced here. */
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);

static bool counting, sticky;
static unsigned long calls, fail_at;
static int count_fd = -1; /* opened at once: a locked program opens no file */

__attribute__((constructor)) static void
begin(void)
{
	const char *text = getenv("SWEEP_FAIL_AT");

	fail_at = text ? strtoul(text, NULL, 10) : 0;
	sticky = getenv("SWEEP_STICKY") != NULL;
	text = getenv("SWEEP_COUNT");
	if (text != NULL)
		count_fd = open(text, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC,
				0600);
	if (text != NULL && count_fd < 0)
		_exit(125);
	counting = true;
}

__attribute__((destructor)) static void
end(void)
{
	char text[32];
	const int n = snprintf(text, sizeof(text), "%lu\n", calls);

	counting = false;
	if (count_fd >= 0 && write(count_fd, text, (size_t)n) != n)
		_exit(125);
}

static bool
fails(void)
{
	if (!counting)
		return false;
	calls++;
	if (fail_at == 0 || calls < fail_at || (calls > fail_at && !sticky))
		return false;
	errno = ENOMEM;
	return true;
}

__attribute__((visibility("default"))) void *
malloc(size_t size)
{
	return fails() ? NULL : __libc_malloc(size);
}

__attribute__((visibility("default"))) void *
calloc(size_t count, size_t size)
{
	return fails() ? NULL : __libc_calloc(count, size);
}

__attribute__((visibility("default"))) void *
realloc(void *memory, size_t size)
{
	return fails() ? NULL : __libc_realloc(memory, size);
}
