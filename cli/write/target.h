/* SPDX-License-Identifier: MIT */
/* target.h - where the repaired form of an input goes */
#ifndef CLI_WRITE_TARGET_H
#define CLI_WRITE_TARGET_H

#include <limits.h>
#include <stdbool.h>
#include <sys/stat.h>

#include "cli/args.h"
#include "cli/read/walk.h"

struct target {
	int directory;       /* open */
	bool borrowed;       /* that directory is not ours to close */
	char name[PATH_MAX]; /* below it; has slashes only under -d */
	char path[PATH_MAX]; /* as it is reported */
};

/* The directory of -d for a whole run. */
struct target_tree {
	const char *path; /* NULL without -d */
	int directory;    /* -1 in a dry run where it does not exist */
	bool created;
};

/*
 * Opens the directory of -d, and makes it if it is missing, but not for a dry
 * run.  Returns 0 or an errno value.
 */
int target_open_tree(struct target_tree *tree, const struct args *args);

/* Closes it; removes it if it was made for nothing. */
void target_close_tree(struct target_tree *tree);

/* Where `item` goes.  Returns 0 or an errno value; then nothing is open. */
int target_open(struct target *target, const struct target_tree *tree,
		const struct args *args, const struct walk_item *item);

/* The output of a compressed file is not compressed; it keeps a name. */
void target_drop_gz(struct target *target);

/*
 * What has the name of the target.  Returns 0, ENOENT, or why nothing can get
 * that name: errno.
 */
int target_status(const struct target *target, struct stat *status);

/* Where the file itself comes to lie. */
struct target_place {
	int directory;    /* -1: not entered */
	const char *name; /* last part of the target's */
	int made;         /* directories on the way, which were missing */
};

/*
 * Opens the directory of the file, and makes the ones on the way to it.  Returns
 * 0 or an errno value; target_leave() is due in either case.
 */
int target_enter(const struct target *target, struct target_place *place);

/* Closes it; if there is no output, what was made is removed if it is empty. */
void target_leave(const struct target *target, struct target_place *place,
		  bool done);

void target_close(struct target *target);

#endif
