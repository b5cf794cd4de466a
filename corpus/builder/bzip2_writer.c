/* SPDX-License-Identifier: MIT */
/* bzip2_writer.c - writes the simplest blocks that every bzip2 decoder accepts */
#include "corpus/builder/bzip2_writer.h"

#include <string.h>

enum {
	MOST = 2000,
	GROUP = 50, /* number of symbols for which a table is selected */
	RUN_A = 0,
	RUN_B = 1,
};

struct bzip2_bits {
	struct buffer *w;
	unsigned byte, n;
};

static void
put(struct bzip2_bits *b, unsigned count, uint64_t value)
{
	for (unsigned i = count; i > 0; i--) {
		b->byte = b->byte << 1 | (value >> (i - 1) & 1);
		if (++b->n == 8) {
			buffer_byte(b->w, b->byte & 0xff);
			b->n = 0;
		}
	}
}

/* Returns the CRC of bzip2, which begins with the highest bit. */
static uint32_t
crc_of(const unsigned char *bytes, size_t size)
{
	uint32_t crc = UINT32_MAX;

	for (size_t i = 0; i < size; i++) {
		crc ^= (uint32_t)bytes[i] << 24;
		for (int bit = 0; bit < 8; bit++)
			crc = crc << 1 ^ (crc >> 31 ? 0x04c11db7 : 0);
	}
	return ~crc;
}

/* Does rotation a come before b? */
static bool
before(const unsigned char *bytes, size_t size, size_t a, size_t b)
{
	for (size_t i = 0; i < size; i++) {
		const unsigned char x = bytes[(a + i) % size],
				    y = bytes[(b + i) % size];

		if (x != y)
			return x < y;
	}
	return false;
}

/* Writes the last bytes of the sorted rotations.  Returns the position of the first
   rotation. */
static size_t
transform(const unsigned char *bytes, size_t size, unsigned char *out)
{
	size_t order[MOST], first = 0;

	for (size_t i = 0; i < size; i++) {
		size_t at = i;

		for (; at > 0 && before(bytes, size, i, order[at - 1]); at--)
			order[at] = order[at - 1];
		order[at] = i;
	}
	for (size_t i = 0; i < size; i++) {
		out[i] = bytes[(order[i] + size - 1) % size];
		if (order[i] == 0)
			first = i;
	}
	return first;
}

struct symbols {
	unsigned at[MOST + 1];
	size_t n;
};

/* Writes the length of a run of the last byte, in digits 1 and 2. */
static void
end_run(struct symbols *s, size_t *run)
{
	for (; *run > 0; *run = (*run - 1) / 2)
		s->at[s->n++] = *run & 1 ? RUN_A : RUN_B;
}

/* Replaces each byte with the number of different bytes since its last occurrence.
   There are `used` different bytes. */
static void
move_to_front(const unsigned char *bytes, size_t size, unsigned char *recent,
	      unsigned used, struct symbols *s)
{
	size_t run = 0;

	for (size_t i = 0; i < size; i++) {
		unsigned at = 0;

		while (recent[at] != bytes[i])
			at++;
		if (at == 0) {
			run++;
			continue;
		}
		end_run(s, &run);
		memmove(recent + 1, recent, at);
		recent[0] = bytes[i];
		s->at[s->n++] = at + 1;
	}
	end_run(s, &run);
	s->at[s->n++] = used + 1; /* the end symbol */
}

/* Writes which bytes occur, in two steps.  `list` receives these bytes. */
static unsigned
put_used(struct bzip2_bits *b, const unsigned char *bytes, size_t size,
	 unsigned char *list)
{
	bool used[256] = { false };
	unsigned n = 0, ranges = 0;

	for (size_t i = 0; i < size; i++)
		used[bytes[i]] = true;
	for (unsigned i = 0; i < 256; i++)
		if (used[i]) {
			list[n++] = (unsigned char)i;
			ranges |= 0x8000u >> i / 16;
		}
	put(b, 16, ranges);
	for (unsigned i = 0; i < 256; i++)
		if (ranges & 0x8000u >> i / 16)
			put(b, 1, used[i]);
	return n;
}

static void
put_block(struct bzip2_bits *b, const unsigned char *bytes, size_t size)
{
	unsigned char last[MOST], list[256];
	struct symbols s = { .n = 0 };
	unsigned used, length = 1;
	const size_t first = transform(bytes, size, last);

	put(b, 48, UINT64_C(0x314159265359));
	put(b, 32, crc_of(bytes, size));
	put(b, 1, 0); /* not randomised */
	put(b, 24, first);
	used = put_used(b, bytes, size, list);
	move_to_front(last, size, list, used, &s);
	while (1u << length < used + 2)
		length++;
	/* There are two tables, which is the smallest number, and all groups use the
	   first table. */
	put(b, 3, 2);
	put(b, 15, (s.n + GROUP - 1) / GROUP);
	for (size_t i = 0; i < s.n; i += GROUP)
		put(b, 1, 0);
	for (int table = 0; table < 2; table++) {
		put(b, 5, length);
		for (unsigned i = 0; i < used + 2; i++)
			put(b, 1, 0); /* no symbol has another length */
	}
	for (size_t i = 0; i < s.n; i++)
		put(b, length, s.at[i]);
}

/* Returns the number of bytes of a block. */
static size_t
block_size(const unsigned char *bytes, size_t size, size_t most)
{
	for (size_t i = 3; i < size && i < most; i++)
		if (bytes[i] == bytes[i - 1] && bytes[i] == bytes[i - 2] &&
		    bytes[i] == bytes[i - 3])
			return i;
	return size < most ? size : most;
}

void
bzip2_stream(struct buffer *w, const unsigned char *bytes, size_t size,
	     size_t block)
{
	struct bzip2_bits b = { .w = w };
	uint32_t sum = 0;

	buffer_append(w, "BZh1", 4);
	while (size > 0) {
		const size_t n = block_size(bytes, size,
					    block < MOST ? block : MOST);

		buffer_mark(w, "block");
		put_block(&b, bytes, n);
		sum = (sum << 1 | sum >> 31) ^ crc_of(bytes, n);
		bytes += n;
		size -= n;
	}
	buffer_mark(w, "end");
	put(&b, 48, UINT64_C(0x177245385090));
	put(&b, 32, sum);
	if (b.n > 0)
		put(&b, 8 - b.n, 0);
}
