/* SPDX-License-Identifier: MIT */
/* output.h - an output that appears only when it is complete */
#ifndef CLI_WRITE_OUTPUT_H
#define CLI_WRITE_OUTPUT_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

/* Catches each signal that ends the program, except faults and KILL.  The handler
   removes the temporary files. */
void output_catch_signals(void);

/* The number of temporary files that may exist at the same time. */
enum { OUTPUT_FILES = 512 };

/*
 * An output.  If the file system allows it, the file is created without a name.
 * Otherwise the file gets a temporary name, which a signal handler removes.  Functions
 * that return int return 0 or an errno value.
 */
struct output {
	int directory; /* the directory in which the file was created; not
	                  closed here */
	int fd;        /* -1: no file is open */
	char temp[NAME_MAX + 1]; /* the temporary name, or "" */
};

/*
 * Creates a file for writing and reading in `directory`, which must stay open.  `name` is
 * the final name, and the temporary name is made from it.  `mode` is for open(), which
 * applies the umask and the default rights of the directory.
 */
int output_create(struct output *output, int directory, const char *name,
		  mode_t mode);

/* Does the same, but the file has a temporary name in any case, for a library that opens
   a file by its path. */
int output_create_named(struct output *output, int directory, const char *name,
			mode_t mode);

/* Writes all bytes to the descriptor of an output. */
int output_write(int fd, const void *bytes, size_t size);

/* Gives the output the times of `like`, unless `like` is NULL.  Waits until the data is
   on disk. */
int output_settle(struct output *output, const struct stat *like);

/*
 * Gives the output its `name` in `directory`, and waits until the name is on disk.
 * EEXIST: the name is taken, and `replace` is false or the name is not the name of a
 * regular file.
 */
int output_publish(struct output *output, int directory, const char *name,
		   bool replace);

/*
 * Gives the output the `name` of the file `original`, in the directory in which the
 * output was created.  Gives `original` the name `kept`.  EEXIST: the name `kept` is
 * taken, and `replace` is false or `kept` is not the name of a regular file.  ESTALE:
 * `name` is now the name of another file.
 */
int output_replace(struct output *output, const char *name, const char *kept,
		   const struct stat *original, bool replace);

/* Has the regular file `name` in `directory` the bytes of the output?  Sets *status to
   the status of this file. */
bool output_is_same(const struct output *output, int directory,
		    const char *name, struct stat *status);

/* Closes the output.  Removes the file if it has no name yet. */
void output_close(struct output *output);

#endif
