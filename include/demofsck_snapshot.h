/* SPDX-License-Identifier: MIT */
/*
 * demofsck_snapshot.h - snapshots of the game, and the deltas between them
 *
 * A snapshot to which deltas can be applied: with the result that the game has,
 * with sums that wrap, in time linear in both, and within the half MiB that
 * dfk_snapshot_open() takes.  What can be read in one way only is accepted, even
 * where some version of the game refuses it; a check (demofsck.h) reports it.
 * Ints are those that a demo's chunk or a raw file holds, in the byte order of
 * the machine.
 *
 *   if (dfk_snapshot_open(NULL, DFK_PROTOCOL_06, &snapshot) != DFK_OK)
 *           ...
 *   if (dfk_snapshot_load(snapshot, ints, n_ints) != DFK_OK ||
 *       dfk_snapshot_apply(snapshot, delta, n_delta) != DFK_OK)
 *           puts(dfk_snapshot_broken(snapshot)->title);
 *   for (i = 0; dfk_snapshot_item(snapshot, i, &item); i++)
 *           ...
 *   dfk_snapshot_close(snapshot);
 *
 * Every int may be hostile.  Threads and memory: as in demofsck.h.
 */
#ifndef DEMOFSCK_SNAPSHOT_H
#define DEMOFSCK_SNAPSHOT_H

#include "demofsck.h"

#ifdef __cplusplus
extern "C" {
#endif

struct dfk_snapshot;

struct dfk_item {
	int32_t type;        /* 0 to 32767; 0: declares a type by its UUID */
	int32_t id;          /* 0 to 65535 */
	const int32_t *data; /* until the snapshot changes or is closed; NULL
	                        if there are none */
	size_t size;         /* ints */
};

/*
 * An empty snapshot.  `allocator` may be NULL, for malloc and free, and is
 * copied.  On failure *snapshot is NULL: DFK_NO_MEMORY, or DFK_BAD_ARGUMENT for
 * an unknown protocol or half an allocator.
 */
DFK_API DFK_MUST_CHECK enum dfk_status
dfk_snapshot_open(const struct dfk_allocator *allocator,
		  enum dfk_protocol protocol, struct dfk_snapshot **snapshot);

/*
 * Takes on a full snapshot, or what a delta makes of this one.  DFK_MALFORMED:
 * there is no such snapshot, dfk_snapshot_broken() says why, and this one stays
 * as it was.
 */
DFK_API DFK_MUST_CHECK enum dfk_status
dfk_snapshot_load(struct dfk_snapshot *snapshot, const int32_t *ints,
		  size_t count);
DFK_API DFK_MUST_CHECK enum dfk_status
dfk_snapshot_apply(struct dfk_snapshot *snapshot, const int32_t *ints,
		   size_t count);

/* The rule that the last of these calls broke, or NULL. */
DFK_API const struct dfk_rule *
dfk_snapshot_broken(const struct dfk_snapshot *snapshot);

/* The items, in the order of the snapshot; of two with the same type and id the
   first is found.  False: no such item. */
DFK_API size_t dfk_snapshot_count(const struct dfk_snapshot *snapshot);
DFK_API bool dfk_snapshot_item(const struct dfk_snapshot *snapshot,
			       size_t index, struct dfk_item *item);
DFK_API bool dfk_snapshot_find(const struct dfk_snapshot *snapshot,
			       int32_t type, int32_t id, struct dfk_item *item);

/* The sum of all ints of items, modulo 2^32, as the network sends it. */
DFK_API uint32_t dfk_snapshot_checksum(const struct dfk_snapshot *snapshot);

/* Writes the snapshot in full, if there is `room`; returns its length, in ints:
   up to 16384. */
DFK_API size_t dfk_snapshot_write(const struct dfk_snapshot *snapshot,
				  int32_t *ints, size_t room);

DFK_API void dfk_snapshot_close(struct dfk_snapshot *snapshot); /* or NULL */

#ifdef __cplusplus
}
#endif

#endif
