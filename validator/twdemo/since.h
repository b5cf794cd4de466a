/* SPDX-License-Identifier: MIT */
/*
 * since.h - the last marker that says its tick in full, and the ones since then
 *
 * Only where a later tick in full does not fit is it known that one of them is
 * wrong (TW-13.3).  So what is needed to put that right is remembered up to there.
 */
#ifndef VALIDATOR_TWDEMO_SINCE_H
#define VALIDATOR_TWDEMO_SINCE_H

#include "validator/core/fix.h"
#include "validator/twdemo/chunk.h"

enum {
	/* Of a step, in a marker of one byte. */
	TWDEMO_STEP_BITS = 6,
	/* More than a wrong bit of a step makes ticks too high. */
	TWDEMO_LAST_GROUPS = 64,
};

/* The steps with one bit set: how many, and the marker of the last one. */
struct twdemo_steps {
	uint64_t n, off;
	struct mark before;
	uint8_t first;
};

/* A marker that is relative. */
struct twdemo_later {
	int64_t tick;
	struct mark before;
};

/* The last marker that says its tick in full. */
struct twdemo_anchor {
	bool any, keyframe;
	bool used; /* a marker is written anew with a tick that counts from it */
	bool mended; /* its tick is another than the one in the file */
	uint64_t off;
	int64_t tick, before;    /* the tick before it, or -1 */
	int64_t keyframe_before; /* that of the keyframe before it, or -1 */
	struct mark cut;         /* where a demo without it ends */
	int32_t newest; /* the largest tick in the items of its snapshot, or
	                   INT32_MIN */

	/* What came since then. */
	bool any_steps; /* else all of these are 0 */
	struct twdemo_steps steps[TWDEMO_STEP_BITS];
	/* Of those after a keyframe was due the last ones, by their number. */
	uint64_t n_later;
	struct twdemo_later later[TWDEMO_LAST_GROUPS];
};

/* A marker that says its tick in full. */
void twdemo_anchor(struct twdemo_anchor *a, const struct twdemo_chunk *chunk,
		   int64_t tick, const struct mark *before,
		   const struct mark *cut, int64_t keyframe_before);

/* A relative one that is no keyframe, and that counts from it. */
void twdemo_count_step(struct twdemo_anchor *a,
		       const struct twdemo_chunk *chunk,
		       const struct mark *before);

/* The same, of which a keyframe that comes after it shows that its tick is wrong. */
void twdemo_count_later(struct twdemo_anchor *a, int64_t tick,
			const struct mark *before);

/* The first of them whose tick is not before `tick`, which is after a keyframe was due;
   NULL: it is not known any more, or there is none. */
const struct twdemo_later *twdemo_first_later(const struct twdemo_anchor *a,
					      int64_t tick);

#endif
