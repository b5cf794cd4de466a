/* SPDX-License-Identifier: MIT */
/* gunzip.c - gzip input as one more source of bytes */
#include "validator/core/gunzip.h"

#include "validator/core/always.h"

#include "validator/core/foreign.h"

/* zlib's allocation callbacks have no other way to the caller's allocator. */
static void *
allocate(void *opaque, unsigned items, unsigned size)
{
	const struct gunzip *g = opaque;
	size_t bytes;

	if (__builtin_mul_overflow((size_t)items, (size_t)size, &bytes))
		return NULL;
	return g->allocator->alloc(g->allocator->ctx, bytes);
}

static void
release(void *opaque, void *ptr)
{
	const struct gunzip *g = opaque;

	g->allocator->free(g->allocator->ctx, ptr);
}

enum dfk_status
gunzip_open(struct gunzip *g, const struct dfk_allocator *allocator)
{
	*g = (struct gunzip){
		.allocator = allocator,
		.z = { .zalloc = allocate, .zfree = release, .opaque = g },
	};
	/* 16: a gzip wrapper is expected, and its checksum verified. */
	return inflateInit2(&g->z, 16 + MAX_WBITS) == Z_OK ? DFK_OK
							   : DFK_NO_MEMORY;
}

void
gunzip_close(struct gunzip *g)
{
	inflateEnd(&g->z);
}

/* Up to two bytes into a later member, it was no member after all. */
static bool
never_began(const struct gunzip *g)
{
	return g->member_off > 0 && g->z.total_out == 0 && g->z.total_in < 4;
}

static void
damaged(struct gunzip *g, uint64_t off)
{
	g->state = never_began(g) ? GUNZIP_TRAILING : GUNZIP_DAMAGED;
	g->stop_off = never_began(g) ? g->member_off : off;
	g->why = g->z.msg ? g->z.msg : "damaged";
}

/* One call of inflate; takes from `in` what it consumed. */
static enum dfk_status
inflate_some(struct gunzip *g, struct span *in, gunzip_receive *receive,
	     void *ctx)
{
	const size_t take = in->len < 65536 ? in->len : 65536;
	union {
		const uint8_t *in;
		uint8_t *z; /* zlib 1.2 has no const here, and does not write */
	} bytes = { .in = in->ptr };
	bool stop = false;

	g->z.next_in = bytes.z;
	g->z.avail_in = (unsigned)take;
	g->z.next_out = g->out;
	g->z.avail_out = sizeof(g->out);
	const int result = inflate(&g->z, Z_NO_FLUSH);
	const size_t used = take - g->z.avail_in;
	const size_t made = sizeof(g->out) - g->z.avail_out;

	FOREIGN_WROTE(&g->z, sizeof(g->z));
	FOREIGN_WROTE(g->out, made);
	*in = span_tail(*in, used);
	g->fed += used;
	g->full = g->z.avail_out == 0;
#ifndef PLANT_3 /* scripts/plants.sh: no memory, taken for damage */
	if (result == Z_MEM_ERROR || NEVER(result == Z_STREAM_ERROR))
		return DFK_NO_MEMORY;
#endif
	if (made) {
		const enum dfk_status status = receive(
			ctx, (struct span){ g->out, made }, &stop);
		if (status != DFK_OK)
			return status;
	}
	if (stop) {
		g->state = GUNZIP_STOPPED;
		g->stop_off = g->fed;
	} else if (result == Z_STREAM_END) {
		g->state = GUNZIP_BETWEEN;
	} else if (result != Z_OK && result != Z_BUF_ERROR) {
		damaged(g, g->fed - 1); /* the byte that gave it away */
	}
	return DFK_OK;
}

/* Behind a member: another one, or something that nobody reads. */
static void
between(struct gunzip *g, struct span in)
{
	struct cursor c = cur_span(in, 0);

	if (cur_u8(&c) == 0x1f && inflateReset(&g->z) == Z_OK) {
		g->state = GUNZIP_MEMBER;
		g->member_off = g->fed;
	} else {
		g->state = GUNZIP_TRAILING;
		g->stop_off = g->fed;
	}
}

enum dfk_status
gunzip_feed(struct gunzip *g, struct span in, gunzip_receive *receive,
	    void *ctx)
{
	/* A full output buffer may mean that inflate holds more back. */
	while (in.len || (g->state == GUNZIP_MEMBER && g->full)) {
		enum dfk_status status = DFK_OK;

		switch (g->state) {
		case GUNZIP_MEMBER:
			status = inflate_some(g, &in, receive, ctx);
			break;
		case GUNZIP_BETWEEN: between(g, in); break;
		case GUNZIP_TRAILING:
		case GUNZIP_DAMAGED:
		case GUNZIP_STOPPED:
			g->fed += in.len;
			in = span_tail(in, in.len);
			break;
		}
		if (status != DFK_OK)
			return status;
	}
	return DFK_OK;
}
