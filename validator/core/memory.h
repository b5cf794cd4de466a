/* SPDX-License-Identifier: MIT */
/* memory.h - calls the allocator of the caller; no other file does */
#ifndef VALIDATOR_CORE_MEMORY_H
#define VALIDATOR_CORE_MEMORY_H

#include "include/demofsck.h"

/* False: only one of the two functions is set. */
bool memory_pick(struct dfk_allocator *allocator);

/* Returns memory that is not cleared, or NULL. */
void *memory_get(const struct dfk_allocator *allocator, size_t size);
void memory_put(const struct dfk_allocator *allocator, void *ptr);

#endif
