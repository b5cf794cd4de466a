/* SPDX-License-Identifier: MIT */
/*
 * decompress.h - decodes compressed input
 *
 *   | stream | stream | padding | stream | trailing bytes |
 *
 * Several streams in a row are one recording.  Bytes that were decoded before a defect
 * are delivered.  The rest of the input is only counted.
 */
#ifndef VALIDATOR_CORE_DECOMPRESS_H
#define VALIDATOR_CORE_DECOMPRESS_H

#include "validator/core/decoder.h"

/* ------------------------- the containers that a recording may be compressed in */

/* The length of the longest magic. */
enum { COMPRESSION_HEAD_BYTES = 6 };

struct compression {
	const char *name;   /* name in reports */
	const char *stream; /* name of a stream, such as a gzip member */
	const char *unread; /* text of the finding if the streams cannot be
	                       decoded */
	const char *nested; /* text of the finding if a compressed file is
	                       compressed again */
	const struct decoder_kind *decoder;
	unsigned padding; /* number of zero bytes in a group of padding after
	                     a stream; 0: no padding */
};

/* Returns the kind of compression by the first bytes.  NULL: not compressed. closed: the
   file ends after these bytes, so a part of a magic may be enough. */
const struct compression *compression_of(struct span head, bool closed);

/* Returns the name of a kind, in memory that lasts.  NULL: there is no such kind. */
const char *compression_named(const char *name);

enum compression_start { START_NONE, START_SHORT, START_WHOLE };

/* Is this the start of another stream? */
enum compression_start compression_start(const struct compression *c,
					 struct span head);

/* ------------------------------------------------------------ their streams */

enum decompress_state {
	DECOMPRESS_STREAM,  /* inside a stream */
	DECOMPRESS_BETWEEN, /* a stream ended, and the input may end now */
	DECOMPRESS_START, /* in bytes that may be the start of another stream */
	DECOMPRESS_TRAILING, /* bytes that belong to no stream */
	DECOMPRESS_DAMAGED,  /* the rest cannot be decoded */
	DECOMPRESS_UNABLE,   /* the rest cannot be decoded, but need not be
	                        damaged */
	DECOMPRESS_LIMIT,    /* the decoder needs more memory than the limit */
	DECOMPRESS_STOPPED,  /* the receiver asked to stop */
};

struct decompress {
	const struct compression *kind;
	const struct dfk_allocator *allocator;
	struct decoder *decoder;
	enum decompress_state state;
	uint64_t fed;        /* number of bytes given to decompress_feed() */
	uint64_t stop_off;   /* offset at which the final state began */
	uint64_t lost_off;   /* with DAMAGED: no byte from this offset on was
	                        decoded */
	uint64_t stream_off; /* offset of the current stream */
	const char *why;     /* the reason, with DAMAGED and UNABLE */
	bool only_zeros;     /* with TRAILING: all these bytes are zero */
	uint64_t padding; /* number of bytes of padding after the last stream */
	/* With START: the first bytes of what may be a stream. */
	uint8_t start[COMPRESSION_HEAD_BYTES];
	size_t n_start;
};

/* Receives decoded bytes.  The receiver sets *stop to end the decoding. */
typedef enum dfk_status decompress_receive(void *ctx, struct span decoded,
					   bool *stop);

/* Opens a decoder that may use this many bytes of memory.  If its library cannot be
   loaded, *out is NULL and the status is DFK_OK. */
enum dfk_status decompress_open(struct decompress **out,
				const struct compression *kind, uint64_t memory,
				const struct dfk_allocator *allocator);
enum dfk_status decompress_feed(struct decompress *d, struct span in,
				decompress_receive *receive, void *ctx);

/* Does a part of decompress_feed(), which decodes at most one buffer of the decoder.
   Removes the consumed bytes from `in`. */
enum dfk_status decompress_feed_part(struct decompress *d, struct span *in,
				     decompress_receive *receive, void *ctx);

/* May more decoded bytes come without further input? */
static inline bool
decompress_is_full(const struct decompress *d)
{
	return d->state == DECOMPRESS_STREAM && d->decoder->full;
}

/* Ends the input. */
void decompress_end(struct decompress *d);
void decompress_close(struct decompress *d); /* NULL: does nothing */

#endif
