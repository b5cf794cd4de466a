/* SPDX-License-Identifier: MIT */
/* test_twdemo_severity.c - demos: what is kept because its rule is no error must
   not make the output another demo than the one that was planned */
#include <criterion/criterion.h>

#include "tests/demos.h"
#include "tests/settled.h"

#define START TW_START TW_CHAT TW_MOVE

/* Given a delta that cannot be read and is kept, the deltas after it go, and with
   them what proved where it ends: markers up to the end are proof, too. */
Test(twdemo_severity, a_delta_that_is_kept)
{
	static const struct severity_run runs[] = {
		{ .changed = { { "snapshot.delta_short", DFK_OFF } },
		  .from = START
		  "tick +2; ints 3 0 1 0 9 0 2; " TW_MOVE TW_MOVE TW_MOVE },
		{ .changed = { { "snapshot.delta_short", DFK_NOTE } },
		  .from = START "tick +2; ints 3 0 1 0 9 0 2; " TW_SECOND },
		{ .changed = { { "twdemo.huffman_open", DFK_WARNING } },
		  .from = START
		  "tick +2; coded 3 xff*4; " TW_MOVE TW_MOVE TW_MOVE },
		/* Another defect may be what follows it then. */
		{ .changed = { { "snapshot.delta_short", DFK_OFF } },
		  .from = START
		  "tick +2; ints 3 0 1 0 9 0 2; " TW_MOVE TW_MOVE TW_MOVE
		  "tick +2; coded 3 xff*4; " TW_MOVE TW_MOVE TW_MOVE,
		  .refused = true },
		{ .changed = { { "snapshot.delta_short", DFK_WARNING },
			       { "twdemo.chunk_truncated", DFK_OFF } },
		  .from = START
		  "tick +2; ints 3 0 1 0 9 0 2; " TW_MOVE TW_MOVE TW_MOVE
		  "raw x4f; ",
		  .refused = true },
		{ .changed = { { "twdemo.chunk_size", DFK_OFF } },
		  .from = START
		  "tick +2; size +1; " TW_DELTA TW_MOVE TW_MOVE TW_MOVE
		  "tick +2; coded 3 xff*4; " TW_MOVE TW_MOVE TW_MOVE,
		  .refused = true },
		/* Nor where two are kept. */
		{ .changed = { { "twdemo.chunk_size", DFK_OFF },
			       { "twdemo.chunk_head", DFK_OFF } },
		  .from = START TW_CHAT
		  "record 0 ^ 0x80; " TW_GO_ON
		  "tick +2; size +1; " TW_DELTA TW_MOVE TW_MOVE TW_MOVE
		  "tick +2; coded 3 xff*4; " TW_MOVE TW_MOVE TW_MOVE,
		  .refused = true },
		/* A first byte that is wrong is read as the one that it was. */
		{ .changed = { { "twdemo.chunk_head", DFK_OFF } },
		  .from = START
		  "tick +2; record 0 ^ 0x80; " TW_DELTA TW_GO_ON },
		{ .changed = { { "twdemo.chunk_head", DFK_OFF } },
		  .from = START "type 0; " TW_CHAT TW_GO_ON },
		{ .changed = { { "twdemo.chunk_head", DFK_OFF } },
		  .from = START
		  "tick +2; type 1; " TW_DELTA TW_GO_ON
		  "tick +2; coded 3 xff*4; " TW_MOVE TW_MOVE TW_MOVE,
		  .refused = true },
		/* A tick in full is read as the step that it was. */
		{ .changed = { { "twdemo.tick_form", DFK_OFF } },
		  .from = START
		  "tick +2; record 0 ^ 0x20; " TW_DELTA TW_GO_ON },
		{ .changed = { { "twdemo.tick_form", DFK_OFF } },
		  .from = START TW_QUIET
		  "key +2; record 0 ^ 0x20; snap; " TW_GO_ON
		  "tick +2; coded 3 xff*4; " TW_MOVE TW_MOVE TW_MOVE,
		  .refused = true },
		/* Chunks begin where a map was announced. */
		{ .changed = { { "snapshot.delta_short", DFK_OFF } },
		  .from = "map_size 40000; " START
			  "tick +2; ints 3 0 1 0 9 0 2; " TW_MOVE TW_MOVE
				  TW_MOVE
			  "tick +2; coded 3 xff*4; " TW_MOVE TW_MOVE TW_MOVE,
		  .refused = true },
		{ .changed = { { "snapshot.delta_short", DFK_OFF } },
		  .from = "map_size 40000; " START
			  "tick +2; ints 3 0 1 0 9 0 2; " TW_MOVE TW_MOVE
				  TW_MOVE },
		/* The header is before all chunks. */
		{ .changed = { { "twdemo.chunk_size", DFK_OFF } },
		  .from = "marker_count 65; " START
			  "tick +2; size +1; " TW_DELTA TW_MOVE TW_MOVE
				  TW_MOVE },
	};

	for (size_t i = 0; i < sizeof(runs) / sizeof(*runs); i++)
		expect_demo_settled(&runs[i]);
}

/* Given a delta that is kept, what is left after it when the deltas are gone must
   be whole, as nothing else proves where it ends. */
Test(twdemo_severity, a_delta_that_is_kept_and_what_is_left)
{
	static const struct severity_run runs[] = {
		{ .changed = { { "snapshot.delta_short", DFK_WARNING } },
		  .from = START
		  "tick +2; ints 3 0 0; " TW_MOVE TW_MOVE TW_CHAT TW_MOVE },
		{ .changed = { { "snapshot.delta_short", DFK_WARNING },
			       { "twdemo.message_id", DFK_NOTE } },
		  .from = START "tick +2; ints 3 0 0; " TW_MOVE TW_MOVE TW_MOVE
				"ints 2 0x200001; " TW_MOVE,
		  .refused = true },
		{ .changed = { { "snapshot.delta_short", DFK_WARNING },
			       { "twdemo.message_id", DFK_NOTE } },
		  .from = START "tick +2; ints 3 0 0; " TW_MOVE TW_MOVE TW_CHAT
			  TW_CHAT TW_CHAT "ints 2 0x200001; " TW_MOVE },
		{ .changed = { { "snapshot.delta_short", DFK_WARNING },
			       { "twdemo.keyframe_empty", DFK_OFF } },
		  .from = START "tick +2; ints 3 0 0; " TW_MOVE TW_MOVE TW_MOVE
				"key +2; " TW_MOVE,
		  .refused = true },
		{ .changed = { { "snapshot.delta_short", DFK_WARNING },
			       { "twdemo.tick_repeated", DFK_OFF } },
		  .from = START "tick +2; ints 3 0 0; " TW_MOVE TW_MOVE TW_MOVE
				"tick +0; " TW_MOVE,
		  .refused = true },
		/* Its end is not where its size says: chunks proved that. */
		{ .changed = { { "twdemo.chunk_size", DFK_OFF } },
		  .from = START "repeat 5 { tick +2; } record 0 0x68; "
				"repeat 20 { tick +2; } " TW_MOVE
				"repeat 30 { tick +1; } " TW_MOVE,
		  .refused = true },
	};

	for (size_t i = 0; i < sizeof(runs) / sizeof(*runs); i++)
		expect_demo_settled(&runs[i]);
}

/* Given a warning whose fix drops the snapshot of a keyframe, the keyframe is
   empty. */
Test(twdemo_severity, a_warning_that_costs_the_chunk)
{
	expect_demo_settled(&(struct severity_run){
		.changed = { { "snapshot.key", DFK_WARNING } },
		.fix_warnings = true,
		.from = START TW_QUIET
		"key +2; snap " TW_ITEMS
		"0x9000/0 1; " TW_GO_ON TW_NEXT TW_GO_ON });
}

/* Given a digest that is none, beside a damaged map that goes, nothing is left
   that could tell the true one. */
Test(twdemo_severity, a_digest_without_a_map)
{
	expect_demo_settled(&(struct severity_run){
		.changed = { { "twdemo.sha256_unknown", DFK_ERROR } },
		.from = "map small; map_crc +1; sha ff; map_stored "
			"zero; " START,
		.refused = true });
}

/* Given a digest without its UUID, which stays so, beside a damaged map that
   begins like one: without the map nothing would tell that it is a digest. */
Test(twdemo_severity, a_bare_digest_without_a_map)
{
	expect_demo_settled(&(struct severity_run){
		.changed = { { "twdemo.sha256_missing", DFK_OFF } },
		.from = "sha none; map_size 100; raw xa5*31 x01 'DATA' "
			"x00*96; " START,
		.refused = true });
}

/* Given a map that is none and is kept, what is taken for chunks depends on those
   that come first. */
Test(twdemo_severity, a_map_that_is_kept)
{
	static const struct severity_run runs[] = {
		{ .changed = { { "twdemo.map_damaged", DFK_NOTE } },
		  .from = "sha none; length 0; map_size 32; raw 'DATX' "
			  "xff*28; " TW_DELTA TW_CHAT START TW_GO_ON,
		  .refused = true },
		{ .changed = { { "twdemo.map_damaged", DFK_NOTE } },
		  .from = "sha none; length 0; map_size 32; raw 'DATX' "
			  "xff*28; " TW_CHAT START TW_GO_ON
			  "tick +2; coded 3 xff*4; " TW_GO_ON },
		{ .changed = { { "twdemo.map_absent", DFK_NOTE } },
		  .from = "map_size 90; " TW_CHAT START
			  "tick +2; coded 3 xff*4; " TW_GO_ON },
	};

	for (size_t i = 0; i < sizeof(runs) / sizeof(*runs); i++)
		expect_demo_settled(&runs[i]);
}

/* Given a demo without chunks whose end is no error, nothing is playable. */
Test(twdemo_severity, an_end_in_the_map)
{
	static const struct severity_run runs[] = {
		{ .changed = { { "twdemo.map_truncated", DFK_NOTE },
			       { "twdemo.type", DFK_ERROR } },
		  .from = "type_text 'clown'; map_size 1000; ",
		  .refused = true },
		{ .changed = { { "twdemo.map_truncated", DFK_NOTE } },
		  .fix_warnings = true,
		  .from = "type_text 'clown'; map_size 1000; " },
	};

	for (size_t i = 0; i < sizeof(runs) / sizeof(*runs); i++)
		expect_demo_settled(&runs[i]);
}

/* Given a first keyframe that is lost, the marker of the next one that is cleared
   counts from no tick. */
Test(twdemo_severity, a_keyframe_that_is_lost_and_one_that_is_cleared)
{
	static const struct severity_run runs[] = {
		{ .from = "key 1000; noise 60; key +2; snap " TW_ITEMS
			  "0x9000/0 1; " TW_GO_ON TW_QUIET
			  "key +2; " TW_SNAP TW_GO_ON },
		{ .from = START TW_QUIET
		  "key +2; noise 60; key +2; snap " TW_ITEMS
		  "0x9000/0 1; " TW_GO_ON TW_QUIET
		  "key +2; " TW_SNAP TW_GO_ON },
		{ .from = START "key +2; noise 60; key +2; snap " TW_ITEMS
				"; " TW_GO_ON },
	};

	for (size_t i = 0; i < sizeof(runs) / sizeof(*runs); i++)
		expect_demo_settled(&runs[i]);
}

/* Given a hash that tells the version of the game and is kept, after the end of the
   text that is read: it is not cleared. */
Test(twdemo_severity, a_hash_after_the_end_of_its_text)
{
	static const struct severity_run runs[] = {
		{ .changed = { { "twdemo.net_version_hash", DFK_OFF },
			       { "snapshot.item_size", DFK_ERROR } },
		  .fix_warnings = true,
		  .from = "net '0.7%00626fce9a778df4d4'; " START },
		{ .changed = { { "twdemo.net_version_hash", DFK_OFF },
			       { "twdemo.text_padding", DFK_ERROR } },
		  .from = "net '0.7%00626fce9a778df4d4'; " START,
		  .refused = true },
		{ .changed = { { "twdemo.net_version_hash", DFK_OFF },
			       { "twdemo.text_padding", DFK_ERROR } },
		  .from = "net '0.7 626fce9a778df4d4%00x'; " START },
		{ .changed = { { "snapshot.item_size", DFK_ERROR } },
		  .from = "net '0.7 626fce9a778df4d4%00x'; " START },
	};

	for (size_t i = 0; i < sizeof(runs) / sizeof(*runs); i++)
		expect_demo_settled(&runs[i]);
}

/* Given bytes that are no chunks, and whose rule is off, they stay; then nothing
   else is repaired, as where they begin would be another place. */
Test(twdemo_severity, a_hole_that_is_kept)
{
	static const struct severity_run runs[] = {
		{ .changed = { { "twdemo.tick_value", DFK_OFF } },
		  .from = "length 0; " START
			  "tick_full 0x6f000000; " TW_GO_ON },
		{ .changed = { { "twdemo.tick_value", DFK_OFF } },
		  .from = "length 0; " START
			  "tick +2; coded 3 xff*4; " TW_MOVE TW_MOVE TW_MOVE
			  "tick_full 0x6f000000; " TW_GO_ON,
		  .refused = true },
	};

	for (size_t i = 0; i < sizeof(runs) / sizeof(*runs); i++)
		expect_demo_settled(&runs[i]);
}

/* What they say decides what follows: they stay errors. */
Test(twdemo_severity, what_stays_an_error)
{
	static const char *const names[] = {
		"twdemo.framing_lost",
		"twdemo.lost_block",
		"twdemo.garbage_tail",
		"twdemo.delta_no_base",
	};
	struct dfk_check *check;

	cr_assert_eq(dfk_open(NULL, &check), DFK_OK);
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		cr_expect_eq(dfk_set_severity(check, names[i], DFK_NOTE),
			     DFK_BAD_ARGUMENT, "%s", names[i]);
	dfk_close(check);
}
