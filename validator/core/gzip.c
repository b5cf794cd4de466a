/* SPDX-License-Identifier: MIT */
/* gzip.c - the decoder of gzip members (RFC 1952) */
#include "validator/core/decoder.h"
#include "validator/core/inflate.h"

struct gzip {
	struct decoder decoder;
	struct inflate inflate;
};

static struct gzip *
gzip_of(struct decoder *d)
{
	return (struct gzip *)d;
}

static enum library_status
open_gzip_decoder(struct decoder *d)
{
	return inflate_open(&gzip_of(d)->inflate, d->ration.allocator,
			    INFLATE_GZIP)
		       ? LIBRARY_LOADED
		       : LIBRARY_NO_MEMORY;
}

static bool
again(struct decoder *d)
{
	inflate_again(&gzip_of(d)->inflate);
	return true;
}

static enum decoder_state
some(struct decoder *d, struct span *in, struct span *made)
{
	struct inflate *f = &gzip_of(d)->inflate;
	const enum inflate_state state = inflate_some(f, in, made);

	d->full = f->full;
	d->taken = f->taken;
	d->made = f->made;
	switch (state) {
	case INFLATE_GOING: break;
	case INFLATE_END: return DECODER_END;
	case INFLATE_BAD:
		d->why = f->why;
		d->wrong = f->taken - 1; /* the byte at which the damage was
		                            found */
		return DECODER_BAD;
	case INFLATE_NO_MEMORY: return DECODER_NO_MEMORY;
	}
	return DECODER_GOING;
}

static void
close_gzip_decoder(struct decoder *d)
{
	inflate_close(&gzip_of(d)->inflate);
}

const struct decoder_kind gzip_decoder = {
	.size = sizeof(struct gzip),
	.open = open_gzip_decoder,
	.again = again,
	.some = some,
	.close = close_gzip_decoder,
};
