/* SPDX-License-Identifier: MIT */
/* sized.h - what is known of the sizes of items that deltas leave out (SN-6) */
#ifndef VALIDATOR_TWDEMO_SIZED_H
#define VALIDATOR_TWDEMO_SIZED_H

#include "validator/snapshot/snapshot.h"

/* SN-6: the size of an item that a delta leaves out is that of the protocol; or as
   full snapshots show it, of the types that the protocol lists, or of all; or as those
   before the last one did, which may be damaged. */
enum twdemo_sizes { TWDEMO_AGREED, TWDEMO_LISTED, TWDEMO_ALL, TWDEMO_EARLIER };

/* What was known of sizes before the last tick in full, if that has to go. */
struct twdemo_sized {
	struct snapshot_sizes shown, earlier;
	enum twdemo_sizes sizes;
	uint64_t off; /* of the chunk that changed it last, or 0 */
};

#endif
