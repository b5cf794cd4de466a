/* SPDX-License-Identifier: MIT */
/*
 * inflate.h - decodes deflate streams through a buffer of fixed size
 *
 * All memory comes from the caller's allocator.  Memory is allocated once, because
 * further streams use the same memory.
 *
 * The result is always the result of zlib.  With ISA-L (blocks.h), zlib reads only the
 * wrapper, and the blocks for which the result of ISA-L is not certain:
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
	INFLATE_END, /* the stream is complete, and its checksum is right */
	INFLATE_BAD, /* the stream is damaged, and `why` is the reason */
	INFLATE_NO_MEMORY,
};

enum inflate_phase {
	INFLATE_WHOLE,	/* zlib decodes everything, without ISA-L */
	INFLATE_HEADER, /* zlib reads the header of the wrapper */
	INFLATE_BLOCKS, /* ISA-L decodes blocks */
	INFLATE_REST,	/* zlib decodes the current block again, and the rest */
	INFLATE_SUMS,	/* the checksums at the end of the wrapper */
};

struct inflate {
	z_stream z;
	const struct dfk_allocator *allocator;
	int wrapper;
	enum inflate_phase phase;
	bool full; /* more bytes may come without further input */
	const char *why;
	uint64_t taken, made; /* consumed and decoded bytes of the stream */
	uint8_t out[16384];

	struct blocks *blocks; /* NULL: there is no ISA-L */
	struct span again; /* bytes of the current block that zlib reads
	                      again */
	uint64_t skip; /* number of decoded bytes of these bytes that were
	                  delivered already */
	uint32_t sum;	       /* checksum of the decoded bytes */
	uint8_t sums[8];       /* the checksums in the stream */
	size_t n_sums;
};

/* wrapper: INFLATE_ZLIB (RFC 1950) or INFLATE_GZIP (RFC 1952).  The allocator must live
   longer than f, and f must not move.  False: no memory. */
bool inflate_open(struct inflate *f, const struct dfk_allocator *allocator,
		  int wrapper);

/* Begins the next stream. */
void inflate_again(struct inflate *f);

/*
 * Decodes bytes.  Removes the consumed bytes from `in`, and lets `made` point to the
 * decoded bytes, which are valid until the next call.
 */
enum inflate_state inflate_some(struct inflate *f, struct span *in,
				struct span *made);

void inflate_close(struct inflate *f);

#endif
