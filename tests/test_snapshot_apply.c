/* SPDX-License-Identifier: MIT */
/*
 * test_snapshot_apply.c - deltas one after the other where the snapshot is, with
 * what is gone still in it, compared with those from one packed snapshot to another
 */
#include <criterion/criterion.h>
#include <string.h>

#include "validator/snapshot/delta.h"

enum {
	HEAD = SNAPSHOT_DELTA_HEAD_INTS,
	LAST = SNAPSHOT_LAST_TYPE,
	NEARLY_ALL = SNAPSHOT_MAX_ITEMS - 4,
};

static struct {
	struct report report, other;
	struct order order;
	struct snapshot base, next, now, copy;
	struct snapshot_delta delta;
	struct ints in;
	uint32_t seed;
} it;

static uint32_t
draw(uint32_t n)
{
	it.seed = it.seed * 1664525 + 1013904223;
	return (it.seed >> 8) % n;
}

static void
put(int32_t value)
{
	it.in.at[it.in.n++] = value;
}

/* ------------------------------------------------------------------ inputs */

static uint32_t
size_of(int32_t type, int32_t id)
{
	return type == 0 ? SNAPSHOT_UUID_INTS : (uint32_t)id % 7;
}

/* A few types: declarations, what they declare, and others. */
static int32_t
draw_type(void)
{
	static const int32_t types[] = { 0, 0, 0, 100, 101, LAST, LAST - 1 };

	return types[draw(COUNT_OF(types))];
}

static int32_t
draw_id(int32_t type, uint32_t ids)
{
	return (int32_t)draw(ids) + (type == 0 ? LAST - (int32_t)ids + 1 : 0);
}

static void
put_value(int32_t type)
{
	put(type == 0 ? (int32_t)draw(2) : (int32_t)draw(1000));
}

/* `twice`: with keys that are there more than once. */
static void
make_base(uint32_t items, uint32_t ids, bool twice)
{
	enum snapshot_status status = SNAPSHOT_OK;

	snapshot_clear(&it.base);
	for (uint32_t i = 0; i < items && it.base.n_items < NEARLY_ALL; i++) {
		const int32_t type = draw_type();
		const int32_t id = draw_id(type, ids);
		const int32_t key = snapshot_key(type, id);

		snapshot_sort(&it.base, &it.order);
		if (!twice && snapshot_find(&it.base, key) != SNAPSHOT_NO_ITEM)
			continue;
		const uint16_t item = snapshot_add(&it.base, key,
						   size_of(type, id), &status);

		cr_assert_neq(item, SNAPSHOT_NO_ITEM);
		for (uint32_t k = 0; k < size_of(type, id); k++)
			*snapshot_value(&it.base, &it.base.items[item],
					k) = (int32_t)draw(2);
	}
	snapshot_sort(&it.base, &it.order);
}

static void
make_delta(uint32_t removed, uint32_t updates, uint32_t ids)
{
	it.in.n = 0;
	put((int32_t)removed);
	put((int32_t)updates);
	put((int32_t)draw(2));
	for (uint32_t i = 0; i < removed; i++) {
		const int32_t type = draw_type();

		put(snapshot_key(type, draw_id(type, ids)));
	}
	for (uint32_t i = 0; i < updates; i++) {
		const int32_t type = draw_type(), id = draw_id(type, ids);
		const uint32_t n = size_of(type, id);

		put(type);
		put(id);
		put((int32_t)n);
		for (uint32_t k = 0; k < n; k++)
			put_value(type);
	}
}

static struct snapshot_context
context(struct report *r, struct snapshot_types *fresh)
{
	report_open(r);
	fresh->n = 0;
	return (struct snapshot_context){ .report = r,
					  .protocol = DFK_PROTOCOL_06,
					  .tick = 1000,
					  .order = &it.order,
					  .fresh = fresh };
}

/* ----------------------------------------------------------------- judges */

static void
expect_same(const struct snapshot *a, const struct snapshot *b)
{
	cr_assert_eq(a->n_items, b->n_items);
	cr_assert_eq(a->n_data, b->n_data);
	cr_assert_eq(a->unique, b->unique);
	cr_assert_eq(a->n_declared, b->n_declared);
	cr_assert_arr_eq(a->items, b->items, a->n_items * sizeof(*a->items));
	cr_assert_arr_eq(a->by_key, b->by_key, a->n_items * sizeof(*a->by_key));
	cr_assert_arr_eq(a->by_uuid, b->by_uuid,
			 a->n_declared * sizeof(*a->by_uuid));
	cr_assert_arr_eq(a->data, b->data, a->n_data * sizeof(*a->data));
	cr_assert_eq(snapshot_checksum(a), snapshot_checksum(b));
}

/* Sorted anew, it is as it was. */
static void
expect_sorted(const struct snapshot *s)
{
	it.copy = *s;
	snapshot_sort(&it.copy, &it.order);
	cr_assert_eq(it.copy.n_declared, s->n_declared);
	cr_assert_arr_eq(it.copy.by_uuid, s->by_uuid,
			 s->n_declared * sizeof(*s->by_uuid));
	cr_assert_arr_eq(it.copy.by_key, s->by_key,
			 s->n_items * sizeof(*s->by_key));
}

static const struct snapshot *
packed(const struct snapshot *s)
{
	static struct snapshot_delta scratch;

	it.copy = *s;
	snapshot_pack(&it.copy, &scratch);
	return &it.copy;
}

/* The delta from it.base to it.next; the same in it.now, and back, and again. */
static bool
step(void)
{
	static struct snapshot_types fresh, same;
	struct snapshot_context c = context(&it.report, &fresh);
	bool made;

	made = snapshot_read_delta(&c, &it.in, &it.base, &it.delta) &&
	       snapshot_advance(&c, &it.in, &it.base, &it.delta, &it.next);
	if (made)
		expect_sorted(&it.next);
	snapshot_make_room(&it.now, it.in.n, &it.delta);
	for (int again = 0; again < 2; again++) {
		c = context(&it.other, &same);
		cr_assert_eq(
			snapshot_read_delta(&c, &it.in, &it.now, &it.delta) &&
				snapshot_apply(&c, &it.in, &it.now, &it.delta),
			made);
		cr_assert_eq(same.n, fresh.n);
		cr_assert_arr_eq(same.type, fresh.type,
				 same.n * sizeof(*same.type));
		cr_assert_arr_eq(it.report.hits, it.other.hits,
				 sizeof(it.report.hits));
		expect_same(packed(&it.now), made ? &it.next : &it.base);
		cr_assert_eq(snapshot_checksum(&it.now),
			     snapshot_checksum(&it.copy));
		if (!made || again)
			break;
		snapshot_take_back(&it.in, &it.now, &it.delta);
		expect_same(packed(&it.now), &it.base);
	}
	if (made)
		it.base = it.next;
	return made;
}

/* ------------------------------------------------------------------- tests */

/* Given any deltas, one after the other, all is as from one snapshot to the next. */
static void
chain(uint32_t items, uint32_t ids, bool twice)
{
	uint32_t made = 0;

	make_base(items, ids, twice);
	cr_assert_eq(it.base.unique, !twice);
	it.now = it.base;
	for (uint32_t round = 0; round < 300; round++) {
		make_delta(draw(round % 7 ? 4 : 40), draw(round % 5 ? 4 : 60),
			   ids);
		made += step();
	}
	cr_expect_gt(made, 200);
}

Test(snapshot_apply, chains)
{
	for (uint32_t round = 0; round < 12; round++) {
		chain(60, 40, false);
		chain(400, 200, false);
		chain(60, 8, true);
	}
}

/* Given a snapshot that is nearly full, and deltas of which many do not fit, it is
   as it was; there is always room for what fits. */
Test(snapshot_apply, full)
{
	uint32_t made = 0, packings = 0, slots = 0;

	make_base(6 * SNAPSHOT_MAX_ITEMS, 300, false);
	cr_assert_eq(it.base.n_items, NEARLY_ALL);
	it.now = it.base;
	for (uint32_t round = 0; round < 600; round++) {
		make_delta(draw(100), draw(round % 50 ? 100 : 1200), 300);
		made += step();
		packings += it.now.n_slots < slots;
		slots = it.now.n_slots;
	}
	cr_expect_gt(made, 300);
	cr_expect_lt(made, 600);
	cr_expect_gt(packings, 3);
}

/* Given one large item that comes and goes, the ints are packed in time. */
Test(snapshot_apply, large_items)
{
	enum { LARGE = 15000 };
	uint32_t packings = 0, used = 0;

	make_base(20, 10, false);
	it.now = it.base;
	for (int32_t round = 0; round < 40; round++) {
		it.in.n = 0;
		put(round % 2);
		put(1 - round % 2);
		put(0);
		if (round % 2) {
			put(snapshot_key(200, 1));
		} else {
			put(200);
			put(1);
			put(LARGE);
			for (int32_t k = 0; k < LARGE; k++)
				put(k + round);
		}
		cr_assert(step());
		packings += it.now.n_used < used;
		used = it.now.n_used;
	}
	cr_expect_gt(packings, 5);
}

/* Given a type that came without a declaration, the next delta has to declare it:
   of types that came before that, nothing is said again. */
Test(snapshot_apply, types_without_a_declaration)
{
	static const struct snapshot_types undeclared = {
		.n = 3, .type = { LAST, LAST - 1, LAST - 2 }
	};
	static struct snapshot_types fresh;
	struct snapshot_context c = context(&it.report, &fresh);

	snapshot_clear(&it.now);
	snapshot_sort(&it.now, &it.order);
	for (int32_t round = 0; round < 2; round++) {
		c.undeclared = round ? &undeclared : NULL;
		it.in.n = 0;
		for (int k = 0; k < HEAD; k++)
			put(0);
		it.in.at[1] = round ? 2 : 4;
		for (int32_t type = LAST; type > LAST - 4; type--) {
			put(type);
			put(round ? 1 : 0);
			put(1);
			put(5);
			if (round)
				break;
		}
		if (round) {
			put(0);
			put(LAST - 1);
			put(SNAPSHOT_UUID_INTS);
			for (int32_t k = 0; k < SNAPSHOT_UUID_INTS; k++)
				put(k);
		}
		cr_assert(snapshot_read_delta(&c, &it.in, &it.now, &it.delta));
		cr_assert(snapshot_apply(&c, &it.in, &it.now, &it.delta));
		cr_expect_eq(fresh.n, 4);
		/* Not the one that is declared, nor LAST - 3. */
		cr_expect_eq(it.report.hits[RULE_snapshot_undeclared],
			     round ? 6 : 4);
	}
}

/* Given that a delta changes few or many of the declarations, or replaces them: their
   order is that of their UUIDs, and as it was if the delta is taken back. */
Test(snapshot_apply, many_declarations)
{
	static const uint32_t counts[] = { 1, 256, 257, 1000 };
	enum snapshot_status status;
	static struct snapshot_types fresh;
	struct snapshot_context c = context(&it.report, &fresh);
	static struct snapshot before;

	for (size_t round = 0; round < 2 * COUNT_OF(counts); round++) {
		const uint32_t n = counts[round / 2];
		const uint32_t removed = round % 2 ? n : 0;

		snapshot_clear(&before);
		for (int32_t i = 0; i < SNAPSHOT_MAX_ITEMS; i++) {
			const uint16_t item = snapshot_add(
				&before, snapshot_key(0, LAST - i),
				SNAPSHOT_UUID_INTS, &status);

			for (uint32_t k = 0; k < SNAPSHOT_UUID_INTS; k++)
				*snapshot_value(&before, &before.items[item],
						k) = (int32_t)draw(2);
		}
		snapshot_sort(&before, &it.order);
		it.in.n = 0;
		put((int32_t)removed);
		put((int32_t)n);
		put(0);
		for (uint32_t i = 0; i < removed; i++)
			put(snapshot_key(0, LAST - (int32_t)i));
		for (uint32_t i = 0; i < n; i++) {
			put(0);
			put(LAST - (int32_t)i);
			put(SNAPSHOT_UUID_INTS);
			for (uint32_t k = 0; k < SNAPSHOT_UUID_INTS; k++)
				put((int32_t)draw(3) - 1);
		}
		it.now = before;
		cr_assert(snapshot_read_delta(&c, &it.in, &it.now, &it.delta));
		cr_assert(snapshot_apply(&c, &it.in, &it.now, &it.delta));
		cr_assert_eq(it.now.n_declared, SNAPSHOT_MAX_ITEMS);
		it.copy = it.now;
		snapshot_sort_declarations(&it.copy, &it.order);
		cr_expect_arr_eq(it.copy.by_uuid, it.now.by_uuid,
				 sizeof(it.now.by_uuid));
		snapshot_take_back(&it.in, &it.now, &it.delta);
		expect_same(&it.now, &before);
	}
}
