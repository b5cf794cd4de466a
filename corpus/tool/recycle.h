/* SPDX-License-Identifier: MIT */
/* recycle.h - uses large blocks again instead of mapping new blocks */
#ifndef CORPUS_TOOL_RECYCLE_H
#define CORPUS_TOOL_RECYCLE_H

#include "include/demofsck.h"

/*
 * Works like malloc(), but large blocks that were freed wait for the next request of
 * their size.  Otherwise AddressSanitizer maps and unmaps each large block, which needs
 * half the time of an execution.  The first members of a waiting block are poisoned.
 * Threads must not use this allocator.
 */
extern const struct dfk_allocator recycle_allocator;

#endif
