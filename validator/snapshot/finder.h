/* SPDX-License-Identifier: MIT */
/* finder.h - finds items by their keys, which mostly come in order */
#ifndef VALIDATOR_SNAPSHOT_FINDER_H
#define VALIDATOR_SNAPSHOT_FINDER_H

#include "validator/snapshot/snapshot.h"

/*
 * Finds items of the base by their keys.  Deltas name items nearly in the order of the
 * base, so the next item is usually one of the next few items.  Otherwise a search needs
 * at most ten steps.
 */
struct snapshot_finder {
	const struct snapshot *base; /* the base, or NULL */
	uint32_t next;
};

enum { SNAPSHOT_NEAR = 8 };

/* Returns the first item with this key, or SNAPSHOT_NO_ITEM. */
static inline uint16_t
snapshot_find_next(struct snapshot_finder *f, int32_t key)
{
	const struct snapshot *s = f->base;
	uint32_t end;
	uint16_t item;

	if (!s)
		return SNAPSHOT_NO_ITEM;
	end = s->unique ? f->next + SNAPSHOT_NEAR : 0;
	if (end > s->n_slots)
		end = s->n_slots;
	for (uint32_t i = f->next; i < end; i++)
		if (AT(s->items, i).key == key && !snapshot_is_gone(s, i)) {
			f->next = i + 1;
			return (uint16_t)i;
		}
	item = snapshot_find(s, key);
	if (item != SNAPSHOT_NO_ITEM)
		f->next = item + 1u;
	return item;
}

#endif
