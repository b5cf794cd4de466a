/* SPDX-License-Identifier: MIT */
/* inflating.c - compares the decoding of a deflate stream with zlib */
#include "tests/inflating.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support.h"
#include "validator/core/inflate.h"

enum { MOST_MADE = 1 << 21 };

struct outcome {
	enum inflate_state state;
	uint64_t stop; /* number of consumed bytes */
	char why[64];
	size_t n;
	const uint8_t *made;
};

/* ------------------------------------------------------------------- zlib */

static struct outcome
by_zlib(const uint8_t *in, size_t n, int wrapper)
{
	static uint8_t room[MOST_MADE];
	struct outcome o = { .made = room };
	uint8_t *copy = malloc(n + 1);
	z_stream z = { .avail_in = (unsigned)n, .avail_out = MOST_MADE };
	int result;

	cr_assert(copy);
	if (n)
		memcpy(copy, in, n);
	z.next_in = copy;
	z.next_out = room;
	cr_assert_eq(inflateInit2(&z, wrapper), Z_OK);
	result = inflate(&z, Z_NO_FLUSH);
	cr_assert_gt(z.avail_out, 0);
	o.state = result == Z_STREAM_END                    ? INFLATE_END
		  : result == Z_OK || result == Z_BUF_ERROR ? INFLATE_GOING
							    : INFLATE_BAD;
	o.stop = n - z.avail_in;
	o.n = z.total_out;
	if (o.state == INFLATE_BAD)
		snprintf(o.why, sizeof(o.why), "%s",
			 result == Z_NEED_DICT ? "a preset dictionary is needed"
					       : z.msg);
	inflateEnd(&z);
	free(copy);
	return o;
}

/* ------------------------------------------------------------------- ours */

static struct outcome
by_pieces(struct inflate *f, const uint8_t *in, size_t n, size_t piece)
{
	static uint8_t room[MOST_MADE];
	struct outcome o = { .made = room };

	for (size_t at = 0; at < n && o.state == INFLATE_GOING; at += piece) {
		const size_t size = n - at < piece ? n - at : piece;
		uint8_t *copy = malloc(size);
		struct span rest = { copy, size };

		cr_assert(copy);
		memcpy(copy, in + at, size);
		while (o.state == INFLATE_GOING && (rest.len || f->full)) {
			struct span made;

			o.state = inflate_some(f, &rest, &made);
			cr_assert_leq(made.len, MOST_MADE - o.n);
			if (made.len)
				memcpy(room + o.n, made.ptr, made.len);
			o.n += made.len;
		}
		o.stop = at + size - rest.len;
		free(copy);
	}
	if (o.state == INFLATE_BAD)
		snprintf(o.why, sizeof(o.why), "%s", f->why);
	cr_expect_eq(f->made, o.n);
	cr_expect_eq(f->taken, o.stop);
	return o;
}

static void
expect_same(const struct outcome *got, const struct outcome *want, size_t n,
	    size_t piece)
{
	cr_expect_eq(got->state, want->state,
		     "%d, not %d: %zu in pieces of %zu", got->state,
		     want->state, n, piece);
	cr_expect_eq(got->stop, want->stop, "stop %zu, not %zu: %zu in %zu",
		     (size_t)got->stop, (size_t)want->stop, n, piece);
	cr_expect_str_eq(got->why, want->why);
	cr_expect_eq(got->n, want->n, "made %zu, not %zu: %zu in pieces of %zu",
		     got->n, want->n, n, piece);
	cr_expect(got->n != want->n ||
		  memcmp(got->made, want->made, want->n) == 0);
}

/* Returns the decoder of each wrapper, for all streams of a test. */
static struct inflate *
decoder(bool gzip)
{
	static struct inflate f[2];
	static struct dfk_allocator allocator;

	if (!allocator.alloc) {
		cr_assert(memory_pick(&allocator));
		cr_assert(inflate_open(&f[0], &allocator, INFLATE_ZLIB));
		cr_assert(inflate_open(&f[1], &allocator, INFLATE_GZIP));
	}
	inflate_again(&f[gzip]);
	return &f[gzip];
}

void
expect_zlib(const uint8_t *in, size_t n, bool gzip, const size_t *pieces,
	    size_t n_pieces)
{
	const struct outcome want = by_zlib(in, n,
					    gzip ? INFLATE_GZIP : INFLATE_ZLIB);

	for (size_t i = 0; i < n_pieces; i++) {
		const struct outcome got = by_pieces(decoder(gzip), in, n,
						     pieces[i]);

		expect_same(&got, &want, n, pieces[i]);
	}
}

void
expect_in_pieces(const struct stream *s)
{
	static const size_t pieces[] = { 1 << 20, 1, 2,  3,   5,   7,
					 8,       9, 64, 300, 4096 };

	expect_zlib(s->at, s->n, s->gzip, pieces, COUNT_OF(pieces));
}

void
expect_hurt(struct stream *s)
{
	static const size_t pieces[] = { 1 << 20, 1 };

	for (size_t n = 0; n < s->n; n++)
		expect_zlib(s->at, n, s->gzip, pieces, 2);
	for (size_t i = 0; i < 8 * s->n; i++) {
		s->at[i / 8] ^= (uint8_t)(1 << i % 8);
		expect_zlib(s->at, s->n, s->gzip, pieces, 2);
		s->at[i / 8] ^= (uint8_t)(1 << i % 8);
	}
}
