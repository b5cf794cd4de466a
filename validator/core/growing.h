/* SPDX-License-Identifier: MIT */
/*
 * growing.h - arrays that grow with what is read, under one budget
 *
 * No memory is allocated by a declared size: there is room for the items that were read,
 * and for as many again.
 */
#ifndef VALIDATOR_CORE_GROWING_H
#define VALIDATOR_CORE_GROWING_H

#include "validator/core/memory.h"
#include "validator/core/span.h"

struct budget {
	const struct dfk_allocator *allocator;
	uint64_t most, used; /* bytes */
	bool no_memory;	     /* the allocator refused */
	bool reached;	     /* it would have been more than `most` */
};

struct growing {
	void *items;
	size_t count, capacity; /* items */
	size_t size;		/* bytes of one; to be set */
};

/* Adds n items, which are not cleared.  NULL: the budget says why. */
void *growing_add(struct growing *g, struct budget *budget, size_t n);

/* Gives the memory back. */
void growing_free(struct growing *g, struct budget *budget);

/* An index out of range is a bug of ours, so it stops. */
static inline void *
growing_at(const struct growing *g, size_t index)
{
	return room_at(g->items, g->count * g->size, index * g->size, g->size);
}

#endif
