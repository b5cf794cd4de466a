/* SPDX-License-Identifier: MIT */
/* doubt.h - a marker whose tick cannot be, and the one bit that may be wrong */
#ifndef VALIDATOR_TWDEMO_DOUBT_H
#define VALIDATOR_TWDEMO_DOUBT_H

#include "validator/twdemo/stream.h"

/* A marker comes at most so much later than the one before, or than it is due; more is
   a lag. */
enum { TWDEMO_MOST_LATE = 16 };

/* If one bit of a marker is another, its tick is that one. */
struct twdemo_other {
	bool any;
	int64_t tick;
	int64_t gap; /* ticks between the two markers that do not fit now */
	unsigned
		odd; /* how much of it is unusual: such a gap, and keyframes that
	                 come too early or too late then */
};

/* A marker whose tick cannot be, and what may be wrong. */
struct twdemo_doubt {
	struct twdemo *d;
	const struct twdemo_chunk *chunk;
	const struct cursor *in, *after;
	bool closed;
	enum rule_id rule;
	int64_t newest; /* the largest tick in the items of the last snapshot */
	struct twdemo_other anchor, own;
	bool right; /* the next tick in full fits to this one, a keyframe, as it is */

	/* How it was decided, and the end of what was read for that. */
	uint64_t end;
	int64_t tick;
	bool rewritten;
};

/* Which one bit of the last tick in full, or of this one, may be wrong? */
void twdemo_find_ticks(struct twdemo_doubt *q);

/* YES: it is a bit of this tick, and not of the anchor. */
enum twdemo_proof twdemo_is_own(struct twdemo_doubt *q);

/* Were the ticks since the anchor as much lower, or higher, could items have the ticks
   that they have? */
bool twdemo_fits_items(const struct twdemo_doubt *q, int64_t shift);

/* How much about the anchor is unusual as it is. */
unsigned twdemo_odd_as_read(const struct twdemo *d);

/* What the last probe read counts for the decision. */
void twdemo_note_probed(struct twdemo_doubt *q);

#endif
