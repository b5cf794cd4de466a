/* SPDX-License-Identifier: MIT */
/* dem_samples_protocol4.c - samples of demos of protocol 4 */
#include "corpus/builder/dem_samples.h"

/* Left 4 Dead 2, Portal 2, and Counter-Strike: Global Offensive. */
#define L4D \
	"protocol 4; network 2042; blocks 4; game 'left4dead2'; " \
	"interval 0.033333335; "
#define PORTAL2 \
	"protocol 4; network 2001; blocks 2; game 'portal2'; " \
	"interval 0.016666668; "
#define CSGO \
	"protocol 4; network 13800; blocks 2; game 'csgo'; " \
	"interval 0.015625; "

/* The first dem_signon: net_Tick, and svc_ServerInfo with a tick interval of 1/64. */
#define PROTOBUF_SIGNED(interval) \
	"signon bits x04020801080e08e86b75" interval "7a046373676f; " \
	"tables; signon; sync; strings; "
#define CSGO_BEGIN PROTOBUF_SIGNED("0000803c") "repeat 3 { packet; } "
#define CSGO_REST  "repeat 3 { packet; } "

/* svc_ServerInfo with the map, or with the path of the map. */
#define PROTOBUF_MAP(size, map) \
	CSGO "signon bits x0402080108" size "08e86b750000803c7a046373676f " map \
	     "; tables; signon; sync; strings; " CSGO_REST

/* The same, with this network protocol, or with fields before it. */
#define PROTOBUF_NETWORK(size, network) \
	CSGO "time 0; signon bits x0402080108" size network \
	     "750000803c7a046373676f820108 bits 'de_dust2'; " \
	     "tables; signon; sync; strings; " CSGO_REST

/* svc_ServerInfo of newer builds of Left 4 Dead 2, which has one more bit. */
#define SERVER_NEWER \
	"type 8 u 16 2100 u 32 1 u 1 0 u 1 1 u 1 1 u 32 7 u 32 9 u 16 1 u 32 1 " \
	"u 8 0 u 8 24 float 0.033333335 u 8 119 text 'left4dead2' text 'cp_test' " \
	"text 'sky' text 'Test server' text 'mission' text 'versus' "

/* The data of one program, with the name of the program. */
#define CUSTOM "custom =-1 x01000000 'RadialMenu' x00; "
/* Three string tables, of which the second has entries. */
#define TABLES \
	"u 8 3 text 'downloadables' u 16 0 u 1 0 text 'files' u 16 60 " \
	"times 60 text 'a/file' u 1 0 end u 1 0 text 'sounds' u 16 0 u 1 0 ; "
#define STORED(begin, damage) \
	begin "tables; signon; sync; " damage "here; strings " TABLES DEM_REST
#define P2_STORED(damage) STORED(PORTAL2 DEM_INFO, damage)
#define CSGO_STORED(damage) \
	STORED(CSGO "signon bits x04020801080e08e86b750000803c7a046373676f; ", \
	       damage)
/* The bytes that SourceAutoRecord writes behind dem_stop. */
#define AUTO_RECORD "stop; custom 0 x00*16; "

const struct sample dem_samples_protocol4[] = {
	D("good/protocol-4", "Portal 2", PORTAL2 DEM_WHOLE),
	D("good/protocol-4-four", "Left 4 Dead 2", L4D DEM_WHOLE),
	D("near/interval_unknown-one-camera", "one camera, as in no known game",
	  "protocol 4; network 2001; blocks 1; interval "
	  "0.016666668; " DEM_WHOLE),
	D("good/protocol-4-csgo", "Counter-Strike: Global Offensive",
	  CSGO CSGO_BEGIN CSGO_REST),
	D("good/protocol-4-csgo-slot", "svc_ServerInfo has a number of 64 bits",
	  PROTOBUF_MAP("19", "bits x68ffffffffffffffffff01 ")),
	D("good/protocol-4-custom", "dem_customdata before dem_stringtables",
	  PORTAL2 DEM_SIGNED "sync; " CUSTOM "strings; " DEM_REST),
	D("good/protocol-4-second", "two players on one screen",
	  PORTAL2 DEM_BEGIN
	  "slot 1; console 'say hi'; slot 1; user_sequence +40; user; packet; "
	  "user_sequence -40; user; slot 1; user_sequence +40; user; packet; "),
	D("good/protocol-4-tail",
	  "SourceAutoRecord wrote its data behind dem_stop",
	  PORTAL2 DEM_WHOLE AUTO_RECORD),
	D("good/protocol-4-tail-bytes",
	  "the same, and 11 bytes of no command: --fix-warnings drops only these",
	  PORTAL2 DEM_WHOLE AUTO_RECORD "raw x0b*11; "),
	D("good/protocol-4-level", "one packet of negative tick ends a level",
	  PORTAL2 DEM_WHOLE "packet =-34; "),
	D("good/protocol-4-levels", "three packets of negative tick do",
	  L4D DEM_WHOLE "packet =-34; packet =-33; packet =-32; stop =5; "),
	D("bad/stop_missing-protocol-4-levels",
	  "cut after the first of two packets of negative tick",
	  L4D DEM_WHOLE "packet =-34; packet =-33; stop =5; cut -336; "),
	D("bad/stop_missing-protocol-4-level",
	  "no dem_stop after one packet of negative tick, as the header says",
	  PORTAL2 DEM_WHOLE "packet =-34; stop none; "),
	D("bad/ticks-protocol-4-tool",
	  "a tool wrote the dem_stop of older games after a level",
	  PORTAL2 DEM_WHOLE "packet =-34; packet =-33; ticks =5; stop =-34; "),
	D("near/ticks-protocol-4-later",
	  "dem_stop is 7 ticks after the last packet",
	  L4D DEM_WHOLE "stop +7; "),
	D("near/ticks-protocol-4-no-slot", "dem_stop has no slot",
	  PORTAL2 DEM_WHOLE "stop_bytes 5; stop; "),
	Z("good/protocol-4-large", "dem_stringtables of 1.5 MB",
	  L4D "signon server create state 3; tables; " DEM_SPAWN
	      "sync; strings size 1500000; " DEM_REST),

	D("bad/slot", "a packet of the second player",
	  PORTAL2 DEM_BEGIN "slot 1; packet; " DEM_REST),
	D("bad/slot-third", "a user command of the third player",
	  PORTAL2 DEM_BEGIN "packet; slot 2; user; " DEM_REST),
	D("bad/slot-stop", "cut by the last byte, which is the slot of dem_stop",
	  CSGO CSGO_BEGIN CSGO_REST "stop; cut -1; "),
	D("near/slot-stop", "dem_stop of Left 4 Dead has no slot",
	  L4D DEM_WHOLE "packet; "),
	D("near/slot-stop-tail",
	  "a tool wrote dem_stop without a slot, and dem_customdata behind it",
	  PORTAL2 DEM_WHOLE "stop_bytes 5; " AUTO_RECORD),
	D("near/slot", "a user command of the second player",
	  PORTAL2 DEM_BEGIN "packet; slot 1; user; " DEM_REST),
	D("bad/user_sequence", "the number of a user command is 30 lower",
	  PORTAL2 DEM_BEGIN "user_sequence +40; user; packet; "
			    "user_sequence -30; user; packet; " DEM_REST),
	D("bad/user_sequence-second", "that of the second player",
	  PORTAL2 DEM_BEGIN "user; slot 1; user_sequence +40; user; packet; "
			    "slot 1; user_sequence -20; user; packet; " DEM_REST),
	D("near/user_sequence", "the same number twice, and a higher one",
	  PORTAL2 DEM_BEGIN "user; packet; user_sequence -1; user; packet; "
			    "user_sequence +30; user; packet; " DEM_REST),
	D("bad/interval_unknown", "no tick interval in svc_ServerInfo",
	  CSGO "time 0; " PROTOBUF_SIGNED("0000c07f") CSGO_REST),
	D("near/interval_unknown", "the header shows the interval",
	  CSGO PROTOBUF_SIGNED("0000c07f") CSGO_REST),
	D("near/interval_unknown-map-bytes",
	  "the map in svc_ServerInfo is no text",
	  PROTOBUF_MAP("14", "bits x820103ffffff ")),
	D("near/interval_unknown-map-nul",
	  "the map in svc_ServerInfo has a NUL inside",
	  PROTOBUF_MAP("14", "bits x820103610062 ")),
	D("near/interval_unknown-long-number",
	  "a number in svc_ServerInfo has 12 bytes",
	  PROTOBUF_MAP("1b", "bits x68ffffffffffffffffffffff01 ")),
	D("near/interval_unknown-map-folder",
	  "svc_ServerInfo has a folder in the place of the map",
	  PORTAL2 "serverinfo map 'workshop%5c'; " DEM_WHOLE),
	D("near/interval_unknown-map-control",
	  "the map in svc_ServerInfo has a control character",
	  PORTAL2 "serverinfo map 'cp%01test'; " DEM_WHOLE),
	D("near/interval_unknown-cut", "the first dem_signon ends in svc_ServerInfo",
	  L4D "signon type 8 u 16 2042 u 32 1; tables; signon; sync; strings; "
	  DEM_REST),
	D("bad/custom_names", "two names, and one of them is there",
	  PORTAL2 DEM_SIGNED "sync; custom =-1 x02000000 'RadialMenu' x00; "
			     "strings; " DEM_REST),
	D("bad/custom_names-more", "bytes behind the names",
	  PORTAL2 DEM_SIGNED "sync; custom =-1 x01000000 'RadialMenu' x0000; "
			     "strings; " DEM_REST),
	D("bad/custom_names-minus", "-1 names",
	  PORTAL2 DEM_SIGNED "sync; custom =-1 xffffffff; strings; " DEM_REST),
	D("bad/custom_names-cut", "no number",
	  PORTAL2 DEM_SIGNED "sync; custom =-1 x010000; strings; " DEM_REST),
	D("near/custom_names", "no names",
	  PORTAL2 DEM_SIGNED "sync; custom =-1 x00000000; strings; " DEM_REST),

	D("bad/magic-protocol-4", "the stamp is zeros", PORTAL2 DEM_WHOLE "at 0 x00*8; "),
	D("bad/magic-protocol-4-workshop",
	  "the same, and svc_ServerInfo has the map with its folders",
	  PORTAL2 "serverinfo map 'workshop%5c5084%5ccp_test'; " DEM_WHOLE
		  "at 0 x00*8; "),
	D("bad/magic-protocol-4-workshop-slash", "the same with slashes",
	  PORTAL2 "serverinfo map 'workshop/5084/cp_test'; " DEM_WHOLE
		  "at 0 x00*8; "),
	D("bad/magic-protocol-4-path",
	  "the same, and the header has the folders, too",
	  PORTAL2 "map 'workshop/5084/cp_test'; " DEM_WHOLE "at 0 x00*8; "),
	D("bad/magic-protocol-4-csgo-path",
	  "the map of Counter-Strike has the same folders in both places",
	  "map '5/de_dust2'; " PROTOBUF_MAP("1b", "bits x82010a bits '5/de_dust2'")
	  "at 0 x00*8; "),
	D("bad/magic-protocol-4-csgo-name", "the header lacks the folders",
	  "map 'de_dust2'; " PROTOBUF_MAP("1b", "bits x82010a bits '5/de_dust2'")
	  "at 0 x00*8; "),
	D("bad/magic-protocol-4-two", "zeros, and only two commands behind them",
	  PORTAL2 "serverinfo none; signon; signon; packet; cut -5; at 0 x00*1072; "
		  "stop none; ",
	  .options = "as=dem"),
	D("bad/header_lost-protocol-4", "the header of Portal 2 is zeros",
	  PORTAL2 DEM_WHOLE "at 0 x00*1072; "),
	D("bad/header_lost-protocol-4-four", "that of Left 4 Dead 2",
	  L4D DEM_WHOLE "at 0 x00*1072; "),
	D("bad/header_lost-protocol-4-512", "the first 512 bytes are zeros",
	  L4D DEM_WHOLE "at 0 x00*512; "),
	D("bad/header_lost-protocol-4-newer",
	  "that of a newer build, whose svc_ServerInfo has a bit more",
	  "protocol 4; network 2100; blocks 4; game 'left4dead2'; "
	  "interval 0.033333335; signon print 'Welcome' " SERVER_NEWER
	  "state 3; tables; " DEM_SPAWN "sync; strings; " DEM_REST
	  "at 0 x00*1072; "),
	D("bad/header_lost-protocol-4-csgo", "that of Counter-Strike",
	  PROTOBUF_MAP("19", "bits x820108 bits 'de_dust2'") "at 0 x00*1072; "),
	D("bad/header_lost-protocol-4-csgo-path",
	  "the same, and the map has a folder: no map is written",
	  PROTOBUF_MAP("1b", "bits x82010a bits '5/de_dust2'") "at 0 x00*1072; "),
	D("bad/header_lost-protocol-4-csgo-host",
	  "the name of the host has a slash, and is written",
	  PROTOBUF_MAP("29", "bits x820108 bits 'de_dust2' bits x9a010d bits "
			     "'24/7 DUST2 eu'") "at 0 x00*1072; "),
	D("bad/header_lost-protocol-4-folder",
	  "the map of the header ends like that of svc_ServerInfo, but inside a name",
	  PORTAL2 "map 'test'; serverinfo map 'workshop/5084/cp_test'; " DEM_WHOLE
		  "at 0 x00*8; "),
	D("near/header_lost-protocol-4-csgo-game-path",
	  "zeros, and the game in svc_ServerInfo has a folder",
	  CSGO "signon bits x04020801081b08e86b750000803c7a06 bits 'a/csgo' bits "
	       "x820108 bits 'de_dust2'; tables; signon; sync; strings; " CSGO_REST
	       "at 0 x00*1072; "),
	D("bad/header_lost-protocol-4-commands",
	  "there is no svc_ServerInfo, and the format is forced",
	  PORTAL2 "serverinfo none; " DEM_WHOLE "at 0 x00*1072; ",
	  .options = "as=dem"),
	D("bad/header_lost-protocol-4-stamp",
	  "the same, and only the stamp is zeros: the rest stays",
	  PORTAL2 "serverinfo none; " DEM_WHOLE "at 0 x00*8; ",
	  .options = "as=dem"),
	D("bad/header_lost-protocol-4-number",
	  "the same, and nothing but the demo protocol is left",
	  PORTAL2 "serverinfo none; " DEM_WHOLE "at 0 x00*8; at 12 x00*1060; ",
	  .options = "as=dem"),
	D("bad/header_lost-protocol-4-game",
	  "only the stamp is zeros, svc_ServerInfo has no game, and neither has the "
	  "header",
	  "game ''; protocol 4; network 13800; blocks 2; interval 0.015625; "
	  "signon bits x04020801081308e86b750000803c820108 bits 'de_dust2'; "
	  "tables; signon; sync; strings; " CSGO_REST "at 0 x00*8; ",
	  .options = "as=dem"),
	D("bad/header_lost-protocol-4-name",
	  "the stamp and the name of the player are zeros",
	  PORTAL2 DEM_WHOLE "at 0 x00*8; at 276 x00*260; "),
	D("bad/header_lost-protocol-4-running", "zeros, and the file ends in a packet",
	  L4D "running; " DEM_WHOLE "packet; cut -20; at 0 x00*1072; "),
	D("near/header_lost-protocol-4",
	  "zeros, there is no svc_ServerInfo, and nothing forces the format",
	  PORTAL2 "serverinfo none; " DEM_WHOLE "at 0 x00*1072; "),
	D("near/header_lost-protocol-4-csgo-network",
	  "zeros, and svc_ServerInfo has no network protocol",
	  CSGO "signon bits x040208010816750000803c7a046373676f820108 bits "
	       "'de_dust2'; tables; signon; sync; strings; " CSGO_REST
	       "at 0 x00*1072; "),
	D("near/header_lost-protocol-4-csgo-game",
	  "zeros, and svc_ServerInfo has no game",
	  CSGO "signon bits x04020801081308e86b750000803c820108 bits 'de_dust2'; "
	       "tables; signon; sync; strings; " CSGO_REST "at 0 x00*1072; "),
	D("bad/header_lost-protocol-4-csgo-25",
	  "zeros, and the smallest network protocol of protocol 4",
	  PROTOBUF_NETWORK("18", "0819") "at 0 x00*1072; "),
	D("near/header_lost-protocol-4-csgo-24", "zeros, and network protocol 24",
	  PROTOBUF_NETWORK("18", "0818") "at 0 x00*1072; "),
	D("near/header_lost-protocol-4-csgo-minus",
	  "zeros, and network protocol -1",
	  PROTOBUF_NETWORK("21", "08ffffffffffffffffff01") "at 0 x00*1072; "),
	D("near/header_lost-protocol-4-csgo-65536",
	  "zeros, and network protocol 65536",
	  PROTOBUF_NETWORK("1a", "08808004") "at 0 x00*1072; "),
	D("near/header_lost-protocol-4-csgo-long",
	  "zeros, and network protocol 2^32 + 13800",
	  PROTOBUF_NETWORK("1c", "08e8eb808010") "at 0 x00*1072; "),
	D("near/header_lost-protocol-4-csgo-key",
	  "zeros, and bit 32 of a key is set, which is otherwise that of the "
	  "network protocol",
	  PROTOBUF_NETWORK("1d", "8880808010e86b") "at 0 x00*1072; "),
	D("near/header_lost-protocol-4-24", "zeros, and network protocol 24",
	  "protocol 4; network 24; blocks 2; " DEM_WHOLE "at 0 x00*1072; "),
	D("near/header_lost-protocol-4-interval", "zeros, and a tick interval of 0",
	  PORTAL2 "serverinfo interval 0; " DEM_WHOLE "at 0 x00*1072; "),

	D("bad/header_field-protocol-4", "the network protocol of Portal 2 is zero",
	  PORTAL2 DEM_WHOLE "at 12 x0000; "),
	D("bad/header_field-protocol-4-rest",
	  "everything behind the demo protocol is zeros",
	  PORTAL2 DEM_WHOLE "at 12 x00*1060; "),
	D("bad/header_field-protocol-4-csgo", "the same of Counter-Strike",
	  PROTOBUF_MAP("19", "bits x820108 bits 'de_dust2'") "at 12 x00*1060; "),
	D("bad/header_field-protocol-4-sector", "the second sector is zeros",
	  PORTAL2 DEM_WHOLE "at 512 x00*512; "),
	D("bad/header_field-protocol-4-other",
	  "the network protocol of Left 4 Dead 2: nothing shows the wrong one",
	  PORTAL2 DEM_WHOLE "at 12 xfa07; "),
	D("bad/header_field-protocol-4-5", "demo protocol 5 for 4",
	  PORTAL2 DEM_WHOLE "at 8 x05; "),
	D("bad/header_field-protocol-4-3", "demo protocol 3 for 4",
	  L4D DEM_WHOLE "at 8 x03; "),
	D("bad/header_field-protocol-4-csgo-0", "demo protocol 0 of Counter-Strike",
	  "map 'de_dust2'; " PROTOBUF_MAP("19", "bits x820108 bits 'de_dust2'")
	  "at 8 x00; "),
	D("bad/protocol-layout-4",
	  "demo protocol 5 for 4, and no svc_ServerInfo shows it",
	  PORTAL2 "serverinfo none; " DEM_WHOLE "at 8 x05; "),
	D("near/header_field-protocol-4",
	  "the largest network protocol of protocol 4, in both",
	  "protocol 4; network 65535; blocks 2; " DEM_WHOLE),
	D("bad/server_map-protocol-4", "another map, and another game",
	  PORTAL2 "serverinfo map 'cp_other'; " DEM_WHOLE "at 796 'portal1'; "),
	D("bad/server_map-protocol-4-csgo",
	  "the map of svc_ServerInfo has a folder, and the header has no map",
	  "map ''; " PROTOBUF_MAP("1b", "bits x82010a bits '5/de_dust2'")),
	D("near/server_map-protocol-4", "the header lacks the folders of the map",
	  PORTAL2 "serverinfo map 'workshop%5c5084%5ccp_test'; " DEM_WHOLE),

	D("crash/protocol-4-cut", "Portal 2, cut in a packet",
	  PORTAL2 "running; " DEM_WHOLE "packet; cut -20; "),
	D("crash/protocol-4-cut-four", "Left 4 Dead 2, cut in a packet",
	  L4D "running; " DEM_WHOLE "packet; cut -20; "),
	D("crash/protocol-4-cut-csgo", "Counter-Strike, cut in a packet",
	  CSGO "running; " CSGO_BEGIN CSGO_REST "packet; cut -20; "),
	D("crash/protocol-4-cut-no-interval",
	  "nobody knows the tick interval: no number",
	  CSGO "running; " PROTOBUF_SIGNED("0000c07f") CSGO_REST
	  "packet; cut -20; "),
	D("security/protocol-4-server-cut",
	  "a text of svc_ServerInfo is longer than the message",
	  CSGO "signon bits x04020801080e08e86b750000803c7a7f6373676f; "
	       "tables; signon; sync; strings; " CSGO_REST),
	D("crash/protocol-4-own-rate", "a server with 100 ticks a second, and a wrong id",
	  "protocol 4; network 2042; blocks 4; game 'left4dead2'; interval 0.01; "
	  DEM_BEGIN "id 200; packet; " DEM_REST),
	D("crash/protocol-4-own-rate-killed",
	  "the same, and only svc_ServerInfo has the time of a tick",
	  "protocol 4; network 2042; blocks 4; game 'left4dead2'; interval 0.01; "
	  "zeroed; " DEM_WHOLE),
	D("crash/protocol-4-large-tick", "dem_stop is missing behind tick 9000000",
	  PORTAL2 DEM_BEGIN "packet 9000000; " DEM_REST "stop none; "),
	D("crash/protocol-4-cut-signon", "cut in the first dem_signon",
	  PORTAL2 "running; signon server; cut -20; "),
	D("crash/protocol-4-usual-interval",
	  "no svc_ServerInfo, and a header without ticks: the game tells the interval",
	  PORTAL2 "serverinfo none; running; " DEM_WHOLE),
	D("crash/protocol-4-usual-interval-four", "the same of Left 4 Dead 2",
	  L4D "serverinfo none; running; " DEM_WHOLE),
	D("crash/protocol-4-running", "Portal 2 was killed",
	  PORTAL2 "running; " DEM_WHOLE),
	D("crash/protocol-4-running-level", "and a level had ended",
	  PORTAL2 "running; " DEM_WHOLE "packet =-34; "),
	D("crash/protocol-4-running-levels", "Left 4 Dead 2, the same",
	  L4D "running; " DEM_WHOLE "packet =-34; packet =-33; packet =-32; "),
	D("crash/protocol-4-zeroed", "the length in the header is zero",
	  L4D "zeroed; " DEM_WHOLE),
	D("crash/protocol-4-zeroed-csgo", "the same of Counter-Strike",
	  CSGO "zeroed; " CSGO_BEGIN CSGO_REST),
	D("crash/protocol-4-id", "an id that there is not",
	  PORTAL2 DEM_BEGIN "id 200; packet; " DEM_REST),
	D("crash/protocol-4-id-strings", "8 in the place of 9",
	  L4D DEM_SIGNED "sync; id 8; strings; " DEM_REST),
	D("crash/protocol-4-length", "a length that is impossible",
	  PORTAL2 DEM_BEGIN "length 70000000; packet; " DEM_REST),
	D("bad/command_size-protocol-4-byte-lost",
	  "a packet lacks a byte, or its length is one byte too large",
	  PORTAL2 DEM_BEGIN "here; packet size 300; " DEM_REST "at here+200 gone 1; "),
	D("bad/command_size-protocol-4-block-lost", "a packet lacks 300 bytes",
	  PORTAL2 DEM_BEGIN "here; packet size 1000; " DEM_REST
			    "at here+200 gone 300; "),
	D("bad/command_size-protocol-4-byte-more", "a packet has a byte more",
	  PORTAL2 DEM_BEGIN "length -1; packet size 300; " DEM_REST),
	D("bad/command_size-protocol-4-bit",
	  "one bit of the length of a packet is wrong, 64 bytes",
	  PORTAL2 DEM_BEGIN "length +64; packet size 300; " DEM_REST),
	D("bad/command_size-protocol-4-bit-block",
	  "one bit of it, or a block of 512 bytes is missing",
	  PORTAL2 DEM_BEGIN "length +512; packet size 300; " DEM_REST),
	D("bad/command_size-protocol-4-zero", "a packet of length 0",
	  PORTAL2 DEM_BEGIN "length 0; packet size 300; " DEM_REST),
	D("bad/command_size-protocol-4-impossible",
	  "a length that no packet has, in several bits",
	  PORTAL2 DEM_BEGIN "length =-2; packet size 301; " DEM_REST),
	D("bad/command_size-protocol-4-user", "a user command lacks a byte",
	  PORTAL2 DEM_BEGIN "packet; here; user; " DEM_REST "at here+16 gone 1; "),
	D("bad/command_size-protocol-4-custom",
	  "custom data are 40 bytes too short, which have no number",
	  PORTAL2 DEM_BEGIN "packet; length -40; custom 0 x00*60; " DEM_REST),
	D("bad/command_size-protocol-4-strings",
	  "dem_stringtables lacks 64 bytes, and its tables do not end",
	  P2_STORED("") "at here+300 gone 64; "),
	D("bad/command_size-protocol-4-strings-more", "it has 64 bytes more",
	  P2_STORED("") "at here+300 more xee*64; "),
	D("bad/command_size-protocol-4-strings-one",
	  "a text in it lacks a byte, or its length is one byte too large",
	  P2_STORED("") "at here+301 gone 1; "),
	D("bad/command_size-protocol-4-strings-length",
	  "several bits of its length are wrong, and its tables are whole",
	  P2_STORED("length +300; ")),
	D("bad/command_size-protocol-4-strings-csgo",
	  "that of Counter-Strike lacks 64 bytes",
	  CSGO_STORED("") "at here+300 gone 64; "),
	D("bad/stored_overrun-protocol-4",
	  "dem_stringtables has a table less than its number says",
	  P2_STORED("") "at here+10 x04; "),
	D("bad/stored_rest-protocol-4", "it has a table more",
	  P2_STORED("") "at here+10 x02; "),
	D("bad/order-protocol-4-strings",
	  "a second dem_stringtables that ends inside a table",
	  PORTAL2 DEM_SIGNED "sync; strings; strings u 8 4 text 'files' u 16 0 "
			     "u 1 0; " DEM_REST),
	D("near/stored_overrun-protocol-4", "other letters in dem_stringtables",
	  P2_STORED("") "at here+11 'DOWN'; "),
	D("near/stored_overrun-protocol-4-csgo",
	  "zeros in that of Counter-Strike, whose layout no recording has shown",
	  CSGO_STORED("") "at here+300 x00*64; "),
	D("bad/command_size-protocol-4-signon",
	  "a dem_signon lacks a byte: no demo can be played without dem_signon",
	  PORTAL2 DEM_INFO "tables; here; signon classes state 4; signon state 5; "
			   "sync; strings; " DEM_REST "at here+174 gone 1; "),
	D("bad/text_mode_lost-protocol-4", "three packets lack a byte before a line feed",
	  PORTAL2 DEM_BEGIN
	  "repeat 3 { length +1; packet nop nop nop print 'one%0atwo'; user; "
	  DEM_REST "} " DEM_REST),
	D("crash/protocol-4-first-length", "the length of the first dem_signon",
	  L4D "length 5000; " DEM_WHOLE),
	D("crash/protocol-4-first-id", "the id of the first dem_signon",
	  PORTAL2 "id 77; " DEM_WHOLE),
	D("crash/protocol-4-torn",
	  "a block is lost, from one packet to another",
	  PORTAL2 DEM_BEGIN "here; packet size 400; packet size 300; " DEM_REST
			    "at here+300 gone 512; "),
	D("crash/protocol-4-zeros", "zeros in two packets",
	  PORTAL2 DEM_BEGIN "here; repeat 4 { " DEM_WALK "} " DEM_REST
			    "at here+0 x00*300; "),
	D("crash/protocol-4-unnumbered",
	  "zeros in a packet, and a tool wrote the number 0 into all packets",
	  PORTAL2 DEM_SIGNED "sync; strings; "
		  "repeat 6 { sequence =0; packet; } here; sequence =0; packet; "
		  "repeat 6 { sequence =0; packet; } at here+0 x00*180; "),
	D("crash/protocol-4-zero-head", "zeros in the head of a packet",
	  PORTAL2 DEM_BEGIN "here; packet; " DEM_REST "at here+0 x00*60; "),
	D("crash/protocol-4-strings-zeros", "zeros in dem_stringtables",
	  L4D DEM_SIGNED "sync; here; strings size 4000; " DEM_REST
			 "at here+100 x00*512; "),
	D("crash/protocol-4-strings-block",
	  "zeros in its texts, so that its tables do not end where it ends",
	  P2_STORED("") "at here+300 x00*64; "),
	D("crash/protocol-4-noise", "no commands", PORTAL2 "noise 3000; "),
	D("crash/protocol-4-stop-cut", "three bytes of dem_stop",
	  PORTAL2 DEM_WHOLE "stop_bytes 3; stop; "),
	D("crash/protocol-4-stop-inside", "a dem_stop between packets",
	  PORTAL2 DEM_BEGIN "raw x0703000000; " DEM_REST),
	D("bad/command_id-protocol-4-stop", "id 0 of a dem_stop before dem_customdata",
	  PORTAL2 DEM_WHOLE "here; " AUTO_RECORD "at here+0 x00; "),
	D("bad/command_id-protocol-4-stop-user", "id 5 of it",
	  PORTAL2 DEM_WHOLE "here; " AUTO_RECORD "at here+0 x05; "),
	D("near/command_id-protocol-4-stop", "a dem_stop before two dem_customdata",
	  PORTAL2 DEM_WHOLE AUTO_RECORD "custom 0 x00*16; "),
	D("crash/protocol-4-stop-tick", "the tick of a dem_stop before dem_customdata",
	  PORTAL2 DEM_WHOLE "here; " AUTO_RECORD "at here+1 x00000010; "),
	D("crash/protocol-4-stop-junk", "id 0 of a dem_stop before other bytes",
	  PORTAL2 DEM_WHOLE "here; stop; raw x0b*40; at here+0 x00; "),
	D("bad/stop_early-protocol-4-two", "two dem_stops with a packet between them",
	  PORTAL2 DEM_BEGIN "raw x070500000000; packet; raw x070500000000; "
		  DEM_REST),
	D("near/stop_early-protocol-4-two", "a packet is behind dem_stop, and then junk",
	  PORTAL2 "frames -1; " DEM_WHOLE "stop; packet; raw x0b*40; "),
	D("bad/command_id-protocol-4-stamp",
	  "the first 16 bytes of a header between commands are none",
	  PORTAL2 DEM_BEGIN "raw 'HL2DEMO' x0004000000d1070000; " DEM_REST),
	D("bad/command_id-protocol-4-sector",
	  "the first sector of the file is written over a packet, too",
	  PORTAL2 DEM_BEGIN "packet; user; here; packet size 200; user; " DEM_REST
	  "at here+50 'HL2DEMO' x0004000000d1070000 'localhost:0' x00*249 'player' "
	  "x00*230; "),
	D("crash/protocol-4-restart",
	  "cut in a packet, and a whole recording behind it",
	  PORTAL2 DEM_BEGIN "here; packet size 300; raw 'HL2DEMO' x0004000000d1070000 "
	  "x00*1056; " DEM_SIGNED "sync; strings; " DEM_REST "at here+100 gone 370; "),
	D("crash/protocol-4-joined", "another recording behind dem_stop",
	  PORTAL2 DEM_WHOLE "stop; raw 'HL2DEMO' x000400000001020000; "),
	{ 0 },
};
