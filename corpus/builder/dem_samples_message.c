/* SPDX-License-Identifier: MIT */
/* dem_samples_message.c - samples of net messages and user commands that engines do not
   write */
#include "corpus/builder/dem_samples.h"

#define SAID(messages) DEM_BEGIN "packet " messages "; " DEM_REST
#define SERVED(server) \
	"signon " server "create state 3; tables; " DEM_SPAWN \
	"sync; strings; " DEM_REST
/* The user command has number 1, so its number need not be written. */
#define CUT_USER     "user u 1 0 u 1 1 u 8 5; "
#define USED(fields) "pov; packet; user " fields "; " DEM_REST

/* Types of messages, and the beginning of each message. */
#define USER_MESSAGE         "type 23 u 8 5 "
#define VOICE(client, near)  "type 15 u 8 " client " u 8 " near " "
#define TEMPS(varint, zeros) "type 27 u 8 1 " varint zeros " "

/* A packet in which no message can be read after this message. */
#define DAMAGED(message) "packet tick " message " type 63; "

/* A demo whose svc_serverinfo has this type. */
#define INFO_AS(type, messages) \
	"signon print 'Welcome%0a' " \
	SERVER_AS(type, "24", "1", "0", "24", "0.015", "119") messages \
	"; tables; " DEM_SPAWN "sync; strings; " DEM_REST

const struct sample dem_samples_message[] = {
	D("bad/packet_empty", "a packet without a byte", SAID("empty")),
	D("bad/packet_empty-signon", "a dem_signon without a byte",
	  DEM_INFO "tables; signon empty; " DEM_SPAWN
		   "sync; strings; " DEM_REST),
	D("near/packet_empty", "a packet of one byte", SAID("nop")),
	D("bad/message_type", "a message of type 16", SAID("tick type 16")),
	D("bad/message_type-34", "a message of type 34", SAID("type 34")),
	D("bad/message_type-63", "a message of type 63", SAID("type 63")),
	D("bad/message_type-22", "a message of type 22", SAID("nop type 22")),
	D("bad/message_type-23", "type 32 is one of network protocol 24 only",
	  "network 23; " SAID("type 32 u 32 0")),
	D("bad/message_type-signon", "in a dem_signon, where nothing mends it",
	  DEM_INFO "tables; signon type 16; " DEM_SPAWN
		   "sync; strings; " DEM_REST),
	D("bad/message_type-level", "the last packet of a level but one",
	  DEM_PORTAL DEM_WHOLE "packet =-164 type 16 u 8 0; packet =-163; "),
	D("bad/message_type-level-console",
	  "the same, and a console command after it",
	  DEM_PORTAL DEM_WHOLE "packet =-164 type 16 u 8 0; console 'a'; "
			       "packet =-163; "),
	D("bad/command_id-then-message",
	  "where commands go on after a hole, the first packet cannot be read",
	  DEM_SIGNED "sync; strings; console 'a'; raw xff; noise 300; "
		     "packet type 16; " DEM_REST),
	D("bad/command_id-then-messages",
	  "after the hole one packet can be read, the next one cannot",
	  DEM_SIGNED "sync; strings; console 'a'; raw xff; noise 300; "
		     "packet; packet type 16; " DEM_REST),
	D("bad/command_id-then-unmended",
	  "what nothing mends comes after the packet that cannot be read",
	  DEM_BEGIN
	  "raw xff; noise 300; packet; packet type 16; strings; " DEM_REST,
	  .options = "rule=dem.order=error"),
	D("near/message_type", "each type there is, and bits of none",
	  SAID("nop type 2 u 32 1 text 'a' u 1 0 tick command 'a' "
	       "type 5 u 8 1 text 'a' text 'b' state 5 print 'a' "
	       "type 9 u 1 0 u 16 8 u 8 1 type 11 u 1 1 "
	       "type 14 text 'vaudio' u 8 5 type 14 text 'steam' u 8 255 u 16 "
	       "1 "
	       "type 18 u 11 1 type 19 u 1 0 u 16 1 u 16 2 u 16 3 "
	       "type 20 u 16 1 u 16 2 u 16 3 type 29 u 16 1 u 16 2 u 16 0 "
	       "type 31 u 32 5 text 'a' type 32 u 32 1 u 8 8 "
	       "type 33 u 1 1 float 1 type 1 text 'bye'")),
	D("near/message_type-old", "some of network protocol 11",
	  "network 11; " DEM_PORTAL SAID("type 28 u 13 8191 nop "
					 "type 21 u 3 0 u 9 1 u 1 1 u 11 5 "
					 "u 11 7 u 1 0 tick")),
	D("bad/message_unproven", "a console command before bytes of no message",
	  SAID("tick command 'quit%0a' tick type 63")),
	D("bad/message_unproven-kinds", "the first message of each kind",
	  DEM_BEGIN DAMAGED("type 1 text 'bye'")
	  DAMAGED("type 2 u 32 1 text 'a' u 1 1")
	  DAMAGED("type 5 u 8 1 text 'a' text 'b'") DAMAGED("state 2")
	  DAMAGED(SERVER("24", "1", "0", "24", "0.015", "119"))
	  DAMAGED("type 9 u 1 0 u 16 8 u 8 1") DAMAGED("type 10 u 16 1 u 1 1")
	  DAMAGED("type 11 u 1 1") DAMAGED("type 14 text 'vaudio' u 8 5")
	  DAMAGED("type 18 u 11 1") DAMAGED("type 29 u 16 1 u 16 2 u 16 0")
	  DAMAGED("type 31 u 32 5 text 'a'") DAMAGED("type 32 u 32 1 u 8 8")
	  DAMAGED("type 33 u 1 1 float 1") DEM_REST),
	D("near/message_unproven", "two console commands in a whole packet",
	  SAID("tick command 'quit%0a' tick command 'play%0a' print 'a'")),
	D("near/message_unproven-level", "the last packet of a level",
	  DEM_PORTAL DEM_WHOLE "packet =-164 state 2 type 16 u 8 0; "),
	D("crash/message_unproven-demoted", "it is to be kept all the same",
	  SAID("state 2 state 2 type 63"),
	  .options = "rule=dem.message_unproven=warning"),
	D("bad/command_size-command",
	  "a console command, and bytes of its packet may be missing",
	  DEM_BEGIN "length +9; packet tick command 'quit%0a' tick; " DEM_REST),
	D("bad/command_size-command-whole",
	  "the same, and a bit of the length is what is wrong",
	  DEM_BEGIN "packet tick command 'quit%0a' tick; "
	  "record 90 ^ 0x01; " DEM_REST),
	D("bad/command_size-pause", "it is a pause, and nothing shows a loss",
	  DEM_BEGIN "length +9; packet tick type 11 u 1 1 type 18 u 11 1 "
	  "type 33 u 1 1 float 1 tick; " DEM_REST),
	D("bad/message_overrun", "the packet ends in net_tick",
	  SAID("type 3 u 32 5 u 16 7")),
	D("bad/message_overrun-text", "in a text",
	  SAID("type 7 u 8 65 u 8 66")),
	D("bad/message_overrun-body", "in a body",
	  SAID(USER_MESSAGE "u 11 16 u 8 1")),
	D("bad/message_overrun-pairs", "in console variables",
	  SAID("type 5 u 8 2 text 'a' text 'b'")),
	D("bad/message_overrun-classes", "in the list of classes",
	  DEM_INFO
	  "tables; signon type 10 u 16 3 u 1 0 u 2 0 text 'a'; " DEM_SPAWN
	  "sync; strings; " DEM_REST),
	D("near/message_overrun", "a message that fills its packet",
	  SAID(USER_MESSAGE "u 11 15 u 15 1")),
	D("near/message_overrun-decal", "coordinates of all sizes",
	  SAID("type 21 u 3 7 u 2 0 u 2 1 u 15 5 u 2 3 u 20 77 u 9 1 u 1 0 "
	       "u 1 0 tick")),
	D("bad/message_number", "a length of more than 32 bits",
	  SAID(TEMPS("u 8 128 u 8 128 u 8 128 u 8 128 ", "u 8 16"))),
	D("bad/message_number-endless", "a length whose fifth byte goes on",
	  SAID(TEMPS("u 8 128 u 8 128 u 8 128 u 8 128 ", "u 8 128 u 8 0"))),
	D("near/message_number", "a length of 32 bits, more than there is",
	  SAID(TEMPS("u 8 255 u 8 255 u 8 255 u 8 255 ", "u 8 15"))),
	D("bad/message_number_long", "a length of 8 in two bytes",
	  SAID(TEMPS("u 8 136 ", "u 8 0 u 8 1"))),
	D("bad/message_number_long-5", "a length of 8 in five bytes",
	  SAID(TEMPS("u 8 136 u 8 128 u 8 128 u 8 128 ", "u 8 0 u 8 1"))),
	D("near/message_number_long", "a length of 128 in two bytes",
	  SAID(TEMPS("u 8 128 ", "u 8 1 times 16 u 8 1 end"))),
	D("bad/message_text", "a command of 1024 bytes",
	  SAID("type 4 times 1024 u 8 65 end u 8 0")),
	D("bad/message_text-variable", "a console variable of 260 bytes",
	  SAID("type 5 u 8 1 text 'a' times 260 u 8 65 end u 8 0")),
	D("near/message_text", "a command of 1023 bytes",
	  SAID("type 4 times 1023 u 8 65 end u 8 0")),
	D("near/message_text-variable", "a console variable of 259 bytes",
	  SAID("type 5 u 8 1 text 'a' times 259 u 8 65 end u 8 0")),

	D("bad/server_lost", "svc_serverinfo has type 9",
	  INFO_AS("9", "create state 3")),
	D("bad/server_lost-nop", "it has that of net_nop",
	  INFO_AS("0", "create state 3")),
	D("bad/server_lost-10", "two bits of its type are wrong",
	  INFO_AS("11", "create state 3")),
	D("bad/server_lost-15", "type 9, of 5 bits",
	  "network 15; width 5; signon print 'Welcome%0a' type 9 u 16 15 u 32 1 "
	  "u 1 0 u 1 1 u 32 7 u 16 1 u 32 1 u 8 0 u 8 24 float 0.015 u 8 119 "
	  "text 'tf' text 'cp_test' text 'sky' text 'Test server' create "
	  "state 3; tables; " DEM_SPAWN "sync; strings; " DEM_REST),
	D("crash/server-behind-sync",
	  "the first dem_signon comes after dem_synctick, and ends in noise",
	  "sync; signon server create state 3 type 63 u 8 255; tables; "
	  DEM_SPAWN "strings; " DEM_REST),
	D("crash/server_lost-protocol",
	  "svc_serverinfo has type 9, and the header demo protocol 2",
	  INFO_AS("9", "create state 3") "at 8 x02; "),
	D("crash/server_lost-game",
	  "svc_serverinfo has type 9, and the header names no game",
	  INFO_AS("9", "create state 3") "at 796 x00; "),
	D("bad/server_lost-before", "the type of the message before it is wrong",
	  "signon type 5 text 'Welcome%0a' server create state 3; tables; "
	  DEM_SPAWN "sync; strings; " DEM_REST),
	D("bad/server_lost-none", "there is none",
	  "serverinfo none; " DEM_WHOLE),
	D("bad/server_lost-second", "it is in the second dem_signon",
	  "signon print 'Welcome%0a'; " DEM_SIGNED "sync; strings; " DEM_REST),
	D("bad/server_lost-width", "types of messages have 7 bits",
	  "width 7; " DEM_WHOLE),
	D("bad/server_lost-map", "its interval is 0, and its map another one",
	  "serverinfo interval 0; serverinfo map 'cp_other'; " DEM_WHOLE),
	D("near/server_lost", "all messages that may come before it",
	  "signon nop tick state 2 print 'Welcome%0a' server create state 3; "
	  "tables; " DEM_SPAWN "sync; strings; " DEM_REST),
	D("near/server_lost-25", "none in a demo of an unknown network protocol",
	  "network 25; serverinfo none; " DEM_WHOLE),

	D("bad/server_protocol-first",
	  "one bit of the first svc_serverinfo says 28",
	  "serverinfo protocol 28; " DEM_WHOLE),
	D("bad/server_protocol-19", "some bits of the first one say 19",
	  "serverinfo protocol 19; " DEM_WHOLE),
	D("bad/server_protocol-console", "the same behind a console command",
	  "console 'a'; serverinfo protocol 19; " DEM_WHOLE),
	D("bad/server_protocol-known",
	  "the first one has another network protocol that is known",
	  "serverinfo protocol 23; " DEM_WHOLE),
	D("bad/server_protocol",
	  "a second svc_serverinfo of network protocol 23",
	  SAID(SERVER("23", "1", "0", "24", "0.015", "108"))),
	D("near/server_protocol", "of network protocol 24",
	  SERVED(SERVER("24", "1", "0", "24", "0.015", "108"))),
	D("bad/server_interval", "a second one with a tick of 0.2 seconds",
	  SAID(SERVER("24", "1", "0", "24", "0.2", "108"))),
	D("bad/server_interval-nan", "with a tick that is no number",
	  SAID(SERVER("24", "1", "0", "24", "nan", "108"))),
	D("bad/server_interval-first", "the first one has a tick of 0 seconds",
	  "serverinfo interval 0; " DEM_WHOLE),
	D("bad/server_interval-first-nan", "of no number",
	  "serverinfo interval nan; " DEM_WHOLE),
	D("bad/server_interval-first-large", "of more than 0.1 seconds",
	  "interval 0.1001; " DEM_WHOLE),
	D("near/server_interval", "a tick of 0.1 seconds",
	  "interval 0.1; " SERVED(SERVER("24", "1", "0", "24", "0.1", "108"))),
	D("bad/server_map", "of another game than the header",
	  "game 'tf2'; " SERVED(SERVER("24", "1", "0", "24", "0.015", "108"))),
	D("bad/server_map-first", "the first one has another map",
	  "serverinfo map 'cp_other'; " DEM_WHOLE),
	D("near/server_map", "of the same",
	  "game 'tf'; " SERVED(SERVER("24", "1", "0", "24", "0.015", "108"))),
	D("bad/server_classes", "svc_serverinfo says two, the tables one",
	  SERVED(SERVER("24", "2", "0", "24", "0.015", "108"))),
	D("bad/server_classes-info", "svc_classinfo says two",
	  DEM_INFO "tables; signon type 10 u 16 2 u 1 1 state 4; "
		   "signon state 5; sync; strings; " DEM_REST),
	D("near/server_classes", "svc_classinfo lists the one that there is",
	  DEM_INFO
	  "tables; signon type 10 u 16 1 u 1 0 u 1 0 text 'CTest' "
	  "text 'DT_Test' state 4; signon state 5; sync; strings; " DEM_REST),
	D("bad/server_players", "no player at all",
	  SERVED(SERVER("24", "1", "0", "0", "0.015", "108"))),
	D("bad/server_players-slot", "player 25 of 24",
	  SERVED(SERVER("24", "1", "25", "24", "0.015", "108"))),
	D("near/server_players", "player 24 of 24",
	  SERVED(SERVER("24", "1", "24", "24", "0.015", "108"))),
	D("bad/server_platform", "the platform x",
	  SERVED(SERVER("24", "1", "0", "24", "0.015", "120"))),
	D("near/server_platform", "the platform m",
	  SERVED(SERVER("24", "1", "0", "24", "0.015", "109"))),
	D("bad/server_again", "a second svc_serverinfo",
	  SAID(SERVER("24", "1", "0", "24", "0.015", "108"))),
	D("bad/server_again-baseline",
	  "and a baseline of a class that it has, but the tables have not",
	  SAID(SERVER("24", "9", "0", "24", "0.015", "108")
		       STRINGS_CREATE("instancebaseline", "1",
				      "u 1 1 u 1 1 u 1 0 text '5' u 1 1 "
				      "u 14 2 u 16 0 "))),
	D("near/server_again", "a signon state behind the only one",
	  DEM_INFO "tables; " DEM_SPAWN
		   "signon state 2; sync; strings; " DEM_REST),

	D("bad/signon_state", "signon state 8", SAID("state 8")),
	D("near/signon_state", "signon state 7", SAID("state 7")),
	D("bad/variable", "a console variable without a name",
	  SAID("type 5 u 8 1 text '' text 'b'")),
	D("bad/variable-bytes", "a value that is not UTF-8",
	  SAID("type 5 u 8 1 text 'a' text '%ff'")),
	D("bad/identifier-variable", "the name of a console variable is not UTF-8",
	  SAID("type 5 u 8 1 text '%ff' text 'b'")),
	D("bad/identifier-command", "a command of the server with a DEL",
	  SAID("type 4 text 'reconnect%7f'")),
	D("near/identifier-command", "a command of the server with the end of a line",
	  SAID("type 4 text 'reconnect%0a'")),
	D("near/identifier-print", "what the server prints is not UTF-8",
	  SAID("print '%ff%01'")),
	D("near/variable", "a console variable without a value",
	  SAID("type 5 u 8 2 text 'a' text '' text 'J%c3%bc' text 'b'")),
	D("bad/voice", "of player 24 of 24",
	  SAID(VOICE("24", "0") "u 16 8 u 8 1")),
	D("bad/voice-near", "near in another way",
	  SAID(VOICE("1", "2") "u 16 8 u 8 1")),
	D("bad/voice-bits", "of nine bits",
	  SAID(VOICE("1", "0") "u 16 9 u 9 1")),
	D("near/voice", "of player 23 of 24",
	  SAID(VOICE("23", "1") "u 16 16 u 16 1")),
	D("bad/user_message", "a user message of 2041 bits",
	  SAID(USER_MESSAGE "u 11 2041 times 2041 u 1 1 end")),
	D("near/user_message", "a user message of 255 bytes",
	  SAID(USER_MESSAGE "u 11 2040 times 255 u 8 1 end")),
	D("bad/entity_message", "for an entity of class 1, where there is one",
	  SAID("type 24 u 11 5 u 9 1 u 11 8 u 8 0")),
	D("near/entity_message", "for an entity of class 0",
	  SAID("type 24 u 11 5 u 9 0 u 11 8 u 8 0")),

	D("bad/user_empty", "a user command without a byte", USED("size 0")),
	D("near/user_empty", "a user command of one byte", USED("u 8 0 u 8 0")),
	D("bad/user_overrun", "it ends inside the tick",
	  USED("u 1 0 u 1 1 u 8 5")),
	D("bad/user_overrun-contacts", "it ends in what touches the ground",
	  DEM_PORTAL USED("u 13 0 u 1 1 u 16 2 u 11 5 u 2 0 u 2 0")),
	D("bad/user_overrun-negative", "less than no contact",
	  DEM_PORTAL USED("u 13 0 u 1 1 u 16 65535")),
	D("bad/user_overrun-dropped", "it ends inside the tick, and others do not",
	  "pov; repeat 8 { " DEM_WALK "} " CUT_USER DEM_REST),
	D("bad/user_overrun-two", "two of them",
	  "pov; repeat 8 { " DEM_WALK "} " CUT_USER DEM_REST CUT_USER DEM_REST),
	D("bad/user_overrun-early", "only seven others come before it",
	  "pov; repeat 7 { " DEM_WALK "} " CUT_USER DEM_REST),
	D("bad/user_overrun-mod", "all of a mod that writes other fields",
	  "pov; repeat 9 { packet; " CUT_USER "} "),
	D("near/user_overrun", "all that there can be",
	  DEM_PORTAL USED("u 1 0 u 1 1 u 32 7 times 6 u 1 1 float 1 end u 1 1 "
			  "u 32 1 u 1 1 u 8 1 u 1 1 u 11 1 u 1 1 u 6 1 u 1 1 "
			  "u 16 1 u 1 1 u 16 1 u 1 1 u 16 2 u 11 5 u 2 0 u 2 0 "
			  "u 11 6 u 2 3 u 20 5 u 2 2 u 6 9")),
	D("bad/user_rest", "a byte more", USED("u 13 0 u 11 0")),
	D("near/user_rest", "seven bits more", USED("u 13 0 u 3 7")),
	D("near/user_rest-mod", "a mod that is made from another game",
	  "game 'tf2classic'; " DEM_INFO "tables; " DEM_SPAWN
	  "sync; strings; packet; user u 13 0 u 1 1 u 2 3; " DEM_REST),
	D("bad/user_value", "a view that is no number",
	  USED("u 2 0 u 1 1 float nan u 10 0")),
	D("bad/user_value-infinity", "a move that is infinite",
	  USED("u 7 0 u 1 1 float inf u 5 0")),
	D("near/user_value", "the largest view",
	  USED("u 2 0 u 1 1 float 3.4e38 u 10 0")),
	D("bad/user_number", "number 5 in number 4",
	  DEM_BEGIN "user u 1 1 u 32 5 u 12 0; " DEM_REST),
	D("bad/user_number-none", "no number, which is 1, in number 4",
	  DEM_BEGIN "user u 13 0; " DEM_REST),
	D("near/user_number", "number 4",
	  DEM_BEGIN "user u 1 1 u 32 4 u 12 0; " DEM_REST),
	D("near/user_number-none", "no number in number 1", USED("u 13 0")),
	{ 0 },
};
