/* SPDX-License-Identifier: MIT */
/*
 * dem_samples_damage.c - samples of damage that a repair can undo only in part, or not at
 * all
 */
#include "corpus/builder/dem_samples.h"

#define LONGER "length +9; "

/* Three string tables.  The second table has entries. */
#define TABLES_CREATED \
	STRINGS_CREATE("files", "0", "") STRINGS_CREATE("sounds", "0", "")
#define TABLES_STORED \
	"state 3; tables; " DEM_SPAWN "sync; here; strings u 8 3 " \
	"text 'downloadables' u 16 0 u 1 0 text 'files' u 16 60 " \
	"times 60 text 'a/file' u 1 0 end u 1 0 text 'sounds' u 16 0 u 1 0 ; " \
	DEM_REST

const struct sample dem_samples_damage[] = {
	D("crash/damage-length-and-sequence",
	  "a wrong length, and the next packet has another number",
	  DEM_BEGIN LONGER "packet; packet; record 82 ^ 0x40; user; " DEM_REST),
	D("bad/command_size-lost",
	  "a bit of the length before packets that the network lost",
	  DEM_BEGIN "packet; record 90 ^ 0x01; lost { repeat 3 { packet; } } "
	  DEM_REST DEM_REST),
	D("bad/repeated", "a block that ends in a packet was written twice",
	  DEM_BEGIN "packet; here; user; packet size 200; user; " DEM_REST
		    "at here+10 again 160; "),
	D("bad/repeated-user", "the same of a user command",
	  DEM_BEGIN "here; packet size 200; user size 40; " DEM_REST
		    "at here+200 again 120; "),
	D("bad/repeated-payload",
	  "a block that begins and ends in one packet was written twice",
	  DEM_BEGIN "here; packet print 'Round 17 begins in 40 seconds, and the "
		    "map changes to ctf_2fort after the next 3 rounds, if "
		    "nobody votes%0a'; " DEM_REST "at here+100 again 70; "),
	D("bad/repeated-strings", "the same in dem_stringtables",
	  "signon print 'Welcome%0a' server " TABLES_CREATED "state 3; tables; " DEM_SPAWN
	  "sync; here; strings u 8 3 text 'downloadables' u 16 0 u 1 0 text 'files' u 16 4 "
	  "text 'maps/ctf_2fort.bsp' u 1 0 text 'sound/doors/door3.wav' u 1 0 "
	  "text 'materials/vgui/logos/spray.vmt' u 1 0 "
	  "text 'models/props_gameplay/cap_point_base.mdl' u 1 0 u 1 0 "
	  "text 'sounds' u 16 0 u 1 0; "
	  DEM_REST DEM_REST "at here+20 again 72; "),
	D("bad/repeated-signon", "the same in the first dem_signon",
	  "here; " DEM_SIGNED "sync; strings; " DEM_REST DEM_REST
	  "at here+95 again 80; "),
	D("bad/repeated-head", "a block that ends in the head of a packet",
	  DEM_BEGIN "packet; here; packet size 10; packet size 200; user; " DEM_REST
		    "at here+20 again 174; "),
	D("bad/repeated-command",
	  "the first copy ends in a packet, and a command fits in the second copy",
	  DEM_BEGIN "here; packet u 6 23 u 8 4 u 11 255 u 7 0 u 8 5 u 32 0 u 32 0 "
		    "u 32 0 u 32 0 u 32 0 u 32 0 u 32 0 u 16 0; packet size 200; "
		    "user; " DEM_REST "at here+7 again 324; "),
	D("bad/command_size-fill",
	  "as many bytes as a length lacks, but one byte again and again",
	  DEM_BEGIN "here; packet size 200; " DEM_REST "at here+110 again 70; "),
	D("bad/command_size-text-again",
	  "the length of a console command whose text is periodic",
	  DEM_BEGIN "console 'echo -=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-="
		    "-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-="
		    "'; record 5 ^ 0x80; " DEM_REST),
	D("bad/command_size-pattern",
	  "the length of a packet, and a pattern is a part of its text",
	  DEM_BEGIN "packet print '"
		    "abcdabcdabcdabcdabcdabcdabcdabcdabcdabcdabcdabcdabcdabcdabcdabcdabcd"
		    "abcdabcdabcdabcdabcdabcdabcdabcdabcdabcdabcdabcdabcdabcdabcdabcdThe "
		    "quick brown fox jumps over the lazy dog, and runs to the next hill"
		    "'; record 89 ^ 0x40; " DEM_REST),
	D("bad/command_size-pattern-only", "the same, and all of its text is one",
	  DEM_BEGIN "packet print '"
		    "abcdabcdabcdabcdabcdabcdabcdabcdabcdabcdabcdabcdabcdabcdabcdabcdabcd"
		    "abcdabcdabcdabcdabcdabcdabcdabcdabcdabcdabcdabcdabcdabcdabcdabcdabcd"
		    "abcdabcdabcdabcdabcdabcdabcdabcdabcdabcdabcdabcdabcdabcdabcdabcd"
		    "'; record 89 ^ 0x40; " DEM_REST),
	D("bad/command_size-inserted",
	  "three bytes are inserted before the length of a packet",
	  DEM_BEGIN "here; packet print 'Round 17'; " DEM_REST
		    "at here+88 more x01 x02 x03; "),
	D("near/repeated", "a whole packet was written twice",
	  DEM_BEGIN "packet; here; packet size 200; user; " DEM_REST
		    "at here+0 again 293; "),
	D("bad/command_size-consoles",
	  "a bit of the length before as many console commands as players send",
	  DEM_BEGIN "packet; record 90 ^ 0x01; repeat 416 { console 'a'; } "
	  DEM_REST),
	D("crash/damage-length-and-id",
	  "a wrong length, and a wrong id behind it",
	  DEM_BEGIN LONGER "packet; id 77; user; " DEM_REST),
	D("crash/damage-length-and-camera", "its own camera is damaged too",
	  DEM_BEGIN LONGER "camera_flags 64; packet; user; " DEM_REST),
	D("crash/damage-length-and-tick", "its own tick is damaged too",
	  DEM_BEGIN LONGER "packet; record 4 ^ 0x40; user; " DEM_REST),
	D("crash/damage-length-and-id-same", "its own id is damaged too",
	  DEM_BEGIN LONGER "id 99; packet; user; " DEM_REST),
	D("crash/damage-length-two", "two lengths in a row are wrong",
	  DEM_BEGIN LONGER "packet; " LONGER "packet; user; " DEM_REST),
	D("crash/damage-length-three", "three lengths in a row are wrong",
	  DEM_BEGIN LONGER "packet; " LONGER "packet; " LONGER
			   "packet; " DEM_REST),
	D("crash/damage-length-two-apart", "two lengths are wrong",
	  DEM_BEGIN LONGER "packet; " DEM_REST LONGER "packet; " DEM_REST),
	D("crash/damage-length-two-last",
	  "two lengths are wrong, and little follows",
	  DEM_WHOLE LONGER "packet; " LONGER "packet; "),
	D("crash/damage-length-and-cut", "a wrong length, and a cut file",
	  DEM_BEGIN LONGER "packet; " DEM_REST "packet; cut -20; "),
	D("crash/damage-length-and-cut-near",
	  "a wrong length, and a cut in the next packet",
	  DEM_BEGIN LONGER "packet; packet; cut -20; "),
	D("crash/damage-length-and-header",
	  "a wrong length, and a zeroed header",
	  "zeroed; " DEM_BEGIN LONGER "packet; " DEM_REST),
	D("crash/damage-length-and-zeros",
	  "a wrong length, and zeros behind it",
	  DEM_BEGIN LONGER "packet; raw x00*200; stop none; "),
	D("crash/damage-length-and-stop", "a wrong length, and no dem_stop",
	  DEM_BEGIN LONGER "packet; " DEM_REST "stop none; "),
	D("crash/damage-length-and-frames",
	  "a wrong length, and a wrong number of frames",
	  "frames -2; " DEM_BEGIN LONGER "packet; " DEM_REST),
	D("crash/damage-hole", "bytes of a packet are lost",
	  DEM_BEGIN "here; packet size 200; " DEM_REST "at here+120 gone 30; "),
	D("crash/damage-hole-two", "bytes of two packets are lost",
	  DEM_BEGIN "here; packet size 80; packet size 80; " DEM_REST
		    "at here+70 gone 140; "),
	D("crash/damage-hole-zeros", "zeros in place of two packets",
	  DEM_BEGIN "packet; zeros { packet; packet; } packet; " DEM_REST),
	D("crash/damage-inserted", "bytes are inserted into a packet",
	  DEM_BEGIN "packet; noise 40; " DEM_REST),
	D("crash/damage-id-two", "two ids in a row are wrong",
	  DEM_BEGIN "id 9; packet; id 10; user; " DEM_REST),
	D("crash/damage-id-two-apart", "two ids are wrong",
	  DEM_BEGIN "id 9; packet; " DEM_REST "id 10; packet; " DEM_REST),
	D("crash/damage-id-and-sequence", "a wrong id, and another number",
	  DEM_BEGIN "id 9; packet; record 83 ^ 0x40; user; " DEM_REST),
	D("crash/damage-id-and-tick", "a wrong id, and another tick",
	  DEM_BEGIN "id 9; packet; record 3 ^ 0x40; user; " DEM_REST),
	D("crash/damage-id-and-cut", "a wrong id, and a cut file",
	  DEM_BEGIN "id 9; packet; user; packet; cut -30; "),
	D("bad/command_id-consoles-zeros",
	  "zeros over the head of a console command, between others",
	  DEM_BEGIN "console 'bind a +left'; console 'bind w +forward'; here; "
	  "console 'bind s +back'; console 'bind d +right'; packet; " DEM_REST
	  "at here+0 x00*12; "),
	D("bad/command_id-consoles-zeros-raw",
	  "the same behind a console command that is no text",
	  DEM_BEGIN "console 'bind a +left'; console_raw 'bind w +for' x0107; here; "
	  "console 'bind s +back'; console 'bind d +right'; packet; " DEM_REST
	  "at here+0 x00*12; "),
	D("crash/damage-zeros", "a block of zeros between the packets",
	  DEM_BEGIN "zeros { " DEM_REST "} " DEM_REST),
	D("crash/damage-overwritten", "a packet is overwritten",
	  DEM_BEGIN "here; packet size 60; " DEM_REST "at here+0 xee*140; "),
	D("crash/damage-strings-zeros", "zeros inside a string table",
	  "signon server create " TABLES_CREATED TABLES_STORED "at here+300 x00*64; "),
	D("crash/damage-strings-lost", "bytes inside a string table are lost",
	  "signon server create " TABLES_CREATED TABLES_STORED "at here+300 gone 64; "),
	D("crash/damage-strings-more", "bytes are inserted into one",
	  "signon server create " TABLES_CREATED TABLES_STORED "at here+300 more xee*64; "),
	D("crash/damage-strings-head", "zeros over the head of dem_stringtables",
	  "signon server create " TABLES_CREATED TABLES_STORED "at here+0 x00*16; "),
	D("crash/damage-strings-none", "no dem_stringtables, and a packet is lost",
	  DEM_SIGNED "sync; " DEM_REST "zeros { packet; } " DEM_REST),
	D("crash/damage-strings-name", "one has another name, and is cut",
	  STRINGS_SIGNED(TABLES_CREATED, "u 8 3 text 'downloadables' u 16 0 u 1 0 "
				  "text 'names' u 16 0 u 1 0 "
				  "text 'sounds' u 16 1 u 8 65 ")),
	D("crash/damage-signon", "the signon data is damaged twice",
	  DEM_INFO "id 99; tables; length +11; signon classes state 4; "
		   "signon state 5; sync; strings; " DEM_REST),
	D("crash/damage-stop-and-sequence",
	  "a packet as dem_stop, and it has another number",
	  DEM_BEGIN "id 7; packet; record 83 ^ 0x40; user; " DEM_REST),
	D("crash/damage-stop-and-cut", "a packet as dem_stop, and a cut file",
	  DEM_BEGIN "id 7; packet; " DEM_REST "packet; cut -20; "),
	D("crash/damage-length-user-one",
	  "a dem_usercmd that is one byte too long",
	  DEM_BEGIN "packet; length +1; user; " DEM_REST),
	{ 0 },
};
