/* SPDX-License-Identifier: MIT */
/*
 * demofsck_snapshot.h - snapshots of the game, and the deltas between them
 *
 * Deltas can be applied to a snapshot, with the same result as in the game; sums wrap.
 * The time grows linearly with the size of the snapshot and the delta.  Only
 * dfk_snapshot_open() allocates memory, less than 1 MiB.
 *
 * A snapshot that can be read in only one way is accepted, even if some version of the
 * game refuses it.  A check (demofsck.h) shows whether the game accepts it.  The ints
 * come from a chunk of a demo or from a raw file, in the byte order of the machine.
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
	int32_t type; /* 0 to 32767; an item of type 0 declares a type by its
	                 UUID */
	int32_t id;   /* 0 to 65535 */
	const int32_t *data; /* valid until the snapshot changes or is
	                        closed; NULL if the item has no data */
	size_t size;         /* number of ints */
};

/*
 * Opens an empty snapshot.  `allocator` is copied.  NULL stands for malloc and free.  On
 * failure *snapshot is NULL.  Failures are DFK_NO_MEMORY, and DFK_BAD_ARGUMENT for an
 * unknown protocol or if only one function of the allocator is set.
 */
DFK_API DFK_MUST_CHECK enum dfk_status
dfk_snapshot_open(const struct dfk_allocator *allocator,
		  enum dfk_protocol protocol, struct dfk_snapshot **snapshot);

/*
 * Replaces the snapshot by a full snapshot, or by the result of a delta.  DFK_MALFORMED:
 * the ints break the rule that dfk_snapshot_broken() returns, and the snapshot is
 * unchanged.
 */
DFK_API DFK_MUST_CHECK enum dfk_status
dfk_snapshot_load(struct dfk_snapshot *snapshot, const int32_t *ints,
		  size_t count);
DFK_API DFK_MUST_CHECK enum dfk_status
dfk_snapshot_apply(struct dfk_snapshot *snapshot, const int32_t *ints,
		   size_t count);

/* The rule that the last dfk_snapshot_load() or dfk_snapshot_apply() broke, or NULL. */
DFK_API const struct dfk_rule *
dfk_snapshot_broken(const struct dfk_snapshot *snapshot);

/* The items, in the order of the snapshot.  If two items have the same type and id, the
   first item is found.  False: there is no such item. */
DFK_API size_t dfk_snapshot_count(const struct dfk_snapshot *snapshot);
DFK_API bool dfk_snapshot_item(const struct dfk_snapshot *snapshot,
			       size_t index, struct dfk_item *item);
DFK_API bool dfk_snapshot_find(const struct dfk_snapshot *snapshot,
			       int32_t type, int32_t id, struct dfk_item *item);

/* The sum of all ints of items, modulo 2^32: the checksum that the game sends over the
   network. */
DFK_API uint32_t dfk_snapshot_checksum(const struct dfk_snapshot *snapshot);

/* Writes the whole snapshot if the snapshot fits into `room` ints.  Returns the length
   of the snapshot in ints, at most 16384. */
DFK_API size_t dfk_snapshot_write(const struct dfk_snapshot *snapshot,
				  int32_t *ints, size_t room);

/* NULL: does nothing. */
DFK_API void dfk_snapshot_close(struct dfk_snapshot *snapshot);

/*
 * Sets facts that a file with a raw snapshot or delta does not contain, before the first
 * dfk_feed().  These facts are the version of the game (default: 0.6 and DDNet), and the
 * snapshot that a delta changes.  `base` is copied.  NULL: the base is not known, and
 * rules that need the base are not checked.  DFK_BAD_STATE: bytes were fed already.
 * DFK_BAD_ARGUMENT: an unknown protocol.  DFK_NO_MEMORY: no memory for the copy.
 */
DFK_API DFK_MUST_CHECK enum dfk_status
dfk_set_protocol(struct dfk_check *check, enum dfk_protocol protocol);
DFK_API DFK_MUST_CHECK enum dfk_status
dfk_set_base(struct dfk_check *check, const struct dfk_snapshot *base);

#ifdef __cplusplus
}
#endif

#endif
