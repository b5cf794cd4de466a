/* SPDX-License-Identifier: MIT */
/* encode_zstd.c - compresses like zstd -3, with the size of the content and a checksum */
#include <errno.h>
#include <stdlib.h>
#include <zstd.h>

#include "cli/write/encoder.h"

struct zstd_writer {
	ZSTD_CCtx *context;
	__typeof__(&ZSTD_createCCtx) create;
	__typeof__(&ZSTD_CCtx_setParameter) set;
	__typeof__(&ZSTD_CCtx_setPledgedSrcSize) set_size;
	__typeof__(&ZSTD_compressStream2) compress;
	__typeof__(&ZSTD_isError) is_error;
	__typeof__(&ZSTD_freeCCtx) destroy;
};

static void
free_writer(struct zstd_writer *z)
{
	if (z->context != NULL)
		z->destroy(z->context);
	free(z);
}

static int
open_zstd_encoder(struct stream_encoder *e, uint64_t size)
{
	enum { LEVEL = 3 };
	struct zstd_writer *z = calloc(1, sizeof(*z));
	int error;

	if (z == NULL)
		return ENOMEM;
	const struct encoder_function functions[] = {
		ENCODER_FUNCTION(ZSTD_createCCtx, &z->create),
		ENCODER_FUNCTION(ZSTD_CCtx_setParameter, &z->set),
		ENCODER_FUNCTION(ZSTD_CCtx_setPledgedSrcSize, &z->set_size),
		ENCODER_FUNCTION(ZSTD_compressStream2, &z->compress),
		ENCODER_FUNCTION(ZSTD_isError, &z->is_error),
		ENCODER_FUNCTION(ZSTD_freeCCtx, &z->destroy),
	};

	error = encoder_load("libzstd.so.1", functions, 6);
	if (error == 0)
		z->context = z->create();
	if (z->context == NULL ||
	    z->is_error(z->set(z->context, ZSTD_c_compressionLevel, LEVEL)) ||
	    z->is_error(z->set(z->context, ZSTD_c_checksumFlag, 1)) ||
	    z->is_error(z->set_size(z->context, size))) {
		free_writer(z);
		return ENOMEM;
	}
	e->state = z;
	return 0;
}

static int
step(struct stream_encoder *e, bool end)
{
	struct zstd_writer *z = e->state;
	ZSTD_inBuffer in = { .src = e->in, .size = e->n_in };
	ZSTD_outBuffer out = { .dst = e->out, .size = e->n_out };
	const size_t left = z->compress(z->context, &out, &in,
					end ? ZSTD_e_end : ZSTD_e_continue);

	/* At the end there are no input bytes. */
	if (in.pos > 0)
		e->in = (const char *)e->in + in.pos;
	e->n_in -= in.pos;
	e->out += out.pos;
	e->n_out -= out.pos;
	e->done = end && left == 0;
	return z->is_error(left) ? ENOMEM : 0;
}

static void
close_zstd_encoder(struct stream_encoder *e)
{
	free_writer(e->state);
}

const struct encoder_kind zstd_encoder = {
	.compression = "zstd",
	.open = open_zstd_encoder,
	.step = step,
	.close = close_zstd_encoder,
};
