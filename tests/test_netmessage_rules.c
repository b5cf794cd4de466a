/* SPDX-License-Identifier: MIT */
/* test_netmessage_rules.c - what net messages say, and what no engine says */
#include <criterion/criterion.h>
#include <stdio.h>

#include "corpus/builder/dem_samples.h"
#include "tests/packets.h"
#include "validator/netmessage/check.h"

#define SERVED SERVER("24", "1", "0", "24", "0.015", "108")
#define OF(game, map) \
	"type 8 u 16 24 u 32 1 u 1 0 u 1 1 u 32 7 u 16 1 u 32 1 u 32 2 u 32 " \
	"3 " \
	"u 32 4 u 8 0 u 8 24 float 0.015 u 8 108 text '" game "' text '" map \
	"' text 'sky' text 'Test server' u 1 0 "
#define OF_MAP \
	"type 8 u 16 24 u 32 1 u 1 0 u 1 1 u 32 7 u 16 1 u 32 1 u 32 2 u 32 " \
	"3 " \
	"u 32 4 u 8 0 u 8 24 float 0.015 u 8 108 text 'tf' times %u u 8 65 " \
	"end " \
	"u 8 0 text 'sky' text 'Test server' u 1 0 "
#define VARIABLE(name, value) "type 5 u 8 1 " name value
#define TABLE(name)           "type 12 " name "u 16 1 u 1 0 u 8 0 u 1 0 u 1 0 "
#define LONG(bytes)           "times " bytes " u 8 65 end u 8 0 "
#define VOICE(client, near, bits) \
	"type 15 u 8 " client " u 8 " near " u 16 " bits " times " bits \
	" u 1 0 end "

static const struct packets_case servers[] = {
	{ "as the header says", 24, SERVED, "" },
	{ "another network protocol", 24,
	  SERVER("23", "1", "0", "24", "0.015", "108"),
	  "dem.server_protocol 0.6+3 svc_serverinfo protocol: 23; 24, as the "
	  "header says\n" },
	{ "the shortest tick", 24, SERVER("24", "1", "0", "24", "0.001", "108"),
	  "" },
	{ "a shorter one", 24,
	  SERVER("24", "1", "0", "24", "0.00099999", "108"),
	  "dem.server_interval 31.0+4 svc_serverinfo tick_interval: "
	  "0.000999990036 seconds; 0.001 to 0.1 seconds\n" },
	{ "the longest tick", 24, SERVER("24", "1", "0", "24", "0.1", "108"),
	  "" },
	{ "a longer one", 24, SERVER("24", "1", "0", "24", "0.10000001", "108"),
	  "dem.server_interval 31.0+4 svc_serverinfo tick_interval: "
	  "0.100000009 seconds; 0.001 to 0.1 seconds\n" },
	{ "no number", 24, SERVER("24", "1", "0", "24", "nan", "108"),
	  "dem.server_interval 31.0+4 svc_serverinfo tick_interval: nan "
	  "seconds; 0.001 to 0.1 seconds\n" },
	{ "nothing more after that", 24,
	  SERVER("24", "1", "9", "0", "nan", "108"),
	  "dem.server_interval 31.0+4 svc_serverinfo tick_interval: nan "
	  "seconds; 0.001 to 0.1 seconds\n" },
	{ "another game", 24, OF("tf2", "cp_test"),
	  "dem.server_map 36.0+4 svc_serverinfo game: a different text; the "
	  "text in the header\n" },
	{ "another map", 24, OF("tf", "cp_tes"),
	  "dem.server_map 39.0+7 svc_serverinfo map: a different text; the "
	  "text in the header\n" },
	{ "a map of 260 bytes", 24,
	  "type 8 u 16 24 u 32 1 u 1 0 u 1 1 u 32 7 u 16 1 u 32 1 u 32 2 "
	  "u 32 3 u 32 4 u 8 0 u 8 24 float 0.015 u 8 108 text 'tf' " LONG(
		  "260") "text 'sky' text 'Test server' u 1 0 ",
	  "dem.message_text 39.0+261 svc_serverinfo map: 260 bytes; fewer than "
	  "260 bytes\n"
	  "dem.server_map 39.0+261 svc_serverinfo map: a different text; the "
	  "text in the header\n" },
	{ "no player", 24, SERVER("24", "1", "0", "0", "0.015", "108"),
	  "dem.server_players 30.0+1 svc_serverinfo max_clients: 0; 1 to "
	  "255\n" },
	{ "one player", 24, SERVER("24", "1", "1", "1", "0.015", "108"), "" },
	{ "the second of one", 24, SERVER("24", "1", "2", "1", "0.015", "108"),
	  "dem.server_players 29.0+1 svc_serverinfo player_slot: 2; at most "
	  "1\n" },
	{ "of Windows", 24, SERVER("24", "1", "0", "24", "0.015", "119"), "" },
	{ "of macOS", 24, SERVER("24", "1", "0", "24", "0.015", "109"), "" },
	{ "of neither", 24, SERVER("24", "1", "0", "24", "0.015", "110"),
	  "dem.server_platform 35.0+1 svc_serverinfo platform: byte 110; l, w "
	  "or m\n" },
	{ "a second one", 24, SERVED "tick " SERVED,
	  "dem.server_again 71.7+64 svc_serverinfo -: a second "
	  "svc_serverinfo\n" },
	{ "which forgets the tables", 24,
	  SERVED "create " SERVED "create type 13 u 5 1 u 1 0 u 20 0",
	  "dem.server_again 82.6+64 svc_serverinfo -: a second svc_serverinfo\n"
	  "dem.strings_unknown 166.2+1 svc_updatestringtable table: a table "
	  "that does not exist\n" },
	{ "but not what names their entries", 24,
	  SERVED STRINGS_CREATE("soundprecache", "1",
				STRINGS_TEXT("a")) "type 28 u 14 1 " SERVED,
	  "dem.server_again 87.0+64 svc_serverinfo -: a second svc_serverinfo\n"
	  "dem.sound_number 85.2+1 svc_prefetch sound: 1; a number below 1\n" },
	{ "and that some are not known", 24,
	  "type 16; " SERVED "type 13 u 5 0 u 1 0 u 20 0",
	  "dem.message_type 0.0+1 - type: type 16\n"
	  "dem.strings_unknown 63.7+2 svc_updatestringtable table: a table "
	  "that does not exist\n" },
	{ "classes of the tables", 24,
	  SERVER("24", "2", "0", "24", "0.015", "108") "; tables; "
						       "type 10 u 16 2 u 1 1",
	  "" },
	{ "one less than the tables have", 24, SERVED "; tables",
	  "dem.server_classes 0.0+2 - classes: 2 classes; 1\n" },
	{ "one less in svc_classinfo", 24, SERVED "; type 10 u 16 0 u 1 1",
	  "dem.server_classes 0.6+3 - count: 0 classes; 1\n" },
	{ "the tables decide", 24,
	  SERVED "; tables; type 10 u 16 2 u 1 1 type 10 u 16 1 u 1 1",
	  "dem.server_classes 0.0+2 - classes: 2 classes; 1\n"
	  "dem.server_classes 3.5+3 - count: 1 classes; 2\n" },
	{ "svc_classinfo before anything", 24, "type 10 u 16 7 u 1 1", "" },
	{ "svc_classinfo after tables alone", 24,
	  "tables; type 10 u 16 3 u 1 1",
	  "dem.server_classes 0.6+3 - count: 3 classes; 2\n" },
	{ "after a second map, only svc_serverinfo", 24,
	  SERVER("24", "2", "0", "24", "0.015", "108") "; tables; " SERVED
						       "type 10 u 16 1 u 1 1",
	  "dem.server_again 0.0+64 svc_serverinfo -: a second "
	  "svc_serverinfo\n" },
};

static const struct packets_case messages[] = {
	{ "nothing but the end", 24, "nop", "" },
	{ "a type that was never used", 24, "type 16",
	  "dem.message_type 0.0+1 - type: type 16\n" },
	{ "behind another message", 24, "tick type 22 nop",
	  "dem.message_type 8.6+2 net_tick type: type 22\n" },
	{ "a type that ends with its packet", 24, "nop nop nop type 16",
	  "dem.message_type 2.2+1 net_nop type: type 16\n" },
	{ "a bit less than a type", 24, "times 5 type 11 u 1 0 end u 5 31",
	  "" },
	{ "a type of 5 bits that does", 14,
	  "nop nop nop nop nop nop nop type 16",
	  "dem.message_type 4.3+1 net_nop type: type 16\n" },
	{ "a bit less than that", 14, "times 6 type 11 u 1 0 end u 4 15", "" },
	{ "the last type", 24, "type 33 u 1 0 u 32 0", "" },
	{ "one after the last", 24, "type 34",
	  "dem.message_type 0.0+1 - type: type 34\n" },
	{ "the last type of network protocol 23", 23, "type 31 u 32 0 u 8 0",
	  "" },
	{ "one after it", 23, "type 32 u 32 0",
	  "dem.message_type 0.0+1 - type: type 32\n" },
	{ "in network protocol 14", 14, "tick nop", "" },
	{ "nothing after an error", 24, "state 8 type 16",
	  "dem.signon_state 0.6+2 net_signonstate state: state 8; state 0 to "
	  "7\n" },
	{ "signon state 7", 24, "state 7", "" },
	{ "signon state 8", 24, "state 8",
	  "dem.signon_state 0.6+2 net_signonstate state: state 8; state 0 to "
	  "7\n" },
	{ "a reason of 1023 bytes", 24, "type 1 " LONG("1023"), "" },
	{ "a reason of 1024 bytes", 24, "type 1 " LONG("1024"),
	  "dem.message_text 0.6+1026 net_disconnect reason: 1024 bytes; fewer "
	  "than 1024 bytes\n" },
	{ "a variable", 24, VARIABLE("text 'a' ", "text 'b' "), "" },
	{ "no variable", 24, "type 5 u 8 0", "" },
	{ "a variable without a name", 24, VARIABLE("text '' ", "text 'b' "),
	  "dem.variable 1.6+2 net_setconvar name: an empty name\n" },
	{ "without a value", 24, VARIABLE("text 'a' ", "text '' "), "" },
	{ "a name that is not UTF-8", 24, VARIABLE("text '%ff' ", "text 'b' "),
	  "dem.identifier 1.6+3 net_setconvar name: bytes that are not "
	  "text\n" },
	{ "a value that is not UTF-8", 24, VARIABLE("text 'a' ", "text '%c3' "),
	  "dem.variable 3.6+3 net_setconvar value: bytes that are not "
	  "UTF-8\n" },
	{ "UTF-8", 24, VARIABLE("text 'a' ", "text '%c3%bc' "), "" },
	{ "a name of 259 bytes", 24, VARIABLE(LONG("259"), "text 'b' "), "" },
	{ "a name of 260 bytes", 24, VARIABLE(LONG("260"), "text 'b' "),
	  "dem.message_text 1.6+262 net_setconvar name: 260 bytes; fewer than "
	  "260 bytes\n" },
	{ "a value of 259 bytes", 24, VARIABLE("text 'a' ", LONG("259")), "" },
	{ "a value of 260 bytes", 24, VARIABLE("text 'a' ", LONG("260")),
	  "dem.message_text 3.6+262 net_setconvar value: 260 bytes; fewer than "
	  "260 bytes\n" },
	{ "the second variable", 24,
	  "type 5 u 8 2 text 'a' text 'b' text '' text 'd'",
	  "dem.variable 5.6+2 net_setconvar name: an empty name\n" },
	{ "voice of the last client", 24, SERVED VOICE("23", "0", "8"), "" },
	{ "of one that is none", 24, SERVED VOICE("24", "0", "8"),
	  "dem.voice 63.7+2 svc_voicedata client: client 24; a client below "
	  "24\n" },
	{ "before svc_serverinfo", 24, VOICE("24", "1", "8"), "" },
	{ "near in a third way", 24, VOICE("1", "2", "8"),
	  "dem.voice 1.6+2 svc_voicedata proximity: 2; 0 or 1\n" },
	{ "of nine bits", 24, VOICE("1", "1", "9"),
	  "dem.voice 2.6+3 svc_voicedata length: 9 bits; a multiple of 8 "
	  "bits\n" },
	{ "of two bytes", 24, VOICE("1", "1", "16"), "" },
	{ "a user message of 255 bytes", 24,
	  "type 23 u 8 1 u 11 2040 times 2040 u 1 0 end", "" },
	{ "and one bit more", 24,
	  "type 23 u 8 1 u 11 2041 times 2041 u 1 0 end",
	  "dem.user_message 1.6+3 svc_usermessage length: 2041 bits; at most "
	  "255 bytes\n" },
	{ "a length in two bytes", 24, "type 27 u 8 1 u 8 129 u 8 0 u 1 0",
	  "dem.message_number_long 0.0+1 svc_tempentities length: more bytes "
	  "than the number needs\n" },
	{ "a length of 32 bits", 24,
	  "type 27 u 8 1 u 8 255 u 8 255 u 8 255 u 8 255 u 8 15",
	  "dem.message_overrun 0.0+1 svc_tempentities body: the end of the "
	  "packet\n" },
	{ "a length of 33 bits", 24,
	  "type 27 u 8 1 u 8 128 u 8 128 u 8 128 u 8 128 u 8 16",
	  "dem.message_number 0.0+1 svc_tempentities length: a length of more "
	  "than 32 bits\n" },
	{ "a name of a table of 255 bytes after a colon", 24,
	  TABLE("u 8 58 " LONG("255")), "" },
	{ "of 256 bytes", 24, TABLE(LONG("256")),
	  "dem.message_text 0.6+258 svc_createstringtable name: 256 bytes; "
	  "fewer than 256 bytes\n" },
	{ "of 256 bytes after a colon", 24, TABLE("u 8 58 " LONG("256")),
	  "dem.message_text 0.6+259 svc_createstringtable name: 257 bytes; "
	  "fewer than 256 bytes\n" },
	{ "in svc_createstringtable", 24,
	  "type 12 text 'a' u 16 1 u 1 0 u 8 128 u 8 128 u 8 128 u 8 128 "
	  "u 8 16",
	  "dem.message_number 0.0+1 svc_createstringtable length: a length of "
	  "more than 32 bits\n" },
};

Test(netmessage, servers) { packets_check(servers, COUNT_OF(servers)); }

Test(netmessage, rules) { packets_check(messages, COUNT_OF(messages)); }

/* The whole text of the map is compared, and what the header has room for. */
Test(netmessage, long_maps)
{
	char map[260];

	for (unsigned size = 258; size < 261; size++) {
		struct packets *p = packets_begin(24);
		char script[400];

		memset(map, 'A', sizeof(map));
		map[259] = '\0';
		p->messages.demo.map = map;
		snprintf(script, sizeof(script), OF_MAP, size);
		packets_run(p, script);
		cr_expect_eq(p->report.hits[RULE_dem_server_map], size != 259,
			     "%u", size);
		packets_end(p);
	}
}

/* Above network protocol 22 ints of entities may be varints.  What was not
   opened can be closed. */
Test(netmessage, opened_and_closed)
{
	static struct netmessages none;

	for (int32_t network = 11; network < 26; network++) {
		struct packets *p = packets_begin(network);

		cr_expect_eq(p->messages.world.entities.varint, network > 22);
		packets_end(p);
	}
	netmessages_close(&none);
}

/* As much of a text as there is room for has an end. */
Test(netmessage, texts_that_are_cut)
{
	struct packets *p = packets_begin(24);
	struct buffer payload = packets_payload(24, "type 4 text 'hello'");
	const struct span bytes = { payload.bytes, payload.size };
	struct bit_reader b = bits_of(bytes);
	struct netmessage m;
	const struct netmessage_at at = { &p->messages, bytes, &m };

	cr_assert_eq(netmessage_read(&m, &b, &p->messages.layout),
		     NETMESSAGE_WHOLE);
	for (size_t size = 1; size < 8; size++) {
		char room[] = "xxxxxxxx";

		cr_expect_eq(netmessage_text(&at, 0, room, size), 5);
		cr_expect_eq(strlen(room), size < 6 ? size - 1 : 5);
		cr_expect_eq(strncmp(room, "hello", strlen(room)), 0);
		cr_expect_str_eq(room + 8, "");
	}
	buffer_free(&payload);
	packets_end(p);
}
