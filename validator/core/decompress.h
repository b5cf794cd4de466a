/* SPDX-License-Identifier: MIT */
/*
 * decompress.h - compressed input as one more source of bytes
 *
 *   | stream | stream | padding | stream | trailing bytes |
 *
 * Several streams in a row are one recording.  Bytes that were decoded before a defect
 * are delivered; the rest of the input is only counted.
 */
#ifndef VALIDATOR_CORE_DECOMPRESS_H
#define VALIDATOR_CORE_DECOMPRESS_H

#include "validator/core/decoder.h"

/* ------------------------- the containers that a recording may be compressed in */

/* The length of the longest magic. */
enum { COMPRESSION_HEAD_BYTES = 6 };

struct compression {
	const char *name;   /* in reports */
	const char *stream; /* what a file holds one or more of */
	const char *unread; /* what is said where it cannot be decoded */
	const char *nested; /* and where one holds another */
	const struct decoder_kind *decoder;
	unsigned padding; /* after a stream so many zero bytes, or a multiple of
	                     them; 0: none */
};

/* The kind of compression by the first bytes.  Closed: the file ends after them, so a
   part of a magic may be enough.  NULL: not compressed. */
const struct compression *compression_of(struct span head, bool closed);

enum compression_start { START_NONE, START_SHORT, START_WHOLE };

/* Do these bytes after a stream begin another stream? */
enum compression_start compression_start(const struct compression *c,
					 struct span head);

/* ------------------------------------------------------------ their streams */

enum decompress_state {
	DECOMPRESS_STREAM,   /* inside a stream */
	DECOMPRESS_BETWEEN,  /* a stream ended: the input may end here */
	DECOMPRESS_START,    /* in what may be the start of another one */
	DECOMPRESS_TRAILING, /* bytes that are no further stream */
	DECOMPRESS_DAMAGED,  /* the rest cannot be decoded */
	DECOMPRESS_UNABLE,   /* the same, and nothing is wrong with it */
	DECOMPRESS_LIMIT,    /* the decoder asks for too much memory */
	DECOMPRESS_STOPPED,  /* the receiver wants no more */
};

struct decompress {
	const struct compression *kind;
	const struct dfk_allocator *allocator;
	struct decoder *decoder;
	enum decompress_state state;
	uint64_t fed;      /* bytes given to decompress_feed() */
	uint64_t stop_off; /* where the state that is the last one begins */
	uint64_t lost_off; /* with DAMAGED: nothing from here on was decoded */
	uint64_t stream_off; /* of the stream at hand */
	const char *why;     /* with DAMAGED and UNABLE */
	bool only_zeros;     /* with TRAILING: there is no other byte */
	uint64_t padding;    /* bytes of it after the last stream */
	uint8_t start[COMPRESSION_HEAD_BYTES]; /* with START */
	size_t n_start;
};

/* Receives decoded bytes; *stop may be set to end the decoding. */
typedef enum dfk_status decompress_receive(void *ctx, struct span decoded,
					   bool *stop);

/* Opens a decoder with at most so many bytes of memory.  If its library cannot be loaded,
   *out is NULL and the status DFK_OK. */
enum dfk_status decompress_open(struct decompress **out,
				const struct compression *kind, uint64_t memory,
				const struct dfk_allocator *allocator);
enum dfk_status decompress_feed(struct decompress *d, struct span in,
				decompress_receive *receive, void *ctx);

/* The input ends here. */
void decompress_end(struct decompress *d);
void decompress_close(struct decompress *d); /* NULL: does nothing */

#endif
