/* SPDX-License-Identifier: MIT */
/* target.h - the place of the output of an input */
#ifndef CLI_WRITE_TARGET_H
#define CLI_WRITE_TARGET_H

#include <limits.h>
#include <stdbool.h>
#include <sys/stat.h>

#include "cli/args.h"
#include "cli/read/walk.h"
#include "cli/write/published.h"

struct target {
	int directory;       /* open */
	bool borrowed;       /* that directory is not closed here */
	char name[PATH_MAX]; /* in it; has slashes only with -d */
	char path[PATH_MAX]; /* for reports */
	const char *input;   /* with -d: the name of the input ... */
	size_t input_root;   /* ... which has the same slashes from here on */
	struct target_tree *tree; /* with -d, or NULL */
};

/* The directory of -d for a whole run. */
struct target_tree {
	const char *path; /* NULL without -d */
	int directory;    /* -1: a dry run, and it does not exist */
	bool created;
	bool entered;          /* since it was created */
	struct published made; /* the directories that were made below it */
};

/*
 * Opens the directory of -d.  If it is missing, it is made, except in a dry
 * run; only its owner can use it until target_enter().  Returns 0 or an errno
 * value.
 */
int target_open_tree(struct target_tree *tree, const struct args_out *out);

/* Closes the directory of -d; removes it if this run made it and it is empty. */
void target_close_tree(struct target_tree *tree);

/* Finds the target of `item`.  0, or an errno value; then nothing is open. */
int target_open(struct target *target, struct target_tree *tree,
		const struct args_out *out, const struct walk_item *item);

/* The ending of names of files with this compression; "" without compression. */
const char *target_ending_of(const char *compression);

/* Does the name have this ending, in letters of either case, after at least one
   letter? */
bool target_has_ending(const char *name, const char *ending);

/* Removes an ending such as ".gz" from the name: the output is not compressed. */
void target_drop_ending(struct target *target, const char *ending);

/*
 * The status of the file that has the name of the target.  Returns 0; ENOENT if
 * the name is free; or another errno value.
 */
int target_status(const struct target *target, struct stat *status);

/* The directory of the file itself. */
struct target_place {
	int directory;    /* -1: not entered */
	const char *name; /* last part of the target's */
	int made;         /* number of directories that were made for it */
};

/*
 * Opens the directory of the file, and makes missing directories.  A directory that this
 * run made gives no more rights than the directories of the inputs so far.  Returns 0 or
 * an errno value; call target_leave() in both cases.
 */
int target_enter(const struct target *target, struct target_place *place);

/* Closes the directory; if there is no output, removes the directories that were made. */
void target_leave(const struct target *target, struct target_place *place,
		  bool done);

void target_close(struct target *target);

#endif
