/* SPDX-License-Identifier: MIT */
/* test_huffman.c - the code, bit for bit, and what may follow the end symbol */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "validator/core/digest.h"
#include "validator/core/huffman.h"

/* ddnet src/engine/shared/huffman.cpp; the last one is the end symbol. */
static const uint32_t frequencies[HUFFMAN_SYMBOLS] = {
	1073741824, 4545, 2657, 431, 1950, 919, 444, 482, 2244, 617, 838, 542,
	715,        1814, 304,  240, 754,  212, 647, 186, 283,  131, 146, 166,
	543,        164,  167,  136, 179,  859, 363, 113, 157,  154, 204, 108,
	137,        180,  202,  176, 872,  404, 168, 134, 151,  111, 113, 109,
	120,        126,  129,  100, 41,   20,  16,  22,  18,   18,  17,  19,
	16,         37,   13,   21,  362,  166, 99,  78,  95,   88,  81,  70,
	83,         284,  91,   187, 77,   68,  52,  68,  59,   66,  61,  638,
	71,         157,  50,   46,  69,   43,  11,  24,  13,   19,  10,  12,
	12,         20,   14,   9,   20,   20,  10,  10,  15,   15,  12,  12,
	7,          19,   15,   14,  13,   18,  35,  19,  17,   14,  8,   5,
	15,         17,   9,    15,  14,   18,  8,   10,  2173, 134, 157, 68,
	188,        60,   170,  60,  194,  62,  175, 71,  148,  67,  167, 78,
	211,        67,   156,  69,  1674, 90,  174, 53,  147,  89,  181, 51,
	174,        63,   163,  80,  167,  94,  128, 122, 223,  153, 218, 77,
	200,        110,  190,  73,  174,  69,  145, 66,  277,  143, 141, 60,
	136,        53,   180,  57,  142,  57,  158, 61,  166,  112, 152, 92,
	26,         22,   21,   28,  20,   26,  30,  21,  32,   27,  20,  17,
	23,         21,   30,   22,  22,   21,  27,  25,  17,   27,  23,  18,
	39,         26,   15,   21,  12,   18,  18,  27,  20,   18,  15,  19,
	11,         17,   33,   12,  18,   15,  19,  18,  16,   26,  17,  18,
	9,          10,   25,   22,  22,   17,  20,  16,  6,    16,  15,  20,
	14,         18,   24,   335, 1,
};

/* ------------------------------------------------------------------ tree -- */

struct entry {
	uint32_t frequency;
	unsigned node;
};

/* Insertion sort: stable, by descending frequency. */
static void
sort(struct entry *list, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		const struct entry e = list[i];
		size_t at = i;

		for (; at && list[at - 1].frequency < e.frequency; at--)
			list[at] = list[at - 1];
		list[at] = e;
	}
}

enum { NODES = HUFFMAN_SYMBOLS - 1 };

/* The tree: a child for a 0 bit and one for a 1 bit; the last row is the root. */
static unsigned tree[NODES][2];

static void
build_tree(void)
{
	struct entry list[HUFFMAN_SYMBOLS];
	size_t n = HUFFMAN_SYMBOLS;

	for (unsigned i = 0; i < n; i++)
		list[i] = (struct entry){ frequencies[i], i };
	for (unsigned row = 0; row < NODES; row++) {
		sort(list, n);
		const struct entry a = list[n - 1], b = list[n - 2];

		tree[row][0] = a.node;
		tree[row][1] = b.node;
		list[n - 2] = (struct entry){ a.frequency + b.frequency,
					      HUFFMAN_SYMBOLS + row };
		n--;
	}
}

/* Given the frequencies, the reference builds a tree with these leaves. */
Test(huffman, the_codes_are_those_of_the_frequencies)
{
	build_tree();
	for (unsigned symbol = 0; symbol < HUFFMAN_SYMBOLS; symbol++) {
		uint16_t code;
		const unsigned bits = huffman_code(symbol, &code);
		unsigned node = HUFFMAN_SYMBOLS + NODES - 1;

		for (unsigned bit = 0; bit < bits; bit++) {
			cr_assert_geq(node, HUFFMAN_SYMBOLS, "%u", symbol);
			node = tree[node - HUFFMAN_SYMBOLS][code >> bit & 1];
		}
		cr_expect_eq(node, symbol);
		cr_expect_eq(code >> bits, 0, "%u", symbol);
	}
}

Test(huffman, codes_have_the_published_digest)
{
	char text[2 * SHA256_BYTES + 1];
	uint8_t sha256[SHA256_BYTES];
	unsigned longest = 0;
	struct digest digest;

	digest_open(&digest);
	for (unsigned symbol = 0; symbol < HUFFMAN_SYMBOLS; symbol++) {
		char line[32];
		uint16_t code;
		const unsigned bits = huffman_code(symbol, &code);
		size_t n = (size_t)sprintf(line, "%u:", symbol);

		longest = bits > longest ? bits : longest;
		for (unsigned bit = 0; bit < bits; bit++)
			line[n++] = code >> bit & 1 ? '1' : '0';
		line[n++] = '\n';
		digest_feed(&digest, (struct span){ (const uint8_t *)line, n });
	}
	digest_close(&digest, sha256);
	digest_print(sha256, text);
	cr_expect_str_eq(text, "95b5dbe82c21732342426803839d79270ed4e7138552eb3"
			       "6cc17e9ca4c3733dd");
	cr_expect_eq(longest, HUFFMAN_MAX_BITS);
}

/* --------------------------------------------------------------- vectors -- */

struct vector {
	size_t n, old, now; /* lengths */
	const char *bytes, *coded;
};

Test(huffman, vectors)
{
	static const struct vector vectors[] = {
		{ 0, 2, 2, "", "\x8a\x1b" },
		{ 1, 3, 2, "\0", "\x15\x37\0" },
		{ 8, 3, 3, "\0\0\0\0\0\0\0\0", "\xff\x8a\x1b" },
		{ 8, 8, 8, "\0\1\2\3\4\5\6\7",
		  "\x51\x58\x78\x76\x1b\x37\xc5\x0d" },
		{ 1, 3, 3, "\xff", "\x92\x8a\x1b" },
		{ 2, 4, 3, "\0\3", "\x2d\x14\x37\0" },
		{ 7, 5, 5, "\0\1\0\2\0\x80\0", "\xb1\x08\x2a\x6e\0" },
	};

	for (size_t i = 0; i < COUNT_OF(vectors); i++) {
		const struct vector *v = &vectors[i];
		const struct span in = { (const uint8_t *)v->bytes, v->n };
		const struct span coded = { (const uint8_t *)v->coded, v->now };
		uint8_t out[16];
		struct huffman_decoded d;

		cr_expect_eq(huffman_encode(in, true, out, sizeof(out)), v->old,
			     "%zu", i);
		cr_expect_eq(memcmp(out, v->coded, v->old), 0, "%zu", i);
		cr_expect_eq(huffman_encode(in, false, out, sizeof(out)),
			     v->now, "%zu", i);
		cr_expect_eq(memcmp(out, v->coded, v->now), 0, "%zu", i);
		d = huffman_decode(coded, out, sizeof(out));
		cr_expect_eq(d.status, HUFFMAN_OK);
		cr_expect_eq(d.tail, HUFFMAN_TAIL_NONE, "%zu", i);
		cr_expect_eq(d.used, v->now);
		cr_expect(d.size == v->n && memcmp(out, v->bytes, v->n) == 0);
	}
}

static struct huffman_decoded
decode(const void *bytes, size_t n, size_t room)
{
	static uint8_t out[64];

	return huffman_decode((struct span){ bytes, n }, out, room);
}

Test(huffman, what_cannot_be_decoded)
{
	cr_expect_eq(decode("\x1a", 1, 64).status, HUFFMAN_OPEN);
	cr_expect_eq(decode("\x62\x91\x62\xa9", 4, 64).status, HUFFMAN_OPEN);
	cr_expect_eq(decode("\x4c\x04\xfe\0\x68", 5, 64).status, HUFFMAN_OPEN);
	cr_expect_eq(decode("", 0, 64).status, HUFFMAN_OPEN);
	cr_expect_eq(decode("\xff\x8a\x1b", 3, 8).status, HUFFMAN_OK);
	cr_expect_eq(decode("\xff\x8a\x1b", 3, 7).status, HUFFMAN_FULL);
	cr_expect_eq(decode("\xff\x8a\x1b", 3, 7).size, 7);
	cr_expect_eq(decode("\xff\x8a\x1b", 3, 0).status, HUFFMAN_FULL);
}

/* Both habits of writers are told apart from what nobody writes. */
Test(huffman, behind_the_end_symbol)
{
	cr_expect_eq(decode("\x15\x37\0", 3, 64).tail, HUFFMAN_TAIL_ZERO);
	cr_expect_eq(decode("\x15\x37\0", 3, 64).used, 2);
	cr_expect_eq(decode("\x15\x37\1", 3, 64).tail, HUFFMAN_TAIL_OTHER);
	cr_expect_eq(decode("\x15\x37\0\0", 4, 64).tail, HUFFMAN_TAIL_OTHER);
	cr_expect_eq(decode("\x8a\x1b\0", 3, 64).tail, HUFFMAN_TAIL_OTHER);
	cr_expect_eq(decode("\x8a\x9b", 2, 64).tail, HUFFMAN_TAIL_OTHER);
}

/* Given any bytes, they come back; what does not fit is refused. */
Test(huffman, round_trip)
{
	uint32_t seed = 1;

	for (size_t n = 0; n < 600; n++) {
		uint8_t bytes[600], coded[1200], out[600];
		struct huffman_decoded d;
		size_t size;

		for (size_t i = 0; i < n; i++) {
			seed = seed * 1103515245u + 12345u;
			bytes[i] = seed >> 30 ? (uint8_t)(seed >> 16) : 0;
		}
		size = huffman_encode((struct span){ bytes, n }, n % 2, coded,
				      sizeof(coded));
		cr_assert_gt(size, 0);
		d = huffman_decode((struct span){ coded, size }, out, n);
		cr_expect_eq(d.status, HUFFMAN_OK);
		cr_expect_neq(d.tail, HUFFMAN_TAIL_OTHER);
		cr_expect(d.size == n && memcmp(out, bytes, n) == 0);
		cr_expect_eq(huffman_encode((struct span){ bytes, n }, n % 2,
					    coded, size - 1),
			     0);
	}
}

/* ----------------------------------------------------------- side by side */

enum {
	WINDOW = 8192,
	BATCH_ROOM = HUFFMAN_ROOM(WINDOW) + HUFFMAN_SPARE * HUFFMAN_STREAMS
};

static struct {
	struct huffman_batch batch;
	uint8_t window[WINDOW], out[BATCH_ROOM], alone[BATCH_ROOM];
	size_t size; /* of what is in the window */
} side;

static void
add_stream(const void *bytes, size_t n)
{
	const size_t k = side.batch.n++;
	struct huffman_stream *s = &side.batch.at[k];
	const struct huffman_stream *last = s - (k > 0);

	*s = (struct huffman_stream){ .at = side.size, .len = n };
	if (k)
		s->to = last->to + HUFFMAN_ROOM(last->len);
	memcpy(side.window + side.size, bytes, n);
	side.size += n;
}

/* Each is what it is alone; one that does not end is left to huffman_decode(). */
static void
expect_the_same(void)
{
	const struct span window = { side.window, side.size + HUFFMAN_SLACK };

	memset(side.window + side.size, 0xff, HUFFMAN_SLACK);
	huffman_decode_batch(&side.batch, window, side.out, BATCH_ROOM);
	for (size_t i = 0; i < side.batch.n; i++) {
		const struct huffman_stream *s = &side.batch.at[i];
		const struct huffman_decoded *d = &s->decoded;
		const struct huffman_decoded want = huffman_decode(
			(struct span){ side.window + s->at, s->len },
			side.alone, BATCH_ROOM);

		cr_expect_eq(d->status, want.status, "%zu", i);
		if (d->status != HUFFMAN_OK)
			continue;
		cr_expect_eq(d->size, want.size, "%zu", i);
		cr_expect_eq(d->used, want.used, "%zu", i);
		cr_expect_eq(d->tail, want.tail, "%zu", i);
		cr_expect_eq(memcmp(side.out + s->to, side.alone, want.size), 0,
			     "%zu", i);
	}
}

/* Given any number of streams, of any length, whole and cut, with all that can be
   after their ends. */
Test(huffman, streams_side_by_side)
{
	uint32_t seed = 1;

	for (size_t n = 0; n <= HUFFMAN_STREAMS; n++) {
		side.batch.n = side.size = 0;
		while (side.batch.n < n) {
			uint8_t bytes[60], coded[120];
			const size_t length = (seed >> 8) % sizeof(bytes);
			size_t size;

			for (size_t i = 0; i < length; i++) {
				seed = seed * 1103515245u + 12345u;
				bytes[i] = seed >> 30 ? (uint8_t)(seed >> 16)
						      : 0;
			}
			seed = seed * 1103515245u + 12345u;
			size = huffman_encode((struct span){ bytes, length },
					      seed >> 31, coded, sizeof(coded));
			cr_assert_gt(size, 0);
			if (seed >> 28 == 1) /* bits after the end */
				coded[size - 1] |= 0x80;
			if (seed >> 28 == 2) /* a byte after it */
				coded[size++] = (uint8_t)(seed >> 16);
			if (seed >> 28 == 3) /* none of it, or a part */
				size = (seed >> 16) % size;
			add_stream(coded, size);
		}
		expect_the_same();
	}
}

/* Given streams that end in the bytes of the next one, they are cut. */
Test(huffman, streams_that_go_on_in_the_next)
{
	side.batch.n = side.size = 0;
	add_stream("\x15", 1);
	add_stream("\x37", 1);
	add_stream("\x8a", 1);
	add_stream("\x1b", 1);
	add_stream("", 0);
	add_stream("\x8a\x1b", 2);
	add_stream("\xff\xff\xff\xff\xff\xff\xff\xff", 8);
	expect_the_same();
	cr_expect_eq(side.batch.at[0].decoded.status, HUFFMAN_OPEN);
	cr_expect_eq(side.batch.at[2].decoded.status, HUFFMAN_OPEN);
	cr_expect_eq(side.batch.at[5].decoded.status, HUFFMAN_OK);
	cr_expect_eq(side.batch.at[6].decoded.status, HUFFMAN_OPEN);
}

/* Given the longest codes after any others, however many bits are held by then,
   they come back. */
Test(huffman, long_codes_after_others)
{
	enum { MOST = 16, LONG = 14 };
	uint8_t text[MOST + 2], coded[4 * MOST], back[8 * MOST];
	uint16_t code;

	for (unsigned b = 0; b < HUFFMAN_END; b++) {
		if (huffman_code(b, &code) < LONG)
			continue;
		for (unsigned a = 0; a < HUFFMAN_END; a++) {
			memset(text, (int)a, sizeof(text));
			text[MOST] = (uint8_t)b;
			for (size_t n = 2; n <= sizeof(text); n++) {
				const struct span in = {
					text + sizeof(text) - n, n
				};
				const size_t size = huffman_encode(
					in, false, coded, sizeof(coded));
				const struct huffman_decoded d = huffman_decode(
					(struct span){ coded, size }, back,
					sizeof(back));

				cr_assert_eq(d.status, HUFFMAN_OK,
					     "%u and %u, %zu", a, b, n);
				cr_assert(span_equal(in, back, d.size));
			}
		}
	}
}
