/* SPDX-License-Identifier: MIT */
/*
 * test_snapshot.c - what no sample shows: the tables, and the interface of
 * programs
 */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "include/demofsck_snapshot.h"
#include "tests/support.h"
#include "validator/core/uuid.h"
#include "validator/snapshot/delta.h"

/* The snapshot of the smallest real demo, and the delta after it. */
static const int32_t two[] = { 60, 2, 0, 36,     393216, 0, 0, 100, 0, 0,
			       0,  1, 0, 655363, 1,      3, 0, 42,  -1 };
static const int32_t delta[] = {
	1, 2, 0, 393216, 10, 3,          0,          0,           0,
	1, 5, 0, 32767,  4,  1993229659, -102024632, -1378361269, -1810037668
};

enum { TWO = sizeof(two) / sizeof(*two) };
enum { DELTA = sizeof(delta) / sizeof(*delta) };

/* ----------------------------------------------------------------- order -- */

Test(snapshot, order_is_stable_and_complete)
{
	static struct order o;
	uint32_t value = 1;

	order_open(&o, INTS_MAX);
	for (uint32_t i = 0; i < INTS_MAX; i++) {
		value = value * 1664525 + 1013904223;
		o.key[i] = value >> 8 & 0xf0000fff;
	}
	order_sort(&o);
	for (uint32_t i = 1; i < INTS_MAX; i++) {
		const uint16_t a = o.at[i - 1], b = o.at[i];

		cr_assert(o.key[a] < o.key[b] ||
				  (o.key[a] == o.key[b] && a < b),
			  "%u", i);
	}
}

/* Given keys that differ in one bit alone, each bit counts. */
Test(snapshot, order_by_each_bit)
{
	static struct order o;

	for (unsigned bit = 0; bit < 32; bit++) {
		order_open(&o, 2);
		o.key[0] = 1u << bit;
		o.key[1] = 0;
		order_sort(&o);
		cr_expect(o.at[0] == 1 && o.at[1] == 0, "bit %u", bit);
	}
}

Test(snapshot, order_of_nothing)
{
	static struct order o;

	order_open(&o, 0);
	order_sort(&o);
	order_open(&o, 1);
	order_sort(&o);
	cr_expect_eq(o.at[0], 0);
}

/* ---------------------------------------------------------------- tables -- */

Test(snapshot, uuids_are_those_of_the_names)
{
	for (size_t i = 0; i < snapshot_kind_count(); i++) {
		const struct snapshot_kind *kind = snapshot_kind_at(i);
		const struct uuid uuid = uuid_from_name((struct span){
			(const uint8_t *)kind->name, strlen(kind->name) });

		for (size_t k = 0; k < UUID_SIZE; k++)
			cr_expect_eq(uuid.bytes[k],
				     (uint8_t)(kind->uuid[k / 4] >>
					       (24 - 8 * (k % 4))),
				     "%s", kind->name);
		cr_expect_eq(snapshot_find_kind(kind->uuid), kind);
		cr_expect_neq(kind->sizes, 0, "%s", kind->name);
	}
	cr_expect_geq(snapshot_kind_count(), 20);
}

Test(snapshot, protocols)
{
	static const struct {
		const char *version;
		enum dfk_protocol protocol;
	} all[] = { { "0.7 802f1be60a05665f", DFK_PROTOCOL_07 },
		    { "0.6 626fce9a778df4d4", DFK_PROTOCOL_06 },
		    { "0.5 b67d1f1a1eea234e", DFK_PROTOCOL_05 },
		    { "", DFK_PROTOCOL_06 },
		    { "1.0", DFK_PROTOCOL_06 } };

	for (size_t i = 0; i < COUNT_OF(all); i++)
		cr_expect_eq(snapshot_protocol_of((struct span){
				     (const uint8_t *)all[i].version,
				     strlen(all[i].version) }),
			     all[i].protocol, "%s", all[i].version);
}

/* ------------------------------------------------------------- programs -- */

Test(snapshot, vectors)
{
	struct dfk_snapshot *s;
	struct dfk_item item;
	int32_t again[64];

	cr_assert_eq(dfk_snapshot_open(NULL, DFK_PROTOCOL_06, &s), DFK_OK);
	cr_expect_eq(dfk_snapshot_count(s), 0);
	cr_expect_eq(dfk_snapshot_checksum(s), 0);
	cr_assert_eq(dfk_snapshot_load(s, two, TWO), DFK_OK);
	cr_expect_eq(dfk_snapshot_checksum(s), 0x92);
	cr_expect_eq(dfk_snapshot_write(s, again, TWO - 1), TWO);
	cr_expect_eq(dfk_snapshot_write(s, again, TWO), TWO);
	cr_expect_eq(memcmp(again, two, sizeof(two)), 0);
	cr_assert_eq(dfk_snapshot_apply(s, delta, DELTA), DFK_OK);
	cr_expect_eq(dfk_snapshot_checksum(s), 0xb2ae647d);
	cr_expect_eq(dfk_snapshot_count(s), 2);
	cr_assert(dfk_snapshot_item(s, 0, &item));
	cr_expect(item.type == 10 && item.id == 3 && item.size == 5);
	cr_expect(item.data[3] == 43 && item.data[4] == 4);
	cr_expect(dfk_snapshot_find(s, 0, 32767, &item));
	cr_expect_eq(item.size, 4);
	cr_expect_not(dfk_snapshot_item(s, 2, &item));
	cr_expect_not(dfk_snapshot_find(s, 6, 0, &item));
	dfk_snapshot_close(s);
}

/* Given types and ids out of range, none is folded into a key that exists. */
Test(snapshot, keys_out_of_range_are_not_found)
{
	static const int32_t with_two[] = {
		16, 2, 0, 8, 3, 7, 10 << 16 | 0, 8
	};
	struct dfk_snapshot *s;
	struct dfk_item item;

	cr_assert_eq(dfk_snapshot_open(NULL, DFK_PROTOCOL_06, &s), DFK_OK);
	cr_assert_eq(dfk_snapshot_load(s, with_two,
				       sizeof(with_two) / sizeof(*with_two)),
		     DFK_OK);
	cr_expect(dfk_snapshot_find(s, 0, 3, &item));
	cr_expect_eq(item.data[0], 7);
	cr_expect(dfk_snapshot_find(s, 10, 0, &item));
	cr_expect_eq(item.data[0], 8);
	cr_expect_not(dfk_snapshot_find(s, 0, 0x10003, &item));
	cr_expect_not(dfk_snapshot_find(s, 0, 3 - 0x10000, &item));
	cr_expect_not(dfk_snapshot_find(s, 0, 10 << 16, &item));
	cr_expect_not(dfk_snapshot_find(s, 0x10000, 3, &item));
	cr_expect_not(dfk_snapshot_find(s, 0x1000a, 0, &item));
	cr_expect_not(dfk_snapshot_find(s, INT32_MIN, 3, &item));
	cr_expect_not(dfk_snapshot_find(s, 10 - 0x10000, 0, &item));
	cr_expect_not(dfk_snapshot_find(s, 10, 0x10000, &item));
	dfk_snapshot_close(s);
}

/* Given what is no snapshot or delta, the one before stays. */
Test(snapshot, what_is_malformed_changes_nothing)
{
	static const int32_t key[] = { 4, 1, 0, -1 };
	static int32_t many[INTS_MAX + 1];
	struct dfk_snapshot *s;

	cr_assert_eq(dfk_snapshot_open(NULL, DFK_PROTOCOL_06, &s), DFK_OK);
	cr_assert_eq(dfk_snapshot_load(s, two, TWO), DFK_OK);
	cr_expect_null(dfk_snapshot_broken(s));
	cr_expect_eq(dfk_snapshot_load(s, two, 1), DFK_MALFORMED);
	cr_expect_str_eq(dfk_snapshot_broken(s)->id, "snapshot.short");
	cr_expect_eq(dfk_snapshot_load(s, key, 4), DFK_MALFORMED);
	cr_expect_str_eq(dfk_snapshot_broken(s)->id, "snapshot.key");
	cr_expect_eq(dfk_snapshot_load(s, many, INTS_MAX + 1), DFK_MALFORMED);
	cr_expect_str_eq(dfk_snapshot_broken(s)->id, "snapshot.too_big");
	cr_expect_eq(dfk_snapshot_apply(s, many, INTS_MAX + 1), DFK_MALFORMED);
	cr_expect_eq(dfk_snapshot_apply(s, NULL, 0), DFK_MALFORMED);
	cr_expect_str_eq(dfk_snapshot_broken(s)->id, "snapshot.delta_short");
	cr_expect_eq(dfk_snapshot_count(s), 2);
	cr_expect_eq(dfk_snapshot_checksum(s), 0x92);
	cr_expect_eq(dfk_snapshot_apply(s, delta, DELTA), DFK_OK);
	cr_expect_null(dfk_snapshot_broken(s));
	dfk_snapshot_close(s);
	dfk_snapshot_close(NULL);
}

Test(snapshot, what_cannot_be_opened)
{
	struct starving starving = { 0, 0 };
	const struct dfk_allocator none = { starving_get, starving_put,
					    &starving };
	const struct dfk_allocator half = { .alloc = starving_get };
	struct dfk_snapshot *s;

	cr_expect_eq(dfk_snapshot_open(&none, DFK_PROTOCOL_06, &s),
		     DFK_NO_MEMORY);
	cr_expect_null(s);
	cr_expect_eq(dfk_snapshot_open(&half, DFK_PROTOCOL_06, &s),
		     DFK_BAD_ARGUMENT);
	cr_expect_eq(dfk_snapshot_open(NULL, (enum dfk_protocol)3, &s),
		     DFK_BAD_ARGUMENT);
	cr_expect_null(s);
}

Test(snapshot, what_a_check_is_told_comes_before_the_bytes)
{
	const struct dfk_options options = { DFK_OPTIONS,
					     .as = "snapshot-delta" };
	struct dfk_check *check;

	cr_assert_eq(dfk_open(&options, &check), DFK_OK);
	cr_expect_eq(dfk_set_protocol(check, (enum dfk_protocol)3),
		     DFK_BAD_ARGUMENT);
	cr_expect_eq(dfk_set_protocol(check, DFK_PROTOCOL_07), DFK_OK);
	cr_expect_eq(dfk_set_base(check, NULL), DFK_OK);
	cr_expect_eq(dfk_feed(check, "", 0), DFK_OK);
	cr_expect_eq(dfk_set_protocol(check, DFK_PROTOCOL_06), DFK_BAD_STATE);
	cr_expect_eq(dfk_set_base(check, NULL), DFK_BAD_STATE);
	dfk_close(check);
}

/* What nobody declared has no UUID. */
Test(snapshot, uuids_of_types)
{
	static struct snapshot s;
	static struct order o;
	uint32_t uuid[SNAPSHOT_UUID_INTS] = { 0 };
	enum snapshot_status status;
	uint16_t item;

	snapshot_clear(&s);
	item = snapshot_add(&s, snapshot_key(0, 0x7fff), 4, &status);
	for (uint32_t k = 0; k < 4; k++)
		*snapshot_value(&s, &AT(s.items, item), k) = (int32_t)k + 1;
	snapshot_add(&s, snapshot_key(0, 0x7ffd), 3, &status);
	snapshot_sort(&s, &o);
	cr_expect_not(snapshot_uuid(&s, 0x7ffe, uuid));
	cr_expect_not(snapshot_uuid(&s, 0x7ffd, uuid));
	cr_expect_eq(uuid[0], 0);
	cr_expect(snapshot_uuid(&s, 0x7fff, uuid));
	cr_expect_eq(uuid[3], 4);
}

/* The least type that can be declared has the name of what it was declared as. */
Test(snapshot, the_name_of_the_least_uuid_type)
{
	static struct snapshot s;
	static struct order o;
	enum snapshot_status status;
	uint16_t item;

	snapshot_clear(&s);
	item = snapshot_add(&s, snapshot_key(0, 0x4000), 4, &status);
	for (uint32_t k = 0; k < 4; k++)
		*snapshot_value(&s, &AT(s.items, item),
				k) = (int32_t)snapshot_kind_at(0)->uuid[k];
	snapshot_sort(&s, &o);
	cr_expect_str_eq(snapshot_type_name(DFK_PROTOCOL_06, &s, 0x4000),
			 snapshot_kind_at(0)->name);
}

/* Given keys that differ in a few bits, whichever those are, they are sorted, and
   equal ones stay in their order. */
Test(snapshot, keys_of_a_few_bits_are_sorted)
{
	static struct order o;
	uint32_t seed = 1;

	for (unsigned shift = 0; shift < 32; shift++)
		for (uint32_t mask = 1; mask < 8; mask++) {
			order_open(&o, 200);
			for (uint32_t i = 0; i < o.n; i++) {
				seed = seed * 1664525 + 1013904223;
				o.key[i] = (seed >> 20 & mask) << shift;
			}
			order_sort(&o);
			for (uint32_t i = 1; i < o.n; i++) {
				const uint32_t a = o.at[i - 1], b = o.at[i];

				cr_assert(
					o.key[a] < o.key[b] ||
						(o.key[a] == o.key[b] && a < b),
					"bit %u, mask %u", shift, mask);
			}
		}
}

/* Given a delta of as many removed keys as fit, none more is looked at. */
Test(snapshot, a_delta_full_of_removed_keys)
{
	static struct snapshot base;
	static struct snapshot_delta full;
	static struct ints in = { .n = INTS_MAX };
	static struct order o;
	static struct report r;
	const struct snapshot_context c = { .report = &r,
					    .tick = -1,
					    .order = &o };

	report_open(&r);
	snapshot_clear(&base);
	snapshot_sort(&base, &o);
	in.at[0] = INTS_MAX - SNAPSHOT_DELTA_HEAD_INTS;
	for (uint32_t i = SNAPSHOT_DELTA_HEAD_INTS; i < INTS_MAX; i++)
		in.at[i] = (int32_t)i;
	cr_expect(snapshot_read_delta(&c, &in, &base, &full));
	cr_expect_eq(full.n_removed, INTS_MAX - SNAPSHOT_DELTA_HEAD_INTS);
	cr_expect_eq(r.hits[RULE_snapshot_unknown_removed], full.n_removed);
}

/* As many declarations as there can be: each UUID twice, one after the other, or
   all of them and then all again. */
static const struct snapshot *
declare_twice(bool again)
{
	static struct snapshot s;
	static struct order o;
	enum snapshot_status status;

	snapshot_clear(&s);
	for (int32_t i = 0; i < SNAPSHOT_MAX_ITEMS; i++) {
		const uint16_t item = snapshot_add(
			&s, snapshot_key(0, 0x4000 + i), 4, &status);

		cr_assert_neq(item, SNAPSHOT_NO_ITEM);
		for (uint32_t k = 0; k < 4; k++)
			*snapshot_value(&s, &AT(s.items, item),
					k) = again ? i % (SNAPSHOT_MAX_ITEMS /
							  2)
						   : i / 2;
	}
	snapshot_sort(&s, &o);
	cr_expect_eq(snapshot_find(&s, snapshot_key(1, 0)), SNAPSHOT_NO_ITEM);
	cr_expect_null(snapshot_find_type(&s, 1));
	return &s;
}

/* Given UUIDs that are declared twice, the second of each is marked. */
Test(snapshot, declarations_of_one_uuid)
{
	const struct snapshot *s = declare_twice(false);

	for (uint16_t i = 0; i < SNAPSHOT_MAX_ITEMS; i++)
		cr_expect_eq(snapshot_is_declared_twice(s, i), i % 2 == 1, "%u",
			     i);
	s = declare_twice(true);
	for (uint16_t i = 0; i < SNAPSHOT_MAX_ITEMS; i++)
		cr_expect_eq(snapshot_is_declared_twice(s, i),
			     i >= SNAPSHOT_MAX_ITEMS / 2, "%u", i);
}

/* It is an error in a file, but what is in the snapshot is not in doubt. */
Test(snapshot, a_short_declaration_is_read)
{
	/* One item, 0/16384, of one int. */
	static const int32_t ints[] = { 8, 1, 0, 16384, 7 };
	struct dfk_snapshot *s;

	cr_assert_eq(dfk_snapshot_open(NULL, DFK_PROTOCOL_06, &s), DFK_OK);
	cr_expect_eq(dfk_snapshot_load(s, ints, COUNT_OF(ints)), DFK_OK);
	cr_expect_null(dfk_snapshot_broken(s));
	cr_expect_eq(dfk_snapshot_count(s), 1);
	dfk_snapshot_close(s);
}

/* Given sizes that were learned, they count from type 1 on. */
Test(snapshot, learned_sizes)
{
	static const struct snapshot_sizes sizes = { .of = { 5, 9 } };
	const struct snapshot_context c = { .sizes = &sizes };

	cr_expect_eq(snapshot_size_of(&c, 1), 9);
	cr_expect_eq(snapshot_size_of(&c, 0),
		     snapshot_agreed_size(c.protocol, 0));
}
