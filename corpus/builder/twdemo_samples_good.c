/* SPDX-License-Identifier: MIT */
/* twdemo_samples_good.c - whole demos of every version and writer */
#include "corpus/builder/twdemo_samples.h"

#define CHUNKS \
	"msg motd 'hi'; " TW_START TW_CHAT TW_MOVE TW_MOVE TW_CHAT TW_SECOND
#define CHUNKS7 \
	"key 1000; snap " TW_ITEMS7 "; " TW_CHAT7 "repeat 30 { " TW_MOVE7 "} "
#define MARKERS_8(a, b, c, d, e, f, g, h) \
	#a " " #b " " #c " " #d " " #e " " #f " " #g " " #h " "

const struct sample twdemo_samples_good[] = {
	D("good/v3", "Teeworlds 0.6.0: no timeline markers",
	  "version 3; " CHUNKS),
	D("good/v3-map", "Teeworlds 0.6.0 with its map",
	  "version 3; map small; " CHUNKS),
	D("good/v4", "Teeworlds 0.6.2: room for timeline markers",
	  "version 4; map small; type_text 'server'; " CHUNKS),
	D("good/v4-steps", "version 4: relative ticks up to 63, then absolute",
	  "version 4; " TW_START "tick +63; " TW_DELTA "tick +64; " TW_DELTA
	  "tick +1; " TW_DELTA),
	D("good/v4-0.7", "a client of Teeworlds 0.7",
	  "version 4; map small; " TW_07 CHUNKS7 "msg client_enter 'b' 0 0; "),
	D("good/v5", "DDNet 7.3 to 12.7", "version 5; map small; " CHUNKS),
	D("good/v5-server", "a server of DDNet 10",
	  "version 5; type_text 'server'; map small; " CHUNKS),
	D("good/v6", "DDNet 12.8 and later", "map small; " CHUNKS),
	D("good/v6-full-map", "a map with one of everything",
	  "map full; " CHUNKS),
	D("good/v6-map-v3", "a map of an old version", "map small3; " CHUNKS),
	D("good/v6-server", "a server of DDNet",
	  "type_text 'server'; map small; " CHUNKS),
	D("good/v6-no-map", "the map is known by its sums, and is not there",
	  CHUNKS),
	D("good/v6-no-sums", "neither a map nor its sums",
	  "map_crc 0; sha 00; " CHUNKS),
	D("good/v6-huffman-new", "DDNet 20: no byte of 0 after an end symbol",
	  "huffman new; map small; " CHUNKS),
	D("good/v6-0.7", "a DDNet client on a server of 0.7",
	  TW_07 "map small; " CHUNKS7),
	D("good/v6-0.7-open-sizes",
	  "items of 0.7 whose size is always in the delta",
	  TW_07 CHUNKS7 "tick +2; delta 23/0#1 900 24/0#3 0 0 0; " TW_MOVE7),
	D("good/minimal", "the smallest demo of version 6 that is whole",
	  "huffman new; map_crc 0; sha 00; key 1000; "
	  "snap 6/0 0 0 100 0 0 0 1 0 10/3 1 3 0 42 -1; msg chat 0 -1 'hi'; "
	  "tick +2; delta ~6/0 10/3 0 0 0 1 5 0/32767#4 " TW_UUID "; "),
	D("good/one-snapshot", "a keyframe and nothing else", TW_START),
	D("good/empty-snapshot", "a snapshot without items",
	  "key 1000; ints 1 0 0; tick +2; "),
	D("good/to-nothing", "a delta after which there are no items",
	  "key 1000; snap " TW_PLAYER
	  "; tick +2; delta ~10/0; tick +2; delta " TW_PLAYER "; "),
	D("good/tick-0", "the first tick is 0", "key 0; snap " TW_PLAYER "; "),
	D("good/messages-first", "many messages before the first tick",
	  "type_text 'server'; repeat 43 { msg motd 'welcome'; } " TW_START
		  TW_MOVE),
	D("good/uuid-items", "an item whose type is a UUID, declared",
	  "key 1000; snap " TW_DECLARE TW_ITEMS
	  "32767/0 0 500 2 -1 0 0 0 0 0 0 0 ; " TW_MOVE
	  "tick +2; delta 32767/0#11 1 2 0 0 1 6*0; " TW_MOVE),
	D("good/uuid-items-late", "a UUID that is declared by a delta",
	  TW_START "tick +2; delta 0/32767#4 " TW_UUID
		   "32767/0#11 0 500 2 -1 7*0; " TW_MOVE TW_NEXT),
	D("good/uuid-messages", "messages whose id is a UUID",
	  TW_START "msg killmsgteam@netmsg.ddnet.tw 0 -1; "
		   "msg ddrace-time@netmsg.ddnet.tw 100 0 0; "
		   "msg record@netmsg.ddnet.tw 100 200; " TW_MOVE),
	D("good/quiet", "ticks in which nothing changes",
	  TW_START "repeat 30 { tick +2; } " TW_MOVE
		   "repeat 30 { tick +1; } " TW_MOVE),
	D("good/steps", "relative ticks up to 31, then absolute",
	  TW_START "tick +31; " TW_DELTA "tick +32; " TW_DELTA
		   "tick +1; " TW_DELTA "tick +1000; " TW_DELTA),
	D("good/next", "deltas between snapshots that are given in full",
	  TW_START "tick +2; next " TW_GAME TW_PLAYER TW_CLIENT
		   "; tick +2; next " TW_PLAYER TW_CLIENT
		   "; tick +2; next " TW_PLAYER TW_CLIENT
		   "; tick +2; next " TW_ITEMS "; "),
	D("good/keyframes-252", "keyframes 252 ticks apart, 25 ticks a second",
	  "map small; " TW_START TW_MOVE TW_NEXT TW_NEXT TW_NEXT),
	D("good/keyframes-251", "keyframes 251 ticks apart, 50 ticks a second",
	  TW_START "repeat 3 { repeat 250 { tick +1; } key +1; snap; } "),
	D("good/keyframes-lag", "a keyframe late, after a pause",
	  TW_START "repeat 125 { tick +2; } key +700; snap; " TW_MOVE),
	D("good/markers", "timeline markers, a second apart",
	  "marker 1000 1050 1252; " TW_START TW_MOVE TW_NEXT),
	D("good/markers-64", "as many timeline markers as there can be",
	  "marker " MARKERS_8(
		  1000, 1050, 1100, 1150, 1200, 1250, 1300,
		  1350) MARKERS_8(1400, 1450, 1500, 1550, 1600, 1650, 1700,
				  1750) MARKERS_8(1800, 1850, 1900, 1950, 2000,
						  2050, 2100, 2150)
		  MARKERS_8(2200, 2250, 2300, 2350, 2400, 2450, 2500,
			    2550) MARKERS_8(2600, 2650, 2700, 2750, 2800, 2850,
					    2900, 2950)
			  MARKERS_8(3000, 3050, 3100, 3150, 3200, 3250, 3300,
				    3350) MARKERS_8(3400, 3450, 3500, 3550,
						    3600, 3650, 3700, 3750)
				  MARKERS_8(3800, 3850, 3900, 3950, 4000, 4050,
					    4100, 4150) "; " TW_START
							"repeat 13 { " TW_NEXT
							"} "),
	D("good/markers-unused", "what was in memory in the unused markers",
	  "version 5; marker 1010; marker_rest 0x5f3759df; " TW_START
		  TW_SECOND),
	D("good/sizes", "chunks whose size is in the head, one byte and two",
	  TW_START TW_CHAT "msg chat 0 -1 'this line is long enough for a size "
			   "of its own'; msg motd x61*100 x00; msg motd "
			   "x626364*90 x00; " TW_MOVE),
	D("good/length-short", "less than a second: the length is 0",
	  TW_START "tick +31; tick +18; " TW_DELTA),
	D("good/map-name-utf8", "a name of a map in UTF-8",
	  "name 'caf%c3%a9 %e2%98%83'; " TW_START TW_MOVE),
	D("good/map-name-long", "a name of a map that fills its field",
	  "name x61*63; " TW_START TW_MOVE),
	D("good/libtw2",
	  "a delta that lists every item, also those without a change",
	  TW_START
	  "tick +2; delta 6/0 8*0 9/0 2 3 20*0 10/0 5*0 11/0 17*0; " TW_MOVE),
	D("good/whole-exit",
	  "a recorder that left without being stopped, whole",
	  "running; map small; " CHUNKS),
	D("good/mod-character",
	  "a mod whose characters have fewer fields; deltas show their size",
	  "net '0.6 mod'; key 1000; snap 9/0 990 320 480 12*0; tick +2; "
	  "delta 9/0 2 3 4 12*1; tick +2; delta 9/0 2 3 4 12*0; "),
	D("good/map-change-0.7",
	  "a message of a server of 0.7 with a field chunk_size",
	  TW_07 "type_text 'server'; key 1000; snap " TW_ITEMS7 "; "
	  "sys map_change 'dm1' 1 2 3 4; " TW_MOVE7),
	{ 0 },
};
