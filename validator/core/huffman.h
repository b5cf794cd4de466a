/* SPDX-License-Identifier: MIT */
/*
 * huffman.h - the fixed Huffman code of Teeworlds demos and network packets
 *
 * Codes of 1 to 15 bits are packed into bytes, from the lowest bit of each byte.  A
 * stream ends with the end symbol, and with zero bits up to the next byte.  If the end
 * symbol ends at the end of a byte, writers before DDNet 20.0 add a zero byte.  Source:
 * ddnet src/engine/shared/huffman.cpp.
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
	HUFFMAN_FULL, /* the output is larger than `room` bytes */
};

/* The bits after the end symbol. */
enum huffman_tail {
	HUFFMAN_TAIL_NONE, /* zero bits up to the end of the byte */
	HUFFMAN_TAIL_ZERO, /* the zero byte of older writers, at the end of a
	                      byte */
	HUFFMAN_TAIL_OTHER,
};

struct huffman_decoded {
	enum huffman_status status;
	enum huffman_tail tail; /* with HUFFMAN_OK */
	size_t size;            /* number of written bytes, for any status */
	size_t used; /* number of bytes of input up to the end symbol, or all
	                bytes */
};

/*
 * Decodes `in` into `out`, which has `room` bytes.  Bytes of `out` after the decoded
 * bytes may change, too.
 */
struct huffman_decoded huffman_decode(struct span in, uint8_t *out,
				      size_t room);

/*
 * Several streams in the same window, decoded together, which is twice as fast as one
 * after the other.  At least SLACK bytes must follow each stream in the window.  For each
 * stream the output must have HUFFMAN_ROOM bytes: the most bytes that its bits can decode
 * to, and SPARE bytes.
 */
enum { HUFFMAN_SLACK = 8, HUFFMAN_STREAMS = 64, HUFFMAN_SPARE = 32 };
#define HUFFMAN_ROOM(bytes) (8 * (size_t)(bytes) + HUFFMAN_SPARE)

struct huffman_stream {
	size_t at, len; /* position and length in the window */
	size_t to;      /* position in the output */
	struct huffman_decoded decoded;
};

struct huffman_batch {
	size_t n;
	struct huffman_stream at[HUFFMAN_STREAMS];
};

/* Each status is HUFFMAN_OK or HUFFMAN_OPEN.  For HUFFMAN_OPEN, huffman_decode() gives
   the exact status. */
void huffman_decode_batch(struct huffman_batch *batch, struct span window,
			  uint8_t *out, size_t room);

/*
 * Encodes bytes.  `old`: with the zero byte of writers before DDNet 20.0.  Returns the
 * number of bytes, or 0 if there is not enough room.
 */
size_t huffman_encode(struct span in, bool old, uint8_t *out, size_t room);

/*
 * Can these bytes be a stream with a normal end?  Only the last HUFFMAN_LAST bytes are
 * examined.  This is enough to reject nearly all other bytes without decoding.
 */
enum { HUFFMAN_LAST = 4 };
bool huffman_may_be(struct span in);

/* Returns the length of the code of a symbol in bits.  `code` has the first bit of the
   code as its lowest bit. */
unsigned huffman_code(unsigned symbol, uint16_t *code);

#endif
