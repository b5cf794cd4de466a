/* SPDX-License-Identifier: MIT */
/* encode_xz.c - compresses like xz -6, in one thread */
#include <errno.h>
#include <lzma.h>
#include <stdlib.h>

#include "cli/write/encoder.h"

struct xz_writer {
	lzma_stream z;
	__typeof__(&lzma_easy_encoder) begin;
	__typeof__(&lzma_code) code;
	__typeof__(&lzma_end) end;
};

static int
open_xz_encoder(struct stream_encoder *e, uint64_t size)
{
	enum { PRESET = 6 };
	struct xz_writer *x = calloc(1, sizeof(*x));
	int error;

	(void)size;
	if (x == NULL)
		return ENOMEM;
	const struct encoder_function functions[] = {
		ENCODER_FUNCTION(lzma_easy_encoder, &x->begin),
		ENCODER_FUNCTION(lzma_code, &x->code),
		ENCODER_FUNCTION(lzma_end, &x->end),
	};

	error = encoder_load("liblzma.so.5", functions, 3);
	if (error == 0 && x->begin(&x->z, PRESET, LZMA_CHECK_CRC64) != LZMA_OK)
		error = ENOMEM;
	if (error != 0)
		free(x);
	else
		e->state = x;
	return error;
}

static int
step(struct stream_encoder *e, bool end)
{
	struct xz_writer *x = e->state;
	lzma_ret result;

	x->z.next_in = e->in;
	x->z.avail_in = e->n_in;
	x->z.next_out = e->out;
	x->z.avail_out = e->n_out;
	result = x->code(&x->z, end ? LZMA_FINISH : LZMA_RUN);
	e->in = x->z.next_in;
	e->n_in = x->z.avail_in;
	e->out = x->z.next_out;
	e->n_out = x->z.avail_out;
	e->done = result == LZMA_STREAM_END;
	return result == LZMA_OK || result == LZMA_STREAM_END ||
			       result == LZMA_BUF_ERROR
		       ? 0
		       : ENOMEM;
}

static void
close_xz_encoder(struct stream_encoder *e)
{
	struct xz_writer *x = e->state;

	x->end(&x->z);
	free(x);
}

const struct encoder_kind xz_encoder = {
	.compression = "xz",
	.open = open_xz_encoder,
	.step = step,
	.close = close_xz_encoder,
};
