/* SPDX-License-Identifier: MIT */
/* test_kept.c - files with something wrong that stays, as its rule is no error */
#include <criterion/criterion.h>

#include "tests/demos.h"
#include "tests/settled.h"

static void
expect_all(const struct severity_run *runs, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct buffer w = demo(runs[i].from);

		expect_settled(&runs[i], &w);
		buffer_free(&w);
	}
}

#define EXPECT_ALL(runs) expect_all(runs, sizeof(runs) / sizeof(*(runs)))

/* Given nothing at all: that is an error whatever it is called. */
Test(kept, an_empty_file)
{
	const struct buffer nothing = { .size = 0 };

	expect_settled(&(struct severity_run){ .from = "nothing, an error",
					       .refused = true },
		       &nothing);
}

/* Given a demo that no repair makes playable, and no error, it is copied. */
Test(kept, a_demo_without_a_whole_snapshot)
{
	static const struct severity_run runs[] = {
		{ .changed = { { "twdemo.no_keyframe", DFK_OFF } },
		  .from = TW_CHAT },
		{ .changed = { { "twdemo.no_keyframe", DFK_WARNING },
			       { "twdemo.length_long", DFK_WARNING } },
		  .fix_warnings = true,
		  .from = "length 9; " TW_CHAT },
		{ .changed = { { "twdemo.no_keyframe", DFK_NOTE },
			       { "twdemo.length_negative", DFK_ERROR } },
		  .from = "length -9; " TW_CHAT,
		  .refused = true },
		{ .changed = { { "twdemo.no_keyframe", DFK_NOTE } },
		  .from = "length 9; " TW_CHAT,
		  .refused = true },
		/* A cut would leave nothing. */
		{ .changed = { { "twdemo.no_keyframe", DFK_NOTE },
			       { "twdemo.chunk_truncated", DFK_WARNING } },
		  .fix_warnings = true,
		  .from = "key 1000; raw x4f; " },
	};

	EXPECT_ALL(runs);
}

/* Given empty keyframes, no output ends with one of them, and what is written anew
   counts from the tick before it. */
Test(kept, an_empty_keyframe)
{
	static const struct severity_run runs[] = {
		{ .from = TW_START TW_MOVE "key +2; " TW_DELTA "key +2; " },
		{ .from = TW_START TW_MOVE "key +2; " TW_DELTA
					   "key +2; " TW_DELTA "key +2; " },
		{ .from = TW_START TW_MOVE "key +2; " TW_DELTA
					   "key +2; raw x4f; " },
		/* The tick of the last one stays. */
		{ .fix_warnings = true,
		  .from = TW_START TW_MOVE "key +20; key +10; " TW_CHAT },
		{ .fix_warnings = true,
		  .from = TW_START TW_MOVE "key +20; key +10; " TW_CHAT
					   "raw x4f; " },
		/* Nothing is left before the first one. */
		{ .from = "key 1000; " TW_CHAT "key +2; ",
		  .refused = true },
		/* A keyframe in full would repeat its tick. */
		{ .from = "key 1000; tick_inline 0; " TW_SNAP,
		  .refused = true },
		/* The first one becomes a tick, so no other one is near. */
		{ .changed = { { "twdemo.keyframe_distance", DFK_ERROR } },
		  .from = "key 1000; tick +2; " TW_SNAP },
	};

	EXPECT_ALL(runs);
}

/* Given a map whose size of itself is wrong, which is no error: it stays as it is. */
Test(kept, a_size_in_the_map)
{
	static const struct severity_run runs[] = {
		{ .changed = { { "twdemo.map_damaged", DFK_OFF } },
		  .from = "map small; " TW_START TW_GO_ON "at map+8 =1; " },
		{ .changed = { { "twdemo.map_damaged", DFK_NOTE } },
		  .from = "map small; marker_count 65; " TW_START TW_GO_ON
			  "raw x4f; at map+8 =1; " },
		{ .changed = { { "twdemo.map_damaged", DFK_WARNING } },
		  .fix_warnings = true,
		  .from = "map small; map_crc +1; " TW_START TW_GO_ON
			  "raw x4f; at map+8 =1; " },
	};

	EXPECT_ALL(runs);
}

/* Given items of 0.7 under no net version, which is no error: what showed the game
   stays, and the text does. */
Test(kept, items_of_another_game)
{
	static const struct severity_run runs[] = {
		{ .changed = { { "twdemo.net_version_items", DFK_OFF } },
		  .from = "net; key 1000; snap " TW_ITEMS7
			  "; " TW_MOVE7 TW_CHAT7 TW_MOVE7 },
		{ .changed = { { "twdemo.net_version_items", DFK_NOTE } },
		  .from = "net; marker_count 65; key 1000; snap " TW_ITEMS7
			  "; " TW_MOVE7 TW_CHAT7 TW_MOVE7 "raw x4f; " },
		{ .changed = { { "twdemo.net_version_items", DFK_WARNING } },
		  .from = "net 'mod'; key 1000; snap " TW_ITEMS7
			  "; " TW_MOVE7 TW_CHAT7 TW_MOVE7 },
		{ .changed = { { "twdemo.net_version_items", DFK_WARNING } },
		  .fix_warnings = true,
		  .from = "net 'mod'; key 1000; snap " TW_ITEMS7
			  "; " TW_MOVE7 TW_CHAT7 TW_MOVE7 },
	};

	EXPECT_ALL(runs);
}

/* Given a part of a chunk at the end, whatever is repaired before it: at another
   place in its block of 4096 bytes, and without the chunks before it, it is read as
   one there, too. */
Test(kept, a_part_of_a_chunk_at_the_end)
{
	static const struct severity_run runs[] = {
		{ .changed = { { "twdemo.chunk_truncated", DFK_NOTE } },
		  .from = TW_START "tick +2; coded 3 xff*3395; " TW_GO_ON
				   "size +10; " TW_CHAT },
		{ .changed = { { "twdemo.chunk_truncated", DFK_NOTE } },
		  .from = "marker_count 65; " TW_START TW_GO_ON "raw x4f; " },
		/* Likewise of a map that goes. */
		{ .changed = { { "twdemo.chunk_truncated", DFK_NOTE } },
		  .from = "map small; map_crc +1; sha flip; map_stored "
			  "zero; " TW_START TW_GO_ON "raw x4f; " },
		/* A chunk that cannot be read has a place in its block, too. */
		{ .changed = { { "snapshot.delta_short", DFK_OFF } },
		  .from = "map small; map_crc +1; sha flip; map_stored "
			  "zero; " TW_START
			  "tick +2; ints 3 0 1 0 9 0 2; " TW_MOVE TW_MOVE
				  TW_MOVE },
	};

	EXPECT_ALL(runs);
}

/* Given unused bits that are kept: together with the bit before them they may be a
   marker, and a byte of 0 be lost.  Whether chunks follow that marker tells. */
#define ENDS_IN(byte) "coded 3 x31b3b070b56b9081be36354b6effff2b6e" byte "; "

Test(kept, unused_bits_that_may_be_a_marker)
{
	static const struct severity_run runs[] = {
		{ .changed = { { "twdemo.huffman_padding", DFK_OFF } },
		  .from = TW_START "tick +2; " ENDS_IN("a2")
			  ENDS_IN("00") "raw x72; " },
		/* What was not looked at may go. */
		{ .changed = { { "twdemo.huffman_padding", DFK_OFF } },
		  .from = TW_START "tick +2; " ENDS_IN("a0") TW_GO_ON
		  "raw x72; " },
	};

	EXPECT_ALL(runs);
}
