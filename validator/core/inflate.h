/* SPDX-License-Identifier: MIT */
/*
 * inflate.h - deflate streams, decoded through a buffer of fixed size
 *
 * All memory comes from the caller's allocator, once: a further stream is
 * decoded with the same.
 */
#ifndef VALIDATOR_CORE_INFLATE_H
#define VALIDATOR_CORE_INFLATE_H

#include <zlib.h>

#include "include/demofsck.h"
#include "validator/core/cursor.h"

enum { INFLATE_ZLIB = MAX_WBITS, INFLATE_GZIP = 16 + MAX_WBITS };

enum inflate_state {
	INFLATE_GOING,
	INFLATE_END, /* the stream is over, and its checksum right */
	INFLATE_BAD, /* `why` says what is wrong */
	INFLATE_NO_MEMORY,
};

struct inflate {
	z_stream z;
	const struct dfk_allocator *allocator;
	bool full; /* the last call filled `out`: there may be more */
	const char *why;
	uint8_t out[16384];
};

/* wrapper: INFLATE_ZLIB (RFC 1950) or INFLATE_GZIP (RFC 1952).  The allocator
   must outlive f, and f must not move.  False: no memory. */
bool inflate_open(struct inflate *f, const struct dfk_allocator *allocator,
		  int wrapper);

/* The next stream begins. */
void inflate_again(struct inflate *f);

/*
 * Takes from `in` what it consumes, and points `made` to what it decoded:
 * at most sizeof(f->out) bytes, valid until the next call.
 */
enum inflate_state inflate_some(struct inflate *f, struct span *in,
				struct span *made);

void inflate_close(struct inflate *f);

#endif
