/* SPDX-License-Identifier: MIT */
/*
 * decoder.h - the interface of the decoders of compressed streams
 *
 * A decoder decodes one stream after the other.  All memory of a decoder, except its
 * struct, comes from its ration.  Opening a decoder loads its library.
 */
#ifndef VALIDATOR_CORE_DECODER_H
#define VALIDATOR_CORE_DECODER_H

#include "validator/core/foreign.h"
#include "validator/core/library.h"
#include "validator/core/ration.h"
#include "validator/core/span.h"

enum decoder_state {
	DECODER_GOING,
	DECODER_END,    /* the stream is complete, and its checksum is right */
	DECODER_BAD,    /* the stream is damaged, and `why` is the reason */
	DECODER_UNABLE, /* the library cannot decode this stream, which need
	                   not be damaged */
	DECODER_NO_MEMORY,
};

/* The first member of each decoder. */
struct decoder {
	struct ration ration;
	bool full;            /* more bytes may come without further input */
	const char *why;      /* the reason, with BAD and UNABLE */
	uint64_t wrong;       /* the offset in the stream at which decoding
	                         stopped, before the end */
	uint64_t taken, made; /* consumed and decoded bytes of the stream */
	uint8_t out[16384];
};

/* Counts `used` bytes of `in` that the library read, and `made` bytes that it decoded
   into `out`.  Returns the decoded bytes. */
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
	size_t size; /* size of the struct of the decoder; 0: this build does
	                not have the decoder */
	const char *library; /* NULL: the decoder needs no library of its own */
	enum library_status (*open)(struct decoder *d);
	/* Begins a further stream.  False: no memory. */
	bool (*again)(struct decoder *d);
	/* Decodes bytes, and removes the consumed bytes from `in`.  The size of the
	   pieces of the input does not change the decoded bytes or the place at which
	   decoding stops. */
	enum decoder_state (*some)(struct decoder *d, struct span *in,
				   struct span *made);
	void (*close)(struct decoder *d);
};

extern const struct decoder_kind gzip_decoder, xz_decoder, zstd_decoder,
	bzip2_decoder;

#endif
