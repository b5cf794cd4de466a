/* SPDX-License-Identifier: MIT */
/*
 * huffman.h - the fixed Huffman code of Teeworlds demos and network packets
 *
 * Codes of 1 to 15 bits are packed from the lowest bit of each byte on; a
 * stream ends with the end symbol, and zero bits up to the next byte.  Writers
 * before DDNet 20.0 add one byte of 0 when the end falls on a byte's border.
 * Source: ddnet src/engine/shared/huffman.cpp.
 */
#ifndef VALIDATOR_CORE_HUFFMAN_H
#define VALIDATOR_CORE_HUFFMAN_H

#include "validator/core/cursor.h"

enum {
	HUFFMAN_END = 256, /* the symbol that ends a stream */
	HUFFMAN_SYMBOLS = 257,
	HUFFMAN_MAX_BITS = 15,
};

enum huffman_status {
	HUFFMAN_OK,
	HUFFMAN_OPEN, /* the input ends before the end symbol */
	HUFFMAN_FULL, /* there is more than `room` bytes of output */
};

/* What is after the end symbol. */
enum huffman_tail {
	HUFFMAN_TAIL_NONE, /* zero bits up to the end of the byte */
	HUFFMAN_TAIL_ZERO, /* the byte of 0 of older writers, in its place */
	HUFFMAN_TAIL_OTHER,
};

struct huffman_decoded {
	enum huffman_status status;
	enum huffman_tail tail; /* with HUFFMAN_OK */
	size_t size;            /* bytes written, with any status */
	size_t used; /* bytes of input up to the end symbol, or all of them */
};

/*
 * Decodes `in` into `out`, which has `room` bytes.  Bytes of `out` after the decoded
 * bytes may change, too.
 */
struct huffman_decoded huffman_decode(struct span in, uint8_t *out,
				      size_t room);

/*
 * Several streams in the same window, decoded side by side: twice as fast as one after
 * the other.  At least SLACK bytes must follow each stream in the window.  The output
 * must have HUFFMAN_ROOM bytes for each stream: the most that its bits can decode to, and
 * SPARE bytes.
 */
enum { HUFFMAN_SLACK = 8, HUFFMAN_STREAMS = 64, HUFFMAN_SPARE = 32 };
#define HUFFMAN_ROOM(bytes) (8 * (size_t)(bytes) + HUFFMAN_SPARE)

struct huffman_stream {
	size_t at, len; /* in the window */
	size_t to;      /* in the output */
	struct huffman_decoded decoded;
};

struct huffman_batch {
	size_t n;
	struct huffman_stream at[HUFFMAN_STREAMS];
};

/* Each one is HUFFMAN_OK, or HUFFMAN_OPEN: then huffman_decode() says more. */
void huffman_decode_batch(struct huffman_batch *batch, struct span window,
			  uint8_t *out, size_t room);

/*
 * Encodes; old: with the byte of 0 of writers before DDNet 20.0.  Returns the
 * number of bytes, or 0 if they do not fit.
 */
size_t huffman_encode(struct span in, bool old, uint8_t *out, size_t room);

/*
 * Can these bytes be a stream that ends as writers end it?  Only the last HUFFMAN_LAST
 * bytes are examined, which is enough to reject nearly all other bytes without decoding.
 */
enum { HUFFMAN_LAST = 4 };
bool huffman_may_be(struct span in);

/* The code of a symbol, its first bit lowest; returns its length in bits. */
unsigned huffman_code(unsigned symbol, uint16_t *code);

#endif
