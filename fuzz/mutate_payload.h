/* SPDX-License-Identifier: MIT */
/* mutate_payload.h - changes the ints in a chunk of a demo */
#ifndef FUZZ_MUTATE_PAYLOAD_H
#define FUZZ_MUTATE_PAYLOAD_H

#include <stdbool.h>

#include "fuzz/mutate.h"

/* The types in the first byte of a chunk. */
enum payload_type {
	PAYLOAD_UNKNOWN,
	PAYLOAD_SNAPSHOT,
	PAYLOAD_MESSAGE,
	PAYLOAD_DELTA,
	PAYLOAD_TYPES,
};

struct payload_seed {
	enum payload_type type;
	bool sixup; /* items have the sizes of 0.7 */
	struct mutate_piece old;
	/* The source of ints.  For a delta this is the snapshot before it, whose items
	   the delta updates and removes. */
	struct mutate_piece other;
};

/* Changes a payload and packs it again.  Returns the size; 0: not a payload, or no
   room. */
size_t mutate_payload(const struct payload_seed *seed, uint8_t *out,
		      size_t room, struct mutate_random *r);

/* Makes a small payload of this type.  `old` is not used. */
size_t mutate_new_payload(const struct payload_seed *seed, uint8_t *out,
			  size_t room, struct mutate_random *r);

#endif
