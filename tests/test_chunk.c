/* SPDX-License-Identifier: MIT */
/* test_chunk.c - snapshots and deltas inside the chunks of a demo */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "validator/snapshot/delta.h"

/* The snapshot of the smallest real demo. */
static const int32_t two[] = { 60, 2, 0, 36,     393216, 0, 0, 100, 0, 0,
			       0,  1, 0, 655363, 1,      3, 0, 42,  -1 };
enum { TWO = sizeof(two) / sizeof(*two) };

static struct {
	struct order order;
	struct ints ints;
	struct snapshot before, after;
	struct snapshot_delta delta;
	struct report report;
	char rule[64], found[128];
	uint64_t offset, length, part_offset, part_length;
	int64_t part_int;
	char part[16];
} it;

static void
on_finding(void *ctx, const struct dfk_finding *f)
{
	(void)ctx;
	snprintf(it.rule, sizeof(it.rule), "%s", f->rule->name);
	snprintf(it.found, sizeof(it.found), "%s", f->found);
	it.offset = f->offset;
	it.length = f->length;
	snprintf(it.part, sizeof(it.part), "%s", f->part);
	it.part_offset = f->part_offset;
	it.part_length = f->part_length;
	it.part_int = f->part_int;
}

/* The bytes that a chunk has for these ints, before they are compressed. */
static struct span
packed(const int32_t *ints, size_t n)
{
	static uint8_t bytes[4096];
	static struct ints all;

	all.n = (uint32_t)n;
	memcpy(all.at, ints, n * sizeof(*ints));
	return (struct span){ bytes, ints_pack(&all, bytes, sizeof(bytes)) };
}

static struct snapshot_context
demo(const int32_t *ints, size_t n, int32_t tick)
{
	report_open(&it.report);
	it.report.emit = on_finding;
	report_enter(&it.report, &(struct part){
					 .name = "chunk",
					 .off = 1000,
					 .len = 18,
					 .decoded = true,
					 .ints = packed(ints, n),
				 });
	it.rule[0] = '\0';
	it.ints.n = (uint32_t)n;
	memcpy(it.ints.at, ints, n * sizeof(*ints));
	return (struct snapshot_context){
		.report = &it.report,
		.tick = tick,
		.order = &it.order,
	};
}

/* Given a chunk, findings are about all of it and name the int; a snapshot that
   is short there does not say that the file stops early. */
Test(chunk, findings_in_a_chunk)
{
	const struct snapshot_context c = demo(two, TWO - 1, -1);
	struct snapshot_layout layout;

	cr_expect_not(snapshot_read(&c, &it.ints, &it.before, &layout));
	cr_expect_str_eq(it.rule, "total");
	cr_expect_str_eq(it.found, "18 ints of 19");
	cr_expect_eq(it.offset, 1000);
	cr_expect_eq(it.length, 18);
	cr_expect_str_eq(it.part, "chunk");
	cr_expect_eq(it.part_int, 18, "where the one that is missing belongs");
	cr_expect_eq(it.part_offset, packed(two, TWO - 1).len);
	cr_expect_eq(it.part_length, 0);
	cr_expect_eq(it.report.errors, 1);
	cr_expect_eq(it.report.tally.early_errors, 0);
}

/* Given ints of several bytes, a finding has those of all that are wrong. */
Test(chunk, findings_have_a_length)
{
	static const int32_t ints[] = { 1, 100, 100000, 2 };

	demo(ints, COUNT_OF(ints), -1);
	report(&it.report, RULE_snapshot_total,
	       &(struct site){ .off = 4, .len = 8 }, "two of them");
	cr_expect_eq(it.part_int, 1);
	cr_expect_eq(it.part_offset, 1);
	cr_expect_eq(it.part_length, 2 + 3);
}

/* Given the tick of the demo, what has not come yet is noticed. */
Test(chunk, ticks_are_compared_with_that_of_the_demo)
{
	static const struct {
		int32_t tick;
		const char *rule;
	} all[] = { { -1, "" }, { 99, "item_tick" }, { 100, "" } };
	struct snapshot_layout layout;

	for (size_t i = 0; i < COUNT_OF(all); i++) {
		const struct snapshot_context c = demo(two, TWO, all[i].tick);

		cr_expect(snapshot_read(&c, &it.ints, &it.before, &layout));
		cr_expect_str_eq(it.rule, all[i].rule, "tick %d", all[i].tick);
	}
}

/* Servers of DDNet 14.0 to 15.9.1: the parts are known all the same. */
Test(chunk, types_below_0_are_read_but_not_applied)
{
	static const int32_t ints[] = { 0, 2, 0, -22, 5, 7, 1, 2, 3, 4,
					5, 6, 7, 10,  3, 0, 0, 0, 1, 5 };
	const struct snapshot_context c = demo(ints, COUNT_OF(ints), -1);

	cr_expect_not(snapshot_read_delta(&c, &it.ints, NULL, &it.delta));
	cr_expect(it.delta.reading.whole);
	cr_expect_eq(it.delta.updates[0].type, -22);
	cr_expect_eq(it.delta.n_updates, 2);
	cr_expect_eq(it.delta.reading.end, COUNT_OF(ints));
	cr_expect_str_eq(it.rule, "update_type");
}

/* Given a base with the same key twice, both go when it is removed. */
Test(chunk, items_of_one_key_are_removed_together)
{
	static const int32_t base[] = { 24, 3, 0, 8, 16, 5, 1, 6, 2, 5, 3 };
	static const int32_t ints[] = { 1, 0, 0, 5 };
	struct snapshot_context c = demo(base, COUNT_OF(base), -1);
	struct snapshot_layout layout;

	cr_assert(snapshot_read(&c, &it.ints, &it.before, &layout));
	c = demo(ints, COUNT_OF(ints), -1);
	cr_assert(snapshot_read_delta(&c, &it.ints, &it.before, &it.delta));
	cr_assert(snapshot_advance(&c, &it.ints, &it.before, &it.delta,
				   &it.after));
	cr_expect_eq(it.after.n_items, 1);
	cr_expect_eq(it.after.items[0].key, 6);
}

/* Given UUIDs that differ in one int alone, those are found that are there twice,
   whatever lies between them; each int counts. */
Test(chunk, declared_twice)
{
	for (uint32_t k = 0; k < SNAPSHOT_UUID_INTS; k++) {
		enum snapshot_status status = SNAPSHOT_OK;

		snapshot_clear(&it.after);
		for (int32_t i = 0; i < 3; i++) {
			const uint16_t item = snapshot_add(&it.after, 32767 - i,
							   SNAPSHOT_UUID_INTS,
							   &status);

			for (uint32_t n = 0; n < SNAPSHOT_UUID_INTS; n++)
				*snapshot_value(&it.after,
						&it.after.items[item],
						n) = n == k && i == 1;
		}
		snapshot_sort(&it.after, &it.order);
		for (uint16_t i = 0; i < 3; i++)
			cr_expect_eq(snapshot_is_declared_twice(&it.after, i),
				     i == 2, "int %u", k);
	}
}
