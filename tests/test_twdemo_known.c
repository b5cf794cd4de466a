/* SPDX-License-Identifier: MIT */
/* test_twdemo_known.c - a map that was judged before changes no finding */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "api/handles.h"
#include "include/demofsck_map.h"
#include "tests/demos.h"
#include "tests/support.h"

enum { MAP_AT = 484 };

/* All that a check says, as one text. */
static void
on_finding(void *ctx, const struct dfk_finding *f)
{
	char line[1024];
	const int n = snprintf(
		line, sizeof(line), "%s %d %llu+%llu %llu %s: %s, %s\n",
		f->rule->id, (int)f->severity, (unsigned long long)f->offset,
		(unsigned long long)f->length, (unsigned long long)f->record,
		f->part, f->found, f->expected);

	put(ctx, line, (size_t)n);
}

static void
on_record(void *ctx, const struct dfk_record *r)
{
	put(ctx, &r->offset, sizeof(r->offset));
	put(ctx, r->name, strlen(r->name));
}

static struct bytes
said(const unsigned char *bytes, size_t size, size_t piece,
     struct dfk_known_maps *known)
{
	struct bytes out = { .n = 0 };
	const struct dfk_options o = { DFK_OPTIONS, .known_maps = known,
				       .on_finding = on_finding,
				       .on_record = on_record, .ctx = &out };
	const struct bytes in = { size, (unsigned char *)(uintptr_t)bytes };
	struct dfk_check *check;
	struct dfk_edit e;

	cr_assert_eq(dfk_open(&o, &check), DFK_OK);
	feed_in(check, &in, piece);
	for (size_t i = 0; dfk_edit_at(check, i, &e); i++) {
		put(&out, &e.offset, sizeof(e.offset));
		put(&out, &e.remove, sizeof(e.remove));
		if (e.insert_length)
			put(&out, e.insert, e.insert_length);
	}
	put(&out, "", 1);
	dfk_close(check);
	return out;
}

static void
expect_same(const unsigned char *bytes, size_t size, size_t piece,
	    struct dfk_known_maps *known, const char *what, size_t at)
{
	struct bytes with = said(bytes, size, piece, known);
	struct bytes without = said(bytes, size, size, NULL);

	cr_assert_eq(with.n, without.n, "%s %zu in pieces of %zu", what, at,
		     piece);
	cr_assert_eq(memcmp(with.at, without.at, with.n), 0,
		     "%s %zu in pieces of %zu", what, at, piece);
	free(with.at);
	free(without.at);
}

static struct dfk_known_maps *
open_known(void)
{
	struct dfk_known_maps *known;

	cr_assert_eq(dfk_known_maps_open(NULL, &known), DFK_OK);
	return known;
}

/* Given a map that is known, any change of the demo, and any end, is found as if
   it were not known; the header may say whatever it likes. */
Test(twdemo_known, every_change)
{
	struct buffer demo = built("twdemo/near/map_mismatch-full.demo");
	struct dfk_known_maps *known = open_known();

	expect_same(demo.bytes, demo.size, demo.size, known, "first", 0);
	expect_same(demo.bytes, demo.size, 1, known, "again", 0);
	for (size_t i = 130; i < MAP_AT + 2442; i++) {
		const unsigned char was = demo.bytes[i];

		demo.bytes[i] ^= (unsigned char)(1u << i % 8);
		expect_same(demo.bytes, demo.size,
			    i % 3 ? demo.size : 1 + i % 90, known, "byte", i);
		demo.bytes[i] = was;
		if (i % 5 == 0)
			expect_same(demo.bytes, i, i, known, "end", i);
	}
	dfk_known_maps_close(known);
	buffer_free(&demo);
}

static uint32_t
number_at(const unsigned char *bytes)
{
	return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 |
	       (uint32_t)bytes[2] << 8 | bytes[3];
}

/* Given a demo that was checked, its map is known: there is nothing to judge the
   next time. */
Test(twdemo_known, is_kept)
{
	struct buffer demo = built("twdemo/near/map_mismatch.demo");
	struct dfk_known_maps *known = open_known();
	const uint32_t size = number_at(demo.bytes + 136);
	const uint32_t crc = number_at(demo.bytes + 140);
	struct known_map *map;

	cr_expect_null(known_maps_find(&known->maps, size, crc));
	expect_same(demo.bytes, demo.size, demo.size, known, "first", 0);
	map = known_maps_find(&known->maps, size, crc);
	cr_assert_not_null(map);
	known_maps_leave(&known->maps, map);
	dfk_known_maps_close(known);
	buffer_free(&demo);
}

static void
put_crc(unsigned char *demo, unsigned size)
{
	const uLong crc = crc32(crc32(0, NULL, 0), demo + MAP_AT, size);

	for (unsigned i = 0; i < 4; i++)
		demo[140 + i] = (unsigned char)(crc >> (24 - 8 * i));
}

/* Given more maps than are kept, one after the other and again, and checks that
   are under way meanwhile, each is judged as if it were the only one. */
Test(twdemo_known, many_maps)
{
	struct buffer demo = built("twdemo/near/map_mismatch.demo");
	struct buffer full = built("twdemo/near/map_mismatch-full.demo");
	struct dfk_known_maps *known = open_known();
	const struct dfk_options o = { DFK_OPTIONS, .known_maps = known };
	struct dfk_check *waiting;

	expect_same(full.bytes, full.size, 100, known, "full", 0);
	cr_assert_eq(dfk_open(&o, &waiting), DFK_OK);
	cr_assert_eq(dfk_feed(waiting, full.bytes, 2000), DFK_OK);
	for (size_t i = 0; i < 60; i++) {
		/* A byte of an item that no rule looks at, and the CRC. */
		demo.bytes[MAP_AT + 124] = (unsigned char)(i % 20);
		put_crc(demo.bytes, 279);
		expect_same(demo.bytes, demo.size, 50, known, "map", i);
	}
	cr_assert_eq(dfk_feed(waiting, full.bytes + 2000, full.size - 2000),
		     DFK_OK);
	cr_assert_eq(dfk_finish(waiting), DFK_OK);
	cr_expect_eq(dfk_result_of(waiting)->verdict, DFK_VALID);
	dfk_close(waiting);
	dfk_known_maps_close(known);
	buffer_free(&full);
	buffer_free(&demo);
}

/* Given other severities than those of the first check, nothing is known. */
Test(twdemo_known, other_severities)
{
	struct buffer demo = built("twdemo/bad/map.no_game.demo");
	struct dfk_known_maps *known = open_known();
	const struct dfk_options o = { DFK_OPTIONS, .known_maps = known };

	for (int on = 0; on < 2; on++) {
		struct dfk_check *check;

		cr_assert_eq(dfk_open(&o, &check), DFK_OK);
		if (!on)
			cr_assert_eq(
				dfk_set_severity(check, "map.no_game", DFK_OFF),
				DFK_OK);
		cr_assert_eq(dfk_feed(check, demo.bytes, demo.size), DFK_OK);
		cr_assert_eq(dfk_finish(check), DFK_OK);
		cr_expect_eq(dfk_result_of(check)->warnings, (uint64_t)on);
		dfk_close(check);
	}
	dfk_known_maps_close(known);
	buffer_free(&demo);
}

/* Given no memory to keep a map, it is judged each time. */
Test(twdemo_known, no_memory)
{
	struct buffer demo = built("twdemo/near/map_mismatch-full.demo");
	struct starving starving = { 0, 0 };
	const struct dfk_allocator allocator = { starving_get, starving_put,
						 &starving };
	struct dfk_known_maps *known;

	cr_expect_eq(dfk_known_maps_open(&allocator, &known), DFK_NO_MEMORY);
	cr_expect_null(known);
	dfk_known_maps_close(NULL);
	starving.left = 1;
	cr_assert_eq(dfk_known_maps_open(&allocator, &known), DFK_OK);
	for (size_t n = 0; n < 2; n++) {
		starving.left = n;
		expect_same(demo.bytes, demo.size, 99, known, "of", n);
	}
	dfk_known_maps_close(known);
	buffer_free(&demo);
}
