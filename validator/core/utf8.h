/* SPDX-License-Identifier: MIT */
/*
 * utf8.h - checks strict UTF-8 in pieces
 *
 * The check is strict as RFC 3629: there are no overlong forms, no surrogates, and no
 * number above U+10FFFF.
 */
#ifndef VALIDATOR_CORE_UTF8_H
#define VALIDATOR_CORE_UTF8_H

#include "validator/core/cursor.h"

enum { UTF8_CLEAN = -1 };

struct utf8 {
	uint64_t length;   /* number of bytes so far */
	int64_t bad;       /* offset of the first bad byte, or UTF8_CLEAN */
	uint64_t start;    /* offset at which the incomplete character began */
	uint8_t more;      /* number of missing continuation bytes */
	uint8_t low, high; /* range of the next continuation byte */
};

struct utf8 utf8_init(void);
void utf8_feed(struct utf8 *u, struct span s);
/* Ends the text.  An incomplete character at the end is bad. */
void utf8_end(struct utf8 *u);

/* Is s UTF-8? */
bool utf8_is(struct span s);

/* Is s UTF-8 without control characters other than these? */
bool utf8_is_text(struct span s, const char *controls);

/*
 * Returns the length of the bad sequence at the start of s.  A bad sequence has 1 to 3
 * bytes, and decoders replace it with one mark.  Returns 0 if s starts with a good
 * character; *good is then its length.
 */
size_t utf8_bad_sequence(struct span s, size_t *good);

#endif
