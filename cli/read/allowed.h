/* SPDX-License-Identifier: MIT */
/* allowed.h - files that are known to be bad, by their SHA-256 */
#ifndef CLI_READ_ALLOWED_H
#define CLI_READ_ALLOWED_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/exitcode.h"

/* Longer lists are refused, because each digest needs 32 bytes of memory. */
#define ALLOWED_MOST ((size_t)10000000)

struct allowed_digest {
	unsigned char bytes[32];
};

struct allowed {
	struct allowed_digest *at;
	size_t n, room;
};

/*
 * Reads the list in a file.  Each line has one SHA-256 in hexadecimal.  A comment follows
 * after a blank or #.  Empty lines, and lines that begin with #, are ignored.  On an
 * error prints a message on stderr, and returns another code than EXITCODE_OK.
 */
enum exitcode allowed_read(struct allowed *allowed, const char *path);

/* Sorts the digests.  Call this after the last list and before the first
   allowed_has(). */
void allowed_sort(struct allowed *allowed);

bool allowed_has(const struct allowed *allowed, const unsigned char sha256[32]);

void allowed_free(struct allowed *allowed);

#endif
