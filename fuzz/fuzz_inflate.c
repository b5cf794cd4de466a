/* SPDX-License-Identifier: MIT */
/*
 * fuzz_inflate.c - one byte says which wrapper, one how large pieces are; what
 * follows is a stream
 *
 *   zlib     whatever decodes it, in pieces of any size: the bytes, where they
 *            end, the verdict and its words are those of zlib
 *   again    and those of the next stream, too
 */
#include <stdlib.h>
#include <string.h>

#include "fuzz/harness.h"
#include "validator/core/inflate.h"

enum { HEAD_BYTES = 2, MOST_MADE = 1 << 20 };

struct result {
	enum inflate_state state;
	bool full; /* more bytes could be decoded if there were room */
	uint64_t stop;
	const char *why;
	size_t n;
	uint8_t *made;
};

static void
by_zlib(struct result *r, const struct blob *in, int wrapper)
{
	z_stream z = { .next_in = in->at, .avail_in = (unsigned)in->size };

	HOLDS(inflateInit2(&z, wrapper) == Z_OK);
	z.next_out = r->made;
	z.avail_out = MOST_MADE;
	const int result = inflate(&z, Z_NO_FLUSH);

	r->full = z.avail_out == 0;
	r->n = MOST_MADE - z.avail_out;
	r->stop = in->size - z.avail_in;
	r->state = INFLATE_BAD;
	if (result == Z_OK || result == Z_BUF_ERROR)
		r->state = INFLATE_GOING;
	else if (result == Z_STREAM_END)
		r->state = INFLATE_END;
	r->why = result == Z_NEED_DICT ? "a preset dictionary is needed"
				       : z.msg;
	inflateEnd(&z);
}

static void
take(struct result *r, struct span made)
{
	r->full |= made.len > MOST_MADE - r->n;
	made = span_head(made, MOST_MADE - r->n);
	if (made.len)
		memcpy(r->made + r->n, made.ptr, made.len);
	r->n += made.len;
}

static void
by_pieces(struct result *r, const struct blob *in, struct inflate *f,
	  size_t piece)
{
	r->state = INFLATE_GOING;
	r->full = false;
	r->n = 0;
	r->stop = 0;
	for (size_t at = 0;
	     at < in->size && r->state == INFLATE_GOING && !r->full;
	     at += piece) {
		const size_t n = in->size - at < piece ? in->size - at : piece;
		const struct blob copy = blob_copy(in->at + at, n);
		struct span rest = { copy.at, n };

		while (r->state == INFLATE_GOING && !r->full &&
		       (rest.len || f->full)) {
			struct span made;

			r->state = inflate_some(f, &rest, &made);
			HOLDS(r->state != INFLATE_NO_MEMORY);
			take(r, made);
		}
		r->stop = at + n - rest.len;
		free(copy.at);
	}
	r->why = f->why;
}

static void
same(const struct result *got, const struct result *want)
{
	HOLDS(got->n == want->n);
	HOLDS(memcmp(got->made, want->made, want->n) == 0);
	if (got->full || want->full)
		return; /* the rest was not read */
	HOLDS(got->state == want->state);
	HOLDS(got->stop == want->stop);
	if (want->state == INFLATE_BAD)
		HOLDS(strcmp(got->why, want->why) == 0);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct result got, want;
	static struct inflate f;
	struct dfk_allocator allocator = { .alloc = NULL };

	if (size < HEAD_BYTES)
		return 0;
	if (!got.made) {
		got.made = harness_memory(MOST_MADE);
		want.made = harness_memory(MOST_MADE);
	}
	const int wrapper = data[0] & 1 ? INFLATE_GZIP : INFLATE_ZLIB;
	const struct blob in = blob_copy(data + HEAD_BYTES, size - HEAD_BYTES);

	HOLDS(memory_pick(&allocator));
	HOLDS(inflate_open(&f, &allocator, wrapper));
	by_zlib(&want, &in, wrapper);
	by_pieces(&got, &in, &f, (size_t)data[1] * data[1] + 1);
	same(&got, &want);
	inflate_again(&f);
	by_pieces(&got, &in, &f, in.size + 1);
	same(&got, &want);
	inflate_close(&f);
	free(in.at);
	return 0;
}
