/* SPDX-License-Identifier: MIT */
/* twdemo_samples_snapshot.c - samples of damage inside snapshots and deltas */
#include "corpus/builder/twdemo_samples.h"

#define BEFORE TW_START TW_CHAT TW_MOVE
/* The next deltas have no base until the next keyframe. */
#define AFTER TW_GO_ON TW_NEXT TW_GO_ON
/* A keyframe whose snapshot is not the first snapshot. */
#define SERVER "type_text 'server'; "
#define KEY BEFORE TW_QUIET "key +2; "

const struct sample twdemo_samples_snapshot[] = {
	D("bad/keyframe_empty-short", "a snapshot of one int",
	  KEY "ints 1 0; " AFTER),
	D("bad/keyframe_empty-data_size", "a negative size of the items",
	  KEY "snap " TW_ITEMS "@0=-4; " AFTER),
	D("bad/keyframe_empty-data_size-unaligned", "a size that is no multiple of 4",
	  KEY "snap " TW_ITEMS "@0=+2; " AFTER),
	D("bad/keyframe_empty-item_count", "a negative number of items",
	  KEY "snap " TW_ITEMS "@1=-1; " AFTER),
	D("bad/keyframe_empty-item_count-1025", "1025 items",
	  KEY "snap " TW_ITEMS "@1=1025; " AFTER),
	D("bad/keyframe_empty-total", "the last int is missing",
	  KEY "snap " TW_ITEMS "cut=-1; " AFTER),
	D("bad/snapshot.excess-keyframe", "an int after the last item",
	  KEY "snap " TW_ITEMS "pad=1; " AFTER),
	D("bad/keyframe_empty-offset", "an item begins before the one before it",
	  KEY "snap " TW_ITEMS "@4=4; " AFTER),
	D("bad/keyframe_empty-offset-negative", "an item begins before the items",
	  KEY "snap " TW_ITEMS "@3=-8; " AFTER),
	D("bad/keyframe_empty-offset_alignment", "an item begins inside an int",
	  KEY "snap " TW_ITEMS "@3=+2; " AFTER),
	D("bad/snapshot.first_offset", "four bytes that belong to no item",
	  KEY "ints 1 28 1 4 0 655360 1 0 0 0 20; " TW_GO_ON),
	D("bad/snapshot.duplicate_key", "the same item twice",
	  KEY "snap " TW_ITEMS TW_PLAYER "; " TW_GO_ON),
	D("bad/snapshot.item_size", "a pickup of three ints",
	  KEY "snap " TW_ITEMS "4/0 320 480 3; " TW_GO_ON),
	D("bad/snapshot.key", "an item of a negative type in a demo of 0.7",
	  TW_07 "key 1000; snap " TW_ITEMS7 "-6/0 900 0 0; " TW_MOVE7),
	D("bad/snapshot.key-server", "a type before those of 0.7",
	  SERVER "key 1000; snap -25/0 1 " TW_ITEMS "; " TW_GO_ON),
	D("bad/snapshot.key-size", "an item of 0.7 with two ints too many",
	  SERVER "key 1000; snap -6/0 900 0 0 0 0 " TW_ITEMS "; " TW_GO_ON),
	D("bad/snapshot.key-server-0.7", "the same of a server of 0.7",
	  SERVER TW_07 "key 1000; snap " TW_ITEMS7 "-6/0 900 0 0; " TW_MOVE7),
	D("bad/snapshot.undeclared-first", "in the first snapshot",
	  "key 1000; snap " TW_ITEMS "32767/0 0 500 2 -1 7*0; " TW_GO_ON),
	D("bad/snapshot.undeclared-other",
	  "a type that is not declared, and a higher one that is",
	  BEFORE TW_QUIET "key +2; snap " TW_DECLARE TW_ITEMS
	  "32767/0 0 500 2 -1 7*0; tick +2; delta 32766/0#3 1 2 3; " TW_GO_ON),
	D("bad/snapshot.undeclared",
	  "a type that is not declared, here and in the next",
	  KEY "snap " TW_ITEMS "32767/0 0 500 2 -1 7*0; " TW_GO_ON
	      "tick +2; delta 32767/0#11 1 10*0; " TW_GO_ON),
	D("bad/snapshot.undeclared-quiet",
	  "a type that is not declared, and the next delta does not touch it",
	  KEY "snap " TW_ITEMS "; tick +2; delta 32767/0#11 0 500 2 -1 7*0; "
	      TW_GO_ON),
	D("bad/snapshot.undeclared-gone",
	  "a type that is not declared, and is gone in the next delta",
	  KEY "snap " TW_ITEMS "; tick +2; delta 32767/0#11 0 500 2 -1 7*0; "
	      "tick +2; delta ~32767/0; " TW_GO_ON),
	D("bad/snapshot.declared_twice", "one UUID under two numbers",
	  KEY "snap " TW_DECLARE "0/32766 " TW_UUID TW_ITEMS "; " TW_GO_ON),
	D("bad/snapshot.declaration_id", "a UUID for the number 100",
	  KEY "snap 0/100 " TW_UUID TW_ITEMS "; " TW_GO_ON),
	D("bad/snapshot.declaration_short", "a UUID of three ints",
	  KEY "snap 0/32767 1 2 3 " TW_ITEMS "; " TW_GO_ON),
	D("bad/sixup_items-declaration",
	  "and a UUID of three ints, which has no place among the other ints",
	  SERVER "key 1000; snap -6/0 900 0 0 0/32767 1 2 3 " TW_ITEMS "; "
	  TW_GO_ON),
	D("bad/snapshot.unknown_uuid", "a UUID that nobody knows",
	  KEY "snap 0/32767 1 2 3 4 " TW_ITEMS "; " TW_GO_ON),
	D("bad/snapshot.uuid_size", "a character of DDNet of 99 ints",
	  KEY "snap " TW_DECLARE TW_ITEMS "32767/0 99*0; " TW_GO_ON),
	D("near/snapshot.total", "nothing is missing",
	  KEY "snap " TW_ITEMS "; " TW_GO_ON),
	D("bad/snapshot.undeclared-once",
	  "a server before DDNet 18.3: the next snapshot declares it",
	  KEY "snap " TW_ITEMS "32767/0 0 500 2 -1 7*0; tick +2; delta "
	      "0/32767#4 " TW_UUID "; " TW_GO_ON),
	D("near/snapshot.undeclared", "a type that is declared",
	  KEY "snap " TW_ITEMS "0/32767 " TW_UUID " 32767/0 0 500 2 -1 7*0; "
	      TW_GO_ON),
	D("near/snapshot.key", "the last type there can be",
	  KEY "snap " TW_DECLARE TW_ITEMS "32767/0 11*0; " TW_GO_ON),

	D("bad/chunk_content-short-delta", "a delta of two ints",
	  BEFORE "tick +2; ints 3 0 0; " AFTER),
	D("bad/chunk_content-update",
	  "the last int of a delta is missing",
	  BEFORE "tick +2; delta 9/0 2 3 20*0 cut=-1; " AFTER),
	D("bad/chunk_content-count", "one update less than it says",
	  BEFORE "tick +2; delta 9/0 2 3 20*0 @1=2; " AFTER),
	D("bad/chunk_content-removed_count", "a negative number of removed items",
	  BEFORE "tick +2; delta 9/0 2 3 20*0 @0=-100; " AFTER),
	D("bad/framing_lost-removed_count",
	  "more removed items than there can be",
	  BEFORE "tick +2; delta 9/0 2 3 20*0 @0=0x7fffffff; " AFTER),
	D("bad/chunk_content-update_count", "a negative number of updates",
	  BEFORE "tick +2; delta 9/0 2 3 20*0 @1=-1; " AFTER),
	D("bad/snapshot.third_int", "the third int is not 0",
	  BEFORE "tick +2; delta 9/0 2 3 20*0 @2=1; " TW_GO_ON),
	D("bad/chunk_content-update_type", "an update of the type after the last",
	  BEFORE "tick +2; delta 32768/0#1 0; " AFTER),
	D("bad/snapshot.update_type-server", "a type before those of 0.7",
	  SERVER BEFORE "tick +2; delta -25/0#1 1; " TW_GO_ON),
	D("bad/chunk_content-update_id", "an update of the id after the last",
	  BEFORE "tick +2; delta 10/0 1 4*0 @4=65536; " AFTER),
	D("bad/chunk_content-update_size", "an update of a negative size",
	  BEFORE "tick +2; delta 64/0#-1; " AFTER),
	D("bad/chunk_content-update_size-huge", "an update of 2 GiB",
	  BEFORE "tick +2; delta 64/0#0x20000000 0; " AFTER),
	D("bad/snapshot.update_size_new",
	  "two updates of one item, of two sizes",
	  BEFORE "tick +2; delta 64/0#1 5 64/0#2 5 5; " AFTER),
	D("bad/snapshot.update_size_old",
	  "an update that does not fit its item",
	  "key 1000; snap " TW_DECLARE TW_ITEMS
	  "32767/0 0 500 2 -1 7*0; " TW_MOVE
	  "tick +2; delta 32767/0#10 10*1; " AFTER),
	D("near/chunk_content", "a delta that ends with its last update",
	  BEFORE "tick +2; delta 9/0 2 3 20*0; " AFTER),
	D("bad/chunk_content", "an int after the last update",
	  BEFORE "tick +2; delta 9/0 2 3 20*0 pad=1; " AFTER),
	D("bad/framing_lost-delta_excess", "one update more than it says",
	  BEFORE "tick +2; delta 9/0 2 3 20*0 10/0 5*1 @1=1; " AFTER),
	D("bad/snapshot.result_too_many", "a delta that makes 1025 items",
	  BEFORE "tick +2; delta 13/0:1021 0 0; " AFTER),
	D("bad/snapshot.unknown_removed",
	  "an item is removed that is not there",
	  BEFORE "tick +2; delta ~5/0 9/0 2 3 20*0; " TW_GO_ON),
	D("bad/snapshot.unknown_removed-lost",
	  "the delta that brought the item is missing",
	  BEFORE
	  "lost { tick +2; delta 2/0 320 480 1 0 1 1000; } tick +4; delta "
	  "~2/0; " TW_GO_ON),
	D("bad/snapshot.unknown_removed-server",
	  "a type before those of 0.7 is removed",
	  SERVER BEFORE "tick +2; delta ~-25/0 9/0 2 3 20*0; " TW_GO_ON),
	D("bad/snapshot.duplicate_removed", "an item is removed twice",
	  BEFORE "tick +2; delta ~6/0 ~6/0; " TW_GO_ON),
	D("bad/snapshot.duplicate_update", "an item is updated twice",
	  BEFORE "tick +2; delta 9/0 2 3 20*0 9/0 2 3 20*0; " TW_GO_ON),
	D("bad/snapshot.removed_updated", "an item is removed and updated",
	  BEFORE "tick +2; delta ~9/0 9/0 2 3 20*0; " TW_GO_ON),
	D("bad/snapshot.update_noop", "an update that changes nothing",
	  BEFORE "tick +2; delta 9/0 22*0; " TW_GO_ON),
	D("bad/snapshot.delta_empty", "a delta without any change",
	  BEFORE "tick +2; ints 3 0 0 0; " TW_GO_ON),
	D("bad/snapshot.character_range", "a character with 40 hearts",
	  BEFORE "tick +2; delta 9/0 16*0 30 5*0; " TW_GO_ON),
	D("bad/snapshot.player_range", "a player in team 5",
	  BEFORE "tick +2; delta 10/0 0 0 5 0 0; " TW_GO_ON),
	D("bad/snapshot.projectile_range", "a projectile of type 9",
	  BEFORE "tick +2; delta 2/0 320 480 1 0 9 1000; " TW_GO_ON),
	D("bad/snapshot.item_tick", "a character of a later tick",
	  BEFORE "tick +2; delta 9/0 5000 21*0; " TW_GO_ON),
	D("near/snapshot.delta_short", "nothing is missing",
	  BEFORE "tick +2; delta 9/0 2 3 20*0; " TW_GO_ON),
	D("near/snapshot.unknown_removed", "an item is removed that is there",
	  BEFORE "tick +2; delta ~6/0 9/0 2 3 20*0; " TW_GO_ON),
	D("near/snapshot.update_size_old", "an update that fits its item",
	  "key 1000; snap " TW_DECLARE TW_ITEMS
	  "32767/0 0 500 2 -1 7*0; " TW_MOVE
	  "tick +2; delta 32767/0#11 11*1; " TW_GO_ON),
	D("near/snapshot.result_too_many", "a delta that makes 1024 items",
	  BEFORE "tick +2; delta 13/0:1020 0 0; " TW_GO_ON),
	D("near/snapshot.item_tick", "a character of this tick",
	  BEFORE "tick +2; delta 9/0 2 21*0; " TW_GO_ON),

	/* Items of a mod.  Snapshots show the sizes of these items. */
#define MOD \
	"net '0.6 mod'; key 1000; snap 4/0 1 2 3 4 5 70/0 1; tick +2; " \
	"delta 4/0 1 0 0 0 0; "
	D("good/mod-none", "items of a mod, one of them without ints",
	  "net '0.6 mod'; key 1000; snap 4/0 1 2 3 4 5 13/7; tick +2; "
	  "delta 4/0 1 0 0 0 0; "),
	D("crash/mod-delta", "a damaged delta of a mod",
	  MOD "tick +2; delta 4/0 1 0 0 0 0 cut=-1; tick +2; "
	      "delta 4/0 1 0 0 0 0; " TW_GO_ON),
	D("crash/mod-sizes", "an item of a mod has two sizes",
	  MOD "tick +2; delta 4/0 1 0 0 0 0; key +252; "
	      "snap 4/0 1 2 3 4/1 1 2 3 4 5; tick +2; delta 4/0 1 0 0; "
	      TW_GO_ON),
#undef MOD
	D("good/mod-unlisted", "a type that only the mod knows, of one int",
	  "net '0.6 mod'; key 1000; snap 10/0 1 0 0 0 0 21/0 1; tick +2; "
	  "delta 21/5 0; tick +2; delta 21/0 5 21/5 3; tick +2; delta 21/0 1; "),
	D("crash/mod-first-delta", "the first delta of a mod is damaged",
	  "net '0.6 mod'; key 1000; snap 4/0 1 2 3 4 5; tick +2; "
	  "delta 4/0 1 0 0 0 0; payload -1 0xff; repeat 4 { tick +2; "
	  "delta 4/0 1 0 0 0 0; } key +2; snap 4/0 1 2 3 4 5; tick +2; "
	  "delta 4/0 1 0 0 0 0; "),
	D("crash/open-size-later",
	  "a delta has the size of a type before a snapshot shows it",
	  "net '0.6 mod'; key 1000; snap 10/0 1 0 0 0 0; tick +2; "
	  "delta 30/0#1 1; key +250; snap 10/0 1 0 0 0 0 30/0 1; tick +2; "
	  "delta 30/0#5; key +250; snap 10/0 1 0 0 0 0 30/0 1; tick +2; "
	  "delta 30/0#1 1; tick +2; delta 30/0#1 1; "),
	D("good/mod-both", "a type of another size, and one whose size deltas have",
	  "net '0.6 mod'; key 1000; snap 4/0 1 2 3 4 5 30/0 1; tick +2; "
	  "delta 4/0 1 0 0 0 0 30/0#1 1; tick +2; delta 30/0#1 1; tick +2; "
	  "delta 4/0 1 0 0 0 0; "),
	D("good/mod-doubtful",
	  "a delta that can be read as one that has the size of such a type",
	  "net '0.6 mod'; key 1000; snap 3/4 1 2 3 4 5 21/5 0; tick +2; "
	  "delta 21/5 1 3/4 7 0 0 0 0; tick +2; delta 21/5 6; "),
	D("good/mod-new-items",
	  "new items of another size, which would make sense with that of the protocol",
	  "net '0.6 mod'; key 1000; snap 4/0 1 2 3 4 5; tick +2; "
	  "delta 4/1 1 2 3 4 2 4/2 1 2 3 4 5; tick +2; delta 4/1 1 0 0 0 0; "),
	D("crash/mod-false-size",
	  "a damaged delta that seems to have the size of a type",
	  "net '0.6 mod'; key 1000; snap 30/1 1 2 3; tick +2; delta 30/1#3 2 1 0; "
	  "repeat 4 { tick +2; delta 30/1 1 0 0; } key +250; snap 30/1 9 2 3; "
	  "repeat 4 { tick +2; delta 30/1 1 0 0; } "),
	D("crash/mod-keyframe",
	  "a damaged keyframe in which a type of a mod has another size",
	  "net '0.6 mod'; key 1000; snap 4/0 1 2 3 4 5; tick +2; "
	  "delta 4/0 1 0 0 0 0; key +250; snap 4/0 1 2 3 4 5 6; "
	  "repeat 4 { tick +2; delta 4/0 1 0 0 0 0; } key +250; "
	  "snap 4/0 1 2 3 4 5; repeat 4 { tick +2; delta 4/0 1 0 0 0 0; } "),
	D("crash/open-size-0.7",
	  "a damaged delta of a type whose size deltas of 0.7 always have",
	  TW_07 "key 1000; snap 6/0 900 0 0 23/0 1; tick +2; delta 23/0#5; "
		"key +252; snap 6/0 900 0 0 23/0 1; repeat 3 { " TW_CHAT7
		"tick +2; delta 23/0#1 1; } "),
	D("crash/open-size-mod",
	  "the same of a type of a mod, after others that have it",
	  "net '0.6 mod'; key 1000; snap 10/0 1 0 0 0 0 30/0 1; tick +2; "
	  "delta 30/0#1 1; tick +2; delta 30/0#5; key +252; "
	  "snap 10/0 1 0 0 0 0 30/0 1; repeat 3 { " TW_CHAT
	  "tick +2; delta 30/0#1 1; } "),
	{ 0 },
};
