/* SPDX-License-Identifier: MIT */
/*
 * xz.c - decodes xz streams with liblzma, if the build has liblzma
 *
 * decompress.c reads the bytes between streams, so this decoder reads one stream at a
 * time.
 */
#include "validator/core/decoder.h"

#ifdef WITHOUT_XZ

const struct decoder_kind xz_decoder = { .size = 0 };

#else

#include <lzma.h>

#include "validator/core/always.h"
#include "validator/core/foreign.h"
#include "validator/core/xz_stream.h"

#define LIBRARY "liblzma.so.5"

struct xz {
	struct decoder decoder;
	struct xz_stream stream;
	lzma_allocator allocator;
	lzma_stream z;
	__typeof__(&lzma_stream_decoder) begin;
	__typeof__(&lzma_code) code;
	__typeof__(&lzma_end) end;
};

static struct xz *
xz_of(struct decoder *d)
{
	return (struct xz *)d;
}

static enum library_status
load_liblzma(struct xz *x)
{
	return library_load(&(struct library){
		LIBRARY,
		{
			LIBRARY_FUNCTION(lzma_stream_decoder, &x->begin),
			LIBRARY_FUNCTION(lzma_code, &x->code),
			LIBRARY_FUNCTION(lzma_end, &x->end),
		},
	});
}

/* Begins a stream.  The memory of the stream before is used again. */
static bool
again(struct decoder *d)
{
	struct xz *x = xz_of(d);

	xz_stream_begin(&x->stream);
	return x->begin(&x->z, UINT64_MAX, 0) == LZMA_OK;
}

static enum library_status
open_xz_decoder(struct decoder *d)
{
	struct xz *x = xz_of(d);
	const enum library_status status = load_liblzma(x);

	if (status != LIBRARY_LOADED)
		return status;
	x->allocator = (lzma_allocator){
		.alloc = ration_get,
		.free = ration_put,
		.opaque = &d->ration,
	};
	x->z = (lzma_stream){ .allocator = &x->allocator };
	return again(d) ? LIBRARY_LOADED : LIBRARY_NO_MEMORY;
}

static enum decoder_state
state_by_liblzma(struct decoder *d, lzma_ret result)
{
	/* Later versions of liblzma have more results. */
	switch ((int)result) {
	case LZMA_OK:
	case LZMA_BUF_ERROR: return DECODER_GOING;
	case LZMA_STREAM_END: return DECODER_END;
	case LZMA_MEM_ERROR: return DECODER_NO_MEMORY;
	case LZMA_OPTIONS_ERROR:
		d->why = "filters or options that liblzma does not know";
		return DECODER_UNABLE;
	default:
		if (NEVER(result == LZMA_PROG_ERROR))
			return DECODER_NO_MEMORY;
		d->why = "the data or a checksum of the data is wrong";
		return DECODER_BAD;
	}
}

static enum decoder_state
some(struct decoder *d, struct span *in, struct span *made)
{
	struct xz *x = xz_of(d);
	const uint64_t most = x->stream.left;
	const struct span piece = span_head(*in, most < SIZE_MAX ? (size_t)most
								 : SIZE_MAX);

	x->z.next_in = piece.ptr;
	x->z.avail_in = piece.len;
	x->z.next_out = d->out;
	x->z.avail_out = sizeof(d->out);
	const lzma_ret result = x->code(&x->z, LZMA_RUN);

	FOREIGN_WROTE(&x->z, sizeof(x->z));
	const size_t used = piece.len - x->z.avail_in;

	*made = decoder_advance(d, in, used, sizeof(d->out) - x->z.avail_out);
	d->wrong = d->taken - 1; /* the byte at which liblzma found the
	                            damage */
	xz_stream_take(&x->stream, span_head(piece, used));
	return state_by_liblzma(d, result);
}

static void
close_xz_decoder(struct decoder *d)
{
	struct xz *x = xz_of(d);

	x->end(&x->z);
}

const struct decoder_kind xz_decoder = {
	.size = sizeof(struct xz),
	.library = LIBRARY,
	.open = open_xz_decoder,
	.again = again,
	.some = some,
	.close = close_xz_decoder,
};

#endif
