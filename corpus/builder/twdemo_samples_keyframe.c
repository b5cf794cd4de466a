/* SPDX-License-Identifier: MIT */
/* twdemo_samples_keyframe.c - samples of the rules about the order of chunks */
#include "corpus/builder/twdemo_samples.h"

#define BEFORE TW_START TW_CHAT TW_MOVE
/* Items of 0.7 as DDNet 14.0 to 15.9.1 wrote them into demos of 0.6. */
#define SERVER "type_text 'server'; "
#define SIXUP  "-6/0 900 0 0 -24/0 -1 3 0 "

const struct sample twdemo_samples_keyframe[] = {
	D("bad/keyframe_empty", "a keyframe and the next tick",
	  BEFORE TW_QUIET "key +2; " TW_GO_ON TW_NEXT TW_GO_ON),
	D("bad/keyframe_empty-delta", "a keyframe with a delta",
	  BEFORE TW_QUIET "key +2; " TW_DELTA TW_GO_ON TW_NEXT TW_GO_ON),
	D("bad/keyframe_empty-message", "a keyframe with a message",
	  BEFORE TW_QUIET "key +2; " TW_CHAT "tick +2; " TW_GO_ON),
	D("bad/keyframe_empty-first", "the first keyframe has none",
	  "key 1000; tick +2; " TW_NEXT TW_GO_ON),
	D("bad/keyframe_empty-twice", "two keyframes, and one snapshot",
	  BEFORE TW_QUIET "key +2; key +2; snap; " TW_GO_ON),
	D("bad/keyframe_empty-v4", "a keyframe and the next tick in version 4",
	  "version 4; " BEFORE TW_QUIET "key +2; " TW_GO_ON TW_NEXT TW_GO_ON),
	D("near/keyframe_empty", "a keyframe with its snapshot",
	  BEFORE TW_QUIET "key +2; snap; " TW_GO_ON),
	D("bad/keyframe_empty-before",
	  "a message between a keyframe and its snapshot",
	  BEFORE TW_QUIET "key +2; " TW_CHAT "snap; " TW_GO_ON),

	D("bad/keyframe_cut", "the file ends after a keyframe",
	  BEFORE TW_QUIET "key +2; "),
	D("bad/keyframe_cut-running", "the recorder was killed there",
	  "running; " BEFORE TW_QUIET "key +2; "),
	D("bad/keyframe_empty-message-last", "a message is all that follows",
	  BEFORE TW_QUIET "key +2; " TW_CHAT),
	D("near/keyframe_cut", "the file ends after its snapshot",
	  BEFORE TW_QUIET "key +2; snap; "),

	D("bad/snapshot_no_keyframe-step", "a whole snapshot instead of a delta",
	  BEFORE "tick +2; snap; " TW_GO_ON),
	D("bad/snapshot_no_keyframe-full", "in a tick that is given in full",
	  BEFORE "tick_full +40; snap; " TW_GO_ON),
	D("bad/snapshot_no_keyframe-step-v4", "in version 4",
	  "version 4; " BEFORE "tick +2; snap; " TW_GO_ON),
	D("near/snapshot_no_keyframe", "a whole snapshot in a keyframe",
	  BEFORE "key +2; snap; " TW_GO_ON),

	D("bad/marker_missing", "two deltas in one tick",
	  BEFORE "tick +2; " TW_DELTA TW_DELTA TW_GO_ON),
	D("bad/tick_order-whole", "two whole snapshots in one keyframe",
	  TW_START "snap; " TW_GO_ON),
	D("bad/marker_missing-delta", "a delta after a whole snapshot",
	  TW_START TW_DELTA TW_GO_ON),
	D("bad/marker_missing-message", "a message between two deltas",
	  BEFORE "tick +2; " TW_DELTA TW_CHAT TW_DELTA TW_GO_ON),
	D("near/marker_missing", "two deltas in two ticks",
	  BEFORE "tick +1; " TW_DELTA "tick +1; " TW_DELTA TW_GO_ON),

	D("bad/delta_no_base", "the first chunk is a delta",
	  TW_DELTA BEFORE TW_GO_ON),
	D("bad/delta_no_base-tick",
	  "a delta in a tick before the first keyframe",
	  "tick_full 990; " TW_DELTA TW_START TW_GO_ON),
	D("bad/delta_no_base-many", "many deltas before the first keyframe",
	  "tick_full 900; repeat 20 { " TW_MOVE "} " TW_START TW_GO_ON),
	D("near/delta_no_base", "the first chunk is a snapshot",
	  TW_START TW_GO_ON),
	D("near/delta_no_base-empty", "what it changes has no items",
	  "key 1000; ints 1 0 0; tick +2; delta " TW_PLAYER "; "),

	D("bad/keyframe_distance", "a keyframe after 100 ticks",
	  BEFORE "repeat 48 { tick +2; } key +2; snap; " TW_GO_ON),
	D("bad/keyframe_distance-250", "a keyframe after 250 ticks",
	  TW_START "repeat 124 { tick +2; } key +2; snap; " TW_GO_ON),
	D("bad/keyframe_distance-0", "the first keyframe is in tick 0",
	  "key 0; snap " TW_PLAYER "; repeat 48 { tick +2; } key +2; snap; "),
	D("bad/keyframe_distance-long", "no keyframe for 600 ticks",
	  TW_START "repeat 299 { tick +2; } key +2; snap; " TW_GO_ON),
	D("near/keyframe_distance", "a keyframe after 251 ticks",
	  TW_START "repeat 125 { tick +2; } key +1; snap; " TW_GO_ON),
	D("near/keyframe_distance-lag",
	  "a keyframe after a pause of 1000 ticks",
	  TW_START "repeat 124 { tick +2; } key +1000; snap; " TW_GO_ON),

	D("bad/no_keyframe", "no chunks at all", ""),
	D("bad/no_keyframe-v3", "no chunks at all in version 3", "version 3; "),
	D("bad/no_keyframe-map", "a map, and no chunks", "map small; "),
	D("bad/no_keyframe-messages", "messages and nothing else",
	  TW_CHAT TW_CHAT),
	D("bad/no_keyframe-ticks", "ticks and messages, without a snapshot",
	  "tick_full 1000; " TW_CHAT "tick +2; " TW_CHAT),
	D("near/no_keyframe", "a keyframe and its snapshot", TW_START),
	D("bad/one_tick", "the recorder was stopped after the first tick",
	  TW_START TW_CHAT),
	D("bad/one_tick-v3", "the same in version 3", "version 3; " TW_START),
	D("near/one_tick-repeated", "a second tick marker with the same tick",
	  TW_START "tick_inline 0; " TW_CHAT),
	D("near/one_tick", "two ticks, and nothing in the second one",
	  TW_START "tick +2; "),
	D("crash/one-tick-cut",
	  "the file ends inside the last chunk of the first tick",
	  "running; " TW_START TW_CHAT "tick +2; " TW_DELTA "cut -13; "),
	D("crash/one-tick-cut-chunk",
	  "the second tick is left, and its only chunk is cut",
	  "running; " TW_START TW_CHAT "tick +2; " TW_DELTA "cut -3; "),
	D("crash/one-tick-damaged",
	  "nothing is left of the second tick, whose marker is damaged",
	  "length 0; " TW_START TW_CHAT "raw x7f; "),
	D("crash/one-tick-header",
	  "one tick, and a text without its end: no repair helps",
	  "name x61*64; " TW_START TW_CHAT),

	D("bad/sixup_items", "a whole snapshot with items of 0.7",
	  SERVER "key 1000; snap " SIXUP TW_ITEMS "; " TW_GO_ON),
	D("bad/sixup_items-last", "the last item is one of 0.7",
	  SERVER "key 1000; snap " TW_ITEMS "-6/0 900 0 0; " TW_GO_ON),
	D("bad/sixup_items-delta", "a delta with an event of 0.7",
	  SERVER BEFORE
	  "tick +2; delta 9/0 2 3 20*0 -22/0#7 320 480 0 0 1 0 0; "
	  "tick +2; delta ~-22/0 9/0 2 3 20*0; " TW_GO_ON),
	D("bad/sixup_items-size", "one, and after it a delta whose size is wrong",
	  SERVER BEFORE
	  "tick +2; delta 9/0 2 3 20*0 -22/0#7 320 480 0 0 1 0 0; "
	  "tick +2; size +4; delta 9/0 2 16*0 -24 4*0; "),
	D("bad/sixup_items-both", "both, and pickups of three ints",
	  SERVER "key 1000; snap " SIXUP TW_ITEMS "4/0 320 480 3; " TW_MOVE
		 "tick +2; delta -22/0#7 320 480 0 0 1 0 0; tick +2; delta "
		 "~-22/0; " TW_GO_ON TW_NEXT TW_GO_ON),
	D("bad/sixup_items-only", "a delta with nothing but an event of 0.7",
	  SERVER BEFORE
	  "tick +2; delta -22/3#7 7*1; tick +2; delta ~-22/3; " TW_GO_ON),
	D("bad/sixup_items-removed", "a delta that removes other items, too",
	  SERVER BEFORE
	  "tick +2; delta -22/3#7 7*1; tick +2; delta ~10/0 ~-22/3; " TW_GO_ON),
	D("bad/sixup_items-declared", "beside the declaration of a type",
	  SERVER BEFORE "tick +2; delta -22/3#7 7*1 0/32767#4 " TW_UUID
			"; tick +2; delta ~-22/3; " TW_GO_ON),
	D("crash/mixed-sixup-excess", "and an int after a delta that has one",
	  SERVER BEFORE "tick +2; delta -22/3#7 7*1 pad=1; " TW_GO_ON),
	D("crash/mixed-sixup-excess-snapshot", "and an int after a snapshot",
	  SERVER BEFORE TW_QUIET
	  "key +2; snap " SIXUP TW_ITEMS "pad=1; " TW_GO_ON),
	D("crash/mixed-sixup-hidden", "and bytes that belong to no item",
	  SERVER BEFORE TW_QUIET
	  "key +2; ints 1 44 2 4 20 7 -393216 900 0 0 655360 1 0 0 0 20; "
	  TW_GO_ON),
	D("crash/mixed-sixup-size", "an event of 0.7 without ints",
	  SERVER BEFORE "tick +2; delta -22/5#0; " TW_GO_ON),
	D("crash/mixed-sixup-later",
	  "a character is impossible before, with and after items of 0.7",
	  SERVER BEFORE
	  "tick +2; delta 9/0 16*0 30 5*0; tick +2; delta 9/0 2 3 20*0 "
	  "-22/0#7 320 480 0 0 1 0 0; tick +2; delta ~-22/0 9/0 2 3 20*0; "
	  TW_GO_ON),
	D("crash/mixed-sixup-type", "the type is neither client nor server",
	  "type_text 'replay'; " BEFORE
	  "tick +2; delta -22/3#7 7*1; tick +2; delta ~-22/3; tick +2; delta "
	  "~-22/7 9/0 2 3 20*0; " TW_GO_ON),
	D("near/sixup_items", "items whose type is a UUID",
	  SERVER "key 1000; snap " TW_DECLARE TW_ITEMS
		 "32767/0 0 500 2 -1 7*0; " TW_GO_ON),
	D("near/sixup_items-0.7", "the same items by their number in 0.7",
	  TW_07 "key 1000; snap " TW_ITEMS7 "24/0 -1 3 0; " TW_MOVE7
		"tick +2; delta 22/0 320 480 0 0 1 0 0; " TW_MOVE7),

	D("bad/chunk_truncated-page", "the file ends at a multiple of 4096, inside a chunk",
	  "version 3; running; length 0; " TW_START
	  "until_page { tick +2; delta 9/0 2 3 1234567 -7654321 18*0; } "),
	D("bad/chunk_truncated-page-v6", "the same in version 6, with a map",
	  "running; map small; " TW_START
	  "until_page { tick +2; delta 9/0 2 3 1234567 -7654321 18*0; } "),
	D("bad/chunk_truncated-crashed", "the file ends inside a chunk",
	  "running; " TW_START TW_SECOND TW_CHAT "cut -3; "),
	D("bad/crashed", "no length, and the file ends at a multiple of 4096",
	  "running; " TW_START
	  "msg chat 0 -1 'this line is long enough for a size of its own'; "
	  "repeat 340 { " TW_MOVE "} "),
	D("near/crashed", "no length, and the last chunk is whole",
	  "running; " TW_START TW_SECOND TW_CHAT),
	D("near/crashed-stopped", "a length, and a multiple of 4096",
	  TW_START
	  "until_page { tick +2; delta 9/0 2 3 1234567 -7654321 18*0; } "),
	{ 0 },
};
