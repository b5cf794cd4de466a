/* SPDX-License-Identifier: MIT */
/* rearrange.c - removes and adds items in place (SN-4) */
#include "validator/core/always.h"
#include "validator/snapshot/delta.h"

/* Up to this number of items, removing each item from by_key is faster than one pass
   over by_key. */
enum { FEW = 8 };

/* -------------------------------------------------------------------- go */

/* Removes the item from by_key.  Items with the same key are neighbours in by_key. */
static void
take_key_out(struct snapshot *s, uint32_t n, uint16_t item)
{
	uint32_t at = snapshot_place_of(s, n, AT(s->items, item).key);

	while (at < n && AT(s->by_key, at) != item)
		at++;
	if (NEVER(at == n))
		return;
	snapshot_move(s->by_key, at + 1, at, n - at - 1);
}

static void
take_keys_out(struct snapshot *s)
{
	const uint32_t n = s->n_items;
	uint32_t to = 0;

	for (uint32_t i = 0; i < n; i++) {
		const uint16_t item = AT(s->by_key, i);

		AT(s->by_key, to) = item;
		to += !snapshot_is_gone(s, item);
	}
}

void
snapshot_take_out(struct snapshot *s, const struct snapshot_gone *gone)
{
	const uint32_t n = gone->n;

	for (uint32_t i = 0; i < n; i++)
		snapshot_set_bit(&s->gone, AT(gone->items, i));
	if (n > FEW)
		take_keys_out(s);
	for (uint32_t i = 0; i < n; i++) {
		const uint16_t item = AT(gone->items, i);

		if (n <= FEW)
			take_key_out(s, s->n_items - i, item);
		s->n_data -= AT(s->items, item).n;
	}
	s->n_items -= n;
}

/* ------------------------------------------------------------------ come */

/* Makes room in by_key, beginning at its end, so each number moves once. */
void
snapshot_put_in(struct snapshot *s, uint32_t n,
		const struct snapshot_delta *delta)
{
	for (uint32_t left = delta->made.n; left > 0; left--) {
		const uint16_t update = AT(delta->made.updates, left - 1);
		const uint16_t made = AT(delta->updates, update).item;
		const uint32_t at = snapshot_place_of(s, n,
						      AT(s->items, made).key);

		snapshot_move(s->by_key, at, at + left, n - at);
		AT(s->by_key, at + left - 1) = made;
		n = at;
	}
}

/* ------------------------------------------------------------------ room */

/* Moves items and their ints so that the gaps close. scratch->moved: the new index of
   each item. */
static void
move_items(struct snapshot *s, struct snapshot_delta *scratch)
{
	const size_t one = sizeof(*s->data);
	uint32_t n = 0, n_data = 0;

	for (uint32_t i = 0; i < s->n_slots; i++) {
		struct snapshot_item item = AT(s->items, i);
		const size_t size = one * item.n;

		if (snapshot_is_gone(s, i))
			continue;
		memmove(room_at(s->data, sizeof(s->data), one * n_data, size),
			bytes_at(s->data, sizeof(s->data), one * item.start,
				 size),
			size);
		item.start = (uint16_t)n_data;
		n_data += item.n;
		AT(scratch->moved, i) = (uint16_t)n;
		AT(s->items, n++) = item;
	}
}

void
snapshot_pack(struct snapshot *s, struct snapshot_delta *scratch)
{
	move_items(s, scratch);
	for (uint32_t i = 0; i < s->n_items; i++)
		AT(s->by_key, i) = AT(scratch->moved, AT(s->by_key, i));
	for (uint32_t i = 0; i < s->n_declared; i++)
		AT(s->by_uuid, i) = AT(scratch->moved, AT(s->by_uuid, i));
	s->n_slots = s->n_items;
	s->n_used = s->n_data;
	s->gone = (struct snapshot_bits){ { 0 } };
}

/* An update has a type and an id, so at most half of the ints can be new values.
   Packing is rare, because the file has as many bytes for each removed item. */
void
snapshot_make_room(struct snapshot *s, uint32_t ints,
		   struct snapshot_delta *scratch)
{
	const uint32_t most = ints / 2 < SNAPSHOT_MAX_ITEMS
				      ? ints / 2
				      : SNAPSHOT_MAX_ITEMS;

	if (s->n_slots > s->n_items && (s->n_slots + most > SNAPSHOT_SLOTS ||
					s->n_used + ints > SNAPSHOT_ROOM))
		snapshot_pack(s, scratch);
}
