/* SPDX-License-Identifier: MIT */
/* sized.h - what snapshots show of the sizes of items, which deltas leave out (SN-6) */
#ifndef VALIDATOR_TWDEMO_SIZED_H
#define VALIDATOR_TWDEMO_SIZED_H

#include "validator/snapshot/snapshot.h"

/* SN-6: the size of an item that a delta leaves out is that of the protocol; or as
   full snapshots show it, of the types that the protocol lists, or of all; or as those
   before the last one did, which may be damaged. */
enum twdemo_sizes { TWDEMO_AGREED, TWDEMO_LISTED, TWDEMO_ALL, TWDEMO_EARLIER };

struct twdemo_sized {
	struct snapshot_sizes shown;   /* by full snapshots ... */
	struct snapshot_sizes earlier; /* ... and before the last of them */
	enum twdemo_sizes used;        /* by the last delta that is kept */
};

/* TW-2: where the net version names no game, what whole snapshots show of it. */
struct twdemo_game {
	enum dfk_protocol
		protocol; /* of the header, when the place was noted */
	bool unnamed;     /* items are read as those of 0.6 */
	bool other;       /* an item is not one of 0.7 */
	uint32_t types;   /* a bit for each that only 0.7 has in that size */
};

#endif
