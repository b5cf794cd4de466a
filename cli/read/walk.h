/* SPDX-License-Identifier: MIT */
/* walk.h - from the names on the command line to files */
#ifndef CLI_READ_WALK_H
#define CLI_READ_WALK_H

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

#include "cli/args.h"
#include "cli/read/list.h"
#include "cli/report/outputs.h"

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
	bool directories; /* walk them; else they are files like others */
	bool skip;        /* do not enter this directory: */
	dev_t skip_device;
	ino_t skip_inode;
	const struct report_outputs *reports; /* they are no inputs */
	struct name_list
		*held; /* the list of names, if it was read before, or NULL */

	/* The rest is for walk.c: the names, */
	const struct args_what *what;
	size_t next; /* of what->inputs */
	FILE *list;  /* or the list of them */
	char *listed;
	size_t listed_room, n_listed;
	enum exitcode code;
	/* and the directory that was named last. */
	const char *named;
	struct walk_level *levels;
	size_t depth, room;
	char path[PATH_MAX];
	size_t root; /* length of the root's path, with the slash */
	bool any;    /* a file was found, or what could not be read */
};

/* Opens a walk; the caller has set the first members of `walk`. */
void walk_open(struct walk *walk, const struct args_what *what);

/*
 * The next name on the command line or in the list of --files0-from, or the next file
 * below a directory.  The entries of a directory are sorted by their bytes; entries that
 * are neither files nor directories are skipped.  The item is valid until the next call.
 * False: there are no more.
 */
bool walk_next(struct walk *walk, struct walk_item *item);

/* EXITCODE_OK, or another exit code if the list could not be read. */
enum exitcode walk_close(struct walk *walk);

#endif
