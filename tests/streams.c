/* SPDX-License-Identifier: MIT */
/* streams.c - writes deflate streams for tests, bit by bit */
#include "tests/streams.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

void
stream_free(struct stream *s)
{
	free(s->at);
	*s = (struct stream){ .n = 0 };
}

void
stream_bytes(struct stream *s, const void *bytes, size_t n)
{
	s->at = realloc(s->at, s->n + n + 1);
	if (!s->at)
		abort();
	if (n)
		memcpy(s->at + s->n, bytes, n);
	s->n += n;
	s->bits = 0;
}

struct stream
stream_begin(bool gzip)
{
	static const uint8_t member[10] = {
		0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3
	};
	struct stream s = { .gzip = gzip };

	if (gzip)
		stream_bytes(&s, member, sizeof(member));
	else
		stream_bytes(&s, "\x78\x9c", 2);
	return s;
}

void
stream_bits(struct stream *s, uint32_t v, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		const unsigned at = s->bits % 8;

		if (at == 0)
			stream_bytes(s, "", 1);
		s->at[s->n - 1] |= (uint8_t)((v >> i & 1) << at);
		s->bits = at + 1;
	}
}

void
stream_symbol(struct stream *s, const struct code *c, unsigned symbol)
{
	const unsigned length = c->length[symbol];
	uint32_t v = 0;

	for (unsigned l = 1; l <= length; l++) {
		v <<= 1;
		for (unsigned i = 0; i < c->n; i++)
			if (c->length[i] == l && (l < length || i < symbol))
				v += 1;
		if (l < length)
			continue;
	}
	for (unsigned i = length; i--;)
		stream_bits(s, v >> i & 1, 1);
}

void
stream_stored(struct stream *s, bool last, const void *bytes, size_t n)
{
	const uint8_t head[4] = { (uint8_t)n, (uint8_t)(n >> 8), (uint8_t)~n,
				  (uint8_t)(~n >> 8) };

	stream_bits(s, last, 1);
	stream_bits(s, 0, 2);
	stream_bytes(s, head, sizeof(head));
	stream_bytes(s, bytes, n);
}

void
stream_fixed(struct stream *s, bool last)
{
	stream_bits(s, last, 1);
	stream_bits(s, 1, 2);
}

void
stream_dynamic(struct stream *s, bool last, const struct code *literals,
	       const struct code *distances, const struct code *kinds)
{
	static const uint8_t order[19] = { 16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
					   11, 4,  12, 3, 13, 2, 14, 1, 15 };
	/* 16 of 5 bits, 16 of 5: all lengths, and those that repeat; 3 of 7 */
	struct code all = code_of("ddddddddddddddddee.");

	if (!kinds) {
		memset(all.length, 4, 13);
		memset(all.length + 13, 5, 6);
		kinds = &all;
	}
	stream_bits(s, last, 1);
	stream_bits(s, 2, 2);
	stream_bits(s, literals->n - 257, 5);
	stream_bits(s, distances->n - 1, 5);
	stream_bits(s, 15, 4);
	for (unsigned i = 0; i < 19; i++)
		stream_bits(s, kinds->length[order[i]], 3);
	for (unsigned i = 0; i < literals->n; i++)
		stream_symbol(s, kinds, literals->length[i]);
	for (unsigned i = 0; i < distances->n; i++)
		stream_symbol(s, kinds, distances->length[i]);
}

struct code
code_fixed(void)
{
	struct code c = { .n = 288 };

	memset(c.length, 8, 144);
	memset(c.length + 144, 9, 112);
	memset(c.length + 256, 7, 24);
	memset(c.length + 280, 8, 8);
	return c;
}

struct code
code_fixed_distances(void)
{
	struct code c = { .n = 32 };

	memset(c.length, 5, 32);
	return c;
}

struct code
code_of(const char *lengths)
{
	struct code c = { .n = 0 };

	for (; lengths[c.n]; c.n++)
		c.length[c.n] = lengths[c.n] == '.'
					? 0
					: (uint8_t)(lengths[c.n] - 'a' + 1);
	return c;
}

void
stream_end(struct stream *s, const void *made, size_t n)
{
	const uint32_t sum = (uint32_t)(s->gzip ? crc32(0, made, (unsigned)n)
						: adler32(1, made,
							  (unsigned)n));

	s->bits = 0;
	for (unsigned i = 0; i < 4; i++)
		stream_bits(s, sum >> (s->gzip ? 8 * i : 24 - 8 * i), 8);
	if (s->gzip)
		stream_bits(s, (uint32_t)n, 32);
}
