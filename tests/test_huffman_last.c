/* SPDX-License-Identifier: MIT */
/* test_huffman_last.c - what the last bytes of a stream say of it */
#include <criterion/criterion.h>
#include <string.h>

#include "validator/core/huffman.h"

enum { MOST = 64 };

/* Is it a stream, with no other bits after its end than a writer puts there? */
static bool
is_strict(struct span in)
{
	static uint8_t out[HUFFMAN_ROOM(MOST)];
	const struct huffman_decoded d = huffman_decode(in, out, sizeof(out));

	return d.status == HUFFMAN_OK && d.tail != HUFFMAN_TAIL_OTHER;
}

/* Two bytes after `before` others that are alike, and before `after` zeros. */
static struct span
around(uint8_t out[MOST], uint32_t two, uint8_t other, size_t before,
       size_t after)
{
	memset(out, other, before);
	out[before] = (uint8_t)two;
	out[before + 1] = (uint8_t)(two >> 8);
	memset(out + before + 2, 0, after);
	return (struct span){ out, before + 2 + after };
}

/* Given any two bytes, alone or with others, no stream is missed. */
Test(huffman_last, no_stream_is_missed)
{
	enum { BEFORE = 4, AFTER = 3 };
	static const uint8_t others[] = { 0, 0x8a, 0xff };
	unsigned streams = 0, may_be = 0;

	for (uint32_t n = 0; n < BEFORE * AFTER * COUNT_OF(others) << 16; n++) {
		const uint32_t rest = n >> 16;
		uint8_t bytes[MOST];
		const struct span in = around(bytes, n & 0xffff,
					      others[rest % COUNT_OF(others)],
					      rest / COUNT_OF(others) % BEFORE,
					      rest / COUNT_OF(others) / BEFORE);
		const bool is = is_strict(in), may = huffman_may_be(in);

		cr_assert(may || !is, "%x", n);
		streams += is;
		may_be += may;
	}
	cr_expect_gt(streams, 50);
	cr_expect_lt(may_be, 4 * streams);
}

/* Given streams of both kinds of writers, with a bit that is flipped or a byte that
   is lost, most others are known by their last bytes. */
Test(huffman_last, most_others_are_known)
{
	uint32_t seed = 1;
	unsigned others = 0, missed = 0;

	for (unsigned n = 0; n < 20000; n++) {
		uint8_t bytes[24], coded[MOST];
		const size_t length = n % sizeof(bytes);
		struct span in = { coded, 0 };

		for (size_t i = 0; i < length; i++) {
			seed = seed * 1103515245u + 12345u;
			bytes[i] = seed >> 30 ? (uint8_t)(seed >> 16) : 0;
		}
		in.len = huffman_encode((struct span){ bytes, length }, n % 2,
					coded, sizeof(coded));
		cr_expect(huffman_may_be(in), "%u", n);
		coded[(seed >> 8) % in.len] ^= (uint8_t)(1 << (seed >> 28) % 8);
		in.len -= seed >> 16 & 1;
		cr_expect(huffman_may_be(in) || !is_strict(in), "%u", n);
		others += !is_strict(in);
		missed += huffman_may_be(in) && !is_strict(in);
	}
	cr_expect_gt(others, 10000);
	cr_expect_lt(missed, others / 2);
}

/* Given no bytes, or the end symbol with a part of it missing, it is none. */
Test(huffman_last, the_end_symbol_must_be_there)
{
	cr_expect(huffman_may_be(
		(struct span){ (const uint8_t *)"\x8a\x1b", 2 }));
	cr_expect_not(huffman_may_be((struct span){ NULL, 0 }));
	cr_expect_not(
		huffman_may_be((struct span){ (const uint8_t *)"\x8a", 1 }));
	cr_expect_not(
		huffman_may_be((struct span){ (const uint8_t *)"\x1b", 1 }));
	cr_expect_not(huffman_may_be(
		(struct span){ (const uint8_t *)"\x8a\x1b\0", 3 }));
	cr_expect(huffman_may_be(
		(struct span){ (const uint8_t *)"\x15\x37\0", 3 }));
	cr_expect_not(huffman_may_be(
		(struct span){ (const uint8_t *)"\x15\x37\0\0", 4 }));
}
