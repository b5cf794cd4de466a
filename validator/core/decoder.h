/* SPDX-License-Identifier: MIT */
/*
 * decoder.h - the interface of the decoders of compressed streams
 *
 * A decoder decodes one stream after the other.  All memory except its own struct comes
 * from its ration.  Opening a decoder loads its library.
 */
#ifndef VALIDATOR_CORE_DECODER_H
#define VALIDATOR_CORE_DECODER_H

#include "validator/core/foreign.h"
#include "validator/core/library.h"
#include "validator/core/ration.h"
#include "validator/core/span.h"

enum decoder_state {
	DECODER_GOING,
	DECODER_END,    /* the stream is over, and its checksum right */
	DECODER_BAD,    /* `why` says what is wrong */
	DECODER_UNABLE, /* nothing is wrong, but the library cannot decode it */
	DECODER_NO_MEMORY,
};

/* The first member of each decoder. */
struct decoder {
	struct ration ration;
	bool full;       /* there may be more, without further input */
	const char *why; /* with BAD and UNABLE */
	uint64_t wrong;  /* where in the stream it stopped, before its end */
	uint64_t taken, made; /* bytes of the stream */
	uint8_t out[16384];
};

/* The library took `used` bytes of `in`, and decoded `made` bytes into `out`: returns
   these. */
static inline struct span
decoder_advance(struct decoder *d, struct span *in, size_t used, size_t made)
{
	FOREIGN_WROTE(d->out, made);
	d->taken += used;
	d->made += made;
	*in = span_tail(*in, used);
	d->full = made == sizeof(d->out);
	return (struct span){ d->out, made };
}

struct decoder_kind {
	size_t size; /* of its struct; 0: this build has none */
	enum library_status (*open)(struct decoder *d);
	/* Before each further stream.  False: no memory. */
	bool (*again)(struct decoder *d);
	/* Removes the consumed bytes from `in`.  The pieces of the input change neither
	   the decoded bytes nor the place at which decoding stops. */
	enum decoder_state (*some)(struct decoder *d, struct span *in,
				   struct span *made);
	void (*close)(struct decoder *d);
};

extern const struct decoder_kind gzip_decoder, xz_decoder, zstd_decoder,
	bzip2_decoder;

#endif
