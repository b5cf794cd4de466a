/* SPDX-License-Identifier: MIT */
/* handle.h - the snapshot behind a handle of the public interface */
#ifndef REPAIR_HANDLE_H
#define REPAIR_HANDLE_H

#include "include/demofsck_snapshot.h"

struct snapshot;

/* A copy of its snapshot, to be given to memory_put(); NULL: no memory. */
struct snapshot *handle_copy(const struct dfk_snapshot *handle,
			     const struct dfk_allocator *allocator);

#endif
