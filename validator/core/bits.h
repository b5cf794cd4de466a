/* SPDX-License-Identifier: MIT */
/*
 * bits.h - a stream of bits, the lowest bit of each byte first
 *
 * As with a cursor, a read that does not fit yields zero and latches `fail`; from
 * then on every read yields zero.
 */
#ifndef VALIDATOR_CORE_BITS_H
#define VALIDATOR_CORE_BITS_H

#include "validator/core/cursor.h"
#include "validator/core/real.h"

struct bit_reader {
	struct span bytes;
	uint64_t pos; /* bits read */
	bool fail;
};

static inline struct bit_reader
bits_of(struct span bytes)
{
	return (struct bit_reader){ .bytes = bytes };
}

static inline uint64_t
bits_left(const struct bit_reader *b)
{
	return b->fail ? 0 : 8 * (uint64_t)b->bytes.len - b->pos;
}

/* n bits, at most 32, as an unsigned number. */
static inline uint32_t
bits_u(struct bit_reader *b, unsigned n)
{
	struct cursor c;
	uint64_t v;

	if (n > bits_left(b)) {
		b->fail = true;
		return 0;
	}
	c = cur_span(span_tail(b->bytes, (size_t)(b->pos / 8)), 0);
	v = cur_ahead(&c) >> (b->pos % 8);
	b->pos += n;
	return (uint32_t)(v & ((UINT64_C(1) << n) - 1));
}

/* Passes n bits. */
static inline void
bits_pass(struct bit_reader *b, uint64_t n)
{
	b->fail |= n > bits_left(b);
	if (!b->fail)
		b->pos += n;
}

/* A text: the bytes up to a NUL, which is passed, too. */
static inline void
bits_pass_text(struct bit_reader *b)
{
	while (bits_u(b, 8))
		;
}

static inline float
bits_float(struct bit_reader *b)
{
	return real_of(bits_u(b, 32));
}

#endif
