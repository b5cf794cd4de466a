/* SPDX-License-Identifier: MIT */
/* snapshot.c - a snapshot in memory: items, lookup, declarations, checksum, layout */
#include "validator/snapshot/snapshot.h"

void
snapshot_clear(struct snapshot *s)
{
	s->n_items = s->n_data = 0;
	s->n_slots = s->n_used = 0;
	s->n_declared = s->last_declared = 0;
	s->unique = false;
	s->gone = (struct snapshot_bits){ { 0 } };
}

void
snapshot_copy(struct snapshot *to, const struct snapshot *from)
{
	memcpy(to, from, offsetof(struct snapshot, items));
	memcpy(to->items, from->items, from->n_slots * sizeof(*to->items));
	memcpy(to->by_key, from->by_key, sizeof(to->by_key));
	to->n_declared = from->n_declared;
	memcpy(to->by_uuid, from->by_uuid, sizeof(to->by_uuid));
	to->last_declared = from->last_declared;
	memcpy(to->data, from->data, from->n_used * sizeof(*to->data));
}

uint16_t
snapshot_add(struct snapshot *s, int32_t key, uint32_t n,
	     enum snapshot_status *status)
{
	/* data_size and num_items, and then an offset and a key for each item. */
	const uint32_t ints = SNAPSHOT_HEAD_INTS + 2 * (s->n_items + 1) +
			      s->n_data;

	if (s->n_items == SNAPSHOT_MAX_ITEMS) {
		*status = SNAPSHOT_TOO_MANY;
		return SNAPSHOT_NO_ITEM;
	}
	if (ints > INTS_MAX || n > INTS_MAX - ints) {
		*status = SNAPSHOT_TOO_BIG;
		return SNAPSHOT_NO_ITEM;
	}
	AT(s->items, s->n_slots) = (struct snapshot_item){
		.key = key,
		.start = (uint16_t)s->n_used,
		.n = (uint16_t)n,
	};
	s->n_items++;
	s->n_data += n;
	s->n_used += n;
	return (uint16_t)s->n_slots++;
}

int32_t *
snapshot_value(struct snapshot *s, const struct snapshot_item *item, uint32_t k)
{
	return &AT(s->data, item->start + k);
}

int32_t
snapshot_get(const struct snapshot *s, const struct snapshot_item *item,
	     uint32_t k)
{
	return AT(s->data, item->start + k);
}

/* ------------------------------------------------------------------ keys */

int32_t
snapshot_key(int32_t type, int32_t id)
{
	return (int32_t)((uint32_t)type << 16 | ((uint32_t)id & 0xffff));
}

int32_t
snapshot_type(int32_t key)
{
	return (int32_t)((uint32_t)key >> 16);
}

int32_t
snapshot_id(int32_t key)
{
	return key & 0xffff;
}

void
snapshot_move(uint16_t list[SNAPSHOT_MAX_ITEMS], uint32_t from, uint32_t to,
	      uint32_t n)
{
	const size_t one = sizeof(uint16_t), all = one * SNAPSHOT_MAX_ITEMS;

	memmove(room_at(list, all, one * to, one * n),
		bytes_at(list, all, one * from, one * n), one * n);
}

static inline uint32_t
place_of(const struct snapshot *s, uint32_t n, int32_t key)
{
	uint32_t low = 0, high = n;

	while (low < high) {
		const uint32_t middle = low + (high - low) / 2;

		if ((uint32_t)AT(s->items, AT(s->by_key, middle)).key <
		    (uint32_t)key)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

uint32_t
snapshot_place_of(const struct snapshot *s, uint32_t n, int32_t key)
{
	return place_of(s, n, key);
}

/* Is the key above all keys of the snapshot?  Many keys that do not exist are above all
   others. */
static bool
is_above(const struct snapshot *s, int32_t key)
{
	if (s->n_items == 0)
		return true;
	const uint16_t last = AT(s->by_key, s->n_items - 1);

	return (uint32_t)key > (uint32_t)AT(s->items, last).key;
}

uint16_t
snapshot_find(const struct snapshot *s, int32_t key)
{
	uint32_t at;

	if (is_above(s, key))
		return SNAPSHOT_NO_ITEM;
	at = place_of(s, s->n_items, key);
	if (AT(s->items, AT(s->by_key, at)).key == key)
		return AT(s->by_key, at);
	return SNAPSHOT_NO_ITEM;
}

const struct snapshot_item *
snapshot_find_type(const struct snapshot *s, int32_t type)
{
	const uint32_t at = place_of(s, s->n_items, snapshot_key(type, 0));

	if (at == s->n_items)
		return NULL;
	const struct snapshot_item *item = &AT(s->items, AT(s->by_key, at));

	return snapshot_type(item->key) == type ? item : NULL;
}

bool
snapshot_is_fresh(const struct snapshot *before, int32_t type)
{
	return type >= SNAPSHOT_FIRST_UUID_TYPE &&
	       !(before && snapshot_find_type(before, type));
}

/* ---------------------------------------------------------- declarations */

/*
 * Declarations in the order of their UUIDs (SN-5).  Two declarations of one UUID are
 * neighbours in this order.  Each delta of a few bytes may change one of 1,024
 * declarations.  So it would take too long to sort or search all declarations.
 */

static bool
is_declaration(const struct snapshot_item *item)
{
	return snapshot_type(item->key) == 0 && item->n >= SNAPSHOT_UUID_INTS;
}

struct uuid_ints {
	uint32_t at[SNAPSHOT_UUID_INTS];
};

static struct uuid_ints
declared_uuid(const struct snapshot *s, uint16_t item)
{
	struct uuid_ints uuid;

	memcpy(&uuid,
	       bytes_at(s->data, sizeof(s->data),
			sizeof(*s->data) * AT(s->items, item).start,
			sizeof(uuid)),
	       sizeof(uuid));
	return uuid;
}

/* Compares like memcmp(), but int by int. */
static int
compare_uuids(const struct uuid_ints *a, const struct uuid_ints *b)
{
	for (uint32_t k = 0; k < SNAPSHOT_UUID_INTS; k++)
		if (AT(a->at, k) != AT(b->at, k))
			return AT(a->at, k) < AT(b->at, k) ? -1 : 1;
	return 0;
}

/* Nearly all UUIDs differ in the first int. */
static inline int
compare_item(const struct snapshot *s, uint16_t item,
	     const struct uuid_ints *uuid)
{
	const uint32_t first = (uint32_t)AT(s->data, AT(s->items, item).start);
	struct uuid_ints found;

	if (first != AT(uuid->at, 0))
		return first < AT(uuid->at, 0) ? -1 : 1;
	found = declared_uuid(s, item);
	return compare_uuids(&found, uuid);
}

/* Returns the position at which the item is, or belongs. */
static uint32_t
uuid_place_of(const struct snapshot *s, uint16_t item)
{
	const struct uuid_ints uuid = declared_uuid(s, item);
	uint32_t low = 0, high = s->n_declared;

	/* This item is often judged next, and again if there is a finding. */
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
	const uint32_t at = uuid_place_of(s, item);

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
	const uint32_t at = uuid_place_of(s, item);

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
	const uint32_t at = uuid_place_of(s, item);

	if (at == 0)
		return false;
	const uint16_t before = AT(s->by_uuid, at - 1);
	const struct uuid_ints one = declared_uuid(s, before),
			       other = declared_uuid(s, item);

	/* A key that occurs twice is another finding. */
	return compare_uuids(&one, &other) == 0 &&
	       AT(s->items, before).key != AT(s->items, item).key;
}

/* ----------------------------------------------------------------- whole */

void
snapshot_sort(struct snapshot *s, struct order *order)
{
	order_open(order, s->n_items);
	for (uint32_t i = 0; i < s->n_items; i++)
		AT(order->key, i) = (uint32_t)AT(s->items, i).key;
	order_sort(order);
	memcpy(s->by_key, order->at, s->n_items * sizeof(*s->by_key));
	s->unique = true;
	for (uint32_t i = 1; i < s->n_items; i++)
		s->unique &= AT(order->key, AT(order->at, i - 1)) !=
			     AT(order->key, AT(order->at, i));
	snapshot_sort_declarations(s, order);
}

static uint32_t
sum_of(const struct snapshot *s, uint32_t start, uint32_t n)
{
	const size_t one = sizeof(*s->data);

	return ints_sum(
		bytes_at(s->data, sizeof(s->data), one * start, one * n), n);
}

uint32_t
snapshot_checksum(const struct snapshot *s)
{
	uint32_t sum = sum_of(s, 0, s->n_used);
	uint32_t left = s->n_slots - s->n_items; /* number of removed items */

	for (uint32_t i = 0; left > 0 && i < s->n_slots; i++) {
		const struct snapshot_item *item = &AT(s->items, i);

		if (!snapshot_is_gone(s, i))
			continue;
		sum -= sum_of(s, item->start, item->n);
		left--;
	}
	return sum;
}

void
snapshot_write(const struct snapshot *s, struct ints *out)
{
	int32_t off = 0;

	out->n = 0;
	ints_put(out, (int32_t)(4 * (s->n_items + s->n_data)));
	ints_put(out, (int32_t)s->n_items);
	for (uint32_t i = 0; i < s->n_items; i++) {
		ints_put(out, off);
		off += 4 + 4 * AT(s->items, i).n;
	}
	for (uint32_t i = 0; i < s->n_items; i++) {
		const struct snapshot_item *item = &AT(s->items, i);

		ints_put(out, item->key);
		for (uint32_t k = 0; k < item->n; k++)
			ints_put(out, snapshot_get(s, item, k));
	}
}
