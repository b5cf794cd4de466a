/* SPDX-License-Identifier: MIT */
/*
 * mutate_snapshot.c - changes items of a snapshot and a delta, and makes counts, offsets
 * and sizes fit again
 */
#include <string.h>

#include "fuzz/mutate.h"
#include "validator/core/cursor.h"

enum { ITEMS = 48, VALUES = 24, REMOVED = 16, INTS = 2048 };

struct item {
	int32_t type, id;
	uint32_t n;
	bool sized; /* in a delta: the update contains its size */
	int32_t value[VALUES];
};

struct list {
	uint32_t n;
	struct item item[ITEMS];
};

struct snapshot_seed {
	bool has_snapshot, has_delta;
	struct list items, updates;
	uint32_t n_removed;
	int32_t removed[REMOVED];
	size_t tail; /* bytes after the last int, which choose the protocol */
};

/* ----------------------------------------------------------------- parse */

struct int_source {
	int32_t at[INTS];
	size_t n, pos;
};

static int32_t
next(struct int_source *s)
{
	return s->pos < s->n ? s->at[s->pos++] : 0;
}

static struct item *
add(struct list *list, int32_t t, int32_t id, uint32_t n)
{
	struct item
		*item = &list->item[list->n < ITEMS ? list->n++ : ITEMS - 1];

	memset(item, 0, sizeof(*item));
	item->type = t;
	item->id = id;
	item->n = n < VALUES ? n : VALUES;
	return item;
}

static void
read_values(struct int_source *s, struct item *item, uint32_t n)
{
	for (uint32_t k = 0; k < n; k++) {
		const int32_t v = next(s);

		if (k < item->n)
			item->value[k] = v;
	}
}

static bool
parse_snapshot(struct snapshot_seed *m, struct int_source *s)
{
	const int32_t size = s->n > 1 ? s->at[0] : -1;
	const int32_t n = s->n > 1 ? s->at[1] : -1;

	if (size < 0 || size % 4 || n < 0 || n > 256 ||
	    2 + (size_t)n + (size_t)size / 4 > s->n)
		return false;
	s->pos = 2 + (size_t)n;
	for (int32_t i = 0; i < n; i++) {
		const int32_t end = i + 1 < n ? s->at[3 + i] : size;
		const int64_t ints = ((int64_t)end - s->at[2 + i]) / 4 - 1;
		const uint32_t key = (uint32_t)next(s);

		if (ints < 0 || ints > size / 4)
			return false;
		read_values(s,
			    add(&m->items, (int32_t)(key >> 16),
				(int32_t)(key & 0xffff), (uint32_t)ints),
			    (uint32_t)ints);
	}
	s->pos = 2 + (size_t)n + (size_t)size / 4;
	return true;
}

/* Returns sizes of 0.6.  Mutation makes the sizes of other protocols. */
static uint32_t
agreed(int32_t t)
{
	static const uint8_t sizes[] = { 0,  10, 6, 5, 4, 3, 8, 4, 15, 22, 5,
					 17, 3,  2, 2, 2, 2, 3, 3, 3,  3 };

	for (int32_t i = 1; i < (int32_t)COUNT_OF(sizes); i++)
		if (i == t)
			return sizes[i];
	return 0;
}

static void
parse_delta(struct snapshot_seed *m, struct int_source *s)
{
	const int32_t removed = next(s), updates = next(s);

	next(s);
	for (int32_t i = 0; i < removed && s->pos < s->n; i++) {
		const int32_t key = next(s);

		if (m->n_removed < REMOVED)
			m->removed[m->n_removed++] = key;
	}
	for (int32_t i = 0; i < updates && s->pos < s->n; i++) {
		const int32_t t = next(s), id = next(s);
		const bool sized = agreed(t) == 0;
		const int32_t n = sized ? next(s) : (int32_t)agreed(t);
		struct item *u = add(&m->updates, t, id, (uint32_t)n);

		u->sized = sized;
		read_values(s, u, n > 0 && n < INTS ? (uint32_t)n : 0);
	}
}

static void
parse(struct snapshot_seed *m, const uint8_t *data, size_t size)
{
	static struct int_source s;

	memset(m, 0, sizeof(*m));
	s.n = size / 4 < INTS ? size / 4 : INTS;
	s.pos = 0;
	if (s.n)
		memcpy(s.at, data, 4 * s.n);
	m->tail = size % 4;
	m->has_snapshot = parse_snapshot(m, &s);
	if (!m->has_snapshot) {
		m->items.n = 0;
		s.pos = 0;
	}
	m->has_delta = s.n - s.pos >= 3;
	if (m->has_delta)
		parse_delta(m, &s);
}

/* ---------------------------------------------------------------- change */

static int32_t
value(struct mutate_random *r)
{
	static const int32_t edges[] = {
		0,      -1,      1,          2,         3,       4,
		5,      9,       10,         20,        22,      23,
		64,     0x3fff,  0x4000,     0x7fff,    0x8000,  -6,
		0xffff, 0x10000, INT32_MAX,  INT32_MIN, -0x8000, 1024,
		16384,  65536,   0x40000000,
	};

	return mutate_pick(r, 8) ? edges[mutate_pick(r, COUNT_OF(edges))]
				 : (int32_t)mutate_pick(r, UINT32_MAX);
}

static int32_t
type(struct mutate_random *r)
{
	static const int32_t types[] = { 0,  0,  1,  2,      4,      6,
					 9,  10, 13, 22,     23,     63,
					 64, 64, 65, 0x7fff, 0x7ffe, 0x4000 };

	return types[mutate_pick(r, COUNT_OF(types))];
}

static void
change_list(struct list *list, bool delta, struct mutate_random *r)
{
	struct item *item;

	if (list->n == 0 || mutate_pick(r, 6) == 0) {
		const int32_t t = type(r);
		const uint32_t n = agreed(t);

		item = add(list, t, (int32_t)mutate_pick(r, 4),
			   n ? n : mutate_pick(r, 12));
		item->sized = n == 0;
		return;
	}
	item = &list->item[mutate_pick(r, list->n)];
	switch (mutate_pick(r, 10)) {
	case 0: *item = list->item[--list->n]; break;
	case 1:
		if (list->n < ITEMS)
			list->item[list->n++] = *item;
		break;
	case 2: item->id = (int32_t)mutate_pick(r, 4); break;
	case 3:
		item->type = type(r);
		item->sized = agreed(item->type) == 0;
		if (!item->sized)
			item->n = agreed(item->type);
		break;
	case 4:
		if (item->sized || !delta)
			item->n = mutate_pick(r, VALUES + 1);
		break;
	case 5: item->id = value(r); break;
	default:
		if (item->n)
			item->value[mutate_pick(r, item->n)] = value(r);
		break;
	}
}

/* Adds an update or a removal of an item of the snapshot. */
static void
relate(struct snapshot_seed *m, struct mutate_random *r)
{
	const struct item *item;
	struct item *u;

	if (m->items.n == 0)
		return;
	item = &m->items.item[mutate_pick(r, m->items.n)];
	if (mutate_pick(r, 2) && m->n_removed < REMOVED) {
		m->removed[m->n_removed++] = (int32_t)((uint32_t)item->type
							       << 16 |
						       (uint32_t)item->id);
		return;
	}
	u = add(&m->updates, item->type, item->id, item->n);
	u->sized = agreed(u->type) == 0;
	for (uint32_t k = 0; k < u->n; k++)
		u->value[k] = mutate_pick(r, 3) ? 0 : value(r);
}

static void
change(struct snapshot_seed *m, struct mutate_random *r)
{
	switch (mutate_pick(r, 8)) {
	case 0:
		if (mutate_pick(r, 4) == 0)
			m->tail = mutate_pick(r, 4);
		else
			m->has_delta = true;
		break;
	case 1:
		if (m->n_removed && mutate_pick(r, 2))
			m->n_removed--;
		else if (m->n_removed < REMOVED)
			m->removed[m->n_removed++] = value(r);
		break;
	case 2:
	case 3: relate(m, r); break;
	case 4:
	case 5:
		if (m->has_snapshot)
			change_list(&m->items, false, r);
		break;
	default: change_list(&m->updates, true, r); break;
	}
}

/* ----------------------------------------------------------------- write */

struct int_sink {
	int32_t at[INTS];
	size_t n;
};

static void
put(struct int_sink *s, int32_t v)
{
	if (s->n < INTS)
		s->at[s->n++] = v;
}

static void
write_snapshot(struct int_sink *s, const struct list *items)
{
	int32_t size = 0;

	for (uint32_t i = 0; i < items->n; i++)
		size += 4 + 4 * (int32_t)items->item[i].n;
	put(s, size);
	put(s, (int32_t)items->n);
	size = 0;
	for (uint32_t i = 0; i < items->n; i++) {
		put(s, size);
		size += 4 + 4 * (int32_t)items->item[i].n;
	}
	for (uint32_t i = 0; i < items->n; i++) {
		const struct item *item = &items->item[i];

		put(s, (int32_t)((uint32_t)item->type << 16 |
				 ((uint32_t)item->id & 0xffff)));
		for (uint32_t k = 0; k < item->n; k++)
			put(s, item->value[k]);
	}
}

static void
write_delta(struct int_sink *s, const struct snapshot_seed *m)
{
	put(s, (int32_t)m->n_removed);
	put(s, (int32_t)m->updates.n);
	put(s, 0);
	for (uint32_t i = 0; i < m->n_removed; i++)
		put(s, m->removed[i]);
	for (uint32_t i = 0; i < m->updates.n; i++) {
		const struct item *u = &m->updates.item[i];

		put(s, u->type);
		put(s, u->id);
		if (u->sized)
			put(s, (int32_t)u->n);
		for (uint32_t k = 0; k < u->n; k++)
			put(s, u->value[k]);
	}
}

static size_t
write(const struct snapshot_seed *m, uint8_t *out, size_t room,
      struct mutate_random *r)
{
	static struct int_sink s;
	size_t size;

	s.n = 0;
	if (m->has_snapshot)
		write_snapshot(&s, &m->items);
	if (m->has_delta || !m->has_snapshot)
		write_delta(&s, m);
	/* Changes any int and any length, without a model. */
	if (s.n && mutate_pick(r, 4) == 0)
		s.at[mutate_pick(r, (uint32_t)s.n)] = value(r);
	if (s.n && mutate_pick(r, 8) == 0)
		s.n -= mutate_pick(r, 2) ? 1 : mutate_pick(r, (uint32_t)s.n);
	size = 4 * s.n < room ? 4 * s.n : room;
	memcpy(out, s.at, size);
	for (size_t i = 0; i < m->tail && size < room; i++)
		out[size++] = 0;
	return size;
}

/* --------------------------------------------------------------- engines */

size_t
LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
			unsigned seed)
{
	struct mutate_random r = mutate_random_from(seed);
	static struct snapshot_seed m;

	if (mutate_pick(&r, 6) == 0)
		return LLVMFuzzerMutate(data, size, max_size);
	parse(&m, data, size);
	for (uint32_t n = 1 + mutate_pick(&r, 5); n; n--)
		change(&m, &r);
	return write(&m, data, max_size, &r);
}

/* Joins the snapshot of the first input and the delta of the second input. */
size_t
LLVMFuzzerCustomCrossOver(const uint8_t *data1, size_t size1,
			  const uint8_t *data2, size_t size2, uint8_t *out,
			  size_t max_out, unsigned seed)
{
	struct mutate_random r = mutate_random_from(seed);
	static struct snapshot_seed a, b;

	parse(&a, data1, size1);
	parse(&b, data2, size2);
	b.has_snapshot = a.has_snapshot;
	b.items = a.items;
	return write(&b, out, max_out, &r);
}
