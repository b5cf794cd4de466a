/* SPDX-License-Identifier: MIT */
/*
 * twdemo_state.h - the current snapshot of a player
 *
 * A script can write this snapshot, or the delta to the next snapshot.
 */
#ifndef CORPUS_BUILDER_TWDEMO_STATE_H
#define CORPUS_BUILDER_TWDEMO_STATE_H

#include "corpus/builder/buffer.h"

enum { TWDEMO_STATE_ITEMS = 1024, TWDEMO_STATE_INTS = 16384 };

struct twdemo_item {
	int32_t key;
	size_t start, n; /* range of the ints of the item */
};

struct twdemo_state {
	struct twdemo_item items[TWDEMO_STATE_ITEMS];
	size_t n_items;
	int32_t ints[TWDEMO_STATE_INTS];
	size_t n_ints;
};

/* The protocol, which decides the sizes that deltas omit. */
enum twdemo_protocol { TWDEMO_05, TWDEMO_06, TWDEMO_07 };

/* All three functions read or write little-endian ints.  If the ints are wrong, the
   first two functions return false and do not change the state. */
bool twdemo_state_read(struct twdemo_state *s, const struct buffer *full);
bool twdemo_state_apply(struct twdemo_state *s, const struct buffer *delta,
			enum twdemo_protocol protocol);
void twdemo_state_write(const struct twdemo_state *s, struct buffer *full);

/* Writes the delta from one snapshot to another.  Returns the number of changes. */
size_t twdemo_state_delta(const struct twdemo_state *from,
			  const struct twdemo_state *to,
			  enum twdemo_protocol protocol, struct buffer *delta);

#endif
