/* SPDX-License-Identifier: MIT */
/*
 * zstd_frame.h - where the pieces of a zstd frame begin (RFC 8878, 3.1)
 *
 *   | magic | descriptor, window, header | block head, block | ... | checksum |
 *   | magic | size | skipped bytes |
 *
 * libzstd decodes a block when it has the whole block, and does not give the place at
 * which it stopped.  If it gets a whole frame, it decodes the whole frame or nothing.  So
 * it gets one piece after the other, and the current piece is the place at which it
 * stopped.
 *
 * If a header is damaged, libzstd compares the bytes that it has with the frames of
 * versions before 0.8.  So its answer depends on the pieces of the input.  Therefore a
 * wrong descriptor and a wrong window are found here.
 *
 * A stored block is an exception: libzstd delivers its bytes at once, and finds too late
 * that the frame declares another size.  Therefore such a block is checked when it
 * begins.
 */
#ifndef VALIDATOR_CORE_ZSTD_FRAME_H
#define VALIDATOR_CORE_ZSTD_FRAME_H

#include "validator/core/cursor.h"

enum zstd_piece {
	ZSTD_MAGIC,
	ZSTD_DESCRIPTOR,
	ZSTD_WINDOW,
	ZSTD_HEADER, /* the rest of it */
	ZSTD_BLOCK_HEAD,
	ZSTD_BLOCK,
	ZSTD_CHECKSUM,
	ZSTD_SKIP_SIZE,
	ZSTD_SKIPPED,
	ZSTD_AFTER,
};

struct zstd_frame {
	enum zstd_piece piece;
	uint64_t left; /* bytes of the piece that are to come */
	uint64_t at;   /* bytes of the frame so far */
	uint64_t
		off; /* of the piece; a block has that of its head, and a header 0 */
	uint64_t
		value; /* the last 8 bytes of the piece, the last one highest */
	uint64_t content;      /* bytes that it says it has, or UINT64_MAX */
	uint8_t content_bytes; /* of the header: those that say so */
	uint8_t header_bytes;  /* after the window */
	bool reserved;         /* a bit of the descriptor that must be 0 is not */
	uint8_t window_log;    /* 0: not read yet, or there is none */
	bool checksum, last;
	bool stored; /* a block is */
};

void zstd_frame_begin(struct zstd_frame *f);

/* The next bytes of the piece at hand: at most `left`. */
void zstd_frame_take(struct zstd_frame *f, struct span bytes);

#endif
