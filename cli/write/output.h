/* SPDX-License-Identifier: MIT */
/* output.h - an output that appears only when it is complete */
#ifndef CLI_WRITE_OUTPUT_H
#define CLI_WRITE_OUTPUT_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

/* Makes each signal that ends the program, except faults and KILL, remove the temporary
   files. */
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

/* Gives the output the times of `like`, if not NULL, and waits until the data is on
   disk. */
int output_settle(struct output *output, const struct stat *like);

/*
 * Gives the output its `name` in `directory`, and waits until the name is on disk.
 * EEXIST: the name is taken, and is not that of a regular file, or `replace` is false.
 */
int output_publish(struct output *output, int directory, const char *name,
		   bool replace);

/*
 * Gives the output the `name` of the file `original`, in the directory in which the
 * output was created, and gives `original` the name `kept`.  EEXIST: the name `kept` is
 * taken, and is not that of a regular file, or `replace` is false.  ESTALE:  `name` has
 * become another file.
 */
int output_replace(struct output *output, const char *name, const char *kept,
		   const struct stat *original, bool replace);

/* Closes the output, and removes it if it has no name yet. */
void output_close(struct output *output);

#endif
