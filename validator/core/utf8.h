/* SPDX-License-Identifier: MIT */
/*
 * utf8.h - strict UTF-8, fed in pieces
 *
 * Strict as in RFC 3629: no overlong forms, no surrogates, nothing above
 * U+10FFFF.
 */
#ifndef VALIDATOR_CORE_UTF8_H
#define VALIDATOR_CORE_UTF8_H

#include "validator/core/cursor.h"

enum { UTF8_CLEAN = -1 };

struct utf8 {
	uint64_t length;   /* bytes fed */
	int64_t bad;       /* offset of the first bad byte, or UTF8_CLEAN */
	uint64_t start;    /* where the open sequence began */
	uint8_t more;      /* continuation bytes still to come */
	uint8_t low, high; /* what the next continuation byte may be */
};

struct utf8 utf8_init(void);
void utf8_feed(struct utf8 *u, struct span s);
/* The text ends: an open sequence is bad. */
void utf8_end(struct utf8 *u);

/* Is s UTF-8? */
bool utf8_is(struct span s);

/* Is s UTF-8 without control characters, except these? */
bool utf8_is_text(struct span s, const char *controls);

/*
 * Length of the bad sequence at the start of s: 1 to 3 bytes that a decoder
 * replaces by one mark.  0 if s starts with a good character, whose length is
 * then in *good.
 */
size_t utf8_bad_sequence(struct span s, size_t *good);

#endif
