/* SPDX-License-Identifier: MIT */
/* output.h - an output that appears when it is complete, or not at all */
#ifndef CLI_WRITE_OUTPUT_H
#define CLI_WRITE_OUTPUT_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

/* Makes each signal that ends the program, but those of faults and KILL, remove the
   temporary files. */
void output_catch_signals(void);

/*
 * It is created without a name if the file system can do that, else with a
 * temporary name that a signal handler removes.  Functions that return int
 * return 0 or an errno value.
 */
struct output {
	int directory;           /* where it was created; not closed here */
	int fd;                  /* -1: none */
	char temp[NAME_MAX + 1]; /* "", or its temporary name */
};

/*
 * Creates a file for writing and reading in `directory`, which must stay open.
 * `name` is its later name, from which a temporary name is made.  `mode` is for
 * open(), which applies the umask and the default rights of the directory.
 */
int output_create(struct output *output, int directory, const char *name,
		  mode_t mode);

int output_write(struct output *output, const void *bytes, size_t size);

/* Gives it the times of `like`, if not NULL, and waits until all is on disk. */
int output_settle(struct output *output, const struct stat *like);

/*
 * Gives it its `name` in `directory`, and waits until that is on disk.  EEXIST:
 * the name is taken, and it is not a regular file or `replace` is false.
 */
int output_publish(struct output *output, int directory, const char *name,
		   bool replace);

/*
 * Gives it the `name` of the file `original`, in the directory in which it was
 * created, and gives `original` the name `kept`.  EEXIST: the name `kept` is
 * taken, and it is not a regular file or `replace` is false.  ESTALE: `name`
 * is another file meanwhile.
 */
int output_replace(struct output *output, const char *name, const char *kept,
		   const struct stat *original, bool replace);

/* Closes it; if it has not got its name, it is removed. */
void output_close(struct output *output);

#endif
