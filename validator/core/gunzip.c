/* SPDX-License-Identifier: MIT */
/* gunzip.c - gzip input as one more source of bytes */
#include "validator/core/gunzip.h"

enum dfk_status
gunzip_open(struct gunzip *g, const struct dfk_allocator *allocator)
{
	g->state = GUNZIP_MEMBER;
	g->fed = g->stop_off = g->lost_off = g->member_off = 0;
	g->why = NULL;
	return inflate_open(&g->inflate, allocator, INFLATE_GZIP)
		       ? DFK_OK
		       : DFK_NO_MEMORY;
}

void
gunzip_close(struct gunzip *g)
{
	inflate_close(&g->inflate);
}

/* Up to two bytes into a later member: it was not a member after all. */
static bool
never_began(const struct gunzip *g)
{
	return g->member_off > 0 && g->inflate.made == 0 &&
	       g->inflate.taken < 4;
}

static void
damaged(struct gunzip *g, uint64_t off)
{
	g->state = never_began(g) ? GUNZIP_TRAILING : GUNZIP_DAMAGED;
	g->stop_off = never_began(g) ? g->member_off : off;
	/* A member of which nothing could be decoded is lost from its start. */
	g->lost_off = g->inflate.made ? g->stop_off : g->member_off;
	g->why = g->inflate.why;
}

/* One call of inflate; takes from `in` what it consumed. */
static enum dfk_status
decode_some(struct gunzip *g, struct span *in, gunzip_receive *receive,
	    void *ctx)
{
	const size_t before = in->len;
	struct span made;
	const enum inflate_state state = inflate_some(&g->inflate, in, &made);
	bool stop = false;

	g->fed += before - in->len;
	if (state == INFLATE_NO_MEMORY)
		return DFK_NO_MEMORY;
	if (made.len) {
		const enum dfk_status status = receive(ctx, made, &stop);

		if (status != DFK_OK)
			return status;
	}
	if (stop) {
		g->state = GUNZIP_STOPPED;
		g->stop_off = g->fed;
	} else if (state == INFLATE_END) {
		g->state = GUNZIP_BETWEEN;
	} else if (state == INFLATE_BAD) {
		damaged(g, g->fed - 1); /* the byte that gave it away */
	}
	return DFK_OK;
}

/* After a member: another one, or something that nobody reads. */
static void
between(struct gunzip *g, struct span in)
{
	struct cursor c = cur_span(in, 0);

	if (cur_u8(&c) == 0x1f) {
		inflate_again(&g->inflate);
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
	while (in.len || (g->state == GUNZIP_MEMBER && g->inflate.full)) {
		enum dfk_status status = DFK_OK;

		switch (g->state) {
		case GUNZIP_MEMBER:
			status = decode_some(g, &in, receive, ctx);
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
