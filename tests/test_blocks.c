/* SPDX-License-Identifier: MIT */
/*
 * test_blocks.c - ISA-L decodes what it should: zlib would say the same of it, only
 * later, so that no verdict shows who did
 */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/streams.h"
#include "validator/core/inflate.h"
#include "validator/core/memory.h"
#include "validator/core/span.h"

enum { PLAIN = 400000 };

/* Decodes a whole stream in pieces; zlib reads nothing of it but the wrapper. */
static void
expect_isal(const uint8_t *at, size_t n, size_t piece, const char *what)
{
	static struct inflate f;
	struct dfk_allocator allocator = { 0 };
	enum inflate_state state = INFLATE_GOING;
	struct span rest = { at, n };

	cr_assert(memory_pick(&allocator));
	cr_assert(inflate_open(&f, &allocator, INFLATE_ZLIB));
	if (!f.blocks) {
		inflate_close(&f);
		cr_skip_test("there is no ISA-L");
	}
	while (state == INFLATE_GOING && (rest.len || f.full)) {
		struct span in = span_head(rest, piece), made;
		const size_t before = in.len;

		state = inflate_some(&f, &in, &made);
		cr_assert_neq(f.phase, INFLATE_REST, "%s, in pieces of %zu",
			      what, piece);
		rest = span_tail(rest, before - in.len);
	}
	cr_expect_eq(state, INFLATE_END, "%s", what);
	inflate_close(&f);
}

static void
expect_pieces(const uint8_t *at, size_t n, const char *what)
{
	static const size_t pieces[] = { SIZE_MAX, 5000, 7, 1 };

	for (size_t i = 0; i < COUNT_OF(pieces); i++)
		expect_isal(at, n, pieces[i], what);
}

static void
expect_stream(struct stream *s, const char *made, const char *what)
{
	stream_end(s, made, strlen(made));
	expect_pieces(s->at, s->n, what);
	stream_free(s);
}

Test(blocks, stored_and_fixed)
{
	const struct code fixed = code_fixed();
	struct stream s = stream_begin(false);

	stream_stored(&s, false, "abc", 3);
	stream_stored(&s, false, "", 0);
	stream_fixed(&s, false);
	stream_symbol(&s, &fixed, 'd');
	stream_symbol(&s, &fixed, 256);
	stream_stored(&s, true, "ef", 2);
	expect_stream(&s, "abcdef", "stored and fixed");
}

/* Codes of distances may be incomplete, or none; those of the lengths themselves
   have up to 7 bits. */
Test(blocks, codes)
{
	static const char *const distances[] = { "aa", "a", ".", ".a" };
	struct code literals = code_of("aaa"), lengths = code_of("abcdefgg");

	literals.length[0] = 0;
	literals.length[1] = 1;
	literals.length[2] = 0;
	literals.length[256] = 1;
	literals.n = 257;
	for (size_t i = 0; i < COUNT_OF(distances); i++) {
		const struct code d = code_of(distances[i]);
		struct stream s = stream_begin(false);

		stream_dynamic(&s, true, &literals, &d, NULL);
		stream_symbol(&s, &literals, 1);
		stream_symbol(&s, &literals, 256);
		expect_stream(&s, "\1", distances[i]);
	}
	const struct code d = code_of("a");
	struct stream s = stream_begin(false);

	stream_dynamic(&s, true, &literals, &d, &lengths);
	stream_symbol(&s, &literals, 1);
	stream_symbol(&s, &literals, 256);
	expect_stream(&s, "\1", "lengths of 7 bits");
}

/* Texts, noise and zeros, as zlib writes them. */
static void
expect_written(int level, int strategy)
{
	uint8_t *plain = malloc(PLAIN), *at;
	z_stream z = { .avail_in = PLAIN, .next_in = plain };
	uint32_t seed = 7;
	size_t room;

	cr_assert(plain);
	for (size_t i = 0; i < PLAIN; i++) {
		seed = seed * 1664525 + 1013904223;
		plain[i] = 0;
		if (i / 9000 % 3 == 0)
			plain[i] = (uint8_t)(seed >> 24);
		else if (i / 9000 % 3 == 1)
			plain[i] = (uint8_t)('a' + (seed >> 29));
	}
	cr_assert_eq(deflateInit2(&z, level, Z_DEFLATED, 15, 9, strategy),
		     Z_OK);
	room = deflateBound(&z, PLAIN);
	at = malloc(room);
	cr_assert(at);
	z.next_out = at;
	z.avail_out = (unsigned)room;
	cr_assert_eq(deflate(&z, Z_FINISH), Z_STREAM_END);
	expect_pieces(at, z.total_out, "written by zlib");
	deflateEnd(&z);
	free(at);
	free(plain);
}

Test(blocks, written_by_zlib, .timeout = 60)
{
	for (int strategy = Z_DEFAULT_STRATEGY; strategy <= Z_FIXED; strategy++)
		for (int level = 0; level <= 9; level += 3)
			expect_written(level, strategy);
}
