/* SPDX-License-Identifier: MIT */
/* below.c - opens the directory of a file part by part, as a walk does */
#include "cli/scrub/below.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

bool
scrub_below_is_path(const char *path)
{
	for (;; path++) {
		const size_t length = strcspn(path, "/");

		if (length == 0 || (length <= 2 && strspn(path, ".") == length))
			return false;
		path += length;
		if (*path == '\0')
			return true;
	}
}

/* Opens a directory whose name is the first `length` bytes of `name`. */
static int
enter_part(int directory, const char *name, size_t length)
{
	char part[NAME_MAX + 1];

	if (length >= sizeof(part)) {
		errno = ENAMETOOLONG;
		return -1;
	}
	memcpy(part, name, length);
	part[length] = '\0';
	return openat(directory, part,
		      O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

int
scrub_below_open(const char *root, const char *path, const char **name,
		 int *error)
{
	int at = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	const char *slash;

	*error = errno;
	for (; at >= 0 && (slash = strchr(path, '/')) != NULL; path = slash + 1) {
		const int next = enter_part(at, path, (size_t)(slash - path));

		*error = errno;
		close(at);
		at = next;
	}
	*name = path;
	return at;
}
