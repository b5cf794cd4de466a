/* SPDX-License-Identifier: MIT */
/* sized.h - what is known of the sizes of items that deltas leave out (SN-6) */
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
	uint64_t off; /* of the chunk that changed one of these, or 0 */
};

#endif
