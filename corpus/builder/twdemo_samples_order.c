/* SPDX-License-Identifier: MIT */
/* twdemo_samples_order.c - samples of a wrong bit in a tick marker, which only a later
   marker shows */
#include "corpus/builder/twdemo_samples.h"

/* After a lag a tick is absolute. */
#define LAG "tick +40; " TW_DELTA
/* A step of 2 became a step of 10. */
#define STEP "tick +2; record 0 ^ 0x08; " TW_DELTA
/* A mod has its own type 30, whose size deltas omit. */
#define MOD_START "net '0.6 mod'; key 1000; snap 10/0 1 0 0 0 0; "
#define MOD_SIZED "10/0 1 0 0 0 0 30/0 1 2 3"
#define QUICK(n) "repeat " #n " { tick +1; " TW_DELTA "} "

const struct sample twdemo_samples_order[] = {
	/* The marker before is too high.  The marker that shows this is right. */
	D("crash/flip-lag-far", "a tick in full after a lag became larger",
	  TW_START TW_GO_ON "tick +40; record 3 ^ 0x10; " TW_DELTA TW_GO_ON
	  TW_NEXT TW_GO_ON TW_NEXT TW_GO_ON),
	D("crash/flip-key-before-lag",
	  "a keyframe became larger, and a tick after a lag is the next in full",
	  TW_START TW_QUIET "key +2; record 2 ^ 0x10; snap; " TW_GO_ON LAG
	  TW_GO_ON TW_NEXT TW_GO_ON),
	D("crash/flip-key-late",
	  "a keyframe became larger, and the next one comes after a lag",
	  TW_START TW_QUIET "key +2; record 2 ^ 0x10; snap; " TW_GO_ON TW_QUIET
	  "key +60; snap; " TW_GO_ON TW_NEXT),
	D("crash/flip-key-at-once",
	  "a keyframe became larger, and a tick in full follows it at once",
	  TW_START TW_QUIET "key +2; record 2 ^ 0x10; snap; " LAG TW_GO_ON
	  TW_NEXT TW_GO_ON),
	D("crash/flip-first", "the first keyframe became larger",
	  "key 1000; record 2 ^ 0x10; " TW_SNAP TW_GO_ON TW_NEXT TW_GO_ON
	  TW_NEXT TW_GO_ON),
	D("crash/flip-first-lag",
	  "the same, and a tick after a lag is the next in full",
	  "key 1000; record 2 ^ 0x10; " TW_SNAP TW_GO_ON LAG TW_GO_ON TW_NEXT
	  TW_GO_ON),
	D("crash/flip-first-negative", "the highest bit of the first tick",
	  "key 1000; record 1 ^ 0x80; " TW_SNAP TW_GO_ON TW_NEXT TW_GO_ON),
	D("crash/flip-first-small",
	  "the first tick became smaller, and days seem to pass",
	  "key 20000000; record 1 ^ 0x01; " TW_SNAP TW_GO_ON TW_NEXT TW_GO_ON
	  TW_NEXT TW_GO_ON),

	/* The marker that shows the defect is wrong.  The marker after it shows that. */
	D("crash/flip-second",
	  "the second keyframe became smaller, and the first may be too large",
	  "key 10000; " TW_SNAP TW_GO_ON TW_QUIET
	  "key +2; record 3 ^ 0x20; snap; " TW_GO_ON TW_NEXT TW_GO_ON),
	D("crash/flip-second-last", "the same, and nothing shows which it is",
	  "key 10000; " TW_SNAP TW_GO_ON TW_QUIET
	  "key +2; record 3 ^ 0x20; snap; " TW_GO_ON),
	D("crash/flip-second-items",
	  "the same, and only the ticks of items show which it is",
	  "key 5000; " TW_SNAP TW_GO_ON TW_QUIET
	  "key +2; record 3 ^ 0x10; snap; " TW_GO_ON),
	D("crash/flip-key-after-late",
	  "a keyframe became smaller, and the one before it came after a lag",
	  "key 1240; " TW_SNAP TW_GO_ON TW_QUIET
	  "key +30; snap; " TW_GO_ON TW_QUIET
	  "key +2; record 4 ^ 0x04; snap; " TW_GO_ON),
	D("crash/flip-lag", "a tick in full after a lag became impossible",
	  TW_START TW_GO_ON "tick +40; record 1 ^ 0x40; " TW_DELTA TW_GO_ON
	  TW_NEXT TW_GO_ON),
	D("crash/flip-lag-negative", "the highest bit of one",
	  TW_START TW_GO_ON "tick +40; record 1 ^ 0x80; " TW_DELTA TW_GO_ON
	  TW_NEXT TW_GO_ON),
	D("crash/flip-lag-second", "a pause of seconds, and an impossible tick",
	  TW_START TW_GO_ON "tick +400; record 1 ^ 0x80; " TW_DELTA TW_GO_ON),
	D("crash/flip-lag-long", "a pause too long to be sure",
	  TW_START TW_GO_ON "tick +501; record 1 ^ 0x80; " TW_DELTA TW_GO_ON),

	/* A step is too large. */
	D("crash/flip-step", "a step of 2 became one of 10",
	  TW_START TW_GO_ON STEP TW_NEXT TW_GO_ON TW_NEXT TW_GO_ON),
	D("crash/flip-step-v4", "the same with 32 more in version 4",
	  "version 4; " TW_START TW_GO_ON
	  "tick +2; record 0 ^ 0x20; " TW_DELTA TW_NEXT TW_GO_ON TW_NEXT
	  TW_GO_ON),
	D("crash/flip-step-after-lag", "a step after a tick in full",
	  TW_START TW_GO_ON LAG STEP TW_NEXT TW_GO_ON TW_NEXT TW_GO_ON),
	D("crash/flip-step-two", "two steps, and nobody knows which it was",
	  TW_START TW_GO_ON "tick +10; " TW_DELTA STEP TW_NEXT TW_GO_ON TW_NEXT
	  TW_GO_ON),
	D("crash/flip-step-two-quick", "the same, and ticks of 1 at the end",
	  TW_START TW_GO_ON "tick +10; " TW_DELTA STEP
	  "repeat 109 { tick +2; } " QUICK(14) "key +1; snap; " TW_GO_ON
	  TW_NEXT TW_GO_ON),

	/* More than one bit. */
	D("crash/flip-key-bits", "two bits of a keyframe",
	  TW_START TW_QUIET "key +2; record 2 ^ 0x30; snap; " TW_GO_ON TW_NEXT
	  TW_GO_ON TW_NEXT TW_GO_ON),
	D("crash/flip-key-bits-lag",
	  "the same, and a tick after a lag is the next in full",
	  TW_START TW_QUIET "key +2; record 2 ^ 0x30; snap; " TW_GO_ON LAG
	  TW_NEXT TW_GO_ON TW_NEXT TW_GO_ON),
	D("crash/flip-first-bits", "two bits of the first keyframe",
	  "key 1000; record 2 ^ 0x30; " TW_SNAP TW_GO_ON TW_NEXT TW_GO_ON
	  TW_NEXT TW_GO_ON),
	/* No bit of an earlier marker explains the ticks, but the marker that shows the
	   defect is right. */
	D("crash/order-twice", "a keyframe and the ticks after it, twice",
	  TW_START TW_NEXT TW_GO_ON "key 1252; snap; " TW_GO_ON TW_NEXT TW_GO_ON),
	D("crash/order-first-high", "the first tick is 95 too high",
	  "key 1095; " TW_SNAP TW_QUIET "key 1252; snap; " TW_GO_ON TW_NEXT
	  TW_GO_ON TW_NEXT TW_GO_ON),
	D("crash/order-first-byte", "a byte of the first tick is another",
	  "key 1000; record 1 0x90; " TW_SNAP TW_GO_ON TW_NEXT TW_GO_ON TW_NEXT
	  TW_GO_ON),
	D("crash/order-key-late", "a byte of a keyframe is another: it comes later",
	  TW_START TW_QUIET "key +2; record 4 0xff; snap; " TW_GO_ON TW_NEXT
	  TW_GO_ON TW_NEXT TW_GO_ON),
	D("crash/order-key-quick", "a keyframe is too high, and ticks of 1 follow",
	  TW_START TW_QUIET "key +2; record 3 0x0b; snap; "
	  "repeat 125 { tick +2; } tick +1; key +1; snap; " TW_GO_ON TW_NEXT
	  TW_GO_ON),
	D("crash/order-key-at-once", "a keyframe is too high, and the next is next",
	  TW_START TW_QUIET "key +2; record 3 0x0b; snap; key 1504; snap; "
	  TW_GO_ON TW_NEXT TW_GO_ON),
	D("crash/order-lag-bits", "three bits of a tick after a lag",
	  TW_START TW_GO_ON "tick +40; record 2 ^ 0x31; " TW_DELTA TW_GO_ON
	  TW_NEXT TW_GO_ON TW_NEXT TW_GO_ON),
	D("crash/order-key-used",
	  "a keyframe is too high, and a keyframe after it is written anew",
	  TW_START TW_QUIET "key +2; record 2 ^ 0x31; snap; " TW_GO_ON
	  "key_inline 2; snap; " TW_GO_ON "repeat 115 { tick +2; } key 1506; "
	  "snap; " TW_GO_ON TW_NEXT TW_GO_ON),
	D("crash/order-added", "a step was added",
	  TW_START TW_GO_ON "raw xb8; " TW_DELTA TW_NEXT TW_GO_ON TW_NEXT
	  TW_GO_ON),
	D("crash/order-added-keyframe", "and the last tick is a keyframe with a step",
	  TW_START TW_GO_ON "raw xb8; " TW_DELTA "repeat 120 { tick +2; } "
	  "key_inline 2; key 1252; snap; " TW_GO_ON TW_NEXT TW_GO_ON),
	D("crash/order-added-many", "three steps were added",
	  TW_START TW_GO_ON "raw xbfbfbf; " TW_DELTA TW_NEXT TW_GO_ON TW_NEXT
	  TW_GO_ON),
	D("crash/order-added-last", "a step was added, and no tick in full follows",
	  TW_START TW_GO_ON "raw xb8; " TW_DELTA TW_NEXT TW_GO_ON),
	D("crash/order-added-lag", "the same, and the next tick in full is no keyframe",
	  TW_START TW_GO_ON "raw xb8; " TW_DELTA "tick_full 1020; " TW_DELTA
	  TW_NEXT TW_GO_ON),
	D("crash/order-twice-damaged", "the second one is followed by noise",
	  TW_START TW_NEXT TW_GO_ON "key 1252; raw x00*30; " TW_NEXT TW_GO_ON),
	D("crash/order-then-years",
	  "a keyframe before the first one, and then one after years",
	  TW_START "key 485; snap; " TW_GO_ON "key 20185323; snap; " TW_GO_ON),
	/* The dropped chunks show the size of a type.  A later delta was read with this
	   size. */
	D("crash/order-twice-sizes",
	  "of two keyframes of one tick the first one shows the size of a type",
	  MOD_START TW_QUIET "key +2; snap " MOD_SIZED "; repeat 4 { tick +2; "
	  "delta 30/0 1 0 0; } key 1252; snap 10/0 1 0 0 0 0; tick +2; "
	  "delta 30/1 1 2 3; tick +2; delta 30/1 1 0 0; " TW_NEXT TW_CHAT),
	D("crash/order-added-sizes",
	  "a step was added, and a late snapshot shows the size of a type",
	  MOD_START "raw xb8; repeat 122 { tick +2; } tick +2; "
	  "snap " MOD_SIZED "; tick +2; key 1252; snap 10/0 1 0 0 0 0; tick +2; "
	  "delta 30/1 1 2 3; tick +2; delta 30/1 1 0 0; " TW_NEXT TW_CHAT),
	D("crash/order-lost-sizes",
	  "a keyframe that is too high shows the size of a type, and is lost",
	  MOD_START TW_QUIET "key +2; record 2 ^ 0x31; snap " MOD_SIZED "; "
	  "tick +2; delta 30/0 1 0 0; raw x00*30; " TW_QUIET
	  "key +2; snap 10/0 1 0 0 0 0; tick +2; delta 30/1 1 2 3; tick +2; "
	  "delta 30/1 1 0 0; " TW_NEXT TW_CHAT),
	/* Ticks are lost.  Later chunks give information about them. */
	D("crash/order-lost-far",
	  "a keyframe with a large step is lost, and the next one became larger",
	  TW_START "repeat 118 { tick +2; } key_inline 31; raw x00*30; key 1252; "
	  "record 1 ^ 0x01; snap; " TW_GO_ON),
	D("crash/order-lost-twice",
	  "chunks are lost, and then the keyframe after them, which is too high",
	  TW_START TW_GO_ON "raw x00*30; key 1252; record 2 ^ 0x31; snap; "
	  TW_GO_ON "raw x00*30; key 1504; snap; " TW_GO_ON TW_NEXT TW_GO_ON),
	D("crash/order-lost-high",
	  "chunks are lost, and the keyframe after them became larger",
	  TW_START TW_GO_ON "raw x00*30; key 1252; record 2 ^ 0x10; snap; "
	  TW_GO_ON TW_NEXT TW_GO_ON TW_NEXT TW_GO_ON),
	{ 0 },
};
