/* SPDX-License-Identifier: MIT */
/* growing.c - arrays that grow while a file is read, under one budget */
#include "validator/core/growing.h"

static bool
is_affordable(struct budget *b, size_t old, size_t bytes)
{
	b->reached |= bytes > b->most || b->used - old > b->most - bytes;
	return !b->reached;
}

/* Makes room for this number of items. */
static bool
grow_items(struct growing *g, struct budget *budget, size_t count)
{
	enum { LEAST = 16 };
	const size_t twice = g->capacity ? 2 * g->capacity : LEAST;
	const size_t capacity = count > twice ? count : twice;
	const size_t bytes = capacity * g->size;
	const size_t old = g->capacity * g->size;
	void *items;

	if (!is_affordable(budget, old, bytes))
		return false;
	items = memory_get(budget->allocator, bytes);
	if (!items) {
		budget->no_memory = true;
		return false;
	}
	if (g->count)
		memcpy(items, g->items, g->count * g->size);
	memory_put(budget->allocator, g->items);
	budget->used += bytes - old;
	g->items = items;
	g->capacity = capacity;
	return true;
}

void *
growing_add(struct growing *g, struct budget *budget, size_t n)
{
	const size_t first = g->count;

	if (n > g->capacity - first && (budget->no_memory || budget->reached ||
					!grow_items(g, budget, first + n)))
		return NULL;
	g->count += n;
	return room_at(g->items, g->capacity * g->size, first * g->size,
		       n * g->size);
}

void
growing_free(struct growing *g, struct budget *budget)
{
	memory_put(budget->allocator, g->items);
	budget->used -= g->capacity * g->size;
	*g = (struct growing){ .size = g->size };
}
