/* SPDX-License-Identifier: MIT */
/*
 * xz_stream.h - finds the places where the pieces of an xz stream begin
 *
 *   | header | block | block | ... | index, footer |
 *   block  | header | chunk | chunk | ... | 0 | padding, check |
 *   chunk  | control | sizes | bytes |
 *
 * If the bytes of a chunk are damaged, liblzma reads beyond the chunk, up to its next
 * check of sizes.  So liblzma gets one piece after the other.  Then the place at which
 * liblzma stops does not depend on how the input is divided.
 */
#ifndef VALIDATOR_CORE_XZ_STREAM_H
#define VALIDATOR_CORE_XZ_STREAM_H

#include "validator/core/cursor.h"

enum xz_piece {
	XZ_HEADER,
	XZ_BLOCK_SIZE, /* size of the header of a block; 0: the index follows */
	XZ_BLOCK_HEADER,
	XZ_CONTROL,
	XZ_SIZES,
	XZ_BYTES,
	XZ_CHECK, /* the check, and the padding before the check */
	XZ_REST,
};

struct xz_stream {
	enum xz_piece piece;
	uint64_t left;  /* number of missing bytes of the piece */
	uint64_t block; /* number of bytes of the block so far */
	uint64_t
		value; /* the last 8 bytes of the piece, the first byte
		          highest */
	uint8_t control; /* control byte of the chunk */
	uint8_t check;   /* number of bytes of the check */
};

void xz_stream_begin(struct xz_stream *s);

/* Reads the next bytes of the current piece: at most `left` bytes. */
void xz_stream_take(struct xz_stream *s, struct span bytes);

#endif
