/* SPDX-License-Identifier: MIT */
/* twdemo_samples_crash.c - samples of demos after crashes, full disks and transfers */
#include "corpus/builder/twdemo_samples.h"

#define RUN   "running; map small; "
#define LONG  "until_page { tick +2; delta 9/0 2 3 1234567 -7654321 18*0; } "
/* Chunks up to a multiple of 4096, without a cut chunk. */
#define LONG0 "repeat 158 { tick +2; delta 9/0 2 3 1234567 -7654321 18*0; } "
#define AFTER "repeat 10 { " TW_MOVE TW_CHAT "} key +30; snap; " TW_GO_ON
/* A tick that consists of two line feeds. */
#define FEEDS "key 2570; " TW_SNAP
#define NOISE "raw 'PK' x0304; noise 200; "

const struct sample twdemo_samples_crash[] = {
	/* Each line feed became CR LF. */
	D("bad/file.text_mode", "transferred as text",
	  "map small; " FEEDS TW_GO_ON "text; "),
	D("bad/file.text_mode-twice", "transferred as text, twice",
	  "map small; " FEEDS TW_GO_ON "text 2; "),
	D("crash/text-mode-cut", "transferred as text, up to a crash",
	  RUN FEEDS TW_GO_ON "cut -3; text; "),
	D("near/file.text_mode", "a tick of 3338, which is CR LF",
	  "map small; key 3338; " TW_SNAP TW_GO_ON),

	/* Cut at every kind of place. */
	D("crash/cut-magic", "cut inside the magic", "ends 4; ",
	  .options = "as=twdemo"),
	D("crash/cut-header", "cut inside the header", RUN "ends 140; "),
	D("crash/cut-header-v1", "cut inside the header of version 1",
	  "version 1; ends 147; "),
	D("crash/cut-header-v2", "cut inside the size of the map of version 2",
	  "version 2; ends 150; "),
	D("crash/cut-markers", "cut inside the timeline markers",
	  RUN "ends 300; "),
	D("crash/cut-uuid", "cut inside the UUID of the SHA-256",
	  RUN "ends 440; "),
	D("crash/cut-before-uuid", "cut after the timeline markers",
	  RUN "ends 436; "),
	D("crash/cut-map", "cut inside the map", RUN "ends 600; "),
	D("crash/cut-after-map", "cut after the map", RUN "cut; "),
	D("crash/cut-first-message", "cut inside the first message",
	  RUN TW_CHAT "cut -3; "),
	D("crash/cut-messages", "cut after messages, before the first tick",
	  RUN TW_CHAT TW_CHAT "cut; "),
	D("crash/cut-first-marker", "cut inside the first tick marker",
	  RUN "key 1000; cut -2; "),
	D("crash/cut-after-first-marker", "cut after the first tick marker",
	  RUN "key 1000; cut; "),
	D("crash/cut-first-size", "cut inside the size of the first snapshot",
	  RUN "key 1000; raw x3e; "),
	D("crash/cut-first-snapshot", "cut inside the first snapshot",
	  RUN TW_START "cut -20; "),
	D("crash/cut-after-first-snapshot", "cut after the first snapshot",
	  RUN TW_START "cut; "),
	D("crash/cut-message", "cut inside a message",
	  RUN TW_START TW_SECOND TW_CHAT "cut -4; "),
	D("crash/cut-delta", "cut inside a delta",
	  RUN TW_START TW_SECOND TW_MOVE "cut -4; "),
	D("crash/cut-between", "cut between a message and a tick",
	  RUN TW_START TW_SECOND TW_CHAT "cut; "),
	D("crash/cut-after-marker", "cut between a tick and its delta",
	  RUN TW_START TW_SECOND "tick +2; cut; "),
	D("crash/cut-keyframe-marker", "cut inside the tick of a keyframe",
	  RUN TW_START TW_QUIET "key +2; cut -1; "),
	D("crash/cut-after-keyframe-marker",
	  "cut between a keyframe and its snapshot",
	  RUN TW_START TW_QUIET "key +2; cut; "),
	D("crash/cut-keyframe-snapshot",
	  "cut inside the snapshot of a keyframe",
	  RUN TW_START TW_QUIET "key +2; snap; cut -30; "),
	D("crash/cut-keyframe-message",
	  "cut inside a message between a keyframe and its snapshot",
	  RUN TW_START TW_QUIET "key +2; " TW_CHAT "cut -3; "),
	D("crash/cut-keyframe-messages",
	  "cut inside the second message between a keyframe and its snapshot",
	  RUN TW_START TW_QUIET "key +2; " TW_CHAT TW_CHAT "cut -3; "),
	D("crash/cut-stopped",
	  "a transfer that stopped: the header is that of the whole",
	  "map small; marker 1000 1100 1400; " TW_START TW_QUIET
	  "key +2; snap; " TW_SECOND TW_SECOND TW_SECOND TW_SECOND
	  "cut -903; "),
	D("crash/cut-v3", "cut inside a delta of version 3",
	  "version 3; running; " TW_START TW_SECOND TW_MOVE "cut -2; "),
	D("crash/cut-v4-0.7", "cut inside a delta of Teeworlds 0.7",
	  "version 4; running; " TW_07 "key 1000; snap " TW_ITEMS7
	  "; repeat 30 { " TW_MOVE7 "} cut -3; "),

	/* Crashes of the recorder. */
	D("crash/page", "cut at 4096 bytes, inside a delta", RUN TW_START LONG),
	D("crash/page-snapshot", "cut at 4096 bytes, inside a keyframe",
	  RUN TW_START "until_page { tick +126; " TW_DELTA
		       "key +126; snap; } "),
	D("crash/page-v5-server", "a server of DDNet 10, cut at 4096 bytes",
	  "version 5; type_text 'server'; " RUN TW_START LONG),
	D("crash/page-map", "cut at 4096 bytes, inside the map",
	  "running; map full data4.n=4000; ends 4096; "),
	D("crash/memory", "what was in memory in the timeline markers",
	  RUN
	  "marker_count 0x5f3759df; marker_rest 0x40490fdb; " TW_START LONG),
	D("crash/memory-possible", "what was in memory makes a possible number",
	  RUN "marker_count 3; marker_rest 0x40490fdb; " TW_START TW_SECOND),
	D("crash/no-length", "no length, and nothing is cut",
	  RUN TW_START TW_SECOND TW_SECOND),

	/* Full disks. */
	D("crash/hole-lost", "the disk was full: chunks are lost up to 4096",
	  RUN TW_START LONG "lost { repeat 20 { " TW_MOVE "} } " AFTER),
	D("crash/hole-lost-stopped", "the same, and the recorder was stopped",
	  "map small; " TW_START LONG "lost { repeat 20 { " TW_MOVE
	  "} } " AFTER),
	D("crash/hole-lost-keyframes", "two keyframes are lost",
	  "map small; " TW_START LONG "lost { " TW_NEXT TW_NEXT TW_QUIET
	  "} " AFTER),
	D("crash/hole-lost-end", "no keyframe comes after what is lost",
	  "map small; " TW_START LONG "lost { repeat 20 { " TW_MOVE "} } "
	  "repeat 10 { " TW_MOVE TW_CHAT "} "),
	D("crash/hole-lost-pages", "the next keyframe is two pages away",
	  "map small; " TW_START LONG "lost { repeat 20 { " TW_MOVE "} } "
	  "repeat 480 { tick +2; delta 9/0 2 3 1234567 -7654321 18*0; } "
	  "key +30; snap; " TW_GO_ON),
	D("crash/hole-at-page", "zeros that begin at a multiple of 4096",
	  "map small; msg motd x62*22 x00; " TW_START LONG0
	  "raw x00*300; " TW_GO_ON TW_QUIET "key +2; snap; " TW_GO_ON),
	D("crash/digest-none",
	  "no SHA-256, and after 32 bytes of chunks a demo might begin",
	  "sha none; length 0; " TW_CHAT "key 1000; " TW_DELTA
	  "tick +2; tick +2; tick +2; tick +2; "
	  "key 1030; " TW_SNAP TW_GO_ON),
	D("crash/digest-none-message",
	  "the same, and the first chunk is a message that nobody knows",
	  "sha none; length 0; msg raw xffff7f010203; key 1000; " TW_DELTA
	  "repeat 8 { tick +2; } "
	  "key 1030; " TW_SNAP TW_GO_ON),
	D("crash/digest-none-map",
	  "no SHA-256, and 32 bytes that have the CRC of the map",
	  "sha none; length 0; map_size 32; map_crc 0xdb11142b; raw 'DATX' x00*28; "
	  TW_DELTA TW_CHAT "key 1000; " TW_SNAP TW_GO_ON),
	D("crash/hole-first",
	  "a few bytes are lost before a first snapshot that is much longer",
	  "length 0; key 1000; raw x00*40; key 1252; " TW_SNAP TW_GO_ON),
	D("crash/hole-zeros", "4096 bytes of zeros",
	  "map small; " TW_START LONG "zeros { " LONG "} " AFTER),
	D("crash/hole-zeros-end",
	  "zeros up to a multiple of 4096, where the file ends",
	  RUN TW_START TW_SECOND "zeros { " LONG "} "),
	D("crash/hole-zeros-begin", "zeros begin inside the first page",
	  "map small; " TW_START TW_SECOND "zeros { " LONG "} " AFTER),
	D("crash/hole-map", "zeros in the place of the map, and a cut",
	  "version 5; type_text 'server'; running; map small; map_stored "
	  "zero; " TW_START TW_SECOND TW_CHAT "cut -2; "),

	/* Flipped bits. */
	D("crash/flip-uuid", "a bit of the UUID of the SHA-256",
	  "map small; " TW_START TW_GO_ON "at 440 xcf; "),
	D("crash/flip-map", "a bit of the map",
	  "map full; " TW_START TW_GO_ON "at map+2400 x55; "),
	D("crash/flip-message", "a bit of a message",
	  TW_START TW_MOVE TW_CHAT "payload 4 ^ 0x02; " TW_GO_ON),
	D("crash/flip-message-0", "the same in tick 0, before any step",
	  "key 0; " TW_SNAP TW_CHAT "payload 4 ^ 0x02; " TW_MOVE TW_MOVE TW_MOVE),
	D("crash/flip-message-text",
	  "a bit of a message, which changes its text",
	  TW_START TW_MOVE TW_CHAT "payload 4 ^ 0x10; " TW_GO_ON),
	D("crash/flip-message-int",
	  "a bit of a message, which makes an int longer",
	  TW_START TW_MOVE TW_CHAT "payload 2 ^ 0x04; " TW_GO_ON),
	D("crash/flip-message-every-second-tick",
	  "the same, where no message is in the tick that follows",
	  TW_START TW_MOVE TW_CHAT "payload 2 ^ 0x04; "
	  TW_MOVE TW_MOVE TW_MOVE),
	D("crash/flip-delta", "a bit of a delta",
	  TW_START TW_MOVE TW_MOVE
	  "payload 1 ^ 0x04; " TW_GO_ON TW_NEXT TW_GO_ON),
	D("crash/flip-snapshot", "a bit of the first snapshot",
	  TW_START "payload 10 ^ 0x20; " TW_GO_ON TW_NEXT TW_GO_ON),
	D("crash/flip-keyframe", "a bit of the snapshot of a keyframe",
	  TW_START TW_NEXT "payload 30 ^ 0x01; " TW_GO_ON TW_NEXT TW_GO_ON),
	D("crash/flip-only-snapshot", "a bit of the only whole snapshot",
	  TW_START "payload 2 ^ 0x08; " TW_GO_ON),
	/* A message of TW_CHAT is 4d 52 00 d0 e8 30 a0 42 27 1c e3 54 dc 00. */
	D("crash/lost-byte", "a byte of a message is lost",
	  TW_START TW_MOVE "raw x4d5200d0 x30a042271ce354dc00; " TW_GO_ON),
	D("crash/lost-byte-tick",
	  "a byte of a message is lost, and its size takes in a tick marker",
	  TW_START TW_MOVE "raw x4d5200d0 x30a042271ce354dc00; " TW_MOVE
	  TW_GO_ON),
	D("crash/lost-byte-most-length",
	  "the same, another damage, and the largest length in the header",
	  "length 2147483647; " TW_START TW_MOVE
	  "raw x4d5200d0 x30a042271ce354dc00; " TW_GO_ON TW_SECOND
	  "raw xff; " TW_GO_ON),
	D("crash/lost-bytes-delta", "two bytes of a delta are lost",
	  TW_START TW_MOVE "tick +2; raw x6aa26831b3b0ff7fc50d; " TW_GO_ON
	  TW_NEXT TW_GO_ON),
	D("crash/lost-head", "the head of a message is lost",
	  TW_START TW_MOVE TW_CHAT "tick +2; raw x5200d0 xe830a042271ce354dc00; "
	  TW_GO_ON TW_NEXT TW_GO_ON),
	/* This message ends with a byte of 0, and the marker takes its place. */
	D("crash/lost-zero", "the last byte of a message, a 0, is lost",
	  TW_START TW_MOVE "raw x4d5200d0 xe830a042271ce354dc; " TW_MOVE
	  TW_GO_ON),
	D("crash/lost-zero-keyframe",
	  "the same, and the keyframe after it has lost its bit",
	  TW_START TW_QUIET "raw x4d5200d0 xe830a042271ce354dc; tick_full +2; "
	  "snap; " TW_GO_ON),
	D("crash/lost-zero-form", "the same, and the size has a longer form",
	  TW_START TW_MOVE "raw x5f0d005200d0 xe830a042271ce354dc; " TW_MOVE
	  TW_GO_ON),
	D("crash/last-byte-like-marker",
	  "the last byte of a delta became that of a tick marker",
	  TW_START TW_MOVE TW_MOVE "payload -1 0xa7; " TW_GO_ON TW_NEXT
	  TW_GO_ON),
	D("crash/type-0-marker", "a byte takes a tick marker for its payload",
	  TW_START TW_MOVE "raw x01; " TW_MOVE TW_GO_ON),
	D("crash/size-one-less", "the 0 that old writers add is a byte of its own",
	  TW_START TW_MOVE "size -1; msg chat 0 -1 x61*19 x00; " TW_GO_ON),
	D("crash/false-marker",
	  "the first byte of a head looks like a tick marker, the second like a chunk",
	  TW_START TW_MOVE "msg motd 'welcome this type server to more help here "
	  "all and'; record 0 ^ 0xe0; " TW_GO_ON),
	D("crash/false-keyframe",
	  "the head of a message looks like a keyframe, and the rest like its snapshot",
	  TW_START TW_MOVE "msg weapon_pickup 3; record 0 ^ 0xa0; " TW_GO_ON),
	D("crash/added-byte", "a byte is added to a message",
	  TW_START TW_MOVE "raw x4d5200d0e877 x30a042271ce354dc00; " TW_GO_ON),
	D("crash/added-byte-tick", "the same, before a tick marker",
	  TW_START TW_MOVE "raw x4d5200d0e877 x30a042271ce354dc00; " TW_MOVE
	  TW_GO_ON),
	D("crash/added-byte-head", "a byte is added before a message",
	  TW_START TW_MOVE "raw x44; " TW_GO_ON),
	D("crash/added-marker", "a tick marker comes twice",
	  TW_START TW_GO_ON "raw xa2; " TW_GO_ON TW_NEXT TW_GO_ON),
	D("crash/added-marker-head",
	  "a byte is added that one wrong bit makes a marker of",
	  TW_START TW_MOVE "raw x82; " TW_GO_ON TW_NEXT TW_GO_ON),
	D("crash/flip-first-step", "the first step became 0",
	  TW_START "tick +2; record 0 ^ 0x02; " TW_DELTA TW_GO_ON),
	D("crash/added-bytes-head",
	  "bytes are added that seem to be a message, the next tick included",
	  TW_START TW_CHAT TW_MOVE TW_CHAT TW_CHAT "raw x493cfde6; " TW_MOVE
	  TW_GO_ON),
	D("crash/added-bytes", "more bytes are added than a size is searched for",
	  TW_START TW_MOVE "raw x4d5200d0e87777777777 x30a042271ce354dc00; "
	  TW_GO_ON),
	D("crash/flip-size-small", "a size became smaller",
	  TW_START TW_MOVE TW_CHAT "record 0 ^ 0x04; " TW_GO_ON),
	D("crash/flip-size-large", "a size became larger",
	  TW_START TW_MOVE TW_CHAT "record 0 ^ 0x10; " TW_GO_ON),
	D("crash/flip-size-form",
	  "a size in the head became a size of two bytes",
	  TW_START TW_MOVE TW_CHAT "record 0 0x5f; " TW_GO_ON),
	D("crash/flip-size-byte", "a size of one byte became larger",
	  TW_START TW_NEXT "record 1 ^ 0x40; " TW_GO_ON),
	D("crash/flip-type", "a message became a delta",
	  TW_START TW_MOVE TW_CHAT "record 0 ^ 0x20; " TW_GO_ON),
	D("crash/flip-type-0", "a message became a chunk of type 0",
	  TW_START TW_MOVE TW_CHAT "record 0 ^ 0x40; " TW_GO_ON),
	D("crash/flip-type-snapshot", "a snapshot became a delta",
	  TW_START TW_NEXT "record 0 ^ 0x40; " TW_GO_ON TW_NEXT TW_GO_ON),
	D("crash/flip-type-marker", "a message became a tick marker",
	  TW_START TW_MOVE TW_CHAT "record 0 ^ 0x80; " TW_GO_ON),
	D("crash/flip-marker", "a tick marker became a message",
	  TW_START TW_MOVE "tick +2; record 0 ^ 0x80; " TW_DELTA TW_GO_ON),
	D("crash/flip-marker-step", "a step of 2 became one of 18",
	  "length 0; " TW_START TW_MOVE
	  "tick +2; record 0 ^ 0x10; " TW_DELTA TW_GO_ON),
	D("crash/flip-marker-full", "a relative tick became absolute",
	  TW_START TW_MOVE "tick +2; record 0 ^ 0x20; " TW_DELTA TW_GO_ON),
	D("crash/flip-marker-keyframe", "a tick became a keyframe",
	  TW_START TW_MOVE "tick +2; record 0 ^ 0x40; " TW_DELTA TW_GO_ON),
	D("crash/flip-marker-message",
	  "a tick with messages alone became a keyframe",
	  TW_START TW_MOVE "tick +2; record 0 ^ 0x40; " TW_CHAT TW_CHAT
	  "tick +2; delta 9/0 4 3 20*0; " TW_GO_ON),
	D("crash/flip-keyframe-marker", "a keyframe became a tick",
	  TW_START TW_QUIET "key +2; record 0 ^ 0x40; snap; " TW_GO_ON),
	D("crash/flip-tick", "the highest bit of an absolute tick",
	  TW_START TW_QUIET "key +2; record 1 ^ 0x80; snap; " TW_GO_ON),
	D("crash/flip-tick-padded", "the same, and unused bits are set",
	  TW_START TW_QUIET "key +2 5; record 1 ^ 0x80; snap; " TW_GO_ON),
	D("crash/flip-tick-back", "an absolute tick became smaller",
	  TW_START TW_QUIET "key +2; record 3 ^ 0x04; snap; " TW_GO_ON),
	D("crash/flip-tick-far", "an absolute tick became larger",
	  TW_START TW_QUIET "key +2; record 2 ^ 0x10; snap; " TW_GO_ON TW_NEXT),
	D("crash/flip-tick-lag", "a tick after a pause became larger",
	  TW_START TW_QUIET "key +30; record 2 ^ 0x10; snap; " TW_GO_ON TW_NEXT),
	D("crash/flip-tick-early", "the next keyframe comes too early, too",
	  "length 0; " TW_START TW_QUIET "key +2; record 2 ^ 0x10; snap; "
	  "repeat 50 { tick +2; } key +2; snap; " TW_GO_ON),
	D("crash/flip-tick-late", "the next keyframe comes too late, too",
	  "length 0; " TW_START TW_QUIET "key +2; record 2 ^ 0x10; snap; "
	  "repeat 150 { tick +2; } key +2; snap; " TW_GO_ON),
	D("crash/flip-tick-same",
	  "the next keyframe has the last tick, so that explains nothing",
	  "length 0; " TW_START TW_QUIET "key +2; record 2 ^ 0x10; snap; "
	  "repeat 126 { tick +2; } key +0; snap; " TW_GO_ON),
	D("crash/flip-tick-and-hole",
	  "an absolute tick became larger, and the next keyframe is lost",
	  TW_START TW_QUIET "key +2; record 2 ^ 0x10; snap; " TW_GO_ON
	  "repeat 126 { tick +2; } key +2; raw x00*300; " TW_GO_ON TW_NEXT
	  TW_GO_ON),
	D("crash/odd-keyframes-behind-hole",
	  "behind a hole two keyframes come too early, and a message ends inside its UUID",
	  "raw x00*166; "
	  "raw x4d5200d0e830a042271ce354dc00a26831b3b0f8ff7fc50d80000004f16831b3"
	  "b0f8ff7fc50da16831b3b0f8ff7fc50da16831b3b0f8ff7fc50da16831b3b0f8"
	  "ff7fc50d65b11757dc004d5200d0e830a042271ce354dc002fac450800ac5158"
	  "787600603d54dc0080000004f565b1175f7103a165b1175f7103c0000004f730"
	  "56510d006b14167e02d6282c3cbbe206; "
	  "raw xa16831b3b0f8ff7fc50d4d26567cea15cae12ae6be9be2064c40f1a9572887ab"
	  "98fb6e8a1b; "
	  "repeat 9 { sys rcon_line 'hello'; } "
	  "raw xc0000004f93e80fc2cbc3080a02900707d8df4e10f005fdadc013b3fb7af34b0"
	  "f3731bf5f598b33b005c818707006649eae4780d6221499d1cef2bdd495227c7"
	  "fb4a7792921cef2bdd495227c7fb4a7792d4c9f1bed29da424c7fb4a774a54c7"
	  "77a59e8a8524f434354449eae4785fe94e923a39de57ba93a44e8ef795ee2425"
	  "39de57babbe206; "
	  "raw xa16831b3b0f8ff7fc50da16a313300c2e2ffff153700a16831b3b0f8ff7fc50d"
	  "a16831b3b0f8ff7fc50d80000004fe; "),
	D("crash/flip-tick-begin",
	  "the first keyframe is lost, and the second became larger",
	  "key 1000; raw x00*300; " TW_GO_ON TW_QUIET
	  "key +2; record 2 ^ 0x10; snap; " TW_GO_ON TW_NEXT TW_GO_ON),
	D("crash/flip-tick-empty", "a tick before a keyframe without a snapshot",
	  "length 0; " TW_START TW_QUIET "key +2; record 2 ^ 0x10; " TW_GO_ON
	  TW_NEXT),
	D("crash/flip-only-keyframe", "the only keyframe became a tick",
	  "tick_full 1000; " TW_SNAP TW_GO_ON),
	D("crash/flip-version", "version 6 became version 4",
	  "map small; " TW_START TW_GO_ON "at 7 x04; "),
	D("crash/flip-version-7", "version 6 became version 7",
	  "map small; " TW_START TW_GO_ON "at 7 x07; "),
	D("crash/flip-version-4", "version 4 became version 5",
	  "version 4; map small; " TW_START TW_GO_ON "at 7 x05; "),
	D("crash/flip-version-5", "version 5 became version 4",
	  "version 5; map small; " TW_START TW_GO_ON TW_NEXT TW_GO_ON
	  "at 7 x04; "),
	D("crash/flip-version-5-13", "version 5 became version 13",
	  "version 5; map small; " TW_START TW_GO_ON "at 7 x0d; "),
	D("crash/flip-map_size", "a bit of the size of the map",
	  "map small; " TW_START TW_GO_ON "at 138 x05; "),

	D("crash/map_size-and-start",
	  "a size of the map that is too large, and a first snapshot that lacks a byte",
	  "map small; map_size +5000; key 1000; size +1; snap; " TW_GO_ON TW_SECOND
	  TW_NEXT TW_GO_ON TW_SECOND),
	D("crash/map_size-zero", "a size of 0, and there is a map",
	  "map small; map_size 0; " TW_START TW_GO_ON),

	/* Bytes are lost, moved or added. */
	D("crash/missing-byte", "a byte of a message is missing",
	  TW_START TW_MOVE "size 13; msg chat 0 -1 'hell'; " TW_GO_ON),
	D("crash/missing-start", "the file begins in the middle of a demo",
	  TW_CHAT "repeat 10 { tick_inline 2; " TW_DELTA
		  "} " TW_START TW_GO_ON),
	D("crash/tail-noise", "bytes without a sense at the end",
	  RUN TW_START TW_SECOND TW_SECOND TW_SECOND NOISE),
	D("crash/tail-zeros", "zeros at the end",
	  RUN TW_START TW_SECOND TW_SECOND TW_SECOND "raw x00*300; "),
	D("crash/tail-demo", "another demo at the end",
	  TW_START TW_SECOND
	  "raw 'TWDEMO' x0006 '0.6 626fce9a778df4d4' x00*300; " TW_START
		  TW_SECOND),

	/* Several defects in one file. */
	D("crash/mixed-cut-and-flip", "a damaged message, and a cut",
	  RUN TW_START TW_MOVE TW_CHAT "payload 4 ^ 0x02; " TW_GO_ON TW_CHAT
				       "cut -2; "),
	D("crash/mixed-two-flips", "a damaged message and a damaged delta",
	  TW_START TW_CHAT "payload 4 ^ 0x02; " TW_GO_ON TW_MOVE
			   "payload 1 ^ 0x04; " TW_GO_ON TW_NEXT TW_GO_ON),
	D("crash/mixed-header-and-cut",
	  "no NUL in the header, a late marker, and a cut",
	  "name x61*64; marker 5000; length 80; " TW_START TW_SECOND TW_CHAT
	  "cut -2; "),
	D("crash/mixed-map-and-hole", "a wrong size of the map, and a hole",
	  "map small; map_size +1; " TW_START TW_MOVE
	  "lost { repeat 100 { " TW_MOVE "} } " NOISE
	  "key +52; snap; " TW_GO_ON),
	D("crash/mixed-hole-and-cut", "what is lost, and a cut",
	  RUN TW_START LONG "lost { repeat 20 { " TW_MOVE "} } " AFTER TW_CHAT
			    "cut -1; "),
	D("crash/mixed-forms", "long sizes, padding, and a chunk of type 0",
	  TW_START "form 2; " TW_CHAT TW_MOVE TW_CHAT "payload -1 ^ 0x80; "
		   "type 0; " TW_CHAT TW_GO_ON "tick_full +40 3; " TW_GO_ON),
	D("crash/mixed-server", "items of 0.7, no map, no length, and a cut",
	  "version 6; type_text 'server'; running; map small; map_stored none; "
	  "key 1000; snap -6/0 900 0 0 " TW_ITEMS "; " TW_SECOND
	  "tick +2; delta -22/0#7 320 480 0 0 1 0 0; tick +2; delta "
	  "~-22/0; " TW_GO_ON TW_CHAT "cut -2; "),
	D("crash/markers-0", "timeline markers from tick 0 on, and no number",
	  "marker 0 50; marker_count -2; key 0; " TW_SNAP
	  "repeat 30 { " TW_MOVE "} "),
	D("crash/tick-bytes-0", "version 4: two snapshots of tick 0",
	  "version 4; key 0; snap " TW_PLAYER "; " TW_CHAT
	  "tick +0; delta 10/0 4*0 1; " TW_CHAT "tick +2; delta 10/0 4*0 1; "
	  TW_CHAT),
	D("crash/mixed-v4", "version 4: a marker without its tick, and a cut",
	  "version 4; running; " TW_START TW_MOVE
	  "tick +0; " TW_DELTA TW_GO_ON TW_CHAT "cut -2; "),
	D("crash/negative-step", "a writer that was fed with a smaller tick",
	  "length 0; " TW_START TW_MOVE TW_MOVE "raw xff; " TW_DELTA TW_GO_ON),
	D("crash/size-wrapped",
	  "a payload, and a size of 0 in two bytes before it",
	  TW_START TW_MOVE "form 2; size 0; coded 2 x5f*2000; " TW_GO_ON),
	{ 0 },
};
