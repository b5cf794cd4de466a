/* SPDX-License-Identifier: MIT */
/* encode_bzip2.c - compresses like bzip2 -9 */
#include <bzlib.h>
#include <errno.h>
#include <stdlib.h>

#include "cli/write/encoder.h"

struct bzip2_writer {
	bz_stream z;
	__typeof__(&BZ2_bzCompressInit) begin;
	__typeof__(&BZ2_bzCompress) compress;
	__typeof__(&BZ2_bzCompressEnd) end;
};

static int
open_bzip2_encoder(struct stream_encoder *e, uint64_t size)
{
	enum { BLOCK = 9 };
	struct bzip2_writer *b = calloc(1, sizeof(*b));
	int error;

	(void)size;
	if (b == NULL)
		return ENOMEM;
	const struct encoder_function functions[] = {
		ENCODER_FUNCTION(BZ2_bzCompressInit, &b->begin),
		ENCODER_FUNCTION(BZ2_bzCompress, &b->compress),
		ENCODER_FUNCTION(BZ2_bzCompressEnd, &b->end),
	};

	error = encoder_load("libbz2.so.1.0", functions, 3);
	if (error == 0 && b->begin(&b->z, BLOCK, 0, 0) != BZ_OK)
		error = ENOMEM;
	if (error != 0)
		free(b);
	else
		e->state = b;
	return error;
}

static int
step(struct stream_encoder *e, bool end)
{
	struct bzip2_writer *b = e->state;
	const size_t take = e->n_in < 65536 ? e->n_in : 65536;
	/* The pointer of libbz2 lacks const, but libbz2 does not write to the input. */
	union {
		const void *in;
		char *z;
	} bytes = { .in = e->in };
	int result;

	/* BZ_RUN without input is an error. */
	if (!end && take == 0)
		return 0;
	b->z.next_in = bytes.z;
	b->z.avail_in = (unsigned)take;
	b->z.next_out = (char *)e->out;
	b->z.avail_out = (unsigned)e->n_out;
	result = b->compress(&b->z, end ? BZ_FINISH : BZ_RUN);
	e->in = b->z.next_in;
	e->n_in -= take - b->z.avail_in;
	e->out = (unsigned char *)b->z.next_out;
	e->n_out = b->z.avail_out;
	e->done = result == BZ_STREAM_END;
	return result < 0 ? ENOMEM : 0;
}

static void
close_bzip2_encoder(struct stream_encoder *e)
{
	struct bzip2_writer *b = e->state;

	b->end(&b->z);
	free(b);
}

const struct encoder_kind bzip2_encoder = {
	.compression = "bzip2",
	.open = open_bzip2_encoder,
	.step = step,
	.close = close_bzip2_encoder,
};
