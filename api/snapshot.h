/* SPDX-License-Identifier: MIT */
/* snapshot.h - the snapshot of a handle of the public interface */
#ifndef API_SNAPSHOT_H
#define API_SNAPSHOT_H

#include "include/demofsck_snapshot.h"

struct snapshot;

/* Returns a copy of the snapshot, which memory_put() frees.  NULL: no memory. */
struct snapshot *handle_copy(const struct dfk_snapshot *handle,
			     const struct dfk_allocator *allocator);

#endif
