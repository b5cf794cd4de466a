/* SPDX-License-Identifier: MIT */
/* sized.h - the sizes of items in full snapshots, which deltas may omit (SN-6) */
#ifndef VALIDATOR_TWDEMO_SIZED_H
#define VALIDATOR_TWDEMO_SIZED_H

#include "validator/snapshot/snapshot.h"

/*
 * SN-6: the sizes for a delta that omits the size of an item.
 *
 *   AGREED   the size of the protocol
 *   LISTED   the size in full snapshots, only for types that the protocol lists
 *   ALL      the size in full snapshots, for all types
 *   EARLIER  as ALL, without the last full snapshot, which may be damaged
 */
enum twdemo_sizes { TWDEMO_AGREED, TWDEMO_LISTED, TWDEMO_ALL, TWDEMO_EARLIER };

struct twdemo_sized {
	struct snapshot_sizes shown;   /* sizes in full snapshots so far */
	struct snapshot_sizes earlier; /* the same sizes without the last
	                                  full snapshot */
	enum twdemo_sizes used; /* sizes that the last kept delta was read
	                           with */
};

/* TW-2: the game that the items show, if the net version names no game. */
struct twdemo_game {
	enum dfk_protocol
		protocol; /* protocol of the header at a checkpoint */
	bool unnamed;     /* items are read as items of 0.6 */
	bool other;       /* some item is not an item of 0.7 */
	uint32_t types;   /* a bit for each type whose size only 0.7 has */
};

#endif
