/* SPDX-License-Identifier: MIT */
/*
 * zstd_frame.h - finds the places where the pieces of a zstd frame begin (RFC 8878, 3.1)
 *
 *   | magic | descriptor, window, header | block head, block | ... | checksum |
 *   | magic | size | skipped bytes |
 *
 * libzstd decodes a block when it has the whole block, and does not report the place at
 * which it stopped.  If libzstd gets a whole frame, it decodes the whole frame or
 * nothing.  So libzstd gets one piece after the other.  The current piece is the place at
 * which libzstd stopped.
 *
 * If a header is damaged, libzstd compares the bytes so far with the frames of versions
 * before 0.8.  So the answer of libzstd would depend on the pieces of the input.
 * Therefore this file finds a wrong descriptor and a wrong window.
 *
 * A stored block is an exception. libzstd delivers the bytes of a stored block at once,
 * and notices too late that the frame declares another size.  Therefore a stored block is
 * checked when it begins.
 */
#ifndef VALIDATOR_CORE_ZSTD_FRAME_H
#define VALIDATOR_CORE_ZSTD_FRAME_H

#include "validator/core/cursor.h"

enum zstd_piece {
	ZSTD_MAGIC,
	ZSTD_DESCRIPTOR,
	ZSTD_WINDOW,
	ZSTD_HEADER, /* the rest of the header */
	ZSTD_BLOCK_HEAD,
	ZSTD_BLOCK,
	ZSTD_CHECKSUM,
	ZSTD_SKIP_SIZE,
	ZSTD_SKIPPED,
	ZSTD_AFTER,
};

struct zstd_frame {
	enum zstd_piece piece;
	uint64_t left; /* number of missing bytes of the piece */
	uint64_t at;   /* number of bytes of the frame so far */
	uint64_t
		off; /* offset of the piece; a block has the offset of its
		        head, and a header has 0 */
	uint64_t
		value; /* the last 8 bytes of the piece, the last byte
		          highest */
	uint64_t content; /* the size of the content in the header, or
	                     UINT64_MAX */
	uint8_t content_bytes; /* number of bytes in the header that give the
	                          size of the content */
	uint8_t header_bytes; /* number of bytes of the header after the
	                         window */
	bool reserved;         /* a reserved bit of the descriptor is set */
	uint8_t window_log;    /* 0: not read yet, or there is no window */
	bool checksum, last;
	bool stored; /* the block is a stored block */
};

void zstd_frame_begin(struct zstd_frame *f);

/* Reads the next bytes of the current piece: at most `left` bytes. */
void zstd_frame_take(struct zstd_frame *f, struct span bytes);

#endif
