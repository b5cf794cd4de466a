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
	int directory;       /* an open directory */
	bool borrowed;       /* target_close() does not close this directory */
	char name[PATH_MAX]; /* the name in this directory; contains slashes
	                        only with -d */
	char path[PATH_MAX]; /* path for reports */
	const char *input;   /* with -d: the name of the input ... */
	size_t input_root;   /* ... whose rest from here on has the same
	                        slashes as `name` */
	struct target_tree *tree; /* the directory of -d, or NULL */
};

/* The directory of -d for a whole run. */
struct target_tree {
	const char *path; /* NULL: -d is not set */
	int directory;    /* -1: the directory does not exist, in a dry run */
	bool created;
	bool entered; /* target_enter() was called since this run created the
	                 directory */
	struct published made; /* the directories that were made below this
	                          directory */
	struct target_place *places; /* of all outputs that are not finished */
	/* The last input whose directories have limited the rights of the directories of
	   its output, and its `input_root`. */
	char limited[PATH_MAX];
	size_t limited_root;
};

/*
 * Opens the directory of -d.  A missing directory is made, except in a dry run.  Only its
 * owner can use a new directory until target_enter().  Returns 0 or an errno value.
 */
int target_open_tree(struct target_tree *tree, const struct args_out *out);

/* Closes the directory of -d.  Removes it if this run made it and it is empty. */
void target_close_tree(struct target_tree *tree);

/* Finds the target of `item`.  Returns 0, or an errno value; after an error nothing is
   open. */
int target_open(struct target *target, struct target_tree *tree,
		const struct args_out *out, const struct walk_item *item);

/* Returns the ending of names of files with this compression; "" without compression. */
const char *target_ending_of(const char *compression);

/* Does the name end with this ending, in upper or lower case, after at least one
   letter? */
bool target_has_ending(const char *name, const char *ending);

/* Removes an ending such as ".gz" from the name, because the output is not compressed. */
void target_drop_ending(struct target *target, const char *ending);

/*
 * Reads the status of the file that has the name of the target.  Returns 0, ENOENT if the
 * name is free, or another errno value.
 */
int target_status(const struct target *target, struct stat *status);

/* The directory that contains the output itself. */
struct target_place {
	int directory;    /* -1: the directory is not open */
	const char *name; /* the last part of the name of the target */
	int made; /* number of directories that were made for this output */
	size_t limited; /* length of the part of the name of the input whose
	                   directories limited the rights before */
	const struct target *target; /* NULL: target_leave() was called */
	struct target_place *next;   /* in the list of the tree */
};

/*
 * Opens the directory of the output, and makes missing directories.  A directory that
 * this run made gives no more rights than the directories of the inputs so far.  Returns
 * 0 or an errno value.  Call target_leave() also after an error.
 */
int target_enter(const struct target *target, struct target_place *place);

/* Closes the directory.  If there is no output, removes the directories that were made
   and that no other output needs. */
void target_leave(const struct target *target, struct target_place *place,
		  bool done);

void target_close(struct target *target);

#endif
