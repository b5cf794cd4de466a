/* SPDX-License-Identifier: MIT */
/* published.h - sets of the files and names that a run wrote or reads */
#ifndef CLI_WRITE_PUBLISHED_H
#define CLI_WRITE_PUBLISHED_H

#include <stdbool.h>
#include <sys/stat.h>

/* A set of files and a set of names.  All zero: both are empty. */
struct published {
	void *files; /* by device and inode, because two names may belong to
	                one file */
	void *names; /* names of outputs in a dry run, which makes no files;
	                "a/" is a directory */
};

/* False: no memory. */
bool published_add(struct published *published, int fd);
bool published_add_status(struct published *published,
			  const struct stat *status);
/* Adds a name of at most PATH_MAX bytes, and the directories in this name.  False: no
   memory. */
bool published_add_name(struct published *published, const char *name);

bool published_has(const struct published *published,
		   const struct stat *status);
bool published_has_name(const struct published *published, const char *name);

/* Is the name the name of a directory?  Is a directory in the name a file? */
bool published_has_directory(const struct published *published,
			     const char *name);
bool published_is_below_file(const struct published *published,
			     const char *name);
void published_free(struct published *published);

#endif
