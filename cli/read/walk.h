/* SPDX-License-Identifier: MIT */
/* walk.h - from what was named to the files it means */
#ifndef CLI_READ_WALK_H
#define CLI_READ_WALK_H

#include <stdbool.h>
#include <sys/types.h>

#include "cli/args.h"

struct walk_item {
	const char *path;  /* to report, and to open if it was named */
	const char *below; /* the path below the directory that was named, or
	                      the last part of a name */
	bool walked;       /* found in a directory: a file to open by ... */
	int directory;     /* ... its name in this one */
	const char *name;
	const char *error; /* NULL, or why there is nothing to open */
};

struct walk {
	bool directories; /* walk them; if not, they are items like others */
	bool skip;        /* one directory that is not walked into */
	dev_t skip_device;
	ino_t skip_inode;
	/* false: stop */
	bool (*visit)(void *ctx, const struct walk_item *item);
	void *ctx;
};

/*
 * Visits the names of the command line or of --files0-from, one after the
 * other.  In a directory the entries come in the order of their bytes; what is
 * neither a file nor a directory is skipped.  EXITCODE_OK, or the exit code
 * for a list that cannot be read or names nothing.
 */
enum exitcode walk_inputs(const struct walk *walk, const struct args *args);

#endif
