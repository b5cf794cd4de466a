/* SPDX-License-Identifier: MIT */
/* test_twdemo_given.c - a demo whose map is damaged gets the one that is given */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "include/demofsck_map.h"
#include "tests/demos.h"
#include "tests/support.h"

static struct dfk_map *
open_map(const struct buffer *b)
{
	struct dfk_map *map;

	cr_assert_eq(dfk_map_open(NULL, b->bytes, b->size, &map), DFK_OK);
	return map;
}

static struct dfk_check *
check_demo(const struct dfk_map *map, const void *bytes, size_t size)
{
	const struct dfk_options o = { DFK_OPTIONS, .map = map };
	struct dfk_check *check;

	cr_assert_eq(dfk_open(&o, &check), DFK_OK);
	cr_assert_eq(dfk_set_limit(check, "insert_bytes", 4), DFK_OK);
	cr_assert_eq(dfk_feed(check, bytes, size), DFK_OK);
	cr_assert_eq(dfk_finish(check), DFK_OK);
	return check;
}

/* The repair of `bytes` is `want`, and nothing is lost. */
static void
expect_repaired(const struct dfk_map *map, const unsigned char *bytes,
		size_t size, const struct buffer *want, const char *what,
		size_t at)
{
	struct dfk_check *check = check_demo(map, bytes, size);
	const struct dfk_result *result = dfk_result_of(check);
	struct bytes out = { .n = 0 };
	struct dfk_repair *repair;

	cr_assert_eq(result->repairable, DFK_REPAIRABLE_LOSSLESS, "%s %zu",
		     what, at);
	cr_assert_eq(dfk_repair_open(check, collect, &out, &repair), DFK_OK);
	cr_assert_eq(dfk_repair_feed(repair, bytes, size), DFK_OK);
	cr_assert_eq(dfk_repair_finish(repair), DFK_OK);
	cr_assert_eq(out.n, want->size, "%s %zu", what, at);
	cr_assert_eq(memcmp(out.at, want->bytes, out.n), 0, "%s %zu", what, at);
	dfk_repair_close(repair);
	dfk_close(check);
	free(out.at);
}

/* Given the right map, each byte of the map may be damaged: the output is the
   demo as it was. */
Test(twdemo_given, every_byte_of_the_map)
{
	enum { MAP_AT = 484 };
	struct buffer file = built("datafile/good/full.map");
	struct buffer want = built("twdemo/near/map_mismatch-full.demo");
	struct dfk_map *map = open_map(&file);
	unsigned char *bytes = malloc(want.size);

	cr_assert_not_null(bytes);
	for (size_t i = 0; i < file.size; i++) {
		memcpy(bytes, want.bytes, want.size);
		bytes[MAP_AT + i] ^= (unsigned char)(1u << i % 8);
		expect_repaired(map, bytes, want.size, &want, "byte", i);
	}
	/* Or bytes of it may be missing, up to where its last ones are. */
	for (size_t i = 0; i + 40 < file.size; i += 7) {
		const size_t lost = 1 + i % 8;
		const size_t rest = MAP_AT + i + lost;

		memcpy(bytes, want.bytes, MAP_AT + i);
		memcpy(bytes + MAP_AT + i, want.bytes + rest, want.size - rest);
		expect_repaired(map, bytes, want.size - lost, &want, "without",
				i);
	}
	/* Or bytes may be inserted anywhere in it. */
	for (size_t i = 0; i <= file.size; i += 7) {
		const size_t more = i % 14 ? 1 + i % 8 : 70 + i % 800;
		unsigned char *longer = malloc(want.size + more);
		const size_t at = MAP_AT + (i == file.size ? i - 1 : i);

		cr_assert_not_null(longer);
		memcpy(longer, want.bytes, at);
		memset(longer + at, (int)(want.bytes[at] ^ 0x55), more);
		memcpy(longer + at + more, want.bytes + at, want.size - at);
		expect_repaired(map, longer, want.size + more, &want, "with",
				i);
		free(longer);
	}
	free(bytes);
	dfk_map_close(map);
	buffer_free(&want);
	buffer_free(&file);
}

/* Given one map and two checks, both refer to its bytes, which are not copied. */
Test(twdemo_given, a_map_serves_many_checks)
{
	struct buffer file = built("datafile/good/full.map");
	struct buffer demo = built("twdemo/crash/map-given.demo");
	struct dfk_map *map = open_map(&file);
	struct dfk_check *check[2];

	for (size_t i = 0; i < 2; i++)
		check[i] = check_demo(map, demo.bytes, demo.size);
	for (size_t i = 0; i < 2; i++) {
		struct dfk_edit edit;

		cr_assert(dfk_edit_at(check[i], 0, &edit));
		cr_expect_eq(edit.insert + edit.insert_length,
			     (const unsigned char *)file.bytes + file.size);
		cr_expect_not(edit.lossy);
		cr_expect_not(dfk_edit_at(check[i], 1, &edit));
		dfk_close(check[i]);
	}
	dfk_map_close(map);
	buffer_free(&demo);
	buffer_free(&file);
}

/* Given no bytes, it is a map that no demo names; given no memory, there is none. */
Test(twdemo_given, no_map)
{
	struct starving starving = { 0, 0 };
	struct dfk_allocator allocator = { .alloc = starving_get,
					   .ctx = &starving };
	struct buffer demo = built("twdemo/near/map_size.demo");
	struct dfk_map *map;
	struct dfk_check *check;

	cr_assert_eq(dfk_map_open(NULL, NULL, 0, &map), DFK_OK);
	check = check_demo(map, demo.bytes, demo.size);
	cr_expect_eq(dfk_rule_hits(check, dfk_rule_find("twdemo.map_mismatch")),
		     1);
	cr_expect_eq(dfk_result_of(check)->verdict, DFK_VALID);
	dfk_close(check);
	dfk_map_close(map);
	cr_expect_eq(dfk_map_open(&allocator, "", 0, &map), DFK_BAD_ARGUMENT);
	allocator.free = starving_put;
	cr_expect_eq(dfk_map_open(&allocator, "", 0, &map), DFK_NO_MEMORY);
	cr_expect_null(map);
	dfk_map_close(NULL);
	buffer_free(&demo);
}
