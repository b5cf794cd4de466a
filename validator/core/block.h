/* SPDX-License-Identifier: MIT */
/*
 * block.h - the head of a block of deflate (RFC 1951, 3.2.3), as zlib takes it
 *
 * ISA-L also accepts incomplete codes.  For some of these codes it writes past the end of
 * its table of distances.  So each head is checked here before ISA-L gets the block.
 */
#ifndef VALIDATOR_CORE_BLOCK_H
#define VALIDATOR_CORE_BLOCK_H

#include "validator/core/bits.h"

enum {
	/* The largest head: 3 + 14 bits, 19 lengths of 3 bits, and 316 lengths of 7
	   bits; in front of it up to 7 bits of the block before. */
	BLOCK_HEAD_MOST = (7 + 3 + 14 + 19 * 3 + 316 * 7 + 7) / 8,
};

enum block_head {
	BLOCK_HEAD_SHORT, /* nothing is wrong, and more bytes are needed */
	BLOCK_HEAD_GOOD,  /* all of it is there */
	BLOCK_HEAD_OTHER, /* zlib rejects it, or it is left to zlib */
};

/* The head begins at a bit, 0 to 7, of the first byte.  *last: no other block
   follows; *size: bytes up to its end, if it is good. */
enum block_head block_head(struct span bytes, unsigned bit, bool *last,
			   size_t *size);

#endif
