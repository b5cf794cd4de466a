/* SPDX-License-Identifier: MIT */
/* twdemo_samples_tick.c - samples of the rules about ticks */
#include "corpus/builder/twdemo_samples.h"

#define BEFORE TW_START TW_CHAT TW_MOVE

/* A server sends the tick at which nothing changed for a player. */
#define SERVER   "type_text 'server'; " TW_START "tick +2; "
#define NAMED(t) "sys snap_empty " #t " 3; "
#define SECOND_NAMED(t) "tick +1; " TW_CHAT "tick +1; " NAMED(t)
/* Chunks of another recording.  Then the chunks of the first recording go on. */
#define FOREIGN_STEP "raw xa36831b3b0f8ff7fc50d x4d5200d0e830a042271ce354dc00; "
#define FOREIGN \
	"noise 60; key 5000; snap; " NAMED(5000) SECOND_NAMED(5002) \
		SECOND_NAMED(5004) SECOND_NAMED(5006) SECOND_NAMED(5008)
#define FOREIGN_TOO \
	SECOND_NAMED(5010) SECOND_NAMED(5012) SECOND_NAMED(5014) SECOND_NAMED(5016)
#define REST \
	"tick +1; " NAMED(1241) "tick +2; " NAMED(1243) "tick +2; " NAMED(1245) \
	"tick +2; " NAMED(1247) "tick +2; " NAMED(1249) "tick +2; " NAMED(1251)

const struct sample twdemo_samples_tick[] = {
	D("bad/chunk_head-bits", "bits of a step beside a tick in full",
	  BEFORE "tick_full +40 1; " TW_DELTA TW_GO_ON),
	D("bad/chunk_head-tick-bits", "all unused bits",
	  BEFORE "tick_full +40 0x1f; " TW_DELTA TW_GO_ON),
	D("bad/chunk_head-bits-keyframe", "bits of a step in a keyframe",
	  "key 1000 2; " TW_SNAP TW_GO_ON),
	D("bad/chunk_head-bits-v5", "the same in version 5",
	  "version 5; key 1000 16; " TW_SNAP TW_GO_ON),
	D("near/chunk_head-bits", "no bits beside a tick in full",
	  BEFORE "tick_full +40; " TW_DELTA TW_GO_ON),
	D("near/chunk_head-bits-inline", "all bits of a step",
	  BEFORE "tick +31; " TW_DELTA TW_GO_ON),

	D("bad/tick_value-first-step", "the first marker is relative",
	  "length 0; tick_inline 2; " TW_CHAT TW_START TW_GO_ON),
	D("bad/framing_lost-first-step-keyframe", "the first keyframe is relative",
	  "length 0; key_inline 2; " TW_SNAP TW_GO_ON
	  "key 1252; snap; " TW_GO_ON),
	D("bad/framing_lost-first-step-v4", "the same in version 4",
	  "version 4; length 0; tick_inline 63; " TW_CHAT TW_START TW_GO_ON),
	D("bad/tick_value-first-steps",
	  "many relative markers before the first tick",
	  "length 0; repeat 20 { tick_inline 2; " TW_CHAT
	  "} " TW_START TW_GO_ON),
	D("bad/tick_unknown",
	  "nothing shows the ticks before the first one that is given in full",
	  "length 0; tick_inline 2; " TW_CHAT "tick_full 900; " TW_CHAT TW_START
	  TW_GO_ON),
	D("near/tick_unknown", "messages before the first marker",
	  TW_CHAT TW_START TW_GO_ON),

	D("bad/tick_value-impossible", "one more than the last possible tick",
	  "length 0; " BEFORE "tick_full 0x6fffffff; " TW_DELTA
	  "key 1030; snap; " TW_GO_ON),
	D("bad/tick_value-impossible-largest", "the largest int",
	  "length 0; " BEFORE "tick_full 0x7fffffff; " TW_DELTA
	  "key 1030; snap; " TW_GO_ON),
	D("bad/tick_value-impossible-negative", "a tick of -1",
	  "length 0; " BEFORE "tick_full 0xffffffff; " TW_DELTA
	  "key 1030; snap; " TW_GO_ON),
	D("bad/tick_value-impossible-smallest", "the smallest int",
	  "length 0; " BEFORE "tick_full 0x80000000; " TW_DELTA
	  "key 1030; snap; " TW_GO_ON),
	D("bad/tick_value-keyframe", "a keyframe of an impossible tick",
	  "length 0; " BEFORE "key 0xfffffc18; snap; " TW_DELTA
	  "key 1030; snap; " TW_GO_ON),
	D("bad/tick_value-first", "the first tick is -1",
	  "length 0; key 0xffffffff; " TW_SNAP "key 1030; snap; " TW_GO_ON),
	D("bad/tick_value-first-last",
	  "the first tick is one more than the last possible one",
	  "length 0; key 0x6fffffff; " TW_SNAP "key 1030; snap; " TW_GO_ON),
	D("bad/tick_value-v4", "version 4: a tick that is months away",
	  "version 4; length 0; " BEFORE "tick +70; record 1 ^ 0x20; " TW_DELTA
	  TW_GO_ON),
	D("bad/tick_value-chunk",
	  "the same, and its bytes read as a chunk that ends later",
	  "version 4; length 0; " BEFORE "tick_full 0x5d414141; " TW_DELTA
	  TW_GO_ON),
	D("bad/tick_value-impossible-beyond",
	  "the possible ticks end before one that is one bit away",
	  "length 0; key 0x6ffffff8; snap " TW_PLAYER "; "
	  "tick_full 0x70000001; delta 10/0 4*0 1; tick +2; " TW_CHAT),
	D("bad/tick_value-0", "too long a pause after tick 0",
	  "length 0; key 0; snap " TW_PLAYER "; tick_full 16777217; "
	  "delta 10/0 4*0 1; key 252; snap; " TW_CHAT),
	D("bad/tick_value-0-far", "an impossible tick after tick 0",
	  "length 0; key 0; snap " TW_PLAYER "; tick_full 0x70000003; "
	  "delta 10/0 4*0 1; key 252; snap; " TW_CHAT),
	D("near/tick_value-0", "the longest pause after tick 0",
	  "key 0; snap " TW_PLAYER "; tick_full 16777216; "
	  "delta 10/0 4*0 1; " TW_CHAT),
	D("near/tick_value", "the last possible tick",
	  "key 0x6ffffffe; " TW_SNAP),
	D("near/tick_value-zero", "the first possible tick",
	  "key 0; snap " TW_PLAYER "; tick +2; "),

	D("bad/tick_value-back", "two ticks back",
	  "length 0; " BEFORE TW_MOVE "tick_full -2; " TW_DELTA TW_GO_ON),
	D("bad/tick_value-same", "the same tick in full",
	  "length 0; " BEFORE "tick_full +0; " TW_DELTA TW_GO_ON),
	D("bad/tick_value-far-back", "1000 ticks back, to before the first one",
	  "length 0; " BEFORE "tick_full 2; " TW_DELTA TW_GO_ON),
	D("bad/tick_value-keyframe-before", "a keyframe of a tick that was before",
	  "length 0; " BEFORE TW_MOVE "key 1001; snap; " TW_GO_ON),
	D("bad/tick_value-restart", "the same demo twice",
	  "length 0; " BEFORE TW_GO_ON BEFORE TW_GO_ON),
	D("bad/tick_value-back-v4", "two ticks back in version 4",
	  "version 4; length 0; " BEFORE TW_MOVE
	  "tick_full -2; " TW_DELTA TW_GO_ON),
	D("bad/tick_value-keyframe-same", "a keyframe again",
	  "length 0; " BEFORE TW_QUIET "key 1255; snap; key 1255; snap; "
	  TW_GO_ON),
	D("bad/tick_value-keyframe-back",
	  "a keyframe of a tick before the last keyframe",
	  "length 0; " BEFORE TW_NEXT TW_GO_ON "key 1100; snap; " TW_GO_ON),
	D("bad/tick_value-keyframe-tick", "a tick of before the last keyframe",
	  "length 0; " BEFORE TW_NEXT TW_GO_ON "tick_full 1100; " TW_DELTA
	  TW_GO_ON),
	D("bad/tick_value-full", "a keyframe of before a tick in full",
	  "length 0; " BEFORE "tick +40; " TW_DELTA "key 1010; snap; "
	  TW_GO_ON),
	D("bad/tick_value-step",
	  "a keyframe that is too early, after one that is one bit of a step off",
	  "length 0; " BEFORE "key 1296; snap; repeat 8 { tick +30; } "
	  "key 1531; snap; " TW_GO_ON),
	D("crash/marker-inserted",
	  "one of three markers is too many, as messages behind them say",
	  SERVER SECOND_NAMED(1004) SECOND_NAMED(1006) SECOND_NAMED(1008)
	  "tick +1; " TW_CHAT SECOND_NAMED(1010) SECOND_NAMED(1012)
	  SECOND_NAMED(1014)),
	D("crash/marker-before-noise",
	  "bytes that are no chunks begin with one that looks like a marker",
	  TW_START TW_GO_ON TW_GO_ON "raw xa2; noise 40; " TW_GO_ON TW_NEXT
	  TW_GO_ON TW_SECOND),
	D("crash/marker-after-noise",
	  "bytes that are no chunks end with two that look like markers",
	  TW_START TW_GO_ON TW_GO_ON "raw x8c; noise 40; " TW_GO_ON TW_NEXT
	  TW_GO_ON TW_SECOND),
	D("near/tick_value-inserted", "none is too many",
	  SERVER SECOND_NAMED(1004) SECOND_NAMED(1006) SECOND_NAMED(1008)
	  SECOND_NAMED(1010) SECOND_NAMED(1012) SECOND_NAMED(1014)),
	D("crash/ticks-again", "messages say that ticks come twice",
	  SERVER SECOND_NAMED(1004) SECOND_NAMED(1006) SECOND_NAMED(1008)
	  SECOND_NAMED(1010) SECOND_NAMED(1012) SECOND_NAMED(1008)
	  SECOND_NAMED(1010) SECOND_NAMED(1012) SECOND_NAMED(1014)
	  SECOND_NAMED(1016) SECOND_NAMED(1018) SECOND_NAMED(1020)
	  SECOND_NAMED(1022) SECOND_NAMED(1024) SECOND_NAMED(1026)),
	D("crash/ticks-again-and-hole",
	  "the same behind a hole, and no keyframe follows",
	  SERVER SECOND_NAMED(1004) SECOND_NAMED(1006) SECOND_NAMED(1008)
	  SECOND_NAMED(1010) SECOND_NAMED(1012) "noise 60; "
	  SECOND_NAMED(1008) SECOND_NAMED(1010) SECOND_NAMED(1012)
	  SECOND_NAMED(1014) SECOND_NAMED(1016) SECOND_NAMED(1018)
	  SECOND_NAMED(1020) "repeat 20 { tick +5; " TW_CHAT "} tick +5; "
	  NAMED(1125)),
	D("crash/foreign-chunks",
	  "between two holes there are chunks of another recording",
	  SERVER SECOND_NAMED(1004) SECOND_NAMED(1006) FOREIGN
	  "noise 60; " REST "key 1253; snap; " TW_CHAT TW_MOVE TW_SECOND
	  TW_GO_ON),
	D("crash/foreign-chunks-most",
	  "the same, and behind them there is less of the recording",
	  SERVER SECOND_NAMED(1004) SECOND_NAMED(1006) FOREIGN FOREIGN_TOO
	  "noise 60; " REST "key 1253; snap; "),
	D("crash/foreign-chunks-running",
	  "the same, and the recorder was never stopped",
	  "length 0; " SERVER SECOND_NAMED(1004) SECOND_NAMED(1006) FOREIGN
	  "noise 60; " REST "key 1253; snap; " TW_CHAT TW_MOVE TW_SECOND
	  TW_GO_ON),
	D("crash/foreign-chunks-steps",
	  "chunks of a client's demo with steps that lead behind the next keyframe",
	  TW_START TW_MOVE TW_GO_ON "noise 60; " FOREIGN_STEP FOREIGN_STEP
	  "noise 60; " TW_MOVE TW_GO_ON TW_NEXT TW_SECOND TW_GO_ON),
	D("crash/foreign-chunks-before",
	  "between two holes there are chunks of an earlier tick",
	  "length 0; type_text 'server'; key 1000; snap; tick +2; "
	  SECOND_NAMED(1004) SECOND_NAMED(1006) SECOND_NAMED(1008)
	  "noise 60; key 500; snap; " NAMED(500) SECOND_NAMED(502)
	  SECOND_NAMED(504) "noise 60; tick +1; " NAMED(1015)
	  SECOND_NAMED(1017) SECOND_NAMED(1019) SECOND_NAMED(1021)
	  SECOND_NAMED(1023) SECOND_NAMED(1025) SECOND_NAMED(1027)
	  SECOND_NAMED(1029)),
	D("crash/keyframe-beyond-length",
	  "a wrong tick of a keyframe, which the length of the header contradicts",
	  "length 3; " TW_START TW_SECOND TW_SECOND "key 131920; snap; " TW_GO_ON
	  TW_SECOND),
	D("crash/bit-and-length",
	  "a wrong bit of a head, and a length that the ticks contradict",
	  "length 1; " TW_START TW_SECOND TW_SECOND TW_SECOND TW_CHAT
	  "record 0 ^ 0x80; " TW_GO_ON TW_NEXT TW_GO_ON),
	D("crash/first-marker-running",
	  "the first marker is damaged, and the recorder was never stopped",
	  "length 0; type_text 'server'; " TW_CHAT
	  "key 1000; record 0 0x06; record 1 0x59; record 2 0xe8; "
	  "record 3 0xa2; record 4 0x10; snap; tick +2; " SECOND_NAMED(1004)
	  SECOND_NAMED(1006) SECOND_NAMED(1008) SECOND_NAMED(1010)
	  SECOND_NAMED(1012) TW_NEXT TW_GO_ON),
	D("crash/marker-before-hole",
	  "a byte of a hole that looks like a marker, and ticks are lost in the hole",
	  SERVER SECOND_NAMED(1004) SECOND_NAMED(1006) SECOND_NAMED(1008)
	  "raw xbf; noise 60; lost { " SECOND_NAMED(1010) "} "
	  SECOND_NAMED(1012) SECOND_NAMED(1014) SECOND_NAMED(1016)
	  SECOND_NAMED(1018) "repeat 20 { tick +5; " TW_CHAT "} tick +5; "),
	D("crash/marker-small",
	  "a wrong byte in the place of a marker of less than the usual step",
	  SERVER SECOND_NAMED(1004) SECOND_NAMED(1006) SECOND_NAMED(1008) TW_NEXT
	  TW_CHAT "tick +1; record 0 0x31; " TW_DELTA NAMED(1253) "tick +2; "
	  TW_DELTA NAMED(1255) "tick +2; " TW_DELTA NAMED(1257) "tick +2; "
	  TW_DELTA NAMED(1259) "tick +2; " TW_DELTA NAMED(1261) TW_SECOND),
	D("crash/steps-two", "two wrong steps, and messages that name the ticks",
	  SERVER NAMED(1002) "tick +2; record 0 ^ 0x08; " NAMED(1004) "tick +2; "
	  NAMED(1006) "tick +2; " NAMED(1008) "tick +2; record 0 ^ 0x08; "
	  NAMED(1010) "tick +2; " NAMED(1012) "tick +2; " NAMED(1014)),
	D("near/tick_value-two", "two long steps, and two messages that name ticks",
	  SERVER NAMED(1002) "tick +2; record 0 ^ 0x08; " NAMED(1012) "tick +2; "
	  TW_CHAT "tick +2; " TW_CHAT "tick +2; record 0 ^ 0x08; " TW_CHAT
	  "tick +2; " TW_CHAT),
	D("near/tick_order", "one tick on",
	  BEFORE "tick +1; " TW_DELTA TW_GO_ON),

	D("bad/tick_repeated", "a step of 0",
	  BEFORE "tick_inline 0; " TW_CHAT TW_GO_ON),
	D("bad/tick_value-repeated-delta", "a step of 0, and a second delta",
	  BEFORE "tick_inline 0; " TW_DELTA TW_GO_ON),
	D("bad/tick_order", "a step of 0, and a whole snapshot",
	  BEFORE "tick_inline 0; snap; " TW_GO_ON),
	D("bad/tick_repeated-v5", "the same in version 5",
	  "version 5; " BEFORE "tick_inline 0; " TW_CHAT TW_GO_ON),
	D("near/tick_repeated", "a step of 1",
	  BEFORE "tick_inline 1; " TW_CHAT TW_GO_ON),

	D("bad/tick_bytes", "version 4: two snapshots of one tick",
	  "version 4; " BEFORE "tick +0; " TW_STAY TW_GO_ON),
	D("bad/tick_bytes-v3", "the same in version 3",
	  "version 3; " BEFORE "tick +0; " TW_STAY TW_GO_ON),
	D("bad/tick_bytes-0.7", "the same in Teeworlds 0.7",
	  "version 4; " TW_07 "key 1000; snap " TW_ITEMS7 "; " TW_MOVE7
	  "tick +0; delta 10/0 0 3 20*0; " TW_CHAT7 TW_MOVE7 TW_CHAT7 TW_MOVE7
		  TW_MOVE7),
	D("bad/tick_bytes-twice", "it happens twice",
	  "version 4; " BEFORE "tick +0; " TW_STAY TW_GO_ON
	  "tick +0; " TW_STAY TW_GO_ON),
	D("near/tick_bytes-first", "version 4: the first tick is no keyframe",
	  "version 4; tick_full 998; " TW_CHAT TW_START TW_GO_ON),
	D("near/tick_bytes", "version 4: a tick in full",
	  "version 4; " BEFORE "tick +64; " TW_DELTA TW_GO_ON),

	D("bad/chunk_head-keyframe-step", "a keyframe with a step",
	  BEFORE "repeat 124 { tick +2; } key_inline 2; snap; " TW_GO_ON),
	D("bad/chunk_head-keyframe-step-v4", "the same in version 4",
	  "version 4; " BEFORE
	  "repeat 124 { tick +2; } key_inline 2; snap; " TW_GO_ON),
	D("near/chunk_head-keyframe-tick", "a keyframe with its tick",
	  BEFORE "repeat 124 { tick +2; } key +2; snap; " TW_GO_ON),

	D("bad/tick_value-form", "a step became a tick in full",
	  BEFORE "tick +2; record 0 ^ 0x20; " TW_DELTA TW_GO_ON),
	D("bad/tick_value-form-keyframe", "the tick of a keyframe became a step",
	  BEFORE TW_QUIET "key +2; record 0 ^ 0x20; snap; " TW_GO_ON),
	D("bad/tick_value-form-first", "that of the first tick",
	  "key 1000; record 0 ^ 0x20; " TW_SNAP TW_GO_ON),
	D("bad/tick_value-form-v4", "the same in version 4",
	  "version 4; " BEFORE TW_QUIET "key +2; record 0 ^ 0x04; snap; "
	  TW_GO_ON),
	D("bad/tick_value-forms", "both in version 5",
	  "version 5; " BEFORE "tick +2; record 0 ^ 0x20; " TW_DELTA TW_GO_ON
	  TW_QUIET "key +2; record 0 ^ 0x20; snap; " TW_GO_ON),
	D("bad/tick_value-form-last", "a step before the last chunk of the file",
	  BEFORE TW_MOVE "tick +2; record 0 ^ 0x20; " TW_DELTA),
	D("bad/framing_lost-tick-form", "that of a keyframe without a snapshot",
	  BEFORE TW_QUIET "key +2; record 0 ^ 0x20; " TW_CHAT TW_MOVE TW_CHAT
	  TW_NEXT TW_GO_ON),
	D("bad/tick_value-step-0", "a keyframe with a step of 0",
	  BEFORE TW_QUIET "key_inline 0; snap; " TW_GO_ON),
	D("bad/another_recording-form", "its tick would be of before",
	  "length 0; " BEFORE TW_QUIET "key 990; record 0 ^ 0x20; snap; " TW_GO_ON
	  TW_NEXT TW_GO_ON),
	D("bad/tick_value-form-far", "its tick would be after the last possible one",
	  "length 0; " BEFORE TW_QUIET
	  "key 0x6fffffff; record 0 ^ 0x20; snap; " TW_GO_ON "key 1600; snap; "
	  TW_GO_ON),
	D("bad/tick_value-form-pause", "its tick would be after too long a pause",
	  "length 0; " BEFORE TW_QUIET
	  "key 16779000; record 0 ^ 0x20; snap; " TW_GO_ON "key 1600; snap; "
	  TW_GO_ON),
	D("bad/framing_lost-form-step", "a step before the first tick",
	  "length 0; tick_full 2; record 0 ^ 0x02; record 1 ^ 0x80; " TW_CHAT
	  TW_START TW_GO_ON),
	D("bad/framing_lost-form-after", "a step before a chunk of type 0",
	  BEFORE "tick +2; record 0 ^ 0x20; type 0; " TW_CHAT TW_GO_ON TW_NEXT
	  TW_GO_ON),
	D("bad/tick_value-form-two-bits", "version 4: two bits of the head are wrong",
	  "length 0; version 4; " BEFORE TW_QUIET
	  "key +2; record 0 ^ 0x06; snap; " TW_GO_ON TW_NEXT TW_GO_ON),

	D("bad/absolute_needless", "31 ticks in full",
	  BEFORE "tick_full +31; " TW_DELTA TW_GO_ON),
	D("bad/absolute_needless-one", "one tick in full",
	  BEFORE "tick_full +1; " TW_DELTA TW_GO_ON),
	D("bad/absolute_needless-0", "the tick after tick 0 in full",
	  "key 0; snap " TW_PLAYER "; tick_full +2; delta 10/0 4*0 1; "),
	D("bad/absolute_needless-v4", "63 ticks in full in version 4",
	  "version 4; " BEFORE "tick_full +63; " TW_DELTA TW_GO_ON),
	D("near/absolute_needless", "32 ticks in full",
	  BEFORE "tick_full +32; " TW_DELTA TW_GO_ON),
	D("near/absolute_needless-v4", "64 ticks in full in version 4",
	  "version 4; " BEFORE "tick_full +64; " TW_DELTA TW_GO_ON),
	D("near/absolute_needless-first",
	  "the first tick, which is no keyframe",
	  "tick_full 998; " TW_START TW_GO_ON),
	{ 0 },
};
