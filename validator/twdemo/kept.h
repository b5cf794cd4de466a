/* SPDX-License-Identifier: MIT */
/* kept.h - what is wrong and stays in the demo, as its rule is no error */
#ifndef VALIDATOR_TWDEMO_KEPT_H
#define VALIDATOR_TWDEMO_KEPT_H

#include "validator/twdemo/chunk.h"

/* Markers one after the other, as probes see them. */
struct twdemo_trail {
	int64_t tick;     /* of the last one, or -1 */
	unsigned markers; /* since the last data chunk */
};

/* What is wrong and stays, as its rule is no error.  It must be read from the
   output as it was from the file. */
struct twdemo_kept {
	uint64_t unread; /* chunks that cannot be read */
	bool hole;       /* bytes that are no chunks */
	bool tail;       /* a part of a chunk at the end */
	uint64_t place;  /* of the last one of these, or 0 */

	/* What shows how it is to be read: no edit may touch these bytes. */
	uint64_t off, end;

	/* After a chunk that cannot be read: what is left when the deltas that
	   need it are gone. */
	bool watched, keyframe;
	uint64_t watched_off; /* of that chunk */
	unsigned chunks;
	struct twdemo_trail trail;
};

#endif
