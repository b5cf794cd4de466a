/* SPDX-License-Identifier: MIT */
/* memory.h - the one door to the caller's allocator */
#ifndef VALIDATOR_CORE_MEMORY_H
#define VALIDATOR_CORE_MEMORY_H

#include "include/demofsck.h"

/* False if only one of the two functions is given. */
bool memory_pick(struct dfk_allocator *allocator);

/* Memory that is not cleared, or NULL. */
void *memory_get(const struct dfk_allocator *allocator, size_t size);
void memory_put(const struct dfk_allocator *allocator, void *ptr);

#endif
