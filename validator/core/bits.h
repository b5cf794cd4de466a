/* SPDX-License-Identifier: MIT */
/*
 * bits.h - a stream of bits, the lowest bit of each byte first
 *
 * As with a cursor, a read beyond the end returns zero and sets `fail`.  After that every
 * read returns zero.
 */
#ifndef VALIDATOR_CORE_BITS_H
#define VALIDATOR_CORE_BITS_H

#include "validator/core/cursor.h"
#include "validator/core/real.h"

struct bit_reader {
	struct span bytes;
	uint64_t pos, end; /* in bits from the first byte */
	bool fail;
};

static inline struct bit_reader
bits_of(struct span bytes)
{
	return (struct bit_reader){ .bytes = bytes,
				    .end = 8 * (uint64_t)bytes.len };
}

static inline uint64_t
bits_left(const struct bit_reader *b)
{
	return b->fail ? 0 : b->end - b->pos;
}

/* Returns at least 57 bits from `pos` on, without consuming them.  After the last byte
   come zeros.  The caller checks the end of the reader. */
__attribute__((always_inline)) static inline uint64_t
bits_ahead(const struct bit_reader *b, uint64_t pos)
{
	return span_ahead(b->bytes, (size_t)(pos / 8)) >> pos % 8;
}

/* Reads n bits, at most 32, as an unsigned number.  This function is always inline,
   because calls for each number made the check of a Source demo 7 % slower. */
__attribute__((always_inline)) static inline uint32_t
bits_u(struct bit_reader *b, unsigned n)
{
	uint64_t v;

	if (n > bits_left(b)) {
		b->fail = true;
		return 0;
	}
	v = bits_ahead(b, b->pos);
	b->pos += n;
	return (uint32_t)(v & ((UINT64_C(1) << n) - 1));
}

/* Reads n bits as a number in two's complement; n is not 0. */
static inline int32_t
bits_s(struct bit_reader *b, unsigned n)
{
	const uint32_t sign = UINT32_C(1) << (n - 1);

	return (int32_t)((bits_u(b, n) ^ sign) - sign);
}

/* Skips n bits. */
static inline void
bits_pass(struct bit_reader *b, uint64_t n)
{
	b->fail |= n > bits_left(b);
	if (!b->fail)
		b->pos += n;
}

UNCHECKED_BEGIN

/* Reads many words of 8 bytes, each of which may begin at any byte. */
struct ahead {
	struct span bytes;
	size_t n; /* number of whole words */
};

static inline struct ahead
ahead_of(struct span s)
{
	return (struct ahead){ s, s.len >= 8 ? s.len - 7 : 0 };
}

/* Does the same as span_ahead(). */
__attribute__((always_inline)) static inline uint64_t
ahead_at(const struct ahead *a, size_t index)
{
	return index < a->n ? cur_word(a->bytes.ptr + index)
			    : span_ahead(a->bytes, index);
}

UNCHECKED_END

/* Several short numbers in at most 57 bits, which are read from one word and then
   consumed together. */
struct bits_group {
	uint64_t bits;
	unsigned used;
};

/* Returns the group that begins at bit `pos`. */
__attribute__((always_inline)) static inline struct bits_group
bits_group_at(const struct ahead *ahead, uint64_t pos)
{
	return (struct bits_group){
		.bits = ahead_at(ahead, (size_t)(pos / 8)) >> pos % 8
	};
}

/* Reads the next n bits of the group, at most 32. */
static inline uint32_t
bits_group_u(struct bits_group *g, unsigned n)
{
	const uint64_t v = g->bits & ((UINT64_C(1) << n) - 1);

	g->bits >>= n;
	g->used += n;
	return (uint32_t)v;
}

/* Consumes n bits, and returns a reader of these bits only. */
static inline struct bit_reader
bits_part(struct bit_reader *b, uint64_t n)
{
	struct bit_reader part = *b;

	bits_pass(b, n);
	part.fail = b->fail;
	part.end = b->fail ? part.pos : b->pos;
	return part;
}

/* The number of bytes of a text that are compared together.  A word contains this many
   whole bytes, even if they begin inside a byte. */
enum { BITS_TEXT_STEP = 7 };

/* Copies n bytes into `room`.  A loop over bytes needed 1.25 times the instructions for
   the string tables of a demo. */
static inline void
bits_bytes(struct bit_reader *b, void *room, size_t n)
{
	if (8 * (uint64_t)n > bits_left(b)) {
		b->fail = true;
		return;
	}
	for (size_t i = 0, width; i < n; i += width) {
		width = n - i < BITS_TEXT_STEP ? n - i : BITS_TEXT_STEP;
		poke_first(room, n, i, bits_ahead(b, b->pos), width);
		b->pos += 8 * width;
	}
}

/* Consumes a text and its NUL, and copies at most its first `size` bytes.  Returns the
   length of the text.  A loop over bytes needed 1.3 times the instructions for a demo
   full of string tables. */
static inline size_t
bits_text(struct bit_reader *b, void *room, size_t size)
{
	size_t n = 0, width = BITS_TEXT_STEP;
	uint32_t byte;

	while (bits_left(b) >= UINT64_C(8) * BITS_TEXT_STEP) {
		const uint64_t word = bits_ahead(b, b->pos);
		const uint64_t zeros = zero_bytes(word | UINT64_C(0xff) << 56);

		if (zeros)
			width = (size_t)__builtin_ctzll(zeros) / 8;
		poke_first(room, size, n, word, width);
		n += width;
		b->pos += 8 * width;
		if (zeros) {
			b->pos += 8;
			return n;
		}
	}
	for (; (byte = bits_u(b, 8)); n++)
		poke(room, size, n, (uint8_t)byte);
	return n;
}

/* Consumes a text and its NUL. */
static inline void
bits_pass_text(struct bit_reader *b)
{
	bits_text(b, NULL, 0);
}

/*
 * Reads a number with 7 bits in each byte.  The highest bit is set if another byte
 * follows. *quirks: the number has more bytes than necessary, or more than 32 bits.
 */
enum { VARINT_LONG = 1 << 0, VARINT_TOO_LARGE = 1 << 1 };

static inline uint32_t
bits_varint(struct bit_reader *b, unsigned *quirks)
{
	enum { MOST_BITS = 35, LAST_FOUR = 0x0f };
	uint32_t v = 0, byte = 0x80;

	for (unsigned at = 0; at < MOST_BITS && byte & 0x80; at += 7) {
		byte = bits_u(b, 8);
		v |= (byte & 0x7f) << at;
		if (at == 28 && byte > LAST_FOUR)
			*quirks |= VARINT_TOO_LARGE;
		if (at > 0 && byte == 0 && !b->fail)
			*quirks |= VARINT_LONG;
	}
	return v;
}

/* Returns the logarithm of n to base 2, rounded down; 0 for n = 0.  A number up to n
   needs one bit more. */
static inline unsigned
bits_log2(uint32_t n)
{
	unsigned log = 0;

	while (n >>= 1)
		log++;
	return log;
}

static inline float
bits_float(struct bit_reader *b)
{
	return real_of(bits_u(b, 32));
}

#endif
