/* SPDX-License-Identifier: MIT */
/* twdemo_samples_chunk.c - samples of the rules about the form of chunks */
#include "corpus/builder/twdemo_samples.h"

#define BEFORE TW_START TW_CHAT TW_MOVE
/* A payload that no decoder takes comes first. */
/* Pickups. 14 is also the first byte of a message of projectiles. */
#define FOURTEEN \
	"4/20 1 2 0 0 4/21 1 2 0 0 4/22 1 2 0 0 4/23 1 2 0 0 4/24 1 2 0 0 " \
	"4/25 1 2 0 0 4/26 1 2 0 0 4/27 1 2 0 0 4/28 1 2 0 0 4/29 1 2 0 0 " \
	"4/30 1 2 0 0 4/31 1 2 0 0 4/32 1 2 0 0 4/33 1 2 0 0 "
#define NOISE "raw 'PK' x0304; noise 300; "
/* The head has three bytes, because the payload is long. */
#define LONG_LINE "msg motd x626364*90 x00; "
#define LINE      "this line is long enough for a size of its own"

/* Chunks up to a multiple of 4096 bytes, where the last chunk is cut far from its ends.
   Otherwise the next bytes could end a short chunk by chance.  Then ticks are missing. */
#define SPEECH \
	TW_MOVE "msg motd 'a message that is much longer than a delta, so " \
		"that it is cut'; "
#define LETTERS(n) "msg motd x62*" #n " x00; "
#define LOST       "lost { repeat 20 { " TW_MOVE "} } "
#define AFTER      "repeat 10 { " TW_MOVE TW_CHAT "} key +30; snap; " TW_GO_ON

/* Chunks in which no two neighbours are equal. */
#define UNLIKE(n) \
	TW_MOVE "msg chat 0 -1 'said " #n "'; " TW_MOVE \
	"tick +2; delta 9/0 2 3 " #n " 19*0; " TW_MOVE LETTERS(n)
#define VARIED \
	UNLIKE(11) UNLIKE(24) UNLIKE(37) UNLIKE(45) UNLIKE(58) UNLIKE(69)

const struct sample twdemo_samples_chunk[] = {
	D("bad/chunk_truncated", "the last byte of a message is missing",
	  "running; " BEFORE TW_CHAT "cut -1; "),
	D("bad/chunk_truncated-head", "the head of a delta and nothing else",
	  "running; " BEFORE "tick +2; raw x6c; "),
	D("bad/chunk_truncated-size", "the size of one byte is missing",
	  "running; " BEFORE "raw x5e; "),
	D("bad/chunk_truncated-size-half", "half of the size of two bytes",
	  "running; " BEFORE "raw x5f2c; "),
	D("bad/chunk_truncated-size-only", "a size, and no payload",
	  "running; " BEFORE "raw x5f2c01; "),
	D("bad/chunk_truncated-tick", "half of an absolute tick",
	  "running; " BEFORE TW_CHAT "raw xc00000; "),
	D("bad/chunk_truncated-tick-head", "no byte of an absolute tick",
	  "version 4; running; " BEFORE TW_CHAT "raw x80; "),
	D("bad/chunk_truncated-stopped",
	  "the header has its length: a copy is not whole",
	  "length 1; " TW_START TW_SECOND TW_CHAT "cut -5; "),
	D("bad/chunk_truncated-v3", "the same in version 3",
	  "version 3; running; " BEFORE TW_CHAT "cut -2; "),
	D("bad/chunk_truncated-zero",
	  "the byte of 0 that old writers add is missing",
	  "running; " BEFORE "msg chat 0 -1 x61*19 x00; cut -1; "),
	D("near/chunk_truncated", "the file ends after a message",
	  "running; " BEFORE TW_CHAT "cut; "),
	D("near/chunk_truncated-tick", "the file ends after a tick marker",
	  "running; " BEFORE "tick +40; cut; "),

	D("bad/chunk_head-size", "a message has one byte more than its size says",
	  BEFORE "size -1; " TW_CHAT TW_GO_ON),
	D("bad/chunk_size-more", "the size of a message is one too much",
	  BEFORE "size +1; " TW_CHAT TW_GO_ON),
	D("bad/chunk_head-size-many", "the size of a message is too large by far",
	  BEFORE "size +16; " TW_CHAT TW_GO_ON),
	D("bad/framing_lost-size-one-byte", "a size of one byte is wrong",
	  BEFORE "size 200; msg chat 0 -1 '" LINE "'; " TW_GO_ON),
	D("bad/framing_lost-size-two-bytes", "a size of two bytes is wrong",
	  BEFORE "size 40000; msg motd x626364*90 x00; " TW_GO_ON),
	D("bad/framing_lost-size-form", "the size of a long message is in its head",
	  BEFORE "size 12; msg chat 0 -1 '" LINE "'; " TW_GO_ON),
	D("bad/chunk_content-other-head",
	  "with a head of one byte, this would be another message",
	  BEFORE "size 58; sys snap_single 5770 2 892161419 52 "
		 "x010200808098010900020a57008c03ac11 x00*5 xa801f901 x00*9 "
		 "xbcff03000a x00*8 xda0b9b03; " TW_GO_ON),
	D("bad/framing_lost-size-in-payload",
	  "the first byte is wrong; with the size, the payload is another message",
	  BEFORE "msg motd 'welcome this type server to more help here all "
		 "and'; record 0 ^ 0x0f; " TW_GO_ON),
	D("bad/chunk_head-size-either",
	  "one bit of the head is wrong: the size may be a part of the payload",
	  BEFORE "msg tune_params 1000 200 50 1320 1200 500 150 95 38000 8000 "
		 "300 1500 50 55000 220000 140 0 140000 200 0 20 700 100000 "
		 "200 80000 15000 100000 0 500 100 100 0 50 50 50 50 50 50 50 "
		 "50 50; record 0 ^ 0x01; " TW_GO_ON),
	D("bad/framing_lost-size-either-added",
	  "a byte more before it: the size may be a part of the payload",
	  BEFORE "size 29269; msg tune_params 1000 200 50 1320 1200 500 150 95 38000 8000 "
		 "300 1500 50 55000 220000 140 0 140000 200 0 20 700 100000 "
		 "200 80000 15000 100000 0 500 100 100 0 50 50 50 50 50 50 50 "
		 "50 50; " TW_GO_ON),
	D("bad/framing_lost-size-either-none",
	  "the bits of the size are 0: the byte after them may be a part of it",
	  BEFORE "msg tune_params 1000 200 50 1320 1200 500 150 95 38000 8000 "
		 "300 1500 50 55000 220000 140 0 140000 200 0 20 700 100000 "
		 "200 80000 15000 100000 0 500 100 100 0 50 50 50 50 50 50 50 "
		 "50 50; record 0 ^ 0x1e; " TW_GO_ON),
	D("bad/framing_lost-size-either-new",
	  "the same of a message that is not known: nothing shows that it is one",
	  BEFORE "raw x5f72"
		 "40a336953d0d394683fd66039717dfe531a6e20e95220b37690a4ddb"
		 "35b9c9e05b6d1c87e99a5c2dc516f48ce91a43bae651b72b8532cdb7"
		 "30ad9c52856d1b5b90ee32d7aecd0f145015b274b92be57837693cc6"
		 "2994d970e658a977657a9f1577ba5085aef3982b7507951ac7f1b185"
		 "e206"
		 "; " TW_GO_ON),
	D("bad/chunk_size-lost",
	  "it is missing, and the payload begins with the same byte",
	  BEFORE "form 0; size 30; msg chat 0 -1 x61*52 x00; " TW_GO_ON),
	D("bad/chunk_head-size-delta", "the size of a delta is wrong",
	  BEFORE "tick +2; size +2; " TW_DELTA TW_GO_ON),
	D("bad/keyframe_empty-size", "the size of a whole snapshot is wrong",
	  BEFORE TW_QUIET "key +250; size -2; snap; " TW_GO_ON),
	D("bad/chunk_size-zero",
	  "a wrong size before the byte of 0 that old writers add",
	  BEFORE "size +3; msg chat 0 -1 x61*19 x00; " TW_GO_ON),
	D("bad/framing_lost-size-none", "a bit is missing, and with it the whole size",
	  BEFORE "size 0; " TW_CHAT TW_GO_ON),
	D("bad/framing_lost-size-none-form", "a size of one byte is 0",
	  BEFORE "size 0; form 1; msg chat 0 -1 '" LINE "'; " TW_GO_ON),
	D("bad/chunk_head-size-none-delta", "a delta that seems to have no bytes",
	  BEFORE "tick +2; size 0; " TW_DELTA TW_GO_ON),
	D("bad/chunk_head-marker",
	  "the marker before a delta is another byte: the tick is lost",
	  BEFORE "tick +2; record 0 ^ 0xc6; " TW_DELTA TW_GO_ON),
	D("crash/keyframe-key",
	  "a full snapshot that cannot be kept, in a tick that is no keyframe",
	  BEFORE "tick +2; snap " TW_ITEMS "0x9000/0 1; " TW_GO_ON),
	D("crash/keyframe-declaration", "the same, by a short declaration",
	  BEFORE "tick +2; snap " TW_ITEMS "0/0x7fff 1 2 3; " TW_GO_ON),
	D("crash/marker-missing-last",
	  "a full snapshot without its marker, where level prefix ends",
	  BEFORE TW_GO_ON TW_SNAP TW_MOVE),
	D("bad/marker_missing-size", "that of the second delta of a tick",
	  BEFORE "tick +2; " TW_DELTA "size +2; " TW_DELTA TW_GO_ON),
	D("bad/chunk_size-holds-marker",
	  "in the payload are bytes that could be a tick marker and a chunk",
	  BEFORE "size +3; msg chat 0 -1 'Q69l4aWmdbeyYx5Bm61'; " TW_GO_ON),
	D("bad/framing_lost-size-noise",
	  "they could be a tick marker and a message that no game makes",
	  BEFORE "size +3; msg chat 0 -1 'hnjG7IhSBEPsH'; " TW_GO_ON),
	D("bad/framing_lost-size-noise-head",
	  "the same, and with a longer head it is another message",
	  BEFORE "size +3; msg chat 0 -1 '7Jz7tpnwHxB'; " TW_GO_ON),
	D("bad/chunk_head-size-holds-chunk",
	  "at the end of the payload are bytes that could be a chunk",
	  BEFORE "size -2; msg chat 0 -1 'SkfWvmXuqzvnKHynX1LBX4'; " TW_GO_ON),
	D("bad/chunk_head-size-hides-chunk",
	  "the last bytes of the payload may be a message of their own",
	  BEFORE "size -2; msg chat 0 -1 'WbcXT8RkPh'; " TW_GO_ON),
	D("near/chunk_size", "the size is right", BEFORE TW_CHAT TW_GO_ON),
	D("bad/chunk_size-block", "that of a chunk that lies in two blocks of a disk",
	  BEFORE "repeat 344 { " TW_MOVE "} tick +2; size +2; "
	  "delta 9/0 2 3 1234567 -7654321 18*0; " TW_GO_ON TW_NEXT TW_GO_ON),

	D("bad/chunk_head", "the highest bit of a message is set",
	  BEFORE TW_CHAT "record 0 ^ 0x80; " TW_GO_ON),
	D("bad/chunk_head-v4", "the same in version 4",
	  "version 4; " BEFORE TW_CHAT "record 0 ^ 0x80; " TW_GO_ON),
	D("bad/chunk_head-delta", "the highest bit of a delta is set",
	  BEFORE "tick +2; " TW_DELTA "record 0 ^ 0x80; " TW_GO_ON),
	D("bad/chunk_head-snapshot", "that of the snapshot of a keyframe",
	  BEFORE TW_QUIET "key +2; snap; record 0 ^ 0x80; " TW_GO_ON),
	D("bad/chunk_head-type", "a message of type 0",
	  BEFORE "type 0; " TW_CHAT TW_GO_ON),
	D("bad/chunk_head-type-long", "a message of type 0 and a size of one byte",
	  BEFORE "type 0; msg chat 0 -1 '" LINE "'; " TW_GO_ON),
	D("bad/chunk_head-type-first", "the first chunk is of type 0",
	  "type 0; msg motd 'hi'; " BEFORE TW_GO_ON),
	D("bad/chunk_head-type-snapshot", "the snapshot of a keyframe is of type 0",
	  BEFORE TW_QUIET "key +2; type 0; snap; " TW_GO_ON),
	D("bad/chunk_head-type-delta", "a delta has the type of a snapshot",
	  BEFORE "tick +2; type 1; " TW_DELTA TW_GO_ON),
	D("bad/chunk_head-step", "the highest bit of a step is not set",
	  BEFORE "tick +2; record 0 ^ 0x80; " TW_DELTA TW_GO_ON),
	D("bad/chunk_head-step-v4", "the same in version 4",
	  "version 4; " BEFORE "tick +2; record 0 ^ 0x80; " TW_DELTA TW_GO_ON),
	D("bad/chunk_head-full", "that of a tick in full",
	  BEFORE "tick +40; record 0 ^ 0x80; " TW_DELTA TW_GO_ON),
	D("bad/chunk_head-keyframe", "that of a keyframe",
	  BEFORE TW_QUIET "key +2; record 0 ^ 0x80; snap; " TW_GO_ON),
	D("bad/chunk_head-full-v4", "that of a tick in full in version 4",
	  "version 4; " BEFORE "tick +70; record 0 ^ 0x80; " TW_DELTA TW_GO_ON
	  TW_NEXT TW_GO_ON),
	D("near/chunk_head", "a message whose head is right",
	  BEFORE TW_CHAT TW_GO_ON),
	D("near/chunk_head-keyframe", "that of a keyframe without a snapshot",
	  BEFORE TW_QUIET "key +2; record 0 ^ 0x80; " TW_GO_ON TW_NEXT
	  TW_GO_ON),
	D("crash/head-of-an-earlier-keyframe", "that of a keyframe of before",
	  "length 0; " BEFORE TW_QUIET "key 990; record 0 ^ 0x80; snap; " TW_GO_ON
	  TW_NEXT TW_GO_ON),
	D("near/chunk_head-cut", "that of a keyframe, of which two bytes are there",
	  BEFORE TW_MOVE "raw x4000; "),
	D("near/chunk_head-type-form", "a message of type 0 and a long size",
	  BEFORE "form 1; type 0; " TW_CHAT TW_GO_ON),
	D("bad/chunk_head-type-after",
	  "a message of type 0 before one that no game makes",
	  BEFORE "type 0; " TW_CHAT "type 0; ints 2 0x200001; " TW_GO_ON),
	D("near/chunk_head-ints", "that of a chunk with an int in a long form",
	  BEFORE "packed 2 x0600 x80008000; record 0 ^ 0x80; " TW_GO_ON),
	D("bad/chunk_head-last", "that of the last chunk of the file",
	  BEFORE TW_MOVE TW_CHAT "record 0 ^ 0x80; "),
	D("near/chunk_head-type", "the highest bit of a chunk of type 0",
	  BEFORE "type 0; " TW_CHAT "record 0 ^ 0x80; " TW_GO_ON TW_NEXT
	  TW_GO_ON),
	D("near/chunk_head-size", "the highest bit of a chunk with a wrong size",
	  BEFORE TW_CHAT "record 0 ^ 0x81; " TW_GO_ON TW_NEXT TW_GO_ON),
	D("near/chunk_head-form", "that of a chunk with a size in a long form",
	  BEFORE "form 1; " TW_CHAT "record 0 ^ 0x80; " TW_GO_ON TW_NEXT
	  TW_GO_ON),
	D("near/chunk_head-payload", "that of a chunk with another byte wrong",
	  BEFORE TW_CHAT "record 0 ^ 0x80; payload 3 ^ 0x40; " TW_GO_ON TW_NEXT
	  TW_GO_ON),
	D("bad/chunk_head-twice", "that of a chunk before one of type 0",
	  BEFORE TW_CHAT "record 0 ^ 0x80; type 0; " TW_CHAT TW_GO_ON TW_NEXT
	  TW_GO_ON),
	D("bad/chunk_head-twice-apart", "that of a chunk before two, and one of type 0",
	  BEFORE TW_CHAT "record 0 ^ 0x80; " TW_CHAT TW_CHAT "type 0; " TW_CHAT
	  TW_GO_ON TW_NEXT TW_GO_ON),


	D("bad/size_form", "a size of one byte for a short message",
	  BEFORE "form 1; " TW_CHAT TW_GO_ON),
	D("bad/size_form-two", "a size of two bytes for a short message",
	  BEFORE "form 2; " TW_CHAT TW_GO_ON),
	D("bad/size_form-29", "a size of one byte for 29",
	  BEFORE "form 1; msg chat 0 -1 x61*16 x00; " TW_GO_ON),
	D("bad/size_form-long", "a size of two bytes for a line",
	  BEFORE "form 2; msg chat 0 -1 '" LINE "'; " TW_GO_ON),
	D("bad/size_form-255", "a size of two bytes for 255",
	  BEFORE "form 2; msg chat 0 -1 x61*170 x00; " TW_GO_ON),
	D("bad/size_form-delta", "a size of one byte for a short delta",
	  BEFORE "tick +2; form 1; " TW_DELTA TW_GO_ON),
	D("bad/size_form-snapshot", "a size of two bytes for a snapshot",
	  "key 1000; form 2; " TW_SNAP TW_GO_ON),
	D("near/size_form-29", "29, in the head",
	  BEFORE "msg chat 0 -1 x61*16 x00; " TW_GO_ON),
	D("near/size_form-30", "30, in one byte",
	  BEFORE "msg chat 0 -1 x61*17 x00; " TW_GO_ON),
	D("near/size_form-255", "255, in one byte",
	  BEFORE "msg chat 0 -1 x61*170 x00; " TW_GO_ON),
	D("near/size_form-256", "256, in two bytes",
	  BEFORE "msg chat 0 -1 x61*161 x62*7 x00; " TW_GO_ON),

	D("crash/size-zero", "a message without a payload",
	  BEFORE "raw x40; " TW_GO_ON TW_NEXT TW_GO_ON),
	D("crash/size-zero-delta", "a delta without a payload",
	  BEFORE "tick +2; raw x60; " TW_GO_ON TW_NEXT TW_GO_ON),
	D("crash/size-zero-snapshot", "a second snapshot, without a payload",
	  BEFORE "raw x20; " TW_GO_ON TW_NEXT TW_GO_ON),
	D("bad/size_zero-last", "the last chunk has no payload",
	  BEFORE TW_GO_ON "raw x40; "),
	D("near/size_zero", "a payload that is an end symbol alone",
	  BEFORE "ints 2; " TW_GO_ON),

	D("bad/chunk_type", "a message of type 0 that no game makes",
	  BEFORE "type 0; ints 2 0x200001; " TW_GO_ON),
	D("bad/chunk_type-delta", "a delta of type 0",
	  BEFORE "tick +2; type 0; " TW_DELTA TW_GO_ON),
	D("bad/snapshot_no_keyframe-type", "a snapshot of type 0, after no keyframe",
	  BEFORE "tick +2; type 0; snap; " TW_GO_ON TW_NEXT TW_GO_ON),
	D("bad/chunk_type-first", "the first chunk is of type 0",
	  "type 0; ints 2 0x200001; " BEFORE TW_GO_ON),
	D("near/chunk_type", "a message of type 2", BEFORE TW_CHAT TW_GO_ON),

	D("bad/framing_lost", "bytes without a sense before the next keyframe",
	  BEFORE "lost { repeat 100 { " TW_MOVE "} } " NOISE
		 "key +52; snap; " TW_GO_ON),
	D("bad/framing_lost-overwritten",
	  "a range of chunks is overwritten with one letter",
	  BEFORE "lost { repeat 100 { " TW_MOVE
		 "} } raw x55*200; key +52; snap; " TW_GO_ON),
	D("bad/framing_lost-zeros",
	  "a range of chunks is overwritten with zeros",
	  BEFORE "zeros { repeat 30 { " TW_MOVE "} } "
		 "lost { repeat 100 { tick +2; } } key +2; snap; " TW_GO_ON),
	D("bad/framing_lost-v4", "the same in version 4",
	  "version 4; " BEFORE "lost { repeat 100 { " TW_MOVE "} } " NOISE
	  "key +52; snap; " TW_GO_ON),
	D("bad/framing_lost-beyond",
	  "a size that goes beyond the end of the file, before a keyframe",
	  BEFORE "lost { repeat 100 { " TW_MOVE "} } raw x5f409c" " xff*60; "
		 "key +52; snap; " TW_GO_ON),
	D("bad/keyframe_empty-lost",
	  "a keyframe and a message come before it",
	  BEFORE "lost { repeat 100 { " TW_MOVE "} } key +52; " TW_CHAT NOISE
		 "key +252; snap; " TW_GO_ON),
	D("bad/huffman_open-markers",
	  "a damaged message before more ticks than come without a chunk",
	  BEFORE "raw x41ff; raw xa1*1024; key 3000; snap; " TW_GO_ON),
	D("near/framing_lost", "nothing is lost",
	  BEFORE "repeat 100 { " TW_MOVE "} key +52; snap; " TW_GO_ON),

	D("bad/framing_lost-lost-block",
	  "the disk was full for a moment, and a message is cut",
	  TW_START "until_page { " SPEECH "} " LOST AFTER),
	D("bad/framing_lost-lost-block-v4", "a message is cut in version 4",
	  "version 4; " LETTERS(12) TW_START "until_page { " SPEECH
					     "} " LOST AFTER),
	D("bad/framing_lost-lost-block-map", "a message is cut after a map",
	  "map small; " LETTERS(20) TW_START "until_page { " SPEECH
					     "} " LOST AFTER),
	D("bad/framing_lost-lost-block-two", "the disk was full twice",
	  TW_START "until_page { " SPEECH "} " LOST AFTER LETTERS(
		  20) "until_page { " SPEECH "} " LOST AFTER),
	D("near/framing_lost-block", "a demo of more than 4096 bytes, without a loss",
	  TW_START "repeat 220 { tick +2; delta 9/0 2 3 1234567 -7654321 18*0; "
		   "} " AFTER),

	D("bad/repeated_bytes", "a block of 512 bytes is written twice",
	  TW_START VARIED VARIED "at 700 again 512; "),
	D("bad/repeated_bytes-v4", "the same in version 4",
	  "version 4; " TW_START VARIED VARIED "at 700 again 512; "),
	D("bad/repeated_bytes-boundary",
	  "the second ones begin where a chunk ends, and end inside one",
	  TW_START VARIED VARIED "at 685 again 512; "),
	D("bad/repeated_bytes-packet",
	  "1460 bytes, as a packet of a network has, are written twice",
	  TW_START VARIED VARIED VARIED "at 700 again 1460; "),
	D("bad/repeated_bytes-end", "1024 bytes near the end are written twice",
	  TW_START VARIED VARIED "at 1080 again 1024; "),
	D("near/repeated_bytes", "511 bytes are written twice",
	  TW_START VARIED VARIED "at 700 again 511; "),
	D("near/repeated_bytes-once", "nothing is written twice",
	  TW_START VARIED VARIED),

	/* A whole demo of five seconds. */
#define SHORT "length 5; " TW_START TW_CHAT TW_NEXT
#define HEADER_OF(time) \
	"raw 'TWDEMO' x0006 '0.6 626fce9a778df4d4' x00*44 'dm1' x00*61 " \
	"x00*8 'client' x00*2 x00000005 '" time \
	"' x00 x00*260 "
#define HEADER HEADER_OF("2020-01-01_00-00-00")
	D("bad/another_recording", "two demos, one after the other",
	  SHORT HEADER "; key 5000; snap; " TW_GO_ON),
	D("bad/another_recording-over",
	  "a demo is written over a longer one, of which a part is left",
	  SHORT "raw x22803c; " TW_GO_ON "key 800; snap; " TW_GO_ON TW_NEXT
	  TW_GO_ON),
	D("crash/another-after-damage",
	  "a wrong bit, keyframes without damage, and the header of another demo",
	  "length 30; " TW_START TW_SECOND "tick +2; record 0 ^ 0x40; " TW_DELTA
	  TW_NEXT TW_NEXT TW_NEXT TW_NEXT HEADER "; "),
	D("crash/own-header", "the first block of the demo comes again inside of it",
	  "length 9; " TW_START TW_SECOND HEADER_OF("2024-01-02_03-04-05")
	  "; " TW_SECOND TW_NEXT TW_SECOND),
	D("near/another_recording", "ticks that go on after the length",
	  SHORT TW_NEXT TW_GO_ON),
	D("near/another_recording-early",
	  "ticks that go back long before the length is met",
	  "length 30; " TW_START TW_CHAT TW_NEXT "key 800; snap; " TW_GO_ON),

	D("bad/garbage_tail", "bytes without a sense after the last tick",
	  TW_START TW_SECOND TW_SECOND NOISE),
	D("bad/garbage_tail-letter", "one letter after the last tick",
	  TW_START TW_SECOND TW_SECOND "raw x55*64; "),
	D("bad/garbage_tail-zeros", "zeros after the last tick",
	  TW_START TW_SECOND TW_SECOND "raw x00*512; "),
	D("bad/garbage_tail-v5", "the same in version 5",
	  "version 5; map small; " TW_START TW_SECOND TW_SECOND NOISE),
	D("bad/garbage_tail-text", "a line of text after the last tick",
	  TW_START TW_SECOND TW_SECOND "raw 'HTTP/1.1 200 OK' x0d0a0d0a; "),
	D("near/garbage_tail-early",
	  "the same bytes, long before the end that the header says",
	  "length 9; " TW_START TW_SECOND TW_SECOND NOISE),
	D("near/garbage_tail-second",
	  "the same bytes, a second before the end that the header says",
	  "length 3; " TW_START TW_SECOND TW_SECOND NOISE),
	D("near/garbage_tail-late",
	  "the same bytes, long after the end that the header says",
	  "length 1; " TW_START TW_SECOND TW_SECOND TW_SECOND TW_SECOND NOISE),
	D("near/garbage_tail-no-tick",
	  "three bytes of the first marker are lost, and the length is a second",
	  "length 1; lost { key 1000; } raw x03e8; " TW_SNAP TW_SECOND),
	D("near/garbage_tail-no-snapshot",
	  "no snapshot after the first marker, and the length is a second",
	  "length 1; key 10; " NOISE),
	D("near/garbage_tail", "nothing after the last tick",
	  TW_START TW_SECOND TW_SECOND),
	D("near/garbage_tail-running",
	  "the same bytes, and the header has no length to agree with",
	  "running; " TW_START TW_SECOND TW_SECOND TW_SECOND TW_SECOND NOISE),

	/* A damaged message.  The next chunks may be valid after it, or not. */
#define DAMAGED BEFORE TW_CHAT "payload 4 ^ 0x02; "
	D("crash/then-tick", "a damaged message, and a tick at the end",
	  DAMAGED "tick +2; "),
	D("crash/then-empty-keyframe",
	  "a damaged message, and a keyframe with a delta",
	  DAMAGED "key +2; " TW_DELTA TW_GO_ON TW_NEXT TW_GO_ON),
	D("crash/then-padding", "a damaged message, and bits beside a tick",
	  DAMAGED "tick_full +40 1; " TW_DELTA TW_GO_ON TW_NEXT TW_GO_ON),
	D("crash/then-step-of-keyframe",
	  "a damaged message, and a keyframe with a step",
	  DAMAGED "key_inline 2; snap; " TW_GO_ON TW_NEXT TW_GO_ON),
	D("crash/then-far-tick", "a damaged message, and a tick months later",
	  "length 0; " DAMAGED "tick_full +0x2000000; " TW_DELTA TW_GO_ON),
	D("crash/then-long-size", "a damaged message, and a long size",
	  DAMAGED "form 1; " TW_CHAT TW_GO_ON TW_NEXT TW_GO_ON),
	D("crash/then-short-delta",
	  "a damaged message, and a delta without a sense",
	  DAMAGED "tick +2; ints 3 0 0; " TW_GO_ON TW_NEXT TW_GO_ON),
	D("crash/then-snapshot-tail",
	  "a damaged message, and a snapshot with more after it",
	  DAMAGED "key +2; snap " TW_ITEMS "pad=1; " TW_GO_ON TW_NEXT
		  TW_GO_ON),
#undef DAMAGED

	{ 0 },
};
