/* SPDX-License-Identifier: MIT */
/* twdemo_state.c - the current snapshot of a player */
#include "corpus/builder/twdemo_state.h"

#include <stdlib.h>
#include <string.h>

/* Returns the number of ints of an item of this type if deltas omit this number; else
   0. */
static size_t
agreed(enum twdemo_protocol protocol, int32_t type)
{
	enum { AGREED = 1, OPEN = 0 };
#define ITEM(protocol_, type_, n, size, ...) \
	{ TWDEMO_##protocol_, type_, (size) * (n) },
	static const struct {
		enum twdemo_protocol protocol;
		int32_t type;
		size_t n;
	} sizes[] = {
#include "validator/snapshot/items.def"
	};
#undef ITEM

	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++)
		if (sizes[i].protocol == protocol && sizes[i].type == type)
			return sizes[i].n;
	return 0;
}

static const struct twdemo_item *
find(const struct twdemo_state *s, int32_t key)
{
	for (size_t i = 0; i < s->n_items; i++)
		if (s->items[i].key == key)
			return &s->items[i];
	return NULL;
}

/* Adds an item at the end, whose ints are 0. */
static struct twdemo_item *
add(struct twdemo_state *s, int32_t key, size_t n)
{
	if (s->n_items == TWDEMO_STATE_ITEMS || n > TWDEMO_STATE_INTS ||
	    s->n_ints + n > TWDEMO_STATE_INTS)
		return NULL;
	struct twdemo_item *item = &s->items[s->n_items++];

	*item = (struct twdemo_item){ key, s->n_ints, n };
	memset(s->ints + s->n_ints, 0, n * sizeof(*s->ints));
	s->n_ints += n;
	return item;
}

static size_t
count(const struct buffer *ints)
{
	return ints->size / 4;
}

static int32_t
at(const struct buffer *ints, size_t index)
{
	return buffer_peek(ints, 4 * index);
}

static int32_t
sum(int32_t a, int32_t b)
{
	return (int32_t)((uint32_t)a + (uint32_t)b);
}

/* Reads a full snapshot: size, n, n offsets, and for each item a key and ints. */
static bool
read(struct twdemo_state *s, const struct buffer *full)
{
	const int32_t size = at(full, 0), n = at(full, 1);

	s->n_items = s->n_ints = 0;
	if (size < 0 || n < 0 || n > TWDEMO_STATE_ITEMS ||
	    8 + 4 * (size_t)n + (size_t)size != full->size)
		return false;
	for (int32_t i = 0; i < n; i++) {
		const int32_t begin = at(full, 2 + (size_t)i);
		const int32_t end = i + 1 < n ? at(full, 3 + (size_t)i) : size;
		const size_t item = 2 + (size_t)n + (size_t)begin / 4;

		if (begin < 0 || begin % 4 || end < begin + 4 || end > size)
			return false;
		const struct twdemo_item *new = add(
			s, at(full, item), (size_t)(end - begin) / 4 - 1);

		for (size_t k = 0; new && k < new->n; k++)
			s->ints[new->start + k] = at(full, item + 1 + k);
		if (!new)
			return false;
	}
	return true;
}

/* Reads updates from this index on, and applies them to the old items that are left. */
static bool
update(struct twdemo_state *s, const struct twdemo_state *old,
       const struct buffer *delta, size_t index, enum twdemo_protocol protocol)
{
	for (int32_t i = 0; i < at(delta, 1); i++) {
		const int32_t type = at(delta, index);
		const int32_t key = (int32_t)((uint32_t)type << 16 |
					      (uint32_t)at(delta, index + 1));
		size_t n = agreed(protocol, type);

		index += 2;
		if (n == 0)
			n = (size_t)at(delta, index++);
		if (index > count(delta) || n > count(delta) - index)
			return false;
		const struct twdemo_item *from = find(old, key);
		const struct twdemo_item *to = find(s, key);

		to = to ? to : add(s, key, n);
		if (!to || to->n != n || (from && from->n != n))
			return false;
		for (size_t k = 0; k < n; k++) {
			const int32_t base = from ? old->ints[from->start + k]
						  : 0;

			s->ints[to->start + k] = sum(base,
						     at(delta, index + k));
		}
		index += n;
	}
	return index == count(delta);
}

static bool
apply(struct twdemo_state *s, const struct twdemo_state *old,
      const struct buffer *delta, enum twdemo_protocol protocol)
{
	const int32_t n = at(delta, 0);

	s->n_items = s->n_ints = 0;
	if (count(delta) < 3 || n < 0 || (size_t)n > count(delta) - 3)
		return false;
	for (size_t i = 0; i < old->n_items; i++) {
		const struct twdemo_item *item = &old->items[i];
		bool removed = false;

		for (int32_t k = 0; k < n; k++)
			removed |= at(delta, 3 + (size_t)k) == item->key;
		if (removed)
			continue;
		memcpy(s->ints + add(s, item->key, item->n)->start,
		       old->ints + item->start, item->n * sizeof(*s->ints));
	}
	return update(s, old, delta, 3 + (size_t)n, protocol);
}

static bool
settle(struct twdemo_state *s, struct twdemo_state *new, bool good)
{
	if (new && good)
		memcpy(s, new, sizeof(*s));
	free(new);
	return good;
}

bool
twdemo_state_read(struct twdemo_state *s, const struct buffer *full)
{
	struct twdemo_state *new = malloc(sizeof(*new));

	return settle(s, new, new && read(new, full));
}

bool
twdemo_state_apply(struct twdemo_state *s, const struct buffer *delta,
		   enum twdemo_protocol protocol)
{
	struct twdemo_state *new = malloc(sizeof(*new));

	return settle(s, new, new && apply(new, s, delta, protocol));
}

void
twdemo_state_write(const struct twdemo_state *s, struct buffer *full)
{
	size_t offset = 0;

	buffer_int(full, (int32_t)(4 * (s->n_items + s->n_ints)));
	buffer_int(full, (int32_t)s->n_items);
	for (size_t i = 0; i < s->n_items; i++) {
		buffer_int(full, (int32_t)offset);
		offset += 4 + 4 * s->items[i].n;
	}
	for (size_t i = 0; i < s->n_items; i++) {
		buffer_int(full, s->items[i].key);
		for (size_t k = 0; k < s->items[i].n; k++)
			buffer_int(full, s->ints[s->items[i].start + k]);
	}
}

/* Writes an update, if the item has changed. */
static bool
write_update(const struct twdemo_state *from, const struct twdemo_state *to,
	     const struct twdemo_item *item, enum twdemo_protocol protocol,
	     struct buffer *out)
{
	const struct twdemo_item *old = find(from, item->key);
	const int32_t type = item->key >> 16;

	if (old && old->n == item->n &&
	    memcmp(from->ints + old->start, to->ints + item->start,
		   item->n * sizeof(*to->ints)) == 0)
		return false;
	buffer_int(out, type);
	buffer_int(out, item->key & 0xffff);
	if (agreed(protocol, type) == 0)
		buffer_int(out, (int32_t)item->n);
	for (size_t k = 0; k < item->n; k++) {
		const int32_t base = old && k < old->n
					     ? from->ints[old->start + k]
					     : 0;

		buffer_int(out, (int32_t)((uint32_t)to->ints[item->start + k] -
					  (uint32_t)base));
	}
	return true;
}

size_t
twdemo_state_delta(const struct twdemo_state *from,
		   const struct twdemo_state *to, enum twdemo_protocol protocol,
		   struct buffer *delta)
{
	struct buffer updates = { 0 };
	int32_t n_removed = 0, n_updates = 0;
	const size_t head = delta->size;

	buffer_fill(delta, 0, 12);
	for (size_t i = 0; i < from->n_items; i++) {
		if (find(to, from->items[i].key))
			continue;
		buffer_int(delta, from->items[i].key);
		n_removed++;
	}
	for (size_t i = 0; i < to->n_items; i++)
		n_updates += write_update(from, to, &to->items[i], protocol,
					  &updates);
	buffer_append(delta, updates.bytes, updates.size);
	buffer_poke(delta, head, n_removed);
	buffer_poke(delta, head + 4, n_updates);
	delta->failed |= updates.failed;
	buffer_free(&updates);
	return (size_t)(n_removed + n_updates);
}
