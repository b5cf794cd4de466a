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
	bool regular;  /* can be read twice, and has a size */
	bool borrowed; /* not ours to close */
	off_t start;   /* where fd stood: standard input may be anywhere */
	struct stat before;
};

/*
 * Opens `path` for reading, "-" being standard input; a FIFO waits for its
 * writer.  Returns 0 or an errno value: EISDIR for a directory, ELOOP for a
 * symbolic link if `nofollow`.
 */
int input_open(struct input *in, const char *path, bool nofollow);

/* Reads a regular file that is open already; it stays open. */
int input_borrow(struct input *in, int fd);

/*
 * The next bytes, valid until the next call for whichever input; *size is 0 at
 * the end.  Returns 0 or an errno value.
 */
int input_read(struct input *in, const void **bytes, size_t *size);

/* Back to where it was opened; regular files only.  0 or an errno value. */
int input_rewind(struct input *in);

/*
 * Whether a regular file is not what it was when it was opened.  Returns 0 or
 * an errno value: not to know is not the same as to know that it changed.
 */
int input_changed(const struct input *in, bool *changed);

void input_close(struct input *in);

#endif
