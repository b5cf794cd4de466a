/* SPDX-License-Identifier: MIT */
/* allowed.h - files that are known to be bad, by their SHA-256 */
#ifndef CLI_READ_ALLOWED_H
#define CLI_READ_ALLOWED_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/exitcode.h"

/* More lines are refused: each takes 32 bytes of memory. */
#define ALLOWED_MOST ((size_t)10000000)

struct allowed_digest {
	unsigned char bytes[32];
};

struct allowed {
	struct allowed_digest *at;
	size_t n, room;
};

/*
 * Adds the list in a file: one SHA-256 a line, in hexadecimal, and a comment after a
 * blank or #.  Empty lines, and lines that begin with #, are ignored.  EXITCODE_OK, or
 * another code after a message on stderr.
 */
enum exitcode allowed_read(struct allowed *allowed, const char *path);

/* Sorts the digests, after the last list and before the first call of allowed_has(). */
void allowed_sort(struct allowed *allowed);

bool allowed_has(const struct allowed *allowed, const unsigned char sha256[32]);

void allowed_free(struct allowed *allowed);

#endif
