/* SPDX-License-Identifier: MIT */
/* posix.c - the functions of glibc that the program uses and musl lacks */
#include "cli/musl/posix.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

int
renameat2(int from, const char *name, int to, const char *other, unsigned flags)
{
	return (int)syscall(SYS_renameat2, from, name, to, other, flags);
}

/* Adds a copy of the entry to the list.  Returns 0 or ENOMEM. */
static int
add_entry(struct dirent ***list, size_t *n, const struct dirent *entry)
{
	struct dirent *copy = malloc(entry->d_reclen);
	struct dirent **grown;

	/* There is room for powers of two. */
	if (copy != NULL && (*n & (*n - 1)) == 0) {
		grown = realloc((void *)*list,
				(*n == 0 ? 1 : 2 * *n) * sizeof(*grown));
		if (grown == NULL) {
			free(copy);
			return ENOMEM;
		}
		*list = grown;
	}
	if (copy == NULL)
		return ENOMEM;
	memcpy(copy, entry, entry->d_reclen);
	(*list)[(*n)++] = copy;
	return 0;
}

static int
read_stream(DIR *stream, struct dirent ***list, size_t *n,
	     int (*filter)(const struct dirent *entry))
{
	const struct dirent *entry;
	int error = 0;

	while (error == 0) {
		errno = 0;
		entry = readdir(stream);
		if (entry == NULL)
			return errno;
		if (filter(entry))
			error = add_entry(list, n, entry);
	}
	return error;
}

int
scandirat(int directory, const char *name, struct dirent ***entries,
	  int (*filter)(const struct dirent *entry),
	  int (*compare)(const struct dirent **a, const struct dirent **b))
{
	const int fd = openat(directory, name,
			      O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *stream = fd >= 0 ? fdopendir(fd) : NULL;
	struct dirent **list = NULL;
	size_t n = 0;
	int error;

	if (stream == NULL) {
		error = errno;
		if (fd >= 0)
			close(fd);
		errno = error;
		return -1;
	}
	error = read_stream(stream, &list, &n, filter);
	closedir(stream);
	if (error != 0) {
		while (n > 0)
			free(list[--n]);
		free((void *)list);
		errno = error;
		return -1;
	}
	if (n > 0)
		qsort((void *)list, n, sizeof(*list),
		      (int (*)(const void *, const void *))(
			      void (*)(void))compare);
	*entries = list;
	return (int)n;
}
