/* SPDX-License-Identifier: MIT */
/* ahead.h - decodes the payloads of the next chunks together, before their turn */
#ifndef VALIDATOR_TWDEMO_AHEAD_H
#define VALIDATOR_TWDEMO_AHEAD_H

#include "validator/twdemo/payload.h"

enum {
	TWDEMO_AHEAD_MOST = 8192, /* number of coded bytes */
	TWDEMO_AHEAD_ROOM = HUFFMAN_ROOM(TWDEMO_AHEAD_MOST),
};

/*
 * The head of a chunk gives the place of the next chunk, so the payloads of several
 * chunks can be decoded together.  A decoded payload is used only for a chunk with the
 * same offset and size.
 *
 * The budget grows only as decoded payloads are used.  So damage, which moves chunks,
 * cannot cause the same bytes to be decoded again and again.
 */
struct twdemo_ahead {
	uint32_t budget; /* number of coded bytes to decode next */
	uint32_t next;   /* index of the next payload, or of the current one */
	uint64_t off;    /* offset of the window in the file */
	struct huffman_batch batch;
	uint8_t bytes[TWDEMO_AHEAD_ROOM];
};

void twdemo_open_ahead(struct twdemo_ahead *ahead);

/* Does the same as twdemo_unpack() for the payload of the chunk at the start of `in`.
   The packed ints are in `ahead`, and stay there until the next payload is unpacked. */
bool twdemo_unpack_ahead(struct twdemo_ahead *ahead, const struct cursor *in,
			 const struct twdemo_chunk *chunk, struct span coded,
			 unsigned version, struct twdemo_payload *payload);

#endif
