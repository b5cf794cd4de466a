/* SPDX-License-Identifier: MIT */
/* own.c - compares a file with those of the database, by device and inode */
#include "cli/scrub/own.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/report/text.h"

/* SQLite makes and removes these files beside the database during a run. */
static const char *const ends[] = { "-journal", "-wal", "-shm" };

enum { N_ENDS = sizeof(ends) / sizeof(ends[0]) };

bool
scrub_own_open(struct scrub_own *own, const char *db)
{
	own->path = realpath(db, NULL);
	if (own->path != NULL && stat(own->path, &own->database) == 0)
		return true;
	text_complain(db, "%s", strerror(errno));
	return false;
}

static bool
is_same_file(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

static bool
has_ending(const char *name, const char *end)
{
	const size_t length = strlen(name), size = strlen(end);

	return length > size && strcmp(name + length - size, end) == 0;
}

/* Is this the file beside the database whose name ends so? */
static bool
is_beside(const struct scrub_own *own, const char *end,
	  const struct stat *status)
{
	struct stat ours;
	char *path;
	bool same;

	if (asprintf(&path, "%s%s", own->path, end) < 0)
		return true; /* a file that may be ours is not opened */
	same = lstat(path, &ours) == 0 && is_same_file(&ours, status);
	free(path);
	return same;
}

bool
scrub_own_has(const struct scrub_own *own, const char *name,
	      const struct stat *status)
{
	if (is_same_file(&own->database, status))
		return true;
	for (size_t i = 0; i < N_ENDS; i++) {
		/* A file that has one name only has the name that ends so. */
		if ((status->st_nlink > 1 || has_ending(name, ends[i])) &&
		    is_beside(own, ends[i], status))
			return true;
	}
	return false;
}

void
scrub_own_close(struct scrub_own *own)
{
	free(own->path);
	own->path = NULL;
}
