/* SPDX-License-Identifier: MIT */
/* walk.h - finds the files that the command line names */
#ifndef CLI_READ_WALK_H
#define CLI_READ_WALK_H

#include <limits.h>
#include <stdbool.h>
#include <sys/types.h>

#include "cli/args.h"
#include "cli/read/list.h"
#include "cli/report/outputs.h"

struct walk_item {
	const char *path;  /* path for reports; also the path to open, unless
	                      `walked` */
	const char *below; /* the path below the named directory, or the last
	                      part of a named file */
	bool walked;       /* the file was found in a directory: open `name` in
	                      that directory */
	int directory;
	const char *name;
	const char *error; /* NULL, or the reason why the file cannot be
	                      opened */
};

/* The open list of names.  The bytes from `at` to `n` were read, and are no name yet. */
struct walk_names {
	int fd; /* -1: none */
	char *bytes;
	size_t at, n, room;
	bool ended;
	int error; /* of the last reading, as errno, or 0 */
};

/* A directory that is not entered. */
struct walk_skip {
	bool wanted;
	dev_t device;
	ino_t inode;
};

/* The last named directory. */
struct walk_root {
	const char *path;
	size_t length; /* length of the path, with the slash at the end */
	bool any;      /* a file was found, or an entry could not be read */
	bool left_out; /* an entry was excluded or skipped */
};

struct walk {
	bool directories; /* walk through directories; false: directories are
	                     items like files */
	struct walk_skip skip;
	/* Files of reports, which are no inputs. */
	const struct report_outputs *reports;
	struct name_list
		*held; /* the list of names, if the list was read before, or
		          NULL */
	/* Called before the walk looks for a named directory, or NULL. */
	void (*before_directory)(void *ctx);
	void *ctx;

	/* The remaining members are for walk.c only. */
	const struct args *args;
	size_t next; /* number of the next name in what.inputs */
	struct walk_names names;
	size_t n_listed;
	enum exitcode code;
	struct walk_level *levels;
	size_t depth, room;
	char path[PATH_MAX];
	struct walk_root root;
	bool silent;     /* print no messages */
	/* Files that were skipped, in all directories. */
	uint64_t n_kept, n_temporary;
};

/* Opens a walk.  The caller has set the members up to `ctx`. */
void walk_open(struct walk *walk, const struct args *args);

/*
 * Finds the next item: a name on the command line or in the list of --files0-from, or a
 * file below a directory.  The entries of a directory are sorted by their bytes.  Entries
 * that are neither files nor directories are skipped.  So are entries that --exclude
 * names, originals that --in-place kept, and temporary files.  The item is valid until
 * the next call.  False: there are no more items.
 */
bool walk_next(struct walk *walk, struct walk_item *item);

/* False: walk_next() would wait for a program that writes the list. */
bool walk_is_ready(struct walk *walk);

/*
 * Counts the items that `walk`, which is not open yet, will find.  Returns 0 if the count
 * takes longer than 2 seconds, or if a list of names can be read only once.
 */
uint64_t walk_count(const struct walk *walk, const struct args *args);

/* Does a walk skip the file `below` the directory `prefix`, which has a slash at its end?
   A directory of the path, or the file, is excluded, or the file is a kept original or a
   temporary file. */
bool walk_skips(const struct args *args, const char *prefix, const char *below);

/* Returns EXITCODE_OK, or another exit code if the list could not be read.  Prints the
   numbers of skipped originals and temporary files, unless the arguments ask for quiet. */
enum exitcode walk_close(struct walk *walk);

#endif
