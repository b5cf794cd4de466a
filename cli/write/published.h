/* SPDX-License-Identifier: MIT */
/* published.h - sets of files (by device and inode) and names that a run wrote or
   reads */
#ifndef CLI_WRITE_PUBLISHED_H
#define CLI_WRITE_PUBLISHED_H

#include <stdbool.h>
#include <sys/stat.h>

/* All zero is empty. */
struct published {
	void *files; /* by device and inode: two names may be one file */
	void *names; /* in a dry run, which makes no files; "a/" is a directory */
};

/* False: no memory. */
bool published_add(struct published *published, int fd);
bool published_add_status(struct published *published,
			  const struct stat *status);
/* Adds a name of at most PATH_MAX bytes, and the directories in it.  False: no memory. */
bool published_add_name(struct published *published, const char *name);

bool published_has(const struct published *published,
		   const struct stat *status);
bool published_has_name(const struct published *published, const char *name);

/* Is this the name of a directory?  Is a directory in the name a file? */
bool published_has_directory(const struct published *published,
			     const char *name);
bool published_is_below_file(const struct published *published,
			     const char *name);
void published_free(struct published *published);

#endif
