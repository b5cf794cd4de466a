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
	bool regular;  /* the input has a size, and can be read twice */
	bool borrowed; /* input_close() does not close `fd` */
	off_t start;   /* the position of `fd` at first; standard input may
	                  begin after 0 */
	size_t peeked; /* number of bytes that input_peek() read, and that were
	                  not returned yet */
	struct stat before;
};

/* The input is neither a file nor a directory. */
#define INPUT_SPECIAL (-1)

/*
 * Opens `path` for reading.  "-" is standard input.  A FIFO waits for its writer.
 * Returns 0 or an errno value: EISDIR for a directory.
 */
int input_open(struct input *in, const char *path);

/* Does the same, but does not wait: input_receive() waits for the writer of a FIFO. */
int input_open_now(struct input *in, const char *path);

/*
 * Opens a regular file by its name in an open directory or in AT_FDCWD.  Never waits.
 * Returns 0, INPUT_SPECIAL, or an errno value: ELOOP for a symbolic link.
 */
int input_open_file(struct input *in, int directory, const char *name);

/* Returns a text for the error, which is not 0. */
const char *input_error(int error);

/* Reads a regular file that is open already.  The file stays open. */
int input_borrow(struct input *in, int fd);

/* Takes over a descriptor that another process has opened with a function above, and has
   not read from.  `borrowed` is the member of its input.  Waits until a FIFO has bytes or
   has lost its writer.  The caller closes the descriptor. */
int input_receive(struct input *in, int fd, bool borrowed);

/*
 * Reads the first INPUT_PEEK bytes, or fewer at the end of the input.  The next read
 * returns these bytes again, so an input that cannot be read twice loses nothing.  Call
 * this once, before the first read.  Returns 0 or an errno value.
 */
#define INPUT_PEEK ((size_t)64)
int input_peek(struct input *in, const void **bytes, size_t *size);

/*
 * Reads the next bytes, which are valid until the next call for any input. *size is 0 at
 * the end.  Returns 0 or an errno value.
 */
int input_read(struct input *in, const void **bytes, size_t *size);

/* Does the same as input_read(), but reads INPUT_HEAD bytes, or fewer at the end of the
   input. */
#define INPUT_HEAD ((size_t)64 * 1024)
int input_read_head(struct input *in, const void **bytes, size_t *size);

/* Moves a regular file back to the position at which the input was opened.  Returns 0 or
   an errno value. */
int input_rewind(struct input *in);

/* Returns the number of bytes of a regular file after the position at which it was
   opened. */
uint64_t input_size(const struct input *in);

/*
 * Sets *changed if a regular file has changed since it was opened.  Returns 0 or an errno
 * value.
 */
int input_changed(const struct input *in, bool *changed);

/*
 * Has another process a regular file open for writing?  False, if this is not known: only
 * the owner of the file and root can ask, and not on all file systems.
 */
bool input_is_written(const struct input *in);

void input_close(struct input *in);

#endif
