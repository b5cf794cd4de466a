/* SPDX-License-Identifier: MIT */
/* encode_gzip.c - compresses like gzip -6 -n */
#include <errno.h>
#include <stdlib.h>
#include <zlib.h>

#include "cli/write/encoder.h"

static int
open_gzip_encoder(struct stream_encoder *e, uint64_t size)
{
	enum { GZIP = 16, LEVEL = 6, MEMORY = 8 };
	z_stream *z = calloc(1, sizeof(*z));

	(void)size;
	if (z == NULL)
		return ENOMEM;
	if (deflateInit2(z, LEVEL, Z_DEFLATED, GZIP + MAX_WBITS, MEMORY,
			 Z_DEFAULT_STRATEGY) != Z_OK) {
		free(z);
		return ENOMEM;
	}
	e->state = z;
	return 0;
}

static int
step(struct stream_encoder *e, bool end)
{
	z_stream *z = e->state;
	union {
		const void *in;
		Bytef *z; /* this pointer of zlib 1.2 lacks const, but zlib
		             does not write to the input */
	} bytes = { .in = e->in };
	const size_t take = e->n_in < 65536 ? e->n_in : 65536;
	int result;

	z->next_in = bytes.z;
	z->avail_in = (uInt)take;
	z->next_out = e->out;
	z->avail_out = (uInt)e->n_out;
	result = deflate(z, end ? Z_FINISH : Z_NO_FLUSH);
	e->in = z->next_in;
	e->n_in -= take - z->avail_in;
	e->out = z->next_out;
	e->n_out = z->avail_out;
	e->done = result == Z_STREAM_END;
	return result == Z_OK || result == Z_STREAM_END || result == Z_BUF_ERROR
		       ? 0
		       : ENOMEM;
}

static void
close_gzip_encoder(struct stream_encoder *e)
{
	deflateEnd(e->state);
	free(e->state);
}

const struct encoder_kind gzip_encoder = {
	.compression = "gzip",
	.open = open_gzip_encoder,
	.step = step,
	.close = close_gzip_encoder,
};
