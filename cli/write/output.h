/* SPDX-License-Identifier: MIT */
/* output.h - a file that appears complete and checked, or not at all */
#ifndef CLI_WRITE_OUTPUT_H
#define CLI_WRITE_OUTPUT_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

/*
 * Created without a name where the file system can do that, else under a
 * temporary name that a signal handler removes.  Functions that return int
 * give 0 or an errno value.
 */
struct output {
	int directory;           /* where it was created; not closed here */
	int fd;                  /* -1: none */
	char temp[NAME_MAX + 1]; /* "", or its temporary name */
};

/*
 * A file that can be written and read, in `directory`, which must stay open.
 * `name` is that of the file to come, for a temporary name; `mode` is for
 * open(), which takes the umask and the default rights of the directory off.
 */
int output_create(struct output *output, int directory, const char *name,
		  mode_t mode);

int output_write(struct output *output, const void *bytes, size_t size);

/* Gives it the times of `like`, if that is not NULL; waits until all is on disk. */
int output_settle(struct output *output, const struct stat *like);

/*
 * Makes it appear as `name` in `directory`, and waits until that is on disk.
 * EEXIST if something has that name, unless it is a regular file and `replace`.
 */
int output_publish(struct output *output, int directory, const char *name,
		   bool replace);

/*
 * Puts it in the place of `name`, in the directory it was created in; what
 * stood there, which must be the file `original`, stays as `kept`.  EEXIST if
 * something has that name, unless it is a regular file and `replace`; ESTALE if
 * `name` is another file meanwhile.
 */
int output_replace(struct output *output, const char *name, const char *kept,
		   const struct stat *original, bool replace);

/* Closes it; if it was not published, it is gone. */
void output_close(struct output *output);

#endif
