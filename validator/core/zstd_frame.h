/* SPDX-License-Identifier: MIT */
/*
 * zstd_frame.h - where the pieces of a zstd frame begin (RFC 8878, 3.1)
 *
 *   | magic | descriptor, window, header | block head, block | ... | checksum |
 *   | magic | size | what is skipped |
 *
 * libzstd decodes a block when all of it is there, and does not say where it
 * stopped.  If it gets a frame as a whole, it decodes all of it or nothing.  So it
 * gets one piece after the other, and the piece at hand is where it stopped.
 *
 * Where a header is wrong, libzstd looks whether the bytes at hand begin like a frame
 * of a version before 0.8, which may be any bytes of the header: what it says depends
 * on how they come.  So a descriptor and a window that are wrong are found here.
 *
 * A block that is stored is the exception: libzstd hands on what it gets of it, and
 * finds too late that the frame says it has more bytes, or fewer.  So that is found
 * when such a block begins.
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
