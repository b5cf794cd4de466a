/* SPDX-License-Identifier: MIT */
/* bzip2.c - decodes bzip2 streams with libbz2, if the build has libbz2 */
#include "validator/core/decoder.h"

#ifdef WITHOUT_BZIP2

const struct decoder_kind bzip2_decoder = { .size = 0 };

#else

#include <bzlib.h>

#include "validator/core/always.h"
#include "validator/core/foreign.h"

#define LIBRARY "libbz2.so.1.0"

struct bzip2 {
	struct decoder decoder;
	bz_stream z;
	__typeof__(&BZ2_bzDecompressInit) begin;
	__typeof__(&BZ2_bzDecompress) decompress;
	__typeof__(&BZ2_bzDecompressEnd) end;
};

static struct bzip2 *
bzip2_of(struct decoder *d)
{
	return (struct bzip2 *)d;
}

static void *
get_items(void *opaque, int items, int size)
{
	return ration_get(opaque, (size_t)items, (size_t)size);
}

static enum library_status
load_libbz2(struct bzip2 *b)
{
	return library_load(&(struct library){
		LIBRARY,
		{
			LIBRARY_FUNCTION(BZ2_bzDecompressInit, &b->begin),
			LIBRARY_FUNCTION(BZ2_bzDecompress, &b->decompress),
			LIBRARY_FUNCTION(BZ2_bzDecompressEnd, &b->end),
		},
	});
}

static bool
begin_bz_stream(struct bzip2 *b)
{
	b->z = (bz_stream){
		.bzalloc = get_items,
		.bzfree = ration_put,
		.opaque = &b->decoder.ration,
	};
	return b->begin(&b->z, 0, 0) == BZ_OK;
}

static enum library_status
open_bzip2_decoder(struct decoder *d)
{
	struct bzip2 *b = bzip2_of(d);
	const enum library_status status = load_libbz2(b);

	if (status != LIBRARY_LOADED)
		return status;
	return begin_bz_stream(b) ? LIBRARY_LOADED : LIBRARY_NO_MEMORY;
}

static bool
again(struct decoder *d)
{
	struct bzip2 *b = bzip2_of(d);

	b->end(&b->z);
	return begin_bz_stream(b);
}

static enum decoder_state
state_by_libbz2(struct decoder *d, int result)
{
	switch (result) {
	case BZ_OK: return DECODER_GOING;
	case BZ_STREAM_END: return DECODER_END;
	case BZ_MEM_ERROR: return DECODER_NO_MEMORY;
	default:
		if (NEVER(result == BZ_PARAM_ERROR ||
			  result == BZ_SEQUENCE_ERROR))
			return DECODER_NO_MEMORY;
		d->why = "the data or a checksum of the data is wrong";
		return DECODER_BAD;
	}
}

static enum decoder_state
some(struct decoder *d, struct span *in, struct span *made)
{
	struct bzip2 *b = bzip2_of(d);
	/* The decoder gets one byte at a time.  If libbz2 finds a damaged block in a call,
	   libbz2 discards all output of this call, also the output of a good block before.
	   With one byte in each call, the output of a good block is returned before the
	   damage is found.  This takes a tenth longer. */
	const size_t take = in->len > 0;
	/* The pointer of libbz2 lacks const, but libbz2 does not write to the input. */
	union {
		const uint8_t *in;
		char *z;
	} bytes = { .in = in->ptr };
	union {
		uint8_t *out;
		char *z;
	} room = { .out = d->out };

	b->z.next_in = bytes.z;
	b->z.avail_in = (unsigned)take;
	b->z.next_out = room.z;
	b->z.avail_out = sizeof(d->out);
	const int result = b->decompress(&b->z);

	FOREIGN_WROTE(&b->z, sizeof(b->z));
	*made = decoder_advance(d, in, take - b->z.avail_in,
				sizeof(d->out) - b->z.avail_out);
	d->wrong = d->taken - 1; /* the byte at which libbz2 found the damage */
	return state_by_libbz2(d, result);
}

static void
close_bzip2_decoder(struct decoder *d)
{
	struct bzip2 *b = bzip2_of(d);

	b->end(&b->z);
}

const struct decoder_kind bzip2_decoder = {
	.size = sizeof(struct bzip2),
	.library = LIBRARY,
	.open = open_bzip2_decoder,
	.again = again,
	.some = some,
	.close = close_bzip2_decoder,
};

#endif
