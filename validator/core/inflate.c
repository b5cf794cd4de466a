/* SPDX-License-Identifier: MIT */
/* inflate.c - deflate streams, decoded through a buffer of fixed size */
#include "validator/core/inflate.h"

#include "validator/core/always.h"
#include "validator/core/foreign.h"

/* zlib's allocation callbacks have no other way to the caller's allocator. */
static void *
allocate(void *opaque, unsigned items, unsigned size)
{
	const struct inflate *f = opaque;
	size_t bytes;

	if (__builtin_mul_overflow((size_t)items, (size_t)size, &bytes))
		return NULL;
	return f->allocator->alloc(f->allocator->ctx, bytes);
}

static void
release(void *opaque, void *ptr)
{
	const struct inflate *f = opaque;

	f->allocator->free(f->allocator->ctx, ptr);
}

bool
inflate_open(struct inflate *f, const struct dfk_allocator *allocator,
	     int wrapper)
{
	f->z = (z_stream){ .zalloc = allocate, .zfree = release, .opaque = f };
	f->allocator = allocator;
	f->full = false;
	f->why = NULL;
	return inflateInit2(&f->z, wrapper) == Z_OK;
}

void
inflate_again(struct inflate *f)
{
	/* It fails only for a stream that was never opened. */
	(void)inflateReset(&f->z);
	f->full = false;
}

void
inflate_close(struct inflate *f)
{
	inflateEnd(&f->z);
}

static enum inflate_state
state_of(struct inflate *f, int result)
{
	switch (result) {
	case Z_OK:
	case Z_BUF_ERROR: return INFLATE_GOING;
	case Z_STREAM_END: return INFLATE_END;
	case Z_NEED_DICT: f->why = "it needs a preset dictionary"; break;
#ifndef PLANT_3 /* scripts/plants.sh: no memory, taken for damage */
	case Z_MEM_ERROR: return INFLATE_NO_MEMORY;
#endif
	default:
		if (NEVER(result == Z_STREAM_ERROR))
			return INFLATE_NO_MEMORY;
		f->why = f->z.msg ? f->z.msg : "damaged";
		break;
	}
	return INFLATE_BAD;
}

enum inflate_state
inflate_some(struct inflate *f, struct span *in, struct span *made)
{
	const size_t take = in->len < 65536 ? in->len : 65536;
	union {
		const uint8_t *in;
		uint8_t *z; /* zlib 1.2 has no const here, and does not write */
	} bytes = { .in = in->ptr };

	f->z.next_in = bytes.z;
	f->z.avail_in = (unsigned)take;
	f->z.next_out = f->out;
	f->z.avail_out = sizeof(f->out);
	const int result = inflate(&f->z, Z_NO_FLUSH);

	*made = (struct span){ f->out, sizeof(f->out) - f->z.avail_out };
	FOREIGN_WROTE(&f->z, sizeof(f->z));
	FOREIGN_WROTE(f->out, made->len);
	*in = span_tail(*in, take - f->z.avail_in);
	f->full = f->z.avail_out == 0;
	return state_of(f, result);
}
