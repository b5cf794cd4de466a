/* SPDX-License-Identifier: MIT */
/* input.h - one input: a file, a FIFO, a device or standard input */
#ifndef CLI_READ_INPUT_H
#define CLI_READ_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

struct input {
	int fd;
	bool regular;  /* has a size, and can be read twice */
	bool borrowed; /* not closed here */
	off_t start;   /* where fd was; standard input need not be at 0 */
	struct stat before;
};

/* It is neither a file nor a directory. */
#define INPUT_SPECIAL (-1)

/*
 * Opens `path` for reading, "-" being standard input; a FIFO waits for its
 * writer.  Returns 0 or an errno value: EISDIR for a directory.
 */
int input_open(struct input *in, const char *path);

/*
 * Opens a regular file, by its name in an open directory or AT_FDCWD, and never
 * waits.  Returns 0, INPUT_SPECIAL, or an errno value: ELOOP for a symbolic link.
 */
int input_open_file(struct input *in, int directory, const char *name);

/* The error, which is not 0, in words. */
const char *input_error(int error);

/* Reads a regular file that is open already; it stays open. */
int input_borrow(struct input *in, int fd);

/*
 * The next bytes, valid until the next call for any input; *size is 0 at the
 * end.  Returns 0 or an errno value.
 */
int input_read(struct input *in, const void **bytes, size_t *size);

/* As input_read(), but reads INPUT_HEAD bytes, or fewer at the end of the input. */
#define INPUT_HEAD ((size_t)64 * 1024)
int input_read_head(struct input *in, const void **bytes, size_t *size);

/* Moves back to the position at which the input was opened; regular files only.  0 or an
   errno value. */
int input_rewind(struct input *in);

/* The bytes of a regular file after the position at which it was opened. */
uint64_t input_size(const struct input *in);

/*
 * *changed: has a regular file changed since it was opened?  Returns 0 or an errno value.
 */
int input_changed(const struct input *in, bool *changed);

void input_close(struct input *in);

#endif
