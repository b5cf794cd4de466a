/* SPDX-License-Identifier: MIT */
/* own.h - the files of the database, which are no recordings */
#ifndef CLI_SCRUB_OWN_H
#define CLI_SCRUB_OWN_H

#include <stdbool.h>
#include <sys/stat.h>

/* The database under any of its names, and the names of the files beside the database. */
struct scrub_own {
	struct stat database;
	char *path; /* without symbolic links */
};

/* Looks at the database, which SQLite has opened.  False: a message was printed. */
bool scrub_own_open(struct scrub_own *own, const char *db);

/* Is the file `name`, which has this status, the database, its journal or its log?  Ask
   before the file is opened: when a program closes a file, the program loses all of its
   locks on the file, so SQLite would lose its locks on the database. */
bool scrub_own_has(const struct scrub_own *own, const char *name,
		   const struct stat *status);

void scrub_own_close(struct scrub_own *own);

#endif
