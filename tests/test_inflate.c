/* SPDX-License-Identifier: MIT */
/* test_inflate.c - deflate streams of all kinds, and what zlib says of them */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "tests/inflating.h"
#include "validator/core/span.h"

enum { MOST_HURT = 100 };

static void
expect(struct stream *s, const void *made, size_t n)
{
	stream_end(s, made, n);
	stream_bytes(s, "behind", 6);
	expect_in_pieces(s);
	if (s->n < MOST_HURT)
		expect_hurt(s);
	stream_free(s);
}

/* ---------------------------------------------------------------- streams */

TestSuite(inflate, .timeout = 100);

Test(inflate, stored)
{
	for (int gzip = 0; gzip < 2; gzip++) {
		struct stream s = stream_begin(gzip);

		stream_stored(&s, false, "", 0);
		stream_stored(&s, false, "abc", 3);
		stream_stored(&s, true, "", 0);
		expect(&s, "abc", 3);
	}
}

Test(inflate, fixed)
{
	const struct code c = code_fixed(), d = code_fixed_distances();

	for (unsigned far = 0; far < 32; far++) {
		struct stream s = stream_begin(far % 2);

		stream_fixed(&s, false);
		stream_symbol(&s, &c, 256);
		stream_fixed(&s, false);
		stream_symbol(&s, &c, 'a');
		stream_symbol(&s, &c, 200);
		stream_symbol(&s, &c, 284);
		stream_bits(&s, 31, 5); /* 258 bytes, as 285 is */
		stream_symbol(&s, &d, 1);
		stream_symbol(&s, &c, 257);
		stream_symbol(&s, &d, far);
		stream_bits(&s, 0, far < 2 || far >= 30 ? 0 : far / 2 - 1);
		stream_symbol(&s, &c, 256);
		stream_stored(&s, true, "xyz", 3);
		expect(&s, "", 0);
	}
}

/* The head of a block in the bits that are left, with no byte after them. */
Test(inflate, heads_in_the_last_byte)
{
	static const size_t pieces[] = { 100, 1 };
	const struct code c = code_fixed();

	for (unsigned head = 0; head < 8; head++)
		for (unsigned nines = 0; nines < 8; nines++) {
			struct stream s = stream_begin(false);

			stream_fixed(&s, false);
			for (unsigned i = 0; i < nines; i++)
				stream_symbol(&s, &c, 200);
			stream_symbol(&s, &c, 256);
			stream_bits(&s, head, 3);
			expect_zlib(s.at, s.n, false, pieces, 2);
			stream_free(&s);
		}
}

/* Literals and lengths that nobody may use. */
Test(inflate, fixed_symbols)
{
	const struct code c = code_fixed();

	for (unsigned symbol = 250; symbol < 288; symbol++) {
		struct stream s = stream_begin(false);

		stream_fixed(&s, true);
		stream_symbol(&s, &c, 'a');
		stream_symbol(&s, &c, symbol);
		stream_bits(&s, 0, 24);
		expect(&s, "a", 1);
	}
}

/* Of the 257 literals and lengths only these have a code. */
static struct code
few(const char *lengths)
{
	struct code c = code_of(lengths);

	c.length[256] = c.length[0];
	c.length[0] = 0;
	c.n = 257 + (c.n > 32);
	return c;
}

static void
expect_codes(const struct code *c, const struct code *d,
	     const struct code *kinds)
{
	struct stream s = stream_begin(false);
	const struct code fixed = code_fixed();

	stream_stored(&s, false, "abcd", 4);
	stream_dynamic(&s, true, c, d, kinds);
	for (unsigned i = 0; i < 6; i++)
		if (c->length[i])
			stream_symbol(&s, c, i);
	stream_symbol(&s, c, 256);
	/* what comes if the last block was not taken for the last */
	stream_fixed(&s, true);
	stream_symbol(&s, &fixed, 'x');
	stream_symbol(&s, &fixed, 256);
	expect(&s, "abcd\1\2", 6);
}

Test(inflate, codes_that_are_complete_or_not)
{
	static const char *const literals[] = { "abb",  "abc",   "bb",
						"a",    "ab",    "aaa",
						"abbb", "abcdd", "bbbb" };
	static const char *const distances[] = { "aa", "a",    ".",   "b",
						 "ab", ".a",   "aaa", "bbbb",
						 "o",  "abcd", "...." };

	for (size_t i = 0; i < COUNT_OF(literals); i++)
		for (size_t k = 0; k < COUNT_OF(distances); k++) {
			const struct code c = few(literals[i]);
			const struct code d = code_of(distances[k]);

			expect_codes(&c, &d, NULL);
		}
}

Test(inflate, codes_that_are_hurt)
{
	const struct code c = few("abb"), d = code_of("aa");
	struct stream s = stream_begin(false);

	stream_dynamic(&s, true, &c, &d, NULL);
	stream_symbol(&s, &c, 1);
	stream_symbol(&s, &c, 256);
	stream_end(&s, "\1", 1);
	expect_hurt(&s);
	stream_free(&s);
}

/* ISA-L 2.30 writes past the end of its table of long codes for this one, and
   forgets that the block is the last one. */
Test(inflate, codes_that_are_too_long_for_a_table)
{
	const struct code c = few("abb");
	const struct code d = code_of("kkklllllmnnnnnnnnnnnnnnnnnooo");

	expect_codes(&c, &d, NULL);
}

/* The code of the lengths: incomplete, none, and more than there is. */
Test(inflate, codes_of_lengths)
{
	static const char *const kinds[] = {
		"ddddddddddddddddddd", "...................",
		"a..................", "bbbb...............",
		"cccccccc...........", "aaa................",
		"bb.b.............b.",
	};
	const struct code c = few("abb"), d = code_of("aa");

	for (size_t i = 0; i < COUNT_OF(kinds); i++) {
		const struct code k = code_of(kinds[i]);

		expect_codes(&c, &d, &k);
	}
}

/* How many there are, up to more than there may be, and what repeats. */
Test(inflate, counts_and_repeats)
{
	/* in their order: 13 to 18 of five bits, the others of four */
	static const uint8_t kinds[19] = { 5, 5, 5, 4, 4, 4, 4, 4, 4, 4,
					   4, 4, 4, 4, 5, 4, 5, 4, 5 };
	uint32_t seed = 1;

	for (unsigned i = 0; i < 3000; i++) {
		static const size_t pieces[] = { 1 << 20, 1 };
		struct stream s = stream_begin(false);

		stream_bits(&s, 5, 3);
		seed = seed * 1664525 + 1013904223;
		stream_bits(&s, seed >> 27, 5);
		stream_bits(&s, seed >> 22, 5);
		stream_bits(&s, 15, 4);
		for (unsigned k = 0; k < 19; k++)
			stream_bits(&s, kinds[k], 3);
		for (unsigned k = 0; k < 40; k++) {
			seed = seed * 1664525 + 1013904223;
			stream_bits(&s, seed >> 16, 9);
		}
		expect_zlib(s.at, s.n, false, pieces, 2);
		stream_free(&s);
	}
}

/* A symbol of each length up to the longest, and far distances. */
Test(inflate, long_codes)
{
	struct code c = few("abcdefghijklmno"), d = code_of("aa");
	struct stream s = stream_begin(false);

	c.length[1] = 15;
	stream_dynamic(&s, true, &c, &d, NULL);
	for (unsigned i = 1; i < 15; i++)
		stream_symbol(&s, &c, i);
	stream_symbol(&s, &c, 256);
	expect(&s, "\1\2\3\4\5\6\7\10\11\12\13\14\15\16", 14);
}

/* The farthest distance is the size of the window; before the first byte there is
   nothing. */
Test(inflate, far)
{
	const struct code c = code_fixed(), d = code_fixed_distances();
	static uint8_t bytes[40000];

	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = (uint8_t)(i * i >> 7);
	for (unsigned window = 0; window < 16; window++) {
		static const unsigned before[] = { 32766, 32767, 32768, 40000 };
		const unsigned cmf = window << 4 | 8;

		for (size_t i = 0; i < COUNT_OF(before); i++) {
			struct stream s = stream_begin(false);

			s.at[0] = (uint8_t)cmf;
			s.at[1] = (uint8_t)(31 - 256 * cmf % 31);
			stream_stored(&s, false, bytes, before[i]);
			stream_fixed(&s, true);
			stream_symbol(&s, &c, 257);
			stream_symbol(&s, &d, 29);
			stream_bits(&s, 0x1fff - window % 2, 13);
			stream_symbol(&s, &c, 256);
			expect(&s, "", 0);
		}
	}
}

/* ---------------------------------------------------------------- headers */

Test(inflate, zlib_headers)
{
	static const size_t pieces[] = { 10, 1 };

	for (unsigned i = 0; i < 65536; i++) {
		const uint8_t in[10] = {
			(uint8_t)i, (uint8_t)(i >> 8), 3, 0, 0, 0, 0, 1, 0, 0
		};

		expect_zlib(in, sizeof(in), false, pieces, 1 + i % 2);
	}
}

Test(inflate, gzip_headers)
{
	for (unsigned flags = 0; flags < 64; flags++) {
		static const uint8_t more[] = { 3, 0,   'x', 'y', 'z', 'n',
						0, 'c', 0,   1,   2,   3,
						0, 3,   0,   0 };
		struct stream s = stream_begin(true);

		s.at[3] = (uint8_t)flags;
		stream_bytes(&s, more, sizeof(more));
		expect_in_pieces(&s);
		expect_hurt(&s);
		stream_free(&s);
	}
}

/* ------------------------------------------------------------- by a writer */

/* As it is compressed at a level; runs, repeats and noise in turn. */
static struct stream
written(size_t n, int level, int strategy, bool gzip)
{
	uint8_t *plain = malloc(n);
	uint32_t seed = (uint32_t)n;
	z_stream z = { .avail_in = (unsigned)n, .next_in = plain };
	struct stream s = { .gzip = gzip };

	cr_assert(plain);
	for (size_t i = 0; i < n; i++) {
		seed = seed * 1664525 + 1013904223;
		plain[i] = i / 3000 % 3 == 0   ? (uint8_t)(i / 3000)
			   : i / 3000 % 3 == 1 ? (uint8_t)(seed >> 24)
			   : i < 9000          ? 7
					       : plain[i - 5000 + i % 2];
	}
	cr_assert_eq(deflateInit2(&z, level, Z_DEFLATED, gzip ? 31 : 15, 9,
				  strategy),
		     Z_OK);
	s.n = deflateBound(&z, n) + 1000;
	s.at = malloc(s.n);
	cr_assert(s.at);
	z.next_out = s.at;
	z.avail_out = (unsigned)s.n;
	cr_assert_eq(deflate(&z, Z_FINISH), Z_STREAM_END);
	s.n = z.total_out;
	deflateEnd(&z);
	free(plain);
	return s;
}

Test(inflate, written_by_zlib)
{
	for (int strategy = Z_DEFAULT_STRATEGY; strategy <= Z_FIXED; strategy++)
		for (int level = 0; level <= 9; level += 3) {
			struct stream s = written(1000000, level, strategy,
						  level == 6);

			expect_in_pieces(&s);
			stream_free(&s);
		}
}

/* Bits all over a long stream, and where a block begins. */
Test(inflate, written_by_zlib_and_hurt)
{
	static const size_t pieces[] = { 1 << 20, 1000 };
	struct stream s = written(300000, 6, Z_DEFAULT_STRATEGY, false);

	for (size_t i = 17; i < 8 * s.n; i += 1 + s.n / 40) {
		s.at[i / 8] ^= (uint8_t)(1 << i % 8);
		expect_zlib(s.at, s.n, false, pieces, 2);
		s.at[i / 8] ^= (uint8_t)(1 << i % 8);
		expect_zlib(s.at, i / 8, false, pieces, 2);
	}
	stream_free(&s);
}

/* One block that is longer than what is kept of it. */
Test(inflate, one_large_block)
{
	const struct code c = code_fixed();
	struct stream s = stream_begin(false);

	stream_fixed(&s, false);
	for (unsigned i = 0; i < 150000; i++)
		stream_symbol(&s, &c, i * i >> 3 & 0xff);
	stream_symbol(&s, &c, 256);
	stream_stored(&s, true, "end", 3);
	expect(&s, "", 0);
}

/* So many small blocks that zlib goes on. */
Test(inflate, many_blocks)
{
	const struct code c = few("abb"), d = code_of("aa");
	struct stream s = stream_begin(true);

	for (unsigned i = 0; i < 300; i++) {
		stream_fixed(&s, false);
		stream_bits(&s, 0, 7);
		stream_dynamic(&s, false, &c, &d, NULL);
		stream_symbol(&s, &c, 1 + i % 2);
		stream_symbol(&s, &c, 256);
	}
	stream_stored(&s, true, "end", 3);
	expect(&s, "", 0);
}
