/* SPDX-License-Identifier: MIT */
/* walk.h - from the names on the command line to files */
#ifndef CLI_READ_WALK_H
#define CLI_READ_WALK_H

#include <stdbool.h>
#include <sys/types.h>

#include "cli/args.h"

struct walk_item {
	const char *path;  /* for reports; also to open it, unless `walked` */
	const char *below; /* the path below the directory that was named, or
	                      the last part of a name */
	bool walked;       /* found in a directory: open `name` in it */
	int directory;
	const char *name;
	const char *error; /* NULL, or why it cannot be opened */
};

struct walk {
	bool directories; /* walk them; else they are visited like files */
	bool skip;        /* do not enter this directory: */
	dev_t skip_device;
	ino_t skip_inode;
	/* Returns false to stop. */
	bool (*visit)(void *ctx, const struct walk_item *item);
	void *ctx;
};

/*
 * Visits the names on the command line or in the list of --files0-from, one
 * after the other.  The entries of a directory are sorted by their bytes; what
 * is neither a file nor a directory is skipped.  EXITCODE_OK, or another exit
 * code if the list cannot be read or is empty.
 */
enum exitcode walk_inputs(const struct walk *walk, const struct args *args);

#endif
