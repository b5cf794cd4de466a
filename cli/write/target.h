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
	int directory;       /* open; temporary files lie here */
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

/* The output of a compressed file is not compressed. */
void target_drop_gz(struct target *target);

/* True and its status if something has the name of the target. */
bool target_exists(const struct target *target, struct stat *status);

/*
 * Opens the directory in which the last part of the name lies, and makes the
 * ones on the way to it.  *made counts those; *name is the last part.  Returns
 * 0 or an errno value.
 */
int target_enter(const struct target *target, int *directory, const char **name,
		 int *made);

/* Removes the `made` directories on the way, if they are still empty. */
void target_unmake(const struct target *target, int made);

void target_close(struct target *target);

#endif
