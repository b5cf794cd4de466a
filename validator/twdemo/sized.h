/* SPDX-License-Identifier: MIT */
/* sized.h - the sizes of items, learned from full snapshots, as deltas omit them
   (SN-6) */
#ifndef VALIDATOR_TWDEMO_SIZED_H
#define VALIDATOR_TWDEMO_SIZED_H

#include "validator/snapshot/snapshot.h"

/*
 * SN-6: how a delta is read that omits the size of an item.
 *
 *   AGREED   the size of the protocol
 *   LISTED   the size in full snapshots, only for types that the protocol lists
 *   ALL      the size in full snapshots, for all types
 *   EARLIER  as ALL, without the last full snapshot, which may be damaged
 */
enum twdemo_sizes { TWDEMO_AGREED, TWDEMO_LISTED, TWDEMO_ALL, TWDEMO_EARLIER };

struct twdemo_sized {
	struct snapshot_sizes shown;   /* sizes in full snapshots so far */
	struct snapshot_sizes earlier; /* the same without the last one */
	enum twdemo_sizes used;        /* for the last delta that is kept */
};

/* TW-2: the game by its items, if the net version names no game. */
struct twdemo_game {
	enum dfk_protocol
		protocol; /* of the header, at the time of a checkpoint */
	bool unnamed;     /* items are read as items of 0.6 */
	bool other;       /* an item is not an item of 0.7 */
	uint32_t types;   /* a bit for each type with a size of 0.7 only */
};

#endif
