/* SPDX-License-Identifier: MIT */
/*
 * block.h - reads the head of a block of deflate (RFC 1951, 3.2.3), as zlib does
 *
 * ISA-L also accepts incomplete codes.  For some incomplete codes ISA-L writes past the
 * end of its table of distances.  So each head is checked before ISA-L gets the block.
 */
#ifndef VALIDATOR_CORE_BLOCK_H
#define VALIDATOR_CORE_BLOCK_H

#include "validator/core/bits.h"

enum {
	/* The largest head has 3 + 14 bits, 19 lengths of 3 bits, and 316 lengths of 7
	   bits.  Before the head may be up to 7 bits of the block before. */
	BLOCK_HEAD_MOST = (7 + 3 + 14 + 19 * 3 + 316 * 7 + 7) / 8,
};

enum block_head {
	BLOCK_HEAD_SHORT, /* no error yet, but more bytes are needed */
	BLOCK_HEAD_GOOD,  /* the whole head was read */
	BLOCK_HEAD_OTHER, /* zlib rejects the head, or must read it */
};

/* Reads a head, which begins at bit 0 to 7 of the first byte. *last: this is the last
   block. *size: number of bytes up to the end of a good head. */
enum block_head block_head(struct span bytes, unsigned bit, bool *last,
			   size_t *size);

#endif
