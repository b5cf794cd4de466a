/* SPDX-License-Identifier: MIT */
/* test_map.c - how much work a map may cost: what is looked up, and how often */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "corpus/builder/datafile_script.h"
#include "corpus/builder/datafile_writer.h"
#include "tests/support.h"
#include "validator/core/memory.h"
#include "validator/map/map.h"

/* ---------------------------------------------------------------- counts -- */

/* As many items as you like of each type, all the same. */
struct endless {
	uint32_t each;
	uint64_t lookups, items, slices;
};

static struct map_items
endless_items(const void *container, uint16_t type)
{
	struct endless *e = (struct endless *)(uintptr_t)container;

	e->lookups++;
	return (struct map_items){ type * e->each, type < 8 ? e->each : 0 };
}

static struct map_item
endless_item(const void *container, uint32_t index)
{
	static const uint8_t ints[4 * 24] = { 1 };
	struct endless *e = (struct endless *)(uintptr_t)container;

	e->items++;
	return (struct map_item){
		.type = (uint16_t)(index / e->each),
		.id = (uint16_t)(index % e->each),
		.index = index,
		.off = 104ull * index,
		.ints = { ints, sizeof(ints) },
	};
}

static struct map_slice
endless_slice(const void *container, uint32_t index)
{
	struct endless *e = (struct endless *)(uintptr_t)container;

	e->slices++;
	return (struct map_slice){ .off = index, .len = 1, .size = 1 };
}

/* Given any number of items, a type is looked up a fixed number of times, as
   that reads the whole table of types, and an item a few times. */
Test(map, work_grows_with_the_items)
{
	struct dfk_allocator allocator = { NULL, NULL, NULL };
	struct report report;

	cr_assert(memory_pick(&allocator));
	for (uint32_t each = 1; each <= 10000; each *= 10) {
		struct endless e = { .each = each };
		const struct map_source source = {
			.container = &e,
			.n_data = 1,
			.items = endless_items,
			.item = endless_item,
			.data = endless_slice,
		};
		struct map m;

		report_open(&report);
		map_open(&m, &report, &allocator);
		cr_assert(map_check(&m, &source));
		map_end(&m);
		map_release(&m);
		cr_expect_leq(e.lookups, 12, "%u: %llu lookups", each,
			      (unsigned long long)e.lookups);
		cr_expect_leq(e.items, 8 * 4ull * each + 16, "%u: %llu items",
			      each, (unsigned long long)e.items);
		cr_expect_leq(e.slices, 8 * 8ull * each + 16, "%u: %llu slices",
			      each, (unsigned long long)e.slices);
	}
}

/* Every int of it is -1: each text and each data item is missing. */
static struct map_item
missing_item(const void *container, uint32_t index)
{
	static const uint8_t none = 0xff;
	static uint8_t ints[4 * 24];
	struct map_item item = endless_item(container, index);

	memset(ints, none, sizeof(ints));
	item.ints = (struct span){ ints, sizeof(ints) };
	return item;
}

static struct map_slice
no_slice(const void *container, uint32_t index)
{
	(void)container;
	cr_expect_eq(index, 0, "data item %u is looked up", index);
	return (struct map_slice){ .size = 0 };
}

/* Given indices of -1, no data is looked up for them. */
Test(map, missing_data_is_not_looked_up)
{
	struct dfk_allocator allocator = { NULL, NULL, NULL };
	struct endless e = { .each = 1 };
	const struct map_source source = {
		.container = &e,
		.n_data = 1,
		.items = endless_items,
		.item = missing_item,
		.data = no_slice,
	};
	struct report report;
	struct map m;

	cr_assert(memory_pick(&allocator));
	report_open(&report);
	map_open(&m, &report, &allocator);
	cr_assert(map_check(&m, &source));
	map_end(&m);
	map_release(&m);
	cr_expect_gt(report.hits[RULE_map_data_index], 0);
}

/* ----------------------------------------------------------- worst input -- */

/* Many types, and many items of the last one, with ids from 0. */
static struct buffer
many_types(int32_t n_types, int32_t n_items, int32_t last)
{
	const int32_t all = n_types - 1 + n_items;
	struct buffer w = { 0 };

	buffer_append(&w, "DATA", 4);
	buffer_int(&w, 4);
	const int32_t tables = 12 * n_types + 4 * all;
	const int32_t items = 8 * all + 4;

	buffer_int(&w, 20 + tables + items);
	buffer_int(&w, 20 + tables + items);
	buffer_int(&w, n_types);
	buffer_int(&w, all);
	buffer_int(&w, 0);
	buffer_int(&w, items);
	buffer_int(&w, 0);
	/* The version, types that mean nothing, and the last one. */
	for (int32_t i = 0; i < n_types; i++) {
		buffer_int(&w, i == 0 ? 0 : i == n_types - 1 ? last : i + 7);
		buffer_int(&w, i);
		buffer_int(&w, i == n_types - 1 ? n_items : 1);
	}
	for (int32_t i = 0; i < all; i++)
		buffer_int(&w, i == 0 ? 0 : 8 * i + 4);
	for (int32_t i = 0; i < all; i++) {
		const uint32_t type = i == 0            ? 0
				      : i < n_types - 1 ? (uint32_t)i + 7
							: (uint32_t)last;
		const int32_t id = i < n_types - 1 ? 0 : i - (n_types - 1);

		buffer_int(&w, (int32_t)(type << 16 | ((uint32_t)id & 0xffff)));
		buffer_int(&w, i == 0 ? 4 : 0);
		if (i == 0)
			buffer_int(&w, 1);
	}
	cr_assert(buffer_ok(&w));
	return w;
}

/* Errors, of which so many are of that rule. */
static uint64_t
errors_of(struct buffer w, const char *rule, uint64_t *of_rule)
{
	struct dfk_check *check;
	uint64_t errors;

	cr_assert_eq(dfk_open(NULL, &check), DFK_OK);
	cr_assert_eq(dfk_set_limit(check, "table_bytes", 1u << 24), DFK_OK);
	cr_assert_eq(dfk_feed(check, w.bytes, w.size), DFK_OK);
	cr_assert_eq(dfk_finish(check), DFK_OK);
	*of_rule = dfk_rule_hits(check, dfk_rule_find(rule));
	errors = dfk_result_of(check)->errors;
	dfk_close(check);
	buffer_free(&w);
	return errors;
}

/* Given 60,000 types and 65,000 items of points, this ends; a look through all
   types for each item would take minutes. */
Test(map, many_types_and_items, .timeout = 30)
{
	uint64_t n;

	cr_expect_eq(errors_of(many_types(60000, 65000, 6), "map.no_game", &n),
		     1);
	cr_expect_eq(n, 1);
}

/* Given as many envelopes as there are ids, and one more, no id is left for
   it: that is no defect that can be repaired. */
Test(map, more_envelopes_than_ids)
{
	uint64_t n;

	cr_expect_eq(errors_of(many_types(2, 65536, 3),
			       "map.envelope_duplicate", &n),
		     1);
	cr_expect_eq(n, 0);
	cr_expect_eq(errors_of(many_types(2, 65537, 3),
			       "datafile.item_duplicate", &n),
		     2);
	cr_expect_eq(n, 1);
}

static uint64_t
hits(const char *changes, const char *rule)
{
	const struct sample sample = { .text = changes };
	struct buffer w = { 0 };
	uint64_t n;

	datafile_build_full(&w, &sample);
	cr_assert(buffer_ok(&w), "%s", changes);
	errors_of(w, rule, &n);
	return n;
}

/* Given two types that are declared by UUID, both are known. */
Test(map, two_types_by_uuid)
{
	static const char two[] = "+uuid0 uuid0.id=0xfffd "
				  "+custom0 custom0.type=0xfffd";
	static const char one[] = "+custom0 custom0.type=0xfffd";

	cr_expect_eq(hits(two, "datafile.uuid_undeclared"), 0);
	cr_expect_eq(hits(one, "datafile.uuid_undeclared"), 1);
}

/* A name of an envelope has 32 bytes, also if it is plain text. */
Test(map, long_plain_name)
{
	static const char name[] =
		"envelope0[4]=0x61616161 envelope0[5]=0x61616161 "
		"envelope0[6]=0x61616161 envelope0[7]=0x61616161 "
		"envelope0[8]=0x61616161 envelope0[9]=0x61616161 "
		"envelope0[10]=0x61616161 envelope0[11]=0x616161";

	cr_expect_eq(hits(name, "map.envelope_name_plain"), 1);
	cr_expect_eq(hits(name, "map.envelope_name"), 0);
}

/* An image may have 2 to the 31 pixels, and not one line more. */
Test(map, most_pixels)
{
	cr_expect_eq(hits("image1[1]=65536 image1[2]=32768", "map.image_size"),
		     0);
	cr_expect_eq(hits("image1[1]=65536 image1[2]=32769", "map.image_size"),
		     1);
}

/* --------------------------------------------------------------- memory -- */

/* Given tables that the window has to grow for, in any pieces, a call says at
   once that it cannot. */
Test(map, no_memory_for_the_tables)
{
	struct buffer w = many_types(100, 5000, 5);
	enum dfk_status status = DFK_NO_MEMORY;
	size_t n = 0;

	cr_assert(buffer_ok(&w));
	for (; status != DFK_OK && n < 100; n++) {
		struct starving starving = { n, 0 };
		const struct dfk_options options = {
			DFK_OPTIONS,
			.allocator = { starving_get, starving_put, &starving },
		};
		struct dfk_check *check = NULL;

		status = dfk_open(&options, &check);
		for (size_t at = 0; at < w.size && status == DFK_OK;
		     at += 999) {
			status = dfk_feed(check, w.bytes + at,
					  w.size - at < 999 ? w.size - at
							    : 999);
			cr_expect_eq(status != DFK_OK, starving.refused);
		}
		if (status == DFK_OK)
			status = dfk_finish(check);
		cr_expect_eq(status != DFK_OK, starving.refused);
		dfk_close(check);
	}
	cr_expect_gt(n, 6);
	cr_expect_lt(n, 100);
	buffer_free(&w);
}
