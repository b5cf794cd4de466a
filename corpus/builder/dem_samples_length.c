/* SPDX-License-Identifier: MIT */
/* dem_samples_length.c - samples of wrong lengths */
#include "corpus/builder/dem_samples.h"

/* The same demo without the first dem_signon, the tables or the strings. */
#define AFTER_TABLES DEM_SPAWN "sync; strings; " DEM_REST
#define TABLES       DEM_INFO "length "
#define STRINGS      DEM_SIGNED "sync; length "
#define SIGNON       DEM_INFO "tables; length "
#define AFTER_SIGNON \
	"; signon classes state 4; signon state 5; sync; " \
	"strings; " DEM_REST
/* 205 bytes of one message.  The length of 141 differs in one bit. */
#define VOICE_OF_200 \
	"packet type 15 u 8 1 u 8 0 u 16 1600 times 200 u 8 65 end; "

const struct sample dem_samples_length[] = {
	D("bad/command_size", "a packet that is 5 bytes too short",
	  DEM_BEGIN "length -5; packet; user; " DEM_REST),
	D("bad/command_size-packet-one", "a packet that is one byte too long",
	  DEM_BEGIN "length +1; packet; user; " DEM_REST),
	D("bad/command_size-packet-large", "a packet that takes in others",
	  DEM_BEGIN "length +100; packet; user; " DEM_REST),
	D("bad/command_size-packet-whole",
	  "a packet that takes in all that follows",
	  DEM_BEGIN "length +5000; packet; user; " DEM_REST),
	D("bad/command_size-tables-sync",
	  "dem_datatables one byte longer, and what follows looks like dem_synctick",
	  "clock =3; " TABLES "+1; tables; " DEM_SPAWN "sync; strings; " DEM_REST),
	D("bad/command_size-packet-zero", "a packet of length 0",
	  DEM_BEGIN "length 0; packet; user; " DEM_REST),
	D("bad/command_size-packet-negative", "a packet of length -1",
	  DEM_BEGIN "length =-1; packet; user; " DEM_REST),
	D("bad/command_size-packet-cap", "one byte more than a packet can have",
	  DEM_BEGIN "length 288001; packet; user; " DEM_REST),
	D("bad/command_size-packet-15",
	  "more than a packet can have in network protocol 15",
	  "network 15; " DEM_PORTAL DEM_BEGIN
	  "length 288001; packet; user; " DEM_REST),
	D("bad/command_size-packet-huge", "a bit of the highest byte",
	  DEM_BEGIN "packet; record 92 ^ 0x40; user; " DEM_REST),
	D("bad/command_size-packet-first", "the first packet",
	  "pov; length -3; packet; user; " DEM_REST),
	D("bad/command_size-packet-last", "the last packet is too short",
	  DEM_WHOLE "length -3; packet; "),
	D("bad/command_size-packet-last-long", "the last packet is too long",
	  DEM_WHOLE "length +2; packet; "),
	D("bad/command_size-packet-last-over",
	  "the last packet claims more than there is",
	  DEM_WHOLE "length +40; packet; "),
	D("bad/command_size-packet-byte-lost",
	  "a tool forgot the first byte of a length",
	  DEM_BEGIN "here; packet size 2851; " DEM_REST "at here+89 gone 1; "),
	D("bad/text_mode_lost", "three packets lack a byte before a line feed",
	  DEM_BEGIN "repeat 3 { length +1; packet nop nop nop print 'one%0atwo'; user; "
	  DEM_REST "} "
	  DEM_REST),
	D("near/text_mode_lost", "only two packets lack a byte",
	  DEM_BEGIN "repeat 2 { length +1; packet nop nop nop print 'one%0atwo'; user; "
	  DEM_REST "} "
	  DEM_REST),
	D("near/text_mode_lost-paired", "a CR LF is left in each packet",
	  DEM_BEGIN "repeat 3 { length +1; packet nop nop nop print 'one%0d%0atwo'; user; "
	  DEM_REST "} "
	  DEM_REST),
	D("near/text_mode_lost-more", "they lack more bytes than they have line feeds",
	  DEM_BEGIN "repeat 3 { length +3; packet nop nop nop print 'one%0atwo'; user; "
	  DEM_REST "} "
	  DEM_REST),
	D("near/text_mode_lost-longer", "they have more bytes than they say",
	  DEM_BEGIN "repeat 3 { length -1; packet nop nop nop print 'one%0atwo'; user; "
	  DEM_REST "} "
	  DEM_REST),
	D("near/text_mode_lost-others", "as many lengths are wrong otherwise",
	  DEM_BEGIN "repeat 3 { length +1; packet nop nop nop print 'one%0atwo'; user; "
	  DEM_REST "} "
	  "repeat 3 { length +9; packet; user; "
	  DEM_REST "} " DEM_REST),
	D("bad/command_size-packet-block", "a bit of a length is gone, 512",
	  DEM_BEGIN "length -512; packet size 900; user; " DEM_REST),
	D("bad/command_size-stv", "a packet of SourceTV",
	  DEM_TV "length +7; packet; packet; packet; packet; "),
	D("bad/command_size-then-message",
	  "a length that is right for what can be read of the packet",
	  DEM_BEGIN
	  "length 9; packet tick type 63 times 7 u 8 0 end; " DEM_REST),
	D("bad/command_size-then-message-shorter",
	  "even less of the packet can be read",
	  DEM_BEGIN
	  "length 12; packet tick type 63 times 7 u 8 0 end; " DEM_REST),
	D("bad/command_size-7", "a packet of network protocol 7",
	  "network 7; game 'hl2'; " DEM_BEGIN
	  "length +7; packet; user; " DEM_REST),

	D("bad/command_size-packet-on-stop",
	  "a length that ends where a byte of 7 is",
	  DEM_BEGIN
	  "length 4; packet print 'abc%1c@abcdefghijk'; user; " DEM_REST),
	D("bad/command_size-packet-on-stop-last", "the same in the last packet",
	  DEM_WHOLE "length 4; packet print 'abc%1c@abcdefghijk'; "),
	D("bad/stop_early-console-length", "the same in a console command",
	  DEM_BEGIN "length 4; console 'bind%07;'; " DEM_REST),

	D("bad/command_size-console-boundary",
	  "it ends where a packet begins, and looks like dem_stringtables",
	  DEM_SIGNED "sync; length +1250; console 'say hello'; "
		     "repeat 10 { packet; user; } " DEM_REST),
	D("bad/command_size-bit-2", "one bit is wrong, or 4 bytes are missing",
	  DEM_BEGIN "length +4; packet; user; " DEM_REST),
	D("bad/command_size-bit-4", "one bit is wrong, by 16",
	  DEM_BEGIN "length +16; packet; user; " DEM_REST),
	D("bad/command_size-bit-6", "one bit is wrong, by 64, of a whole packet",
	  DEM_BEGIN "length -64; " VOICE_OF_200 DEM_REST),
	D("bad/command_size-lost-64",
	  "64 bytes of a packet are lost, so that a bit of its length looks wrong",
	  DEM_BEGIN "here; " VOICE_OF_200 DEM_REST "at here+150 gone 64; "),
	D("bad/command_size-user-lost-16", "the same of a dem_usercmd",
	  DEM_BEGIN "packet; here; user size 30; " DEM_REST
		    "at here+20 gone 16; "),
	D("bad/command_size-level-end",
	  "the last packet of a level takes in more than there is",
	  DEM_WHOLE "length +256; packet =-164 state 2; "),
	D("bad/command_size-level-end-stop", "it takes in dem_stop",
	  DEM_WHOLE "length +4; packet =-164 state 2; "),
	D("bad/command_size-user", "a dem_usercmd that is too short",
	  DEM_BEGIN "packet; length -4; user; " DEM_REST),
	D("bad/command_size-user-large", "it takes in a packet",
	  DEM_BEGIN "packet; length +110; user; " DEM_REST),
	D("bad/command_size-user-tick",
	  "one bit of the length is wrong, and one of the tick",
	  DEM_BEGIN "packet; user; record 12 ^ 0x40; record 2 ^ 0x02; " DEM_REST),
	D("bad/command_size-user-byte", "one byte of the length is wrong, by three bits",
	  DEM_BEGIN "packet; user; record 12 ^ 0x70; " DEM_REST),
	D("bad/command_size-user-negative", "a negative one",
	  DEM_BEGIN "packet; length 0x80000000; user; " DEM_REST),
	D("bad/command_size-user-cap", "one byte more than it can have",
	  DEM_BEGIN "packet; length 257; user; " DEM_REST),
	D("bad/command_size-user-cap-whole", "257 bytes are there",
	  DEM_BEGIN "packet; user size 257; " DEM_REST),
	D("bad/command_size-user-last", "the last one",
	  DEM_WHOLE "length +1; user; "),

	D("bad/command_size-console", "a console command that is too short",
	  DEM_BEGIN "length -3; console 'say hello'; " DEM_REST),
	D("bad/command_size-console-4",
	  "four bytes too short, and another head would have its length there",
	  DEM_BEGIN
	  "length -4; console 'say hello'; console 'say hello'; " DEM_REST),
	D("bad/command_size-console-one", "without its NUL",
	  DEM_BEGIN "length -1; console 'say hello'; " DEM_REST),
	D("bad/command_size-console-large", "it takes in a packet",
	  DEM_BEGIN "length +60; console 'say hello'; " DEM_REST),
	D("bad/command_size-console-zero", "a length of 0",
	  DEM_BEGIN "length 0; console 'say hello'; " DEM_REST),
	D("bad/command_size-console-negative", "a negative one",
	  DEM_BEGIN "length =-2; console 'say hello'; " DEM_REST),
	D("bad/command_size-console-cap", "one byte more than it can have",
	  DEM_BEGIN "length 1025; console 'say hello'; " DEM_REST),
	D("bad/command_size-console-cap-whole", "1025 bytes are there",
	  DEM_BEGIN "console x61*1024; " DEM_REST),
	D("bad/command_size-console-signon", "before dem_datatables",
	  DEM_INFO "length +8; console 'say hello'; tables; " DEM_SPAWN
		   "sync; strings; " DEM_REST),
	D("bad/command_size-console-last", "the last command",
	  DEM_WHOLE "length +1; console 'say hello'; "),

	D("bad/command_size-tables", "dem_datatables that are too short",
	  TABLES "-9; tables; " AFTER_TABLES),
	D("bad/command_size-tables-large", "they take in a dem_signon",
	  TABLES "+80; tables; " AFTER_TABLES),
	D("bad/command_size-tables-negative", "a negative length",
	  TABLES "=-1; tables; " AFTER_TABLES),
	D("bad/command_size-tables-cap", "one byte more than they can have",
	  TABLES "262145; tables; " AFTER_TABLES),
	D("bad/command_size-strings", "dem_stringtables that are too short",
	  STRINGS "-7; strings; " DEM_REST),
	D("bad/command_size-strings-large", "they take in a packet",
	  STRINGS "+60; strings; " DEM_REST),
	D("bad/command_size-strings-negative", "a negative length",
	  STRINGS "=-1; strings; " DEM_REST),
	D("bad/command_size-strings-noise", "a negative length, and noise",
	  STRINGS "=-1; strings; noise 2000; stop none; "),
	D("bad/command_size-strings-cap", "one byte more than 16 MiB",
	  STRINGS "16777217; strings; " DEM_REST),
	D("bad/command_size-signon", "a dem_signon that is too short",
	  SIGNON "-2" AFTER_SIGNON),
	D("bad/command_size-signon-large", "it takes in another",
	  SIGNON "+20" AFTER_SIGNON),
	D("bad/command_size-signon-negative", "a negative length",
	  SIGNON "=-1" AFTER_SIGNON),
	D("bad/command_size-signon-cap", "one byte more than it can have",
	  SIGNON "288001" AFTER_SIGNON),
	D("bad/command_size-signon-first", "the first dem_signon",
	  "length -30; " DEM_INFO "tables; " AFTER_TABLES),
	D("bad/command_size-signon-first-large", "the first one takes in more",
	  "length +30; " DEM_INFO "tables; " AFTER_TABLES),

	Z("near/command_size", "a packet of 288000 bytes",
	  DEM_BEGIN "packet size 288000; " DEM_REST),
	D("near/command_size-console", "a console command of 1024 bytes",
	  DEM_BEGIN "console x61*1023; " DEM_REST),
	D("near/command_size-user", "a dem_usercmd of 256 bytes",
	  DEM_BEGIN "packet; user size 256; " DEM_REST),
	D("near/command_size-tables", "cut dem_datatables of 262144 bytes",
	  DEM_INFO "length 262144; tables; stop none; "),
	D("bad/command_size-no-strings",
	  "a dem_usercmd that goes on like dem_stringtables, which the demo "
	  "has not",
	  "network 14; " DEM_SIGNED "sync; " DEM_REST
	  "length -6; user size 20; record 27 8; " DEM_REST),
	D("bad/command_size-like-packet",
	  "a dem_usercmd that goes on like a packet, with a usercmd after it",
	  DEM_BEGIN "packet; length -13; user size 20; record 20 2; " DEM_REST),
	D("bad/command_size-last", "the last packet takes in dem_stop",
	  DEM_WHOLE "length +4; packet; "),
	D("bad/command_size-last-user", "the last dem_usercmd does",
	  DEM_WHOLE "packet; length +4; user; "),
	D("bad/command_size-last-five", "dem_stop has five bytes",
	  DEM_WHOLE "stop_bytes 5; length +5; packet; "),
	D("near/command_size-strings", "cut dem_stringtables of 16 MiB",
	  DEM_SIGNED "sync; length 16777216; strings; stop none; "),
	D("near/command_size-empty", "a packet of length 0 that has none",
	  DEM_BEGIN "packet empty; " DEM_REST),
	{ 0 },
};
