/* SPDX-License-Identifier: MIT */
/* mutate_payload.h - what a chunk of a demo holds, changed as ints */
#ifndef FUZZ_MUTATE_PAYLOAD_H
#define FUZZ_MUTATE_PAYLOAD_H

#include <stdbool.h>

#include "fuzz/mutate.h"

/* As in the first byte of a chunk. */
enum payload_type {
	PAYLOAD_UNKNOWN,
	PAYLOAD_SNAPSHOT,
	PAYLOAD_MESSAGE,
	PAYLOAD_DELTA,
	PAYLOAD_TYPES,
};

struct payload_seed {
	enum payload_type type;
	bool sixup; /* item sizes of 0.7 */
	struct mutate_piece old;
	/* What ints are taken from: for a delta the snapshot before it, whose
	   items it updates and removes. */
	struct mutate_piece other;
};

/* Changes it and packs it again; the size, 0: it is no payload, or no room. */
size_t mutate_payload(const struct payload_seed *seed, uint8_t *out,
		      size_t room, struct mutate_random *r);

/* A small one of that type; `old` is not looked at. */
size_t mutate_new_payload(const struct payload_seed *seed, uint8_t *out,
			  size_t room, struct mutate_random *r);

#endif
