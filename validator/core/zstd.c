/* SPDX-License-Identifier: MIT */
/*
 * zstd.c - decodes zstd frames with libzstd, if the build has libzstd
 *
 * A skippable frame is a stream without bytes.
 */
#include "validator/core/decoder.h"

#ifdef WITHOUT_ZSTD

const struct decoder_kind zstd_decoder = { .size = 0 };

#else

/* Declares the function that sets the allocator.  This function has not changed since
   version 1.0.  A library without this function is not used. */
#define ZSTD_STATIC_LINKING_ONLY
#include <zstd.h>
#include <zstd_errors.h>

#include "validator/core/foreign.h"
#include "validator/core/zstd_frame.h"

/* The largest window that can be set in libzstd. */
enum { WINDOW_LOG_MAX = sizeof(size_t) > 4 ? 31 : 30 };

#define LIBRARY "libzstd.so.1"

struct zstd {
	struct decoder decoder;
	struct zstd_frame frame;
	ZSTD_DCtx *context;
	__typeof__(&ZSTD_createDCtx_advanced) create;
	__typeof__(&ZSTD_DCtx_setParameter) set;
	__typeof__(&ZSTD_decompressStream) decompress;
	__typeof__(&ZSTD_getErrorCode) error_code;
	__typeof__(&ZSTD_getErrorName) error_name;
	__typeof__(&ZSTD_freeDCtx) destroy;
};

static struct zstd *
zstd_of(struct decoder *d)
{
	return (struct zstd *)d;
}

static void *
get_bytes(void *opaque, size_t size)
{
	return ration_get(opaque, 1, size);
}

static enum library_status
load_libzstd(struct zstd *z)
{
	return library_load(&(struct library){
		LIBRARY,
		{
			LIBRARY_FUNCTION(ZSTD_createDCtx_advanced, &z->create),
			LIBRARY_FUNCTION(ZSTD_DCtx_setParameter, &z->set),
			LIBRARY_FUNCTION(ZSTD_decompressStream, &z->decompress),
			LIBRARY_FUNCTION(ZSTD_getErrorCode, &z->error_code),
			LIBRARY_FUNCTION(ZSTD_getErrorName, &z->error_name),
			LIBRARY_FUNCTION(ZSTD_freeDCtx, &z->destroy),
		},
	});
}

static enum library_status
open_zstd_decoder(struct decoder *d)
{
	struct zstd *z = zstd_of(d);
	const enum library_status status = load_libzstd(z);

	if (status != LIBRARY_LOADED)
		return status;
	z->context = z->create((ZSTD_customMem){
		.customAlloc = get_bytes,
		.customFree = ration_put,
		.opaque = &d->ration,
	});
	if (!z->context)
		return LIBRARY_NO_MEMORY;
	/* The ration of the decoder limits the window instead. */
	(void)z->set(z->context, ZSTD_d_windowLogMax, WINDOW_LOG_MAX);
	zstd_frame_begin(&z->frame);
	return LIBRARY_LOADED;
}

/* After a whole frame libzstd expects the next frame. */
static bool
again(struct decoder *d)
{
	zstd_frame_begin(&zstd_of(d)->frame);
	return true;
}

static enum decoder_state
state_by_libzstd(struct zstd *z, size_t result)
{
	struct decoder *d = &z->decoder;

	switch ((int)z->error_code(result)) {
	case ZSTD_error_no_error:
		return result == 0 ? DECODER_END : DECODER_GOING;
	case ZSTD_error_frameParameter_windowTooLarge:
		d->ration.over = true;
		return DECODER_NO_MEMORY;
	case ZSTD_error_memory_allocation: return DECODER_NO_MEMORY;
	case ZSTD_error_dictionary_wrong:
		d->why = "the frame needs a dictionary";
		return DECODER_UNABLE;
	default: d->why = z->error_name(result); return DECODER_BAD;
	}
}

/* At the start of a stored block: does the block fit the size that the frame declares? */
static bool
block_fits_content(const struct zstd_frame *f, uint64_t made)
{
	const uint64_t room = f->content - made;

	if (f->piece != ZSTD_BLOCK || !f->stored || f->content == UINT64_MAX)
		return true;
	return f->last ? f->left == room : f->left <= room;
}

/* Does libzstd refuse this part of the header? */
static enum decoder_state
judge_header(struct zstd *z)
{
	struct decoder *d = &z->decoder;

	if (z->frame.reserved) {
		d->why = "a reserved bit of the frame header is set";
		return DECODER_BAD;
	}
	if (z->frame.window_log > WINDOW_LOG_MAX) {
		d->ration.over = true;
		return DECODER_NO_MEMORY;
	}
	return DECODER_GOING;
}

static enum decoder_state
some(struct decoder *d, struct span *in, struct span *made)
{
	struct zstd *z = zstd_of(d);
	/* A call that fails delivers nothing.  So held bytes are delivered in a call of
	   their own before it. */
	const uint64_t most = d->full ? 0 : z->frame.left;
	const struct span piece = span_head(*in, most < SIZE_MAX ? (size_t)most
								 : SIZE_MAX);
	ZSTD_inBuffer from = { .src = piece.ptr, .size = piece.len };
	ZSTD_outBuffer to = { .dst = d->out, .size = sizeof(d->out) };
	const size_t result = z->decompress(z->context, &to, &from);

	FOREIGN_WROTE(&from, sizeof(from));
	FOREIGN_WROTE(&to, sizeof(to));
	*made = decoder_advance(d, in, from.pos, to.pos);
	enum decoder_state state = state_by_libzstd(z, result);

	d->wrong = z->frame.off; /* the piece in which the damage was found */
	const bool begins = z->frame.piece == ZSTD_BLOCK_HEAD;

	zstd_frame_take(&z->frame, span_head(piece, from.pos));
	if (state == DECODER_GOING)
		state = judge_header(z);
	if (state != DECODER_GOING || !begins ||
	    block_fits_content(&z->frame, d->made))
		return state;
	d->why = "blocks with another number of bytes than the frame declares";
	return DECODER_BAD;
}

static void
close_zstd_decoder(struct decoder *d)
{
	struct zstd *z = zstd_of(d);

	z->destroy(z->context);
}

const struct decoder_kind zstd_decoder = {
	.size = sizeof(struct zstd),
	.library = LIBRARY,
	.open = open_zstd_decoder,
	.again = again,
	.some = some,
	.close = close_zstd_decoder,
};

#endif
