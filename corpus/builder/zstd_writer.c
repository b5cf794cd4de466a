/* SPDX-License-Identifier: MIT */
/* zstd_writer.c - writes frames of RFC 8878 with stored blocks */
#include "corpus/builder/zstd_writer.h"

enum { BLOCK = 500 };

#define PRIME_1 UINT64_C(0x9e3779b185ebca87)
#define PRIME_2 UINT64_C(0xc2b2ae3d27d4eb4f)
#define PRIME_3 UINT64_C(0x165667b19e3779f9)
#define PRIME_4 UINT64_C(0x85ebca77c2b2ae63)
#define PRIME_5 UINT64_C(0x27d4eb2f165667c5)

static uint64_t
turn(uint64_t x, unsigned by)
{
	return x << by | x >> (64 - by);
}

static uint64_t
word(const unsigned char *at, unsigned size)
{
	uint64_t x = 0;

	for (unsigned i = size; i > 0; i--)
		x = x << 8 | at[i - 1];
	return x;
}

static uint64_t
lane(uint64_t sum, uint64_t x)
{
	return turn(sum + x * PRIME_2, 31) * PRIME_1;
}

/* Returns the XXH64 with seed 0. */
static uint64_t
xxh64(const unsigned char *at, size_t size)
{
	uint64_t h = PRIME_5,
		 v[4] = { PRIME_1 + PRIME_2, PRIME_2, 0, 0 - PRIME_1 };
	size_t left = size;

	for (; left >= 32; left -= 32)
		for (unsigned i = 0; i < 4; i++, at += 8)
			v[i] = lane(v[i], word(at, 8));
	if (size >= 32) {
		h = turn(v[0], 1) + turn(v[1], 7) + turn(v[2], 12) +
		    turn(v[3], 18);
		for (unsigned i = 0; i < 4; i++)
			h = (h ^ lane(0, v[i])) * PRIME_1 + PRIME_4;
	}
	h += size;
	for (; left >= 8; left -= 8, at += 8)
		h = turn(h ^ lane(0, word(at, 8)), 27) * PRIME_1 + PRIME_4;
	if (left >= 4) {
		h = turn(h ^ word(at, 4) * PRIME_1, 23) * PRIME_2 + PRIME_3;
		left -= 4;
		at += 4;
	}
	for (; left > 0; left--, at++)
		h = turn(h ^ *at * PRIME_5, 11) * PRIME_1;
	h = (h ^ h >> 33) * PRIME_2;
	h = (h ^ h >> 29) * PRIME_3;
	return h ^ h >> 32;
}

static void
block(struct buffer *w, const unsigned char *bytes, size_t size, bool last)
{
	const unsigned head = (unsigned)size << 3 | last;

	buffer_mark(w, last ? "last" : "block");
	buffer_byte(w, head & 0xff);
	buffer_byte(w, head >> 8 & 0xff);
	buffer_byte(w, head >> 16);
	buffer_append(w, bytes, size);
}

void
zstd_frame(struct buffer *w, const unsigned char *bytes, size_t size)
{
	size_t at = 0;

	buffer_append(w, "\x28\xb5\x2f\xfd", 4);
	buffer_byte(w, 0x04); /* the frame has a checksum */
	buffer_byte(w, 0);    /* a window of 1 KiB */
	for (; size - at > BLOCK; at += BLOCK)
		block(w, bytes + at, BLOCK, false);
	block(w, bytes + at, size - at, true);
	buffer_int(w, (int32_t)(uint32_t)xxh64(bytes, size));
}

void
zstd_skippable(struct buffer *w, size_t size)
{
	buffer_append(w, "\x50\x2a\x4d\x18", 4);
	buffer_int(w, (int32_t)size);
	buffer_fill(w, 0xa5, size);
}
