/* SPDX-License-Identifier: MIT */
/*
 * declared.c - declarations in the order of their UUIDs (SN-5)
 *
 * Two declarations of one UUID are neighbours there.  A snapshot of 1,024
 * declarations may have one of them changed by each delta of a few bytes: neither
 * sorting nor searching all of them would do.
 */
#include "validator/snapshot/snapshot.h"

static bool
is_declaration(const struct snapshot_item *item)
{
	return snapshot_type(item->key) == 0 && item->n >= SNAPSHOT_UUID_INTS;
}

struct uuid_ints {
	uint32_t at[SNAPSHOT_UUID_INTS];
};

static struct uuid_ints
uuid_of(const struct snapshot *s, uint16_t item)
{
	struct uuid_ints uuid;

	memcpy(&uuid,
	       bytes_at(s->data, sizeof(s->data),
			sizeof(*s->data) * AT(s->items, item).start,
			sizeof(uuid)),
	       sizeof(uuid));
	return uuid;
}

/* As memcmp(), but int by int. */
static int
compare(const struct uuid_ints *a, const struct uuid_ints *b)
{
	for (uint32_t k = 0; k < SNAPSHOT_UUID_INTS; k++)
		if (AT(a->at, k) != AT(b->at, k))
			return AT(a->at, k) < AT(b->at, k) ? -1 : 1;
	return 0;
}

/* Nearly all differ in the first int. */
static inline int
compare_item(const struct snapshot *s, uint16_t item,
	     const struct uuid_ints *uuid)
{
	const uint32_t first = (uint32_t)AT(s->data, AT(s->items, item).start);
	struct uuid_ints found;

	if (first != AT(uuid->at, 0))
		return first < AT(uuid->at, 0) ? -1 : 1;
	found = uuid_of(s, item);
	return compare(&found, uuid);
}

/* Where the item is, or belongs. */
static uint32_t
place_of(const struct snapshot *s, uint16_t item)
{
	const struct uuid_ints uuid = uuid_of(s, item);
	uint32_t low = 0, high = s->n_declared;

	/* It is judged next, and again if there is a finding. */
	if (s->last_declared < high && AT(s->by_uuid, s->last_declared) == item)
		return s->last_declared;
	while (low < high) {
		const uint32_t middle = low + (high - low) / 2;
		const uint16_t other = AT(s->by_uuid, middle);
		const int order = compare_item(s, other, &uuid);

		if (order < 0 || (order == 0 && other < item))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

void
snapshot_declare(struct snapshot *s, uint16_t item)
{
	if (!is_declaration(&AT(s->items, item)))
		return;
	const uint32_t at = place_of(s, item);

	snapshot_move(s->by_uuid, at, at + 1, s->n_declared - at);
	AT(s->by_uuid, at) = item;
	s->last_declared = at;
	s->n_declared++;
}

void
snapshot_undeclare(struct snapshot *s, uint16_t item)
{
	if (!is_declaration(&AT(s->items, item)))
		return;
	const uint32_t at = place_of(s, item);

	s->n_declared--;
	snapshot_move(s->by_uuid, at + 1, at, s->n_declared - at);
}

void
snapshot_sort_declarations(struct snapshot *s, struct order *order)
{
	uint16_t item[SNAPSHOT_MAX_ITEMS];
	uint32_t n = 0;

	for (uint32_t i = 0; i < s->n_slots; i++)
		if (!snapshot_is_gone(s, i) && is_declaration(&AT(s->items, i)))
			AT(item, n++) = (uint16_t)i;
	order_open(order, n);
	for (uint32_t k = SNAPSHOT_UUID_INTS; n > 1 && k-- > 0;) {
		for (uint32_t i = 0; i < n; i++)
			AT(order->key, i) = (uint32_t)snapshot_get(
				s, &AT(s->items, AT(item, i)), k);
		order_sort(order);
	}
	for (uint32_t i = 0; i < n; i++)
		AT(s->by_uuid, i) = AT(item, AT(order->at, i));
	s->n_declared = n;
}

bool
snapshot_is_declared_twice(const struct snapshot *s, uint16_t item)
{
	if (!is_declaration(&AT(s->items, item)))
		return false;
	const uint32_t at = place_of(s, item);

	if (at == 0)
		return false;
	const uint16_t before = AT(s->by_uuid, at - 1);
	const struct uuid_ints one = uuid_of(s, before),
			       other = uuid_of(s, item);

	/* A key that is there twice is another finding. */
	return compare(&one, &other) == 0 &&
	       AT(s->items, before).key != AT(s->items, item).key;
}
