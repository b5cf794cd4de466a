/* SPDX-License-Identifier: MIT */
/*
 * twdemo_state.h - the snapshot that a player has, so that a script can write
 * it whole or as the difference to the next one
 */
#ifndef CORPUS_BUILDER_TWDEMO_STATE_H
#define CORPUS_BUILDER_TWDEMO_STATE_H

#include "corpus/builder/buffer.h"

enum { TWDEMO_STATE_ITEMS = 1024, TWDEMO_STATE_INTS = 16384 };

struct twdemo_item {
	int32_t key;
	size_t start, n; /* of its ints */
};

struct twdemo_state {
	struct twdemo_item items[TWDEMO_STATE_ITEMS];
	size_t n_items;
	int32_t ints[TWDEMO_STATE_INTS];
	size_t n_ints;
};

/* Which sizes deltas leave out. */
enum twdemo_protocol { TWDEMO_05, TWDEMO_06, TWDEMO_07 };

/* All three take or make little-endian ints; of those that make no sense, the
   first two leave the state as it is: false. */
bool twdemo_state_read(struct twdemo_state *s, const struct buffer *full);
bool twdemo_state_apply(struct twdemo_state *s, const struct buffer *delta,
			enum twdemo_protocol protocol);
void twdemo_state_write(const struct twdemo_state *s, struct buffer *full);

/* The delta from one to the other; the number of changes in it. */
size_t twdemo_state_delta(const struct twdemo_state *from,
			  const struct twdemo_state *to,
			  enum twdemo_protocol protocol, struct buffer *delta);

#endif
