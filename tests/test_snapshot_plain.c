/* SPDX-License-Identifier: MIT */
/* test_snapshot_plain.c - deltas that are applied in place, and in the slow way */
#include <criterion/criterion.h>
#include <string.h>

#include "validator/snapshot/delta.h"

enum { HEAD = SNAPSHOT_DELTA_HEAD_INTS, TICK = 1000, KNOWN = 0x7fff };

static struct {
	struct report report;
	struct order order;
	struct snapshot base, plain, slow;
	struct snapshot_delta delta, room;
	struct snapshot_sizes sizes;
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

/* ------------------------------------------------------------------- bases */

static struct snapshot_item *
add(int32_t type, int32_t id, uint32_t n)
{
	enum snapshot_status status = SNAPSHOT_OK;
	const uint16_t item = snapshot_add(&it.base, snapshot_key(type, id), n,
					   &status);

	cr_assert_neq(item, SNAPSHOT_NO_ITEM);
	for (uint32_t k = 0; k < n; k++)
		*snapshot_value(&it.base, &it.base.items[item], k) = 0;
	return &it.base.items[item];
}

static void
declare(int32_t type, size_t kind)
{
	struct snapshot_item *item = add(0, type, SNAPSHOT_UUID_INTS);

	for (uint32_t k = 0; k < SNAPSHOT_UUID_INTS; k++)
		*snapshot_value(&it.base, item,
				k) = (int32_t)snapshot_kind_at(kind)->uuid[k];
}

/* Players with their characters, and others; of type KNOWN items of 10 ints. */
static void
make_base(int32_t players)
{
	snapshot_clear(&it.base);
	declare(KNOWN, 0);
	for (int32_t i = 0; i < players; i++) {
		add(9, i, 22);
		*snapshot_value(&it.base, add(10, i, 5), 1) = i;
		add(KNOWN, i, 10);
		add(20, 2 * i, 3);
		add(6, i, 8);
	}
	snapshot_sort(&it.base, &it.order);
	cr_assert(it.base.unique);
}

/* ------------------------------------------------------------------ deltas */

static void
open_delta(void)
{
	it.in.n = 0;
	put(0);
	put(0);
	put(0);
}

/* Before all updates. */
static void
remove_item(int32_t type, int32_t id)
{
	put(snapshot_key(type, id));
	it.in.at[0]++;
}

/* n ints, all of them 0 but the k-th. */
static void
update(int32_t type, int32_t id, uint32_t n, uint32_t k, int32_t value)
{
	put(type);
	put(id);
	if (snapshot_agreed_size(DFK_PROTOCOL_06, type) == 0)
		put((int32_t)n);
	for (uint32_t i = 0; i < n; i++)
		put(i == k ? value : 0);
	it.in.at[1]++;
}

static struct snapshot_context
context(void)
{
	return (struct snapshot_context){ .report = &it.report,
					  .protocol = DFK_PROTOCOL_06,
					  .tick = TICK,
					  .order = &it.order };
}

static bool
is_same(const struct snapshot *a, const struct snapshot *b)
{
	const size_t n = a->n_items;

	return n == b->n_items && a->n_data == b->n_data &&
	       a->unique == b->unique &&
	       !memcmp(a->items, b->items, n * sizeof(*a->items)) &&
	       !memcmp(a->by_key, b->by_key, n * sizeof(*a->by_key)) &&
	       !memcmp(a->data, b->data, a->n_data * sizeof(*a->data));
}

/* Both ways; was it plain?  Then the other one has no finding and makes the same;
   else nothing was changed. */
static bool
is_plain(const struct snapshot_context *c)
{
	bool plain, made;

	it.plain = it.base;
	report_open(&it.report);
	plain = snapshot_advance_plain(c, &it.in, &it.plain, &it.room);
	cr_expect_eq(it.report.findings, 0);
	snapshot_pack(&it.plain, &it.room);
	made = snapshot_read_delta(c, &it.in, &it.base, &it.delta) &&
	       snapshot_advance(c, &it.in, &it.base, &it.delta, &it.slow);
	if (plain) {
		cr_assert(made);
		cr_assert_eq(it.report.findings, 0);
		cr_assert(is_same(&it.plain, &it.slow));
	} else {
		cr_assert(is_same(&it.plain, &it.base));
		/* It is not for a few shapes only. */
		cr_assert(!made || it.report.findings > 0 || !it.base.unique);
	}
	return plain;
}

static bool
is_plain_here(void)
{
	const struct snapshot_context c = context();

	return is_plain(&c);
}

/* ------------------------------------------------------------------- tests */

/* Given updates, removed keys and new items that are all right, they are plain. */
Test(snapshot_plain, clean)
{
	make_base(8);
	open_delta();
	remove_item(20, 2);
	remove_item(9, 7);
	remove_item(20, 14);
	update(9, 3, 22, 0, 7);
	update(20, 5, 3, 1, 7);
	update(20, 4, 3, 1, INT32_MIN);
	update(9, 0, 22, 4, 7);
	update(KNOWN, 9, 11, 4, 7);
	update(KNOWN, 4, 10, 4, 7);
	update(10, 2, 5, 0, 1);
	update(20, 1, 3, 1, 7);
	cr_expect(is_plain_here());
	cr_expect_eq(it.plain.n_items, it.base.n_items);
}

/* Given each int of a character and others at its bound and beyond: as the ranges
   say, of what is changed and of what is new. */
Test(snapshot_plain, bounds)
{
	static const int32_t values[] = {
		INT32_MIN, -2, -1, 0,   1,   2,    3,        4,    5,        6,
		7,         10, 11, 127, 128, TICK, TICK + 1, 5000, INT32_MAX
	};
	static const struct {
		int32_t type;
		uint32_t n;
	} types[] = { { 2, 6 }, { 6, 8 }, { 9, 22 }, { 10, 5 }, { 20, 3 } };
	uint32_t plain = 0, all = 0;

	make_base(3);
	for (size_t t = 0; t < COUNT_OF(types); t++)
		for (uint32_t k = 0; k < types[t].n; k++)
			for (size_t v = 0; v < COUNT_OF(values); v++)
				for (int32_t id = 0; id < 6; id += 5) {
					struct snapshot_context c = context();

					open_delta();
					update(9, 2, 22, 1, 5);
					update(types[t].type, id, types[t].n, k,
					       values[v]);
					plain += is_plain(&c);
					c.tick = -1;
					plain += is_plain(&c);
					c.protocol = DFK_PROTOCOL_05;
					is_plain(&c);
					all += 2;
				}
	cr_expect_gt(plain, all / 2);
	cr_expect_lt(plain, all);
}

/* Given something that is a finding, nothing is changed. */
Test(snapshot_plain, findings)
{
	make_base(4);
	open_delta();
	cr_expect_not(is_plain_here());
	it.in.n = 2;
	cr_expect_not(is_plain_here());
	open_delta();
	it.in.at[0] = -1;
	cr_expect_not(is_plain_here());
	it.in.at[0] = 1;
	cr_expect_not(is_plain_here());
	open_delta();
	update(20, 0, 3, 0, 1);
	it.in.at[2] = 1;
	cr_expect_not(is_plain_here());
	it.in.at[2] = 0;
	put(0);
	cr_expect_not(is_plain_here());
	it.in.n -= 2;
	cr_expect_not(is_plain_here());
	for (int what = 0; what < 16; what++) {
		open_delta();
		if (what == 0)
			remove_item(20, 1); /* is not there */
		if (what == 1) {
			remove_item(20, 0);
			remove_item(20, 0);
		}
		if (what == 2 || what == 3)
			remove_item(20, 2);
		update(9, 1, 22, 1, 5);
		if (what == 2)
			update(20, 2, 3, 0, 1); /* and updated */
		if (what == 4)
			update(9, 1, 22, 1, 5);
		if (what == 5)
			update(9, 2, 22, 1, 0); /* stays as it is */
		if (what == 6)
			update(KNOWN, 2, 11, 1, 1); /* size of the base */
		if (what == 7)
			update(KNOWN, 7, 9, 1, 1); /* size of the kind */
		if (what == 8)
			update(KNOWN - 1, 2, 2, 1, 1); /* is not declared */
		if (what == 9)
			update(0, KNOWN - 1, 4, 1, 1);
		if (what == 10 || what == 11)
			update(20, 11, 3, 0, 1);
		if (what == 11)
			update(20, 11, 3, 0, 1); /* new once more */
		if (what == 12)
			update(-3, 11, 3, 0, 1);
		if (what == 13)
			update(20, 0x10000, 3, 0, 1);
		if (what == 14)
			update(20, -1, 3, 0, 1);
		if (what == 15)
			update(0x8000, 0, 2, 0, 1);
		cr_expect_eq(is_plain_here(), what == 3 || what == 10, "%d",
			     what);
	}
}

/* Given a type whose declaration goes: what it leaves is for the others to say. */
Test(snapshot_plain, declarations)
{
	make_base(2);
	open_delta();
	remove_item(0, KNOWN);
	update(9, 1, 22, 1, 5);
	it.plain = it.base;
	struct snapshot_context c = context();

	cr_expect_not(snapshot_advance_plain(&c, &it.in, &it.plain, &it.room));
	cr_expect(is_same(&it.plain, &it.base));
	open_delta();
	update(9, 1, 22, 1, 5);
	c.undeclared = &(struct snapshot_types){ .n = 1 };
	cr_expect_not(snapshot_advance_plain(&c, &it.in, &it.plain, &it.room));
}

/* Given sizes that were learned, those hold, and the ranges do not. */
Test(snapshot_plain, learned_sizes)
{
	struct snapshot_context c = context();

	make_base(2);
	add(2, 0, 7);
	snapshot_sort(&it.base, &it.order);
	it.sizes.of[2] = 7;
	c.sizes = &it.sizes;
	open_delta();
	update(2, 0, 7, 4, 6);
	cr_expect(is_plain(&c));
	it.sizes.of[2] = 6;
	open_delta();
	update(2, 1, 6, 4, 6);
	cr_expect_not(is_plain(&c));
}

/* Given as many items and ints as a snapshot can have, one more is not plain. */
Test(snapshot_plain, room)
{
	make_base(1);
	for (int32_t i = 0; it.base.n_items < SNAPSHOT_MAX_ITEMS - 2; i++)
		add(13, i, 2);
	snapshot_sort(&it.base, &it.order);
	open_delta();
	update(14, 0, 2, 0, 1);
	update(14, 1, 2, 0, 1);
	cr_expect(is_plain_here());
	update(14, 2, 2, 0, 1);
	cr_expect_not(is_plain_here());
	open_delta();
	remove_item(13, 2);
	update(14, 0, 2, 0, 1);
	update(14, 1, 2, 0, 1);
	update(14, 2, 2, 0, 1);
	cr_expect(is_plain_here());

	make_base(1);
	const uint32_t left = INTS_MAX - SNAPSHOT_HEAD_INTS -
			      2 * (it.base.n_items + 2) - it.base.n_data;

	add(100, 0, left - 10);
	snapshot_sort(&it.base, &it.order);
	open_delta();
	update(100, 1, 10, 0, 1);
	cr_expect(is_plain_here());
	open_delta();
	update(100, 1, 11, 0, 1);
	cr_expect_not(is_plain_here());
}

static int32_t
draw_type(void)
{
	static const int32_t types[] = { 9, 10,    KNOWN,     20, 6,
					 2, KNOWN, KNOWN - 1, 30, 0 };

	return types[draw(draw(8) ? 5 : COUNT_OF(types))];
}

static void
draw_delta(void)
{
	const uint32_t removed = draw(2) ? draw(5) : 0, updates = draw(40);

	open_delta();
	for (uint32_t i = 0; i < removed; i++)
		remove_item(20, (int32_t)draw(64));
	for (uint32_t i = 0; i < updates; i++) {
		const int32_t type = draw_type();
		const uint32_t agreed = snapshot_agreed_size(DFK_PROTOCOL_06,
							     type);
		const uint32_t n = agreed ? agreed : draw(20) ? 10 : draw(12);

		update(type, (int32_t)draw(type == 20 ? 64 : 30), n,
		       draw(n + 1),
		       draw(9) ? 1 : (int32_t)(draw(9) - 4) * 1000);
	}
}

/* Given any deltas, one after the other, both ways make the same of them. */
Test(snapshot_plain, chain)
{
	const struct snapshot_context c = context();
	uint32_t plain = 0;

	for (uint32_t round = 0; round < 4000; round++) {
		if (round % 40 == 0)
			make_base(30);
		draw_delta();
		if (is_plain(&c)) {
			it.base = it.plain;
			plain++;
		}
	}
	cr_expect_gt(plain, 100);
}
