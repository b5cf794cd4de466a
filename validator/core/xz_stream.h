/* SPDX-License-Identifier: MIT */
/*
 * xz_stream.h - where the pieces of an xz stream begin
 *
 *   | header | block | block | ... | index, footer |
 *   block  | header | chunk | chunk | ... | 0 | padding, check |
 *   chunk  | control | sizes | bytes |
 *
 * If the bytes of a chunk are damaged, liblzma reads beyond the chunk, up to its next
 * check of sizes.  So liblzma gets one piece after the other.  Then it stops at the same
 * place for any pieces of the input.
 */
#ifndef VALIDATOR_CORE_XZ_STREAM_H
#define VALIDATOR_CORE_XZ_STREAM_H

#include "validator/core/cursor.h"

enum xz_piece {
	XZ_HEADER,
	XZ_BLOCK_SIZE, /* of the header of a block; 0: the index follows */
	XZ_BLOCK_HEADER,
	XZ_CONTROL,
	XZ_SIZES,
	XZ_BYTES,
	XZ_CHECK, /* and the padding before it */
	XZ_REST,
};

struct xz_stream {
	enum xz_piece piece;
	uint64_t left;  /* bytes of the piece that are to come */
	uint64_t block; /* bytes of the block so far */
	uint64_t
		value; /* the last 8 bytes of the piece, the first one highest */
	uint8_t control; /* of the chunk */
	uint8_t check;   /* bytes of it */
};

void xz_stream_begin(struct xz_stream *s);

/* The next bytes of the piece at hand: at most `left`. */
void xz_stream_take(struct xz_stream *s, struct span bytes);

#endif
