/* SPDX-License-Identifier: MIT */
/* dem_script_bits.c - writes a stream of bits from words, field by field */
#include <stdio.h>

#include "corpus/builder/dem_statements.h"

static void
varint(struct dem_writer_bits *b, uint32_t value)
{
	for (; value > 0x7f; value >>= 7)
		dem_bits(b, (value & 0x7f) | 0x80, 8);
	dem_bits(b, value, 8);
}

static void
number(struct dem_writer_bits *b, struct words *r)
{
	const unsigned bits = (unsigned)words_number(r);

	dem_bits(b, (uint32_t)words_given(r).value, bits);
}

static void
text(struct dem_writer_bits *b, struct words *r)
{
	struct buffer bytes = { 0 };

	words_left(r);
	words_bytes(r, &bytes);
	for (size_t i = 0; i < bytes.size; i++)
		dem_bits(b, bytes.bytes[i], 8);
	dem_bits(b, 0, 8);
	buffer_free(&bytes);
}

/* Writes the number of the round as a text. */
static void
counted(const struct dem_script *s, struct dem_writer_bits *b)
{
	char digits[16];

	snprintf(digits, sizeof(digits), "%u", s->round);
	dem_bits_text(b, digits);
}

/* ------------------------------------------------------------------- body */

static bool word(struct dem_script *s, struct dem_writer_bits *b,
		 struct words *r);

static void
hold(struct dem_script *s, struct dem_writer_bits *b, struct words *r)
{
	struct dem_writer_bits body = *b;

	buffer_free(&s->body);
	body.w = &s->body;
	body.n = 0;
	while (!r->failed && !words_is(r, "end"))
		r->failed |= !words_left(r) || !word(s, &body, r);
	s->body_bits = body.n;
}

static void
held(const struct dem_script *s, struct dem_writer_bits *b, struct words *r)
{
	const uint32_t bits = (uint32_t)s->body_bits;

	if (words_is(r, "varint"))
		varint(b, bits);
	else
		dem_bits(b, bits, (unsigned)words_number(r));
}

static void
put(const struct dem_script *s, struct dem_writer_bits *b)
{
	for (size_t i = 0; i < s->body_bits; i++)
		dem_bits(b, (uint32_t)s->body.bytes[i / 8] >> i % 8 & 1, 1);
}

/* ------------------------------------------------------------------ words */

static void
times(struct dem_script *s, struct dem_writer_bits *b, struct words *r)
{
	const unsigned n = (unsigned)words_number(r);
	const unsigned outer = s->round;
	const struct words first = *r;

	for (unsigned round = 0; round < n && !r->failed; round++) {
		*r = first;
		s->round = round;
		while (!r->failed && !words_is(r, "end"))
			r->failed |= !words_left(r) || !word(s, b, r);
	}
	s->round = outer;
}

static bool
word(struct dem_script *s, struct dem_writer_bits *b, struct words *r)
{
	if (words_is(r, "u"))
		number(b, r);
	else if (words_is(r, "type"))
		dem_bits(b, (uint32_t)words_number(r), b->width);
	else if (words_is(r, "float"))
		dem_bits(b, (uint32_t)dem_words_float(r).value, 32);
	else if (words_is(r, "text"))
		text(b, r);
	else if (words_is(r, "varint"))
		varint(b, (uint32_t)words_number(r));
	else if (words_is(r, "counted"))
		counted(s, b);
	else if (words_is(r, "count"))
		dem_bits(b, s->round, (unsigned)words_number(r));
	else if (words_is(r, "held"))
		held(s, b, r);
	else if (words_is(r, "put"))
		put(s, b);
	else if (words_is(r, "times"))
		times(s, b, r);
	else
		return false;
	return true;
}

bool
dem_script_bit_words(struct dem_script *s, struct dem_writer_bits *b,
		     struct words *r)
{
	if (words_is(r, "hold"))
		hold(s, b, r);
	else
		return word(s, b, r);
	return true;
}
