/* SPDX-License-Identifier: MIT */
/*
 * inflate.h - deflate streams, decoded through a buffer of fixed size
 *
 * All memory comes from the caller's allocator, once: further streams use the same
 * memory.
 *
 * The result is always that of zlib.  With ISA-L (blocks.h), zlib only reads the wrapper,
 * and the blocks that ISA-L cannot decode for sure:
 *
 *   | wrapper |  block  |  block  | ...  |  block  | sums |
 *   |  zlib   |  ISA-L  |  ISA-L  | ...  |  zlib, to the last |
 */
#ifndef VALIDATOR_CORE_INFLATE_H
#define VALIDATOR_CORE_INFLATE_H

#include <zlib.h>

#include "include/demofsck.h"
#include "validator/core/blocks.h"

enum { INFLATE_ZLIB = MAX_WBITS, INFLATE_GZIP = 16 + MAX_WBITS };

enum inflate_state {
	INFLATE_GOING,
	INFLATE_END, /* the stream is over, and its checksum right */
	INFLATE_BAD, /* `why` says what is wrong */
	INFLATE_NO_MEMORY,
};

enum inflate_phase {
	INFLATE_WHOLE,	/* by zlib, without ISA-L */
	INFLATE_HEADER, /* of the wrapper, by zlib */
	INFLATE_BLOCKS, /* by ISA-L */
	INFLATE_REST,	/* the block at hand again, and what follows, by zlib */
	INFLATE_SUMS,	/* at the end of the wrapper */
};

struct inflate {
	z_stream z;
	const struct dfk_allocator *allocator;
	int wrapper;
	enum inflate_phase phase;
	bool full; /* there may be more, without further input */
	const char *why;
	uint64_t taken, made; /* bytes of the stream */
	uint8_t out[16384];

	struct blocks *blocks; /* NULL: there is no ISA-L */
	struct span again;     /* of the block at hand, to be read by zlib */
	uint64_t skip;	       /* bytes that it makes of it were delivered */
	uint32_t sum;	       /* of what was made */
	uint8_t sums[8];       /* as they are in the stream */
	size_t n_sums;
};

/* wrapper: INFLATE_ZLIB (RFC 1950) or INFLATE_GZIP (RFC 1952).  The allocator
   must outlive f, and f must not move.  False: no memory. */
bool inflate_open(struct inflate *f, const struct dfk_allocator *allocator,
		  int wrapper);

/* Begins the next stream. */
void inflate_again(struct inflate *f);

/*
 * Removes the consumed bytes from `in`, and points `made` to the decoded bytes, which are
 * valid until the next call.
 */
enum inflate_state inflate_some(struct inflate *f, struct span *in,
				struct span *made);

void inflate_close(struct inflate *f);

#endif
