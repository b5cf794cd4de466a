/* SPDX-License-Identifier: MIT */
/* test_twdemo_ticks.c - demos: a wrong tick that is kept because its rule is no error
   must not make the output another demo than the one that was planned */
#include <criterion/criterion.h>

#include "tests/demos.h"
#include "tests/settled.h"

#define START TW_START TW_CHAT TW_MOVE

/* A tick one bit away from the one that was written, and a keyframe that shows an
   earlier one to be such. */
#define FLIPPED "key +2; record 1 ^ 0x80; snap; "
#define TOO_FAR "key +2; record 2 ^ 0x10; snap; "
/* After a lag a tick is given in full. */
#define LAG "tick +40; " TW_DELTA
/* A step of 2 that became one of 10. */
#define TOO_LARGE "tick +2; record 0 ^ 0x08; "

/* Given a wrong tick that is kept, its marker is not written anew: its unused bits
   have an edit of their own. */
Test(twdemo_ticks, a_tick_that_is_kept_and_unused_bits)
{
	static const struct severity_run runs[] = {
		{ .changed = { { "twdemo.tick_value", DFK_NOTE },
			       { "twdemo.tick_padding", DFK_ERROR } },
		  .from = START TW_QUIET
		  "key +2 5; record 1 ^ 0x80; snap; " TW_GO_ON },
		{ .changed = { { "twdemo.tick_value", DFK_OFF },
			       { "twdemo.tick_padding", DFK_ERROR } },
		  .level = DFK_LEVEL_SAFE,
		  .fix_warnings = true,
		  .from = "length 0; " START
			  "tick_full +2 5; record 1 ^ 0x80; " TW_GO_ON },
		{ .changed = { { "twdemo.tick_order", DFK_WARNING },
			       { "twdemo.tick_padding", DFK_ERROR } },
		  .from = START TW_QUIET
		  "key +2 5; record 3 ^ 0x04; snap; " TW_GO_ON },
		/* Of one that is mended, the whole marker is written. */
		{ .changed = { { "twdemo.tick_padding", DFK_ERROR } },
		  .from = START TW_QUIET
		  "key +2 5; record 1 ^ 0x80; snap; " TW_GO_ON },
		/* Of the keyframe that showed an earlier one to be wrong. */
		{ .changed = { { "twdemo.tick_order", DFK_OFF },
			       { "twdemo.tick_padding", DFK_ERROR } },
		  .from = START TW_QUIET TOO_FAR TW_GO_ON TW_QUIET
		  "key +2 5; snap; " TW_GO_ON },
	};

	for (size_t i = 0; i < sizeof(runs) / sizeof(*runs); i++)
		expect_demo_settled(&runs[i]);
}

/* Given ticks that the next keyframe shows to be too high, and that are kept, what
   showed it stays. */
Test(twdemo_ticks, ticks_that_are_kept_before_a_keyframe)
{
	static const struct severity_run runs[] = {
		{ .changed = { { "twdemo.tick_order", DFK_OFF } },
		  .from = START TW_NEXT TW_GO_ON
		  "key 1252; snap; " TW_GO_ON TW_NEXT TW_GO_ON },
		{ .changed = { { "twdemo.tick_order", DFK_WARNING } },
		  .from = "key 1095; " TW_SNAP TW_QUIET
			  "key 1252; snap; " TW_GO_ON TW_NEXT TW_GO_ON },
		{ .changed = { { "twdemo.tick_order", DFK_OFF } },
		  .from = START TW_QUIET
		  "key +2; record 2 ^ 0x31; snap; " TW_GO_ON TW_NEXT TW_GO_ON
			  TW_NEXT TW_GO_ON },
		/* The wrong ticks count for the length, too. */
		{ .changed = { { "twdemo.tick_order", DFK_NOTE },
			       { "twdemo.tick_padding", DFK_ERROR },
			       { "twdemo.length_long", DFK_WARNING } },
		  .from = START TW_GO_ON
		  "raw xb8; " TW_DELTA TW_QUIET
		  "key +2 5; snap; " TW_GO_ON TW_NEXT TW_GO_ON },
	};

	for (size_t i = 0; i < sizeof(runs) / sizeof(*runs); i++)
		expect_demo_settled(&runs[i]);
}

/* Given a wrong tick that is kept, what showed that it is wrong stays, too. */
Test(twdemo_ticks, a_tick_that_is_kept_and_what_showed_it)
{
	static const struct severity_run runs[] = {
		/* The chunks after it, of which the deltas would go. */
		{ .changed = { { "twdemo.tick_value", DFK_NOTE } },
		  .from = START TW_QUIET
		  "tick +2; coded 3 xff*4; " TW_GO_ON
		  "tick_full +2; record 1 ^ 0x80; " TW_MOVE TW_MOVE,
		  .refused = true },
		/* The same of a marker without its tick. */
		{ .changed = { { "twdemo.tick_bytes", DFK_OFF },
			       { "twdemo.tick_value", DFK_OFF } },
		  .from = "version 4; " START
			  "tick +2; coded 3 xff*4; " TW_GO_ON
			  "raw x80; " TW_DELTA TW_MOVE TW_MOVE,
		  .refused = true },
		{ .changed = { { "twdemo.tick_bytes", DFK_OFF },
			       { "twdemo.tick_value", DFK_OFF } },
		  .from = "version 4; " START "raw x80; " TW_GO_ON
			  "tick +2; coded 3 xff*4; " TW_GO_ON },
		/* What comes after those may go. */
		{ .changed = { { "twdemo.tick_value", DFK_NOTE } },
		  .from = START TW_QUIET FLIPPED TW_GO_ON
		  "tick +2; coded 3 xff*4; " TW_GO_ON },
		/* And what is before the tick. */
		{ .changed = { { "twdemo.tick_value", DFK_NOTE } },
		  .from = START "tick +2; coded 3 xff*4; " TW_GO_ON TW_QUIET
			  FLIPPED TW_GO_ON },
		/* The keyframe after it: at the end, and cut off. */
		{ .changed = { { "twdemo.tick_order", DFK_NOTE } },
		  .fix_warnings = true,
		  .from = START TW_QUIET TOO_FAR TW_GO_ON TW_QUIET
		  "key +2; coded 1 xff*9; raw x4f; ",
		  .refused = true },
		{ .changed = { { "twdemo.tick_order", DFK_OFF },
			       { "twdemo.length", DFK_ERROR } },
		  .from = START TW_QUIET TOO_FAR TW_GO_ON TW_QUIET
		  "key +2; coded 1 xff*9; ",
		  .refused = true },
		{ .changed = { { "twdemo.tick_order", DFK_WARNING } },
		  .from = START TW_QUIET TOO_FAR TW_GO_ON TW_NEXT
		  "tick +2; coded 3 xff*4; " TW_GO_ON },
		/* A keyframe before it, without which another tick is wrong. */
		{ .changed = { { "twdemo.tick_order", DFK_OFF } },
		  .fix_warnings = true,
		  .from = START TW_QUIET TOO_FAR TW_CHAT
		  "key_inline 2; " TW_DELTA TW_GO_ON TW_NEXT,
		  .refused = true },
		/* The header says nothing of it. */
		{ .changed = { { "twdemo.tick_order", DFK_OFF } },
		  .from = "marker_count 65; " START TW_QUIET TOO_FAR TW_GO_ON
			  TW_NEXT },
		/* The chunks after a tick after a lag. */
		{ .changed = { { "twdemo.tick_order", DFK_OFF } },
		  .from = START TW_QUIET TOO_FAR
		  "tick +2; coded 3 xff*4; " TW_GO_ON LAG TW_GO_ON,
		  .refused = true },
		{ .changed = { { "twdemo.tick_order", DFK_OFF } },
		  .from = START TW_QUIET TOO_FAR LAG TW_GO_ON
		  "tick +2; coded 3 xff*4; " TW_GO_ON },
		/* All up to the next tick in full. */
		{ .changed = { { "twdemo.tick_order", DFK_WARNING } },
		  .from = "key 10000; " TW_SNAP TW_GO_ON TW_QUIET
			  "key +2; record 3 ^ 0x20; snap; " TW_GO_ON TW_NEXT
			  "tick +2; coded 3 xff*4; " TW_GO_ON },
		{ .changed = { { "twdemo.tick_order", DFK_WARNING } },
		  .from = "key 10000; " TW_SNAP TW_GO_ON TW_QUIET
			  "key +2; record 3 ^ 0x20; snap; " TW_GO_ON
			  "tick +2; coded 3 xff*4; " TW_GO_ON TW_NEXT TW_GO_ON,
		  .refused = true },
	};

	for (size_t i = 0; i < sizeof(runs) / sizeof(*runs); i++)
		expect_demo_settled(&runs[i]);
}

/* Given a step that is too large and is kept, or ticks that are not before the next
   keyframe, what showed that stays. */
Test(twdemo_ticks, a_step_that_is_kept_and_what_showed_it)
{
	static const struct severity_run runs[] = {
		{ .changed = { { "twdemo.tick_order", DFK_OFF } },
		  .from = START TOO_LARGE TW_NEXT TW_GO_ON },
		{ .changed = { { "twdemo.tick_order", DFK_NOTE } },
		  .from = START TOO_LARGE TW_NEXT TW_GO_ON TW_NEXT
		  "tick +2; coded 3 xff*4; " TW_GO_ON },
		{ .changed = { { "twdemo.tick_order", DFK_NOTE } },
		  .from = START TOO_LARGE
		  "tick +2; coded 3 xff*4; " TW_GO_ON TW_NEXT TW_GO_ON,
		  .refused = true },
		{ .changed = { { "twdemo.tick_order", DFK_WARNING } },
		  .from = START TOO_LARGE TOO_LARGE TW_NEXT TW_GO_ON },
		{ .changed = { { "twdemo.tick_order", DFK_WARNING } },
		  .from = START TOO_LARGE TOO_LARGE TW_NEXT TW_GO_ON
		  "tick +2; coded 3 xff*4; " TW_GO_ON,
		  .refused = true },
		/* On request the ticks go. */
		{ .changed = { { "twdemo.tick_order", DFK_WARNING } },
		  .fix_warnings = true,
		  .from = START TOO_LARGE "tick +10; " TW_NEXT TW_GO_ON },
		/* Two bits of a keyframe. */
		{ .changed = { { "twdemo.tick_order", DFK_OFF } },
		  .from = START TW_QUIET
		  "key +2; record 2 ^ 0x30; snap; " TW_NEXT TW_NEXT TW_GO_ON },
		{ .changed = { { "twdemo.tick_order", DFK_OFF } },
		  .from = START TW_QUIET
		  "key +2; record 2 ^ 0x30; snap; " TW_NEXT TW_NEXT
		  "tick +2; coded 3 xff*4; " TW_GO_ON,
		  .refused = true },
	};

	for (size_t i = 0; i < sizeof(runs) / sizeof(*runs); i++)
		expect_demo_settled(&runs[i]);
}
