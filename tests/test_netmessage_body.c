/* SPDX-License-Identifier: MIT */
/* test_netmessage_body.c - game events and sounds, to the last bit */
#include <criterion/criterion.h>

#include "corpus/builder/dem_samples.h"
#include "tests/packets.h"

/* Events 0 (a key of each kind) and 1 (none), and so many more. */
#define LIST(n, more) \
	"hold u 9 0 text 'all' u 3 1 text 'a' u 3 2 text 'b' u 3 3 text 'c' " \
	"u 3 4 text 'd' u 3 5 text 'e' u 3 6 text 'f' u 3 7 text 'g' u 3 0 " \
	"u 9 1 text 'none' u 3 0 " more "end type 30 u 9 " n " held 20 put "
#define EVENT(fields) "hold " fields "end type 25 held 11 put "
#define NAME(bytes)   "times " bytes " u 8 65 end u 8 0 "
#define CUT(bits)     "type 30 u 9 1 u 20 " bits " "

static const struct packets_case events[] = {
	{ "of every kind", 24,
	  LIST("2", "")
		  EVENT("u 9 0 text 'x' u 32 1 u 32 1 u 16 1 u 8 1 u 1 1 ")
			  EVENT("u 9 1 "),
	  "" },
	{ "a bit less", 24,
	  LIST("2", "") EVENT("u 9 0 text 'x' u 32 1 u 32 1 u 16 1 u 8 1 "),
	  "dem.body_overrun 33.0+1 svc_gameevent > all body: the end of the "
	  "body\n" },
	{ "a bit more", 24,
	  LIST("2", "")
		  EVENT("u 9 0 text 'x' u 32 1 u 32 1 u 16 1 u 8 1 u 2 1 "),
	  "dem.body_rest 49.3+1 svc_gameevent > all body: 1 bit; the end of "
	  "the body\n" },
	{ "two bits more", 24, LIST("2", "") EVENT("u 9 1 u 2 0 "),
	  "dem.body_rest 36.2+1 svc_gameevent > none body: 2 bits; the end of "
	  "the body\n" },
	{ "half a text", 24, LIST("2", "") EVENT("u 9 0 u 8 65 "),
	  "dem.body_overrun 33.0+1 svc_gameevent > all body: the end of the "
	  "body\n" },
	{ "a float that is cut", 24,
	  LIST("2", "") EVENT("u 9 0 text 'x' u 31 1 "),
	  "dem.body_overrun 33.0+1 svc_gameevent > all body: the end of the "
	  "body\n" },
	{ "half an id", 24, LIST("2", "") EVENT("u 8 1 "),
	  "dem.body_overrun 33.0+1 svc_gameevent > all body: the end of the "
	  "body\n" },
	{ "an event that is not in the list", 24, LIST("2", "") EVENT("u 9 2 "),
	  "dem.event_unknown 35.1+2 svc_gameevent id: event 2\n" },
	{ "before there is a list", 24, EVENT("u 9 2 "), "" },
	{ "the last number", 24,
	  LIST("3", "u 9 511 text 'x' u 3 0 ") EVENT("u 9 511 "), "" },
	{ "a list without an event", 24, "type 30 u 9 0 u 20 0", "" },
	{ "and an event", 24, "type 30 u 9 0 u 20 0 " EVENT("u 9 0 "),
	  "dem.event_unknown 6.4+2 svc_gameevent id: event 0\n" },
	{ "a bit after the list", 24, LIST("2", "u 1 0 "),
	  "dem.body_rest 33.0+1 svc_gameeventlist body: 1 bit; the end of the "
	  "body\n" },
	{ "one event less than it says", 24, LIST("3", ""),
	  "dem.body_overrun 0.0+1 svc_gameeventlist body: the end of the "
	  "body\n" },
	{ "no list after one that is cut", 24,
	  LIST("2", "") "; " LIST("3", "") "; " EVENT("u 9 300 "),
	  "dem.body_overrun 0.0+1 svc_gameeventlist body: the end of the "
	  "body\n" },
	{ "events of the list before", 24,
	  LIST("2", "") "type 30 u 9 0 u 20 0 " EVENT("u 9 1 "),
	  "dem.event_unknown 39.4+2 svc_gameevent id: event 1\n" },
	{ "of the same list again", 24,
	  LIST("2", "") LIST("2", "") EVENT("u 9 1 "), "" },
	{ "two of one number", 24, LIST("3", "u 9 1 text 'x' u 3 0 "),
	  "dem.event_id 33.0+2 svc_gameeventlist id: id 1 of an earlier "
	  "event\n" },
	{ "a name of 31 bytes", 24, LIST("3", "u 9 2 " NAME("31") "u 3 0 "),
	  "" },
	{ "a name of 32 bytes", 24, LIST("3", "u 9 2 " NAME("32") "u 3 0 "),
	  "dem.event_name 34.1+34 svc_gameeventlist name: 32 bytes; at most 31 "
	  "bytes\n" },
	{ "and an event of that name", 24,
	  LIST("3", "u 9 2 " NAME("33") "u 3 0 ") EVENT("u 9 2 u 1 0 "),
	  "dem.event_name 34.1+35 svc_gameeventlist name: 33 bytes; at most 31 "
	  "bytes\n"
	  "dem.body_rest 71.6+1 svc_gameevent > "
	  "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA body: 1 bit; the end of the "
	  "body\n" },
	{ "a key of 31 bytes", 24,
	  LIST("3", "u 9 2 text 'x' u 3 1 " NAME("31") "u 3 0 "), "" },
	{ "a key of 32 bytes", 24,
	  LIST("3", "u 9 2 text 'x' u 3 1 " NAME("32") "u 3 0 "),
	  "dem.event_name 36.4+34 svc_gameeventlist key: 32 bytes; at most 31 "
	  "bytes\n" },
	{ "half a number", 24, CUT("8") "u 8 0",
	  "dem.body_overrun 0.0+1 svc_gameeventlist body: the end of the "
	  "body\n" },
	{ "half a name", 24, CUT("17") "u 17 260",
	  "dem.body_overrun 0.0+1 svc_gameeventlist body: the end of the "
	  "body\n" },
	{ "a long name that is cut", 24,
	  "type 30 u 9 1 u 20 273 u 9 1 times 33 u 8 65 end",
	  "dem.body_overrun 0.0+1 svc_gameeventlist body: the end of the "
	  "body\n" },
	{ "no end of the keys", 24, CUT("19") "u 19 0",
	  "dem.body_overrun 0.0+1 svc_gameeventlist body: the end of the "
	  "body\n" },
	{ "a key without a name", 24, CUT("20") "u 17 0 u 3 1",
	  "dem.body_overrun 0.0+1 svc_gameeventlist body: the end of the "
	  "body\n" },
};

#define SOUNDS(n, fields) \
	"hold " fields "end type 17 u 1 0 u 8 " n " held 16 put "
/* What stops has no more fields. */
#define STOP "u 1 0 u 1 0 u 1 1 u 11 4 u 1 0 u 1 0 u 1 1 "
/* Up to the fields that what stops has not. */
#define HEAD "u 1 0 u 1 0 u 1 0 u 1 0 u 1 0 u 1 1 "
#define REST "u 1 1 u 1 0 u 1 0 u 1 0 u 1 0 u 1 0 u 3 0 u 1 0 "
#define FILES(n) \
	STRINGS_CREATE("soundprecache", n, \
		       "times " n " u 3 3 counted u 1 0 end ")
#define NUMBER(bits, number, sentence) \
	"u 1 0 u 1 1 u " bits " " number " u 3 0 u 1 " sentence " " REST
#define ADDED "u 1 0 u 6 2 u 1 1 u 1 0 text 'c' u 1 0 "

static const struct packets_case sounds[] = {
	{ "the shortest", 24, SOUNDS("1", STOP), "" },
	{ "one bit less", 24, "type 17 u 1 0 u 8 1 u 16 16 u 16 0",
	  "dem.body_overrun 0.0+1 svc_sounds body: the end of the body\n" },
	{ "three, of which the first is cut", 24,
	  "type 17 u 1 0 u 8 3 u 16 16 u 16 0",
	  "dem.body_overrun 0.0+1 svc_sounds body: the end of the body\n" },
	{ "two of the shortest", 24, SOUNDS("2", STOP "u 3 0 u 2 0 u 1 1 "),
	  "" },
	{ "a bit after it", 24, SOUNDS("1", STOP "u 1 0 "),
	  "dem.body_rest 6.0+1 svc_sounds body: 1 bit; the end of the body\n" },
	{ "flags that are not those of a stop", 24,
	  SOUNDS("1", "u 2 0 u 1 1 u 11 5 u 2 0 u 1 1 "),
	  "dem.body_overrun 0.0+1 svc_sounds body: the end of the body\n" },
	{ "none but the flags", 24, SOUNDS("1", HEAD REST), "" },
	{ "a short entity", 24, SOUNDS("1", "u 2 3 u 5 0 u 4 0 u 1 1 " REST),
	  "" },
	{ "a long entity", 24, SOUNDS("1", "u 2 1 u 11 0 u 4 0 u 1 1 " REST),
	  "" },
	{ "flags of 11 bits", 24,
	  SOUNDS("1", "u 2 0 u 1 1 u 11 0 u 2 0 u 1 1 " REST), "" },
	{ "flags of 9 bits", 14,
	  SOUNDS("1", "u 2 0 u 1 1 u 9 0 u 2 0 u 1 1 "
		      "u 1 1 u 4 0 u 3 0 u 1 0 "),
	  "" },
	{ "a channel", 24, SOUNDS("1", "u 3 0 u 1 1 u 3 0 u 1 0 u 1 1 " REST),
	  "" },
	{ "the next sequence number", 24,
	  SOUNDS("1", HEAD "u 1 0 u 1 1 u 5 0 u 4 0 "), "" },
	{ "another one", 24,
	  SOUNDS("1", HEAD "u 1 0 u 1 0 u 10 0 u 5 0 u 4 0 "), "" },
	{ "volume", 24, SOUNDS("1", HEAD "u 1 1 u 1 1 u 7 0 u 4 0 u 4 0 "),
	  "" },
	{ "level", 24, SOUNDS("1", HEAD "u 2 1 u 1 1 u 9 0 u 3 0 u 4 0 "), "" },
	{ "pitch", 24, SOUNDS("1", HEAD "u 3 1 u 1 1 u 8 0 u 2 0 u 4 0 "), "" },
	{ "effect", 24, SOUNDS("1", HEAD "u 4 1 u 1 1 u 8 0 u 1 0 u 4 0 "),
	  "" },
	{ "delay", 24, SOUNDS("1", HEAD "u 5 1 u 1 1 u 13 0 u 4 0 "), "" },
	{ "origin", 24,
	  SOUNDS("1", HEAD "u 6 1 u 1 1 u 12 0 u 1 1 u 12 0 u 1 1 u 12 0 u 1 "
			   "0 "),
	  "" },
	{ "speaker", 24, SOUNDS("1", HEAD "u 9 1 u 1 1 u 12 0 "), "" },
	{ "no effect in network protocol 15", 15,
	  SOUNDS("1", HEAD "u 1 1 u 3 0 u 1 0 u 3 0 u 1 0 "), "" },
	{ "of 14 bits", 24, SOUNDS("1", NUMBER("14", "5", "0")), "" },
	{ "of 13 bits", 11,
	  SOUNDS("1", "u 1 0 u 1 1 u 13 5 u 3 0 u 1 0 "
		      "u 1 1 u 4 0 u 3 0 u 1 0 "),
	  "" },
	{ "the last sound", 24, FILES("2") SOUNDS("1", NUMBER("14", "1", "0")),
	  "" },
	{ "the one after it", 24,
	  FILES("2") SOUNDS("1", NUMBER("14", "2", "0")),
	  "dem.sound_number 28.0+2 svc_sounds number: 2; a number below 2\n" },
	{ "a sentence of that number", 24,
	  FILES("2") SOUNDS("1", NUMBER("14", "2", "1")), "" },
	{ "the same number again", 24,
	  FILES("2") SOUNDS("2", NUMBER("14", "1", "0") "u 5 0 u 1 0 " REST),
	  "" },
	{ "what is cut after its number", 24,
	  FILES("2") "type 17 u 1 0 u 8 1 u 16 20 u 2 2 u 14 5 u 4 0",
	  "dem.body_overrun 23.7+2 svc_sounds body: the end of the body\n" },
	{ "no sound", 24, SOUNDS("0", ""),
	  "dem.sound_count 0.7+2 svc_sounds count: 0\n" },
	{ "one that must arrive", 24,
	  "hold " STOP "end type 17 u 1 1 held 8 put", "" },
	{ "and one bit more", 24,
	  "hold " STOP "u 1 0 end type 17 u 1 1 held 8 put",
	  "dem.body_rest 4.0+1 svc_sounds body: 1 bit; the end of the body\n" },
	{ "seven bits more", 24,
	  "hold " STOP "u 7 0 end type 17 u 1 1 held 8 put",
	  "dem.body_rest 4.0+1 svc_sounds body: 7 bits; the end of the "
	  "body\n" },
	{ "a byte more", 24, "hold " STOP "u 8 0 end type 17 u 1 1 held 8 put",
	  "dem.body_unread 4.0+1 svc_sounds body: 8 bits; the end of the "
	  "body\n" },
	{ "prefetched", 24, FILES("2") "type 28 u 14 1", "" },
	{ "the next one prefetched", 24, FILES("2") "type 28 u 14 2",
	  "dem.sound_number 24.5+1 svc_prefetch sound: 2; a number below 2\n" },
	{ "prefetched when nobody knows", 24,
	  FILES("2") "type 16; type 28 u 14 2",
	  "dem.message_type 23.7+2 svc_createstringtable type: type 16\n" },
	{ "prefetched before there is a table", 24, "type 28 u 14 2", "" },
	{ "prefetched before it is added", 24,
	  FILES("2") "type 28 u 14 2 hold " ADDED "end type 13 u 5 0 u 1 0 "
		     "held 20 put",
	  "" },
	{ "and nobody knows then", 24, FILES("2") "type 28 u 14 2 type 16",
	  "dem.message_type 26.3+2 svc_prefetch type: type 16\n"
	  "dem.sound_number 24.5+1 svc_prefetch sound: 2; a number below 2\n" },
	{ "a decal", 24,
	  STRINGS_CREATE("decalprecache", "1",
			 STRINGS_TEXT("a")) "type 21 u 3 0 u 9 0 u 2 0",
	  "" },
	{ "the next one", 24,
	  STRINGS_CREATE("decalprecache", "1",
			 STRINGS_TEXT("a")) "type 21 u 3 0 u 9 1 u 2 0",
	  "dem.decal_number 22.4+1 svc_bspdecal decal: 1; a number below 1\n" },
};

Test(netmessage, game_events) { packets_check(events, COUNT_OF(events)); }

Test(netmessage, sounds) { packets_check(sounds, COUNT_OF(sounds)); }
