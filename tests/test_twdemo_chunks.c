/* SPDX-License-Identifier: MIT */
/* test_twdemo_chunks.c - demos: what is said of a chunk after what was before it,
   and at the largest sizes */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/demos.h"
#include "validator/twdemo/stream.h"

#define SERVER "type_text 'server'; "

/* What a check said of one rule. */
struct told {
	const char *rule;
	unsigned n;
	int64_t part_int;
	char found[64];
};

static void
see(void *ctx, const struct dfk_finding *f)
{
	struct told *told = ctx;

	if (strcmp(f->rule->id, told->rule) != 0)
		return;
	told->n++;
	told->part_int = f->part_int;
	snprintf(told->found, sizeof(told->found), "%s", f->found);
}

static struct told
check(const struct buffer *w, const char *rule)
{
	struct told told = { .rule = rule, .part_int = -1 };
	const struct dfk_options options = { DFK_OPTIONS, .on_finding = see,
					     .ctx = &told };
	struct dfk_check *check;

	cr_assert_eq(dfk_open(&options, &check), DFK_OK);
	cr_assert_eq(dfk_feed(check, w->bytes, w->size), DFK_OK);
	cr_assert_eq(dfk_finish(check), DFK_OK);
	dfk_close(check);
	return told;
}

static struct told
check_demo(const char *script, const char *rule)
{
	struct buffer w = demo(script);
	const struct told told = check(&w, rule);

	buffer_free(&w);
	return told;
}

/* --------------------------------------------------------------- snapshots */

/* Given a type that is not declared, the next delta tells it again, also if other
   findings were as many. */
Test(twdemo_chunks, an_undeclared_type_after_a_delta_without_a_base)
{
	const struct told told = check_demo(
		"delta 9/0#22 22*0; key 1000; snap " TW_ITEMS
		"32767/0 0 500 2 -1 7*0; " TW_GO_ON,
		"snapshot.undeclared");

	cr_expect_eq(told.n, 2);
}

/* Given a server's demo of 0.6 without items of 0.7, a finding says which int of
   the chunk it is. */
Test(twdemo_chunks, a_server_without_items_of_another_version)
{
	const struct told told = check_demo(
		SERVER TW_START TW_CHAT
		"tick +2; delta 9/0 16*0 30 5*0; " TW_GO_ON,
		"snapshot.character_range");

	cr_expect_geq(told.n, 1);
	cr_expect_geq(told.part_int, 0);
}

enum { MOST_ITEMS = 950, ITEM_INTS = 15, ITEM_VALUES = MOST_ITEMS * ITEM_INTS };

/* Items of 64 bytes each after a small one, and one of 0.7, or not.  With it their
   offsets are multiples of 64, whose code is shorter than that of others.  So many
   of their ints have long codes; the others are 0. */
static size_t
pack_snapshot(bool sixup, uint32_t values, uint8_t out[TWDEMO_CHUNK_ROOM])
{
	enum { SMALL_INTS = 2, SIXUP_INTS = 12 };
	static const int32_t value = ~(0x1a | 0x5c << 6 | 0x5e << 13);
	static struct twdemo_payload scratch;
	static struct snapshot s;
	static struct ints ints;
	enum snapshot_status status = SNAPSHOT_OK;

	snapshot_clear(&s);
	snapshot_add(&s, 100 << 16, SMALL_INTS, &status);
	if (sixup)
		snapshot_add(&s, -24 * 65536, SIXUP_INTS, &status);
	for (int32_t i = 0; i < MOST_ITEMS; i++) {
		const uint16_t item = snapshot_add(&s, (101 << 16) + i,
						   ITEM_INTS, &status);

		for (uint32_t k = 0; k < ITEM_INTS; k++) {
			*snapshot_value(&s, &s.items[item], k) = values ? value
									: 0;
			values -= values > 0;
		}
	}
	cr_assert_eq(status, SNAPSHOT_OK);
	snapshot_write(&s, &ints);
	return twdemo_pack(TWDEMO_SNAPSHOT, &ints, &scratch, out);
}

/* Given items of 0.7 in a chunk that would be too large without them, they are told
   as what they are: no items. */
Test(twdemo_chunks, items_of_0_7_that_cannot_be_taken_out)
{
	static uint8_t chunk[TWDEMO_CHUNK_ROOM];
	struct buffer w = demo(SERVER TW_START TW_GO_ON TW_QUIET "key +2; ");
	uint32_t values = ITEM_VALUES;
	struct told told;
	size_t size;

	while ((size = pack_snapshot(true, values, chunk)) == 0)
		values -= 16;
	buffer_append(&w, chunk, size);
	cr_assert_eq(pack_snapshot(false, values, chunk), 0);
	cr_expect_eq(check(&w, "twdemo.sixup_items").n, 0);
	told = check(&w, "snapshot.key");
	cr_expect_eq(told.n, 1);
	cr_expect_geq(told.part_int, 0);
	buffer_free(&w);
	/* A little smaller, they can. */
	w = demo(SERVER TW_START TW_GO_ON TW_QUIET "key +2; ");
	size = pack_snapshot(true, values - 200, chunk);
	buffer_append(&w, chunk, size);
	cr_expect_eq(check(&w, "twdemo.sixup_items").n, 1);
	cr_expect_eq(check(&w, "snapshot.key").n, 0);
	buffer_free(&w);
}

/* -------------------------------------------------------------- extensions */

/* Given a demo without a digest whose first chunk is a whole snapshot, and a second
   keyframe just where the first one would be after a digest, there is none. */
Test(twdemo_chunks, a_snapshot_is_no_digest)
{
	const struct told told = check_demo(
		"map_size 0; map_crc 0; sha none; key 1000; ints 1 0 0; "
		"msg chat 0 -1 'aaaaaaaaaaa'; key +2; " TW_SNAP TW_GO_ON,
		"twdemo.sha256_missing");

	cr_expect_eq(told.n, 1);
	cr_expect_str_eq(told.found, "the next part of the demo");
}
