/* SPDX-License-Identifier: MIT */
/* recycle.h - large blocks are used again instead of mapping new ones */
#ifndef CORPUS_TOOL_RECYCLE_H
#define CORPUS_TOOL_RECYCLE_H

#include "include/demofsck.h"

/*
 * Malloc, but large blocks that were freed wait for the next of their size:
 * AddressSanitizer maps and unmaps each of them otherwise, which is half the
 * time of an execution.  While they wait their first members are poisoned.  Not
 * for threads.
 */
extern const struct dfk_allocator recycle_allocator;

#endif
