/* SPDX-License-Identifier: MIT */
/*
 * test_snapshot_relate.c - what updates and removed keys have to do with each
 * other and with the base, compared with a search for each of them
 */
#include <criterion/criterion.h>
#include <string.h>

#include "validator/snapshot/delta.h"

enum { TYPE = 200, HEAD = SNAPSHOT_DELTA_HEAD_INTS };

static struct {
	struct report report;
	struct order order;
	struct snapshot base, out;
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

/* Items of one int each, whose keys are drawn from so many; `unique`: in order, and
   each once. */
static void
make_base(uint32_t n, uint32_t keys, bool unique)
{
	enum snapshot_status status = SNAPSHOT_OK;

	snapshot_clear(&it.base);
	for (uint32_t i = 0; i < n; i++) {
		const uint32_t id = unique ? i * 3 : draw(keys);
		const uint16_t item = snapshot_add(
			&it.base, snapshot_key(TYPE, (int32_t)id), 1, &status);

		*snapshot_value(&it.base, &it.base.items[item],
				0) = (int32_t)(1000 * i);
	}
	snapshot_sort(&it.base, &it.order);
}

static void
put(int32_t value)
{
	it.in.at[it.in.n++] = value;
}

static void
make_delta(uint32_t removed, uint32_t updates, uint32_t keys)
{
	it.in.n = 0;
	put((int32_t)removed);
	put((int32_t)updates);
	put(0);
	for (uint32_t i = 0; i < removed; i++)
		put(snapshot_key(TYPE, (int32_t)draw(keys)));
	for (uint32_t i = 0; i < updates; i++) {
		put(TYPE);
		put((int32_t)draw(keys));
		put(1);
		put((int32_t)i);
	}
}

static uint16_t
search(int32_t key)
{
	for (uint16_t i = 0; i < it.base.n_items; i++)
		if (it.base.items[i].key == key)
			return i;
	return SNAPSHOT_NO_ITEM;
}

static bool
is_removed(int32_t key, uint32_t before)
{
	for (uint32_t i = 0; i < before; i++)
		if (it.in.at[HEAD + i] == key)
			return true;
	return false;
}

static int32_t
key_of(const struct snapshot_update *u)
{
	return snapshot_key(u->type, u->id);
}

static void
expect_relations(void)
{
	const struct snapshot_delta *d = &it.delta;
	uint32_t n_new = 0;

	for (uint32_t i = 0; i < d->n_removed; i++) {
		const int32_t key = it.in.at[HEAD + i];

		cr_expect_eq(d->removed_item[i], is_removed(key, i)
							 ? SNAPSHOT_REPEATED
							 : search(key));
	}
	for (uint32_t i = 0; i < d->n_updates; i++) {
		const struct snapshot_update *u = &d->updates[i];
		uint32_t first = 0;

		while (key_of(&d->updates[first]) != key_of(u))
			first++;
		cr_expect_eq(u->first, first);
		cr_expect_eq(u->old, search(key_of(u)));
		cr_expect_eq(u->removed, is_removed(key_of(u), d->n_removed));
		n_new += first == i &&
			 (u->old == SNAPSHOT_NO_ITEM || u->removed);
	}
	cr_expect_eq(d->made.n, n_new);
	for (uint32_t i = 1; i < d->made.n; i++)
		cr_expect_lt(key_of(&d->updates[d->made.updates[i - 1]]),
			     key_of(&d->updates[d->made.updates[i]]));
}

/* What stays is as it was, in the same order; then comes what is new. */
static void
expect_result(void)
{
	bool unique = true;
	uint32_t n = 0;

	for (uint32_t i = 0; i < it.base.n_items; i++)
		if (!is_removed(it.base.items[i].key, it.delta.n_removed))
			cr_expect_eq(it.out.items[n++].key,
				     it.base.items[i].key);
	cr_expect_eq(it.out.n_items, n + it.delta.made.n);
	for (uint32_t i = 1; i < it.out.n_items; i++) {
		const struct snapshot_item
			*a = &it.out.items[it.out.by_key[i - 1]];
		const struct snapshot_item *b = &it.out.items[it.out.by_key[i]];

		cr_expect_leq(a->key, b->key);
		unique &= a->key != b->key;
	}
	cr_expect(unique || !it.out.unique);
	for (uint32_t i = 0; i < it.delta.n_updates; i++) {
		const struct snapshot_update *u = &it.delta.updates[i];
		const int32_t old = u->old == SNAPSHOT_NO_ITEM
					    ? 0
					    : 1000 * (int32_t)u->old;

		cr_expect_eq(it.out.items[u->item].key, key_of(u));
		for (uint32_t k = i + 1; k < it.delta.n_updates; k++)
			if (key_of(u) == key_of(&it.delta.updates[k]))
				goto updated_again;
		cr_expect_eq(snapshot_get(&it.out, &it.out.items[u->item], 0),
			     old + (int32_t)i);
	updated_again:;
	}
}

/* Given any base and delta, even keys that are there twice, in each of them. */
Test(snapshot_relate, as_by_search)
{
	const struct snapshot_context c = { .report = &it.report,
					    .protocol = DFK_PROTOCOL_06,
					    .tick = -1,
					    .order = &it.order };

	report_open(&it.report);
	for (uint32_t round = 0; round < 3000; round++) {
		const bool unique = round % 2;
		const uint32_t items = draw(unique ? 60 : 12);
		const uint32_t keys = unique ? 3 * items + 10 : 1 + draw(16);

		make_base(items, keys, unique);
		cr_expect(it.base.unique || !unique);
		make_delta(draw(round % 3 ? 3 : 40), draw(40), keys);
		cr_assert(snapshot_read_delta(&c, &it.in, &it.base, &it.delta));
		expect_relations();
		cr_assert(snapshot_advance(&c, &it.in, &it.base, &it.delta,
					   &it.out));
		expect_result();
	}
}

/* Given no base, nothing is known of it, and all else is the same. */
Test(snapshot_relate, without_a_base)
{
	const struct snapshot_context c = { .report = &it.report,
					    .protocol = DFK_PROTOCOL_06,
					    .tick = -1,
					    .order = &it.order };

	report_open(&it.report);
	snapshot_clear(&it.base);
	for (uint32_t round = 0; round < 300; round++) {
		make_delta(draw(10), draw(40), 1 + draw(30));
		cr_assert(snapshot_read_delta(&c, &it.in, NULL, &it.delta));
		expect_relations();
	}
}

static struct {
	uint32_t n;
	uint64_t number[8], at[8];
} told;

static void
tell(void *ctx, const struct dfk_finding *f)
{
	(void)ctx;
	told.number[told.n] = f->number;
	told.at[told.n++] = f->offset / 4 - HEAD;
}

/* Those that are only counted come before the next one that is told. */
Test(snapshot_relate, what_is_counted_has_numbers)
{
	static const int32_t keys[] = { 5, 5, 7, 5, 5, 5, 9, 9, 7, 9 };
	struct snapshot_context c = { .report = &it.report,
				      .order = &it.order };

	report_open(&it.report);
	it.report.emit = tell;
	it.report.hits[RULE_snapshot_duplicate_removed] = REPORT_MAX_PER_RULE;
	snapshot_clear(&it.base);
	snapshot_sort(&it.base, &it.order);
	it.in.n = 0;
	put(COUNT_OF(keys));
	put(0);
	put(0);
	for (size_t i = 0; i < COUNT_OF(keys); i++)
		put(keys[i]);
	cr_expect(snapshot_read_delta(&c, &it.in, &it.base, &it.delta));
	cr_assert_eq(told.n, 3);
	cr_expect_eq(it.report.findings, COUNT_OF(keys));
	cr_expect_eq(it.report.tally.warnings, COUNT_OF(keys));
	for (uint32_t i = 0; i < told.n; i++)
		cr_expect_eq(told.number[i], told.at[i]);
	cr_expect_eq(told.at[1], 2);
	cr_expect_eq(told.at[2], 6);
}
