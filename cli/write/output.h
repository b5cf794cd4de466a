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

/* Makes INT, TERM, HUP and PIPE remove what has only a temporary name. */
void output_catch_signals(void);

/* `name` is that of the file to come, for a temporary name. */
int output_create(struct output *output, int directory, const char *name);

int output_write(struct output *output, const void *bytes, size_t size);

/*
 * Gives it mode and times of `like`, or if that is NULL the mode of a new file.
 * Waits until all is on disk.
 */
int output_settle(struct output *output, const struct stat *like);

/* Before it is settled: gives it owner and group of `like`. */
int output_give_owner(struct output *output, const struct stat *like);

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
 * `name` is another file by now.
 */
int output_replace(struct output *output, const char *name, const char *kept,
		   const struct stat *original, bool replace);

/* Closes it; if it was not published, it is gone. */
void output_close(struct output *output);

#endif
