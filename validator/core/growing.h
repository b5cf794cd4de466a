/* SPDX-License-Identifier: MIT */
/*
 * growing.h - arrays that grow while a file is read, under one budget
 *
 * The size that a file declares is not used to allocate memory.  An array has room for
 * the items that were read, and at most the same room again.
 */
#ifndef VALIDATOR_CORE_GROWING_H
#define VALIDATOR_CORE_GROWING_H

#include "validator/core/memory.h"
#include "validator/core/span.h"

struct budget {
	const struct dfk_allocator *allocator;
	uint64_t most, used; /* in bytes */
	bool no_memory;	     /* the allocator returned NULL */
	bool reached;	     /* more than `most` bytes would be needed */
};

struct growing {
	void *items;
	size_t count, capacity; /* numbers of items */
	size_t size;		/* bytes of one item; set by the caller */
};

/* Adds n items, which are not cleared.  NULL: the budget has the reason. */
void *growing_add(struct growing *g, struct budget *budget, size_t n);

/* Frees the memory. */
void growing_free(struct growing *g, struct budget *budget);

/* An index out of range is a defect in demofsck, so the program stops. */
static inline void *
growing_at(const struct growing *g, size_t index)
{
	return room_at(g->items, g->count * g->size, index * g->size, g->size);
}

#endif
