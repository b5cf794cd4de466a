/* SPDX-License-Identifier: MIT */
/* ahead.h - the payloads of the next chunks, decoded together before their turn */
#ifndef VALIDATOR_TWDEMO_AHEAD_H
#define VALIDATOR_TWDEMO_AHEAD_H

#include "validator/twdemo/payload.h"

enum {
	TWDEMO_AHEAD_MOST = 8192, /* coded bytes */
	TWDEMO_AHEAD_ROOM = HUFFMAN_ROOM(TWDEMO_AHEAD_MOST),
};

/*
 * A chunk's bytes are found by its head alone, so those after the one at hand can
 * be decoded beside it.  Bytes of a file do not change: what was decoded is good for
 * the payload at that place, and is never read if none with that size is there.
 *
 * As much is decoded ahead as was needed of it before, so damage, which moves
 * chunks, cannot have the same bytes decoded again and again.
 */
struct twdemo_ahead {
	uint32_t budget; /* coded bytes to decode next */
	uint32_t next;   /* the payload that is next, or at hand */
	uint64_t off;    /* of the window, in the file */
	struct huffman_batch batch;
	uint8_t bytes[TWDEMO_AHEAD_ROOM];
};

void twdemo_open_ahead(struct twdemo_ahead *ahead);

/* As twdemo_unpack() of the payload of the chunk that `in` begins with; its packed
   ints are in `ahead`, until the next one is unpacked. */
bool twdemo_unpack_ahead(struct twdemo_ahead *ahead, const struct cursor *in,
			 const struct twdemo_chunk *chunk, struct span coded,
			 unsigned version, struct twdemo_payload *payload);

#endif
