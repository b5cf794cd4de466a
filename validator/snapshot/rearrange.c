/* SPDX-License-Identifier: MIT */
/* rearrange.c - items that go and come, where the snapshot is (SN-4) */
#include "validator/core/always.h"
#include "validator/snapshot/snapshot.h"

static bool
is_gone(const struct snapshot_bits *gone, uint32_t item)
{
	return AT(gone->word, item / 64) >> (item % 64) & 1;
}

/* The ints of items from `from` up to `to`, which follow each other, go down to
   `start`. */
static void
move_data(struct snapshot *s, uint32_t from, uint32_t to, uint32_t start)
{
	const size_t one = sizeof(*s->data), size = one * (to - from);

	memmove(room_at(s->data, sizeof(s->data), one * start, size),
		bytes_at(s->data, sizeof(s->data), one * from, size), size);
}

/*
 * Closes the gaps, from the first one on; `moved` says where each item went:
 *
 *   items   | 0 | 1 | gone | 3 | 4 | gone | 6 |
 *           | 0 | 1 | 3 | 4 | 6 |
 */
static void
close_gaps(struct snapshot *s, const struct snapshot_bits *gone,
	   struct snapshot_delta *room)
{
	const uint32_t first = room->n_before;
	uint32_t n = first, n_data = AT(s->items, first).start;
	uint32_t run = n_data, end = n_data; /* ints that stay, not yet moved */

	for (uint32_t i = first; i < s->n_items; i++) {
		struct snapshot_item item = AT(s->items, i);

		if (is_gone(gone, i)) {
			move_data(s, run, end, n_data);
			n_data += end - run;
			run = end = item.start + (uint32_t)item.n;
			AT(room->moved, i) = SNAPSHOT_NO_ITEM;
			continue;
		}
		end = item.start + (uint32_t)item.n;
		item.start = (uint16_t)(item.start - run + n_data);
		AT(room->moved, i) = (uint16_t)n;
		AT(s->items, n++) = item;
	}
	move_data(s, run, end, n_data);
	s->n_data = n_data + end - run;
}

static void
close_order(struct snapshot *s, const struct snapshot_delta *room)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < s->n_items; i++) {
		uint16_t item = AT(s->by_key, i);

		if (item >= room->n_before)
			item = AT(room->moved, item);
		AT(s->by_key, n) = item;
		n += item != SNAPSHOT_NO_ITEM;
	}
	s->n_items = n;
}

/* Makes room in by_key from the end on: each number moves once. */
static void
open_order(struct snapshot *s, uint32_t old, const struct snapshot_delta *room)
{
	const size_t one = sizeof(*s->by_key);

	for (uint32_t left = room->n_new; left > 0; left--) {
		const uint16_t made =
			AT(room->updates, AT(room->new_updates, left - 1)).item;
		const uint32_t at = snapshot_place_of(s, old,
						      AT(s->items, made).key);
		const size_t size = one * (old - at);

		memmove(room_at(s->by_key, sizeof(s->by_key), one * (at + left),
				size),
			bytes_at(s->by_key, sizeof(s->by_key), one * at, size),
			size);
		AT(s->by_key, at + left - 1) = made;
		old = at;
	}
}

static void
make(struct snapshot *s, const struct ints *in, struct snapshot_delta *room)
{
	const size_t one = sizeof(*in->at);
	const uint32_t old = s->n_items;

	for (uint32_t i = 0; i < room->n_new; i++) {
		struct snapshot_update *u = &AT(room->updates,
						AT(room->loose, i));
		enum snapshot_status status;

		u->item = snapshot_add(s, snapshot_key(u->type, u->id), u->n,
				       &status);
		if (NEVER(u->item == SNAPSHOT_NO_ITEM))
			return;
		memcpy(room_at(s->data, sizeof(s->data),
			       one * AT(s->items, u->item).start, one * u->n),
		       bytes_at(in->at, sizeof(in->at), one * u->at,
				one * u->n),
		       one * u->n);
	}
	open_order(s, old, room);
}

void
snapshot_rearrange(struct snapshot *s, const struct ints *in,
		   const struct snapshot_bits *gone,
		   struct snapshot_delta *room)
{
	if (room->n_removed) {
		close_gaps(s, gone, room);
		close_order(s, room);
	}
	if (room->n_new)
		make(s, in, room);
}
