/* SPDX-License-Identifier: MIT */
/* test_netmessage_strings.c - string tables that messages make and change */
#include <criterion/criterion.h>

#include "corpus/builder/dem_samples.h"
#include "tests/packets.h"

#define CREATE(name, n, entries) STRINGS_CREATE(name, n, entries)
#define TEXT(text)               STRINGS_TEXT(text)
/* A change of the first table, whose entries have numbers of 12 bits. */
#define CHANGES(n, entries) \
	"hold " entries "end type 13 u 5 0 u 1 1 u 16 " n " held 20 put "
#define LIKE(which, n, rest) \
	"u 1 1 u 1 1 u 1 1 u 5 " which " u 5 " n " text '" rest "' u 1 0 "
#define SHORT(bits) "type 13 u 5 0 u 1 0 u 20 " bits " "
#define SNAP        "u 32 1346457171 "
#define LZSS        "u 32 1397971532 "
#define PACKED(bytes) \
	"hold " bytes "end " STRINGS_HEAD("a", "64", "1") "u 1 0 u 1 1 put "
/* 4 bytes: an entry, and 4 bits that mean nothing. */
#define FOUR "u 1 1 u 1 1 u 1 0 text 'ab' u 1 0 u 4 9 "

#define LONG_NAME \
	"a_name_that_is_longer_than_what_a_finding_has_room_for_" \
	"and_which_is_cut_there_because_of_that_so_far"

static const struct packets_case created[] = {
	{ "a table with entries", 24, CREATE("a", "2", TEXT("x") TEXT("y")),
	  "" },
	{ "two of one name", 24, "create " CREATE("downloadables", "0", ""),
	  "dem.strings_name 20.3+15 svc_createstringtable name: the name of an "
	  "earlier table\n" },
	{ "no room", 24, "type 12 text 'a' u 16 0 u 1 0 u 8 0 u 1 0 u 1 0",
	  "dem.strings_room 2.6+3 svc_createstringtable max_entries: a number "
	  "that is not a power of two\n" },
	{ "room for one", 24, "type 12 text 'a' u 16 1 u 1 0 u 8 0 u 1 0 u 1 0",
	  "" },
	{ "room for three", 24,
	  "type 12 text 'a' u 16 3 u 2 0 u 8 0 u 1 0 u 1 0",
	  "dem.strings_room 2.6+3 svc_createstringtable max_entries: a number "
	  "that is not a power of two\n" },
	{ "one entry more than there is room for", 24,
	  "type 12 text 'a' u 16 1 u 1 1 u 8 0 u 1 0 u 1 0",
	  "dem.body_overrun 0.0+1 svc_createstringtable > a body: the end of "
	  "the body\n" },
	{ "two more", 24, "type 12 text 'a' u 16 2 u 2 3 u 8 0 u 1 0 u 1 0",
	  "dem.strings_room 4.6+1 svc_createstringtable entries: more entries "
	  "than the table has room for\n" },
	{ "data of 8 bits in a byte", 24,
	  "type 12 text 'a' u 16 1 u 1 0 u 8 0 u 1 1 u 12 1 u 4 8 u 1 0", "" },
	{ "data of 9 bits in a byte", 24,
	  "type 12 text 'a' u 16 1 u 1 0 u 8 0 u 1 1 u 12 1 u 4 9 u 1 0",
	  "dem.strings_size 7.4+1 svc_createstringtable size_bits: more bits "
	  "than the declared bytes have\n" },
	{ "data of a given size", 24,
	  "hold u 1 1 u 1 1 u 1 0 text 'x' u 1 1 u 3 5 u 1 1 u 1 1 u 1 0 "
	  "text 'y' u 1 0 end type 12 text 'a' u 16 2 u 2 2 held varint "
	  "u 1 1 u 12 2 u 4 3 u 1 0 put",
	  "" },
	{ "a body that ends in an entry", 24,
	  CREATE("a", "2", TEXT("x") "u 1 1 u 1 1 u 1 0 u 8 65 "),
	  "dem.body_overrun 0.0+1 svc_createstringtable > a body: the end of "
	  "the body\n" },
	{ "a body that goes on", 24, CREATE("a", "1", TEXT("x") "u 3 0 "),
	  "dem.body_rest 9.3+1 svc_createstringtable > a body: 3 bits; the end "
	  "of the body\n" },
	{ "a long name", 24, CREATE(LONG_NAME, "1", TEXT("x") "u 3 0 "),
	  "dem.body_rest 108.3+1 svc_createstringtable > "
	  "a_name_that_is_longer_than_what_a_finding_has_room_for_and_which_is_"
	  "cut body: 3 bits; the end of the body\n" },
	{ "an entry of it", 24,
	  CREATE(LONG_NAME, "1", "u 1 0 u 6 5 u 1 0 u 1 0 "),
	  "dem.entry_gap 105.7+2 svc_createstringtable > "
	  "a_name_that_is_longer_than_what_a_findin index: an index after "
	  "missing entries\n" },
	{ "nothing after an error", 24,
	  "create " CHANGES("1", LIKE("0", "1", "a")) "; " CHANGES("0", ""),
	  "dem.entry_history 26.0+2 svc_updatestringtable > downloadables "
	  "history: an earlier text that does not exist\n" },
	{ "the first half of what is compressed", 24, PACKED("u 32 0 u 31 0 "),
	  "dem.strings_packed 6.7+9 svc_createstringtable body: more "
	  "compressed bytes than the message has\n" },
	{ "a byte more than the body", 24, PACKED("u 32 0 u 32 1 "),
	  "dem.strings_packed 6.7+9 svc_createstringtable body: more "
	  "compressed bytes than the message has\n" },
	{ "a byte more after it", 24, PACKED("u 32 0 u 32 0 u 8 0 "),
	  "dem.strings_packed 6.7+10 svc_createstringtable body: bytes after "
	  "the compressed bytes\n" },
	{ "less than a byte more", 24,
	  PACKED("u 32 4 u 32 10 " SNAP "u 8 4 u 8 12 " FOUR "u 7 0 "), "" },
	{ "snappy of nothing, without a magic", 24, PACKED("u 32 0 u 32 0 "),
	  "dem.strings_packed 6.7+9 svc_createstringtable body: data that "
	  "begin with neither SNAP nor LZSS\n" },
	{ "22 times as many bytes", 24, PACKED("u 32 22 u 32 1 u 8 0 "),
	  "dem.strings_packed 6.7+10 svc_createstringtable body: data that "
	  "begin with neither SNAP nor LZSS\n" },
	{ "and one more", 24, PACKED("u 32 23 u 32 1 u 8 0 "),
	  "dem.strings_packed 6.7+10 svc_createstringtable body: a size that "
	  "decompression cannot reach\n" },
	{ "2 MiB", 24, PACKED("u 32 2097153 u 32 95326 times 95326 u 8 0 end "),
	  "dem.strings_packed 8.7+95335 svc_createstringtable body: a size "
	  "that decompression cannot reach\n" },
	{ "snappy", 24, PACKED("u 32 4 u 32 10 " SNAP "u 8 4 u 8 12 " FOUR),
	  "" },
	{ "LZSS", 24,
	  PACKED("u 32 4 u 32 15 " LZSS "u 32 4 u 8 16 " FOUR "u 16 0 "), "" },
	{ "seven bits after the entries", 24,
	  PACKED("u 32 3 u 32 9 " SNAP "u 8 3 u 8 8 "
		 "u 1 1 u 1 0 u 1 1 u 14 0 u 7 0 "),
	  "" },
	{ "eight bits after them", 24,
	  PACKED("u 32 5 u 32 11 " SNAP "u 8 5 u 8 16 "
		 "u 1 0 u 6 0 u 1 1 u 1 0 u 8 0 u 1 1 u 14 0 u 8 0 "),
	  "string table of 1000+27: dem.body_unread 4.0+1 "
	  "svc_createstringtable "
	  "> a body: 8 bits; the end of the body\n" },
	{ "a byte after them, behind another message", 24,
	  "tick " PACKED("u 32 5 u 32 11 " SNAP "u 8 5 u 8 16 " FOUR "u 8 0 "),
	  "string table of 1008+28: dem.body_unread 3.4+2 "
	  "svc_createstringtable "
	  "> a body: 12 bits; the end of the body\n" },
	{ "one bit less than they need", 24,
	  PACKED("u 32 3 u 32 9 " SNAP "u 8 3 u 8 8 "
		 "u 1 1 u 1 1 u 1 0 text 'a' u 1 1 u 4 0 "),
	  "string table of 1000+25: dem.body_overrun 0.0+1 "
	  "svc_createstringtable > a body: the end of the body\n" },
};

static const struct packets_case changed[] = {
	{ "a table that there is", 24, "create " CHANGES("1", TEXT("a")), "" },
	{ "and one that there is not", 24, "create type 13 u 5 1 u 1 0 u 20 0",
	  "dem.strings_unknown 20.3+1 svc_updatestringtable table: a table "
	  "that does not exist\n" },
	{ "no entry", 24, "create " CHANGES("0", ""),
	  "dem.strings_unchanged 21.1+3 svc_updatestringtable changed: 0\n" },
	{ "one that is not said to be one", 24,
	  "create hold " TEXT("a") "end type 13 u 5 0 u 1 0 held 20 put", "" },
	{ "no index", 24, "create " SHORT("0"),
	  "dem.body_overrun 19.5+2 svc_updatestringtable > downloadables body: "
	  "the end of the body\n" },
	{ "half an index", 24, "create " SHORT("9") "u 9 2",
	  "dem.body_overrun 19.5+2 svc_updatestringtable > downloadables body: "
	  "the end of the body\n" },
	{ "the last index", 24,
	  "create " CHANGES("1", "u 1 0 u 12 4095 u 1 0 u 1 0 "),
	  "dem.entry_gap 25.5+3 svc_updatestringtable > downloadables index: "
	  "an index after missing entries\n" },
	{ "one after it", 24,
	  "create " CHANGES("2", "u 1 0 u 12 4095 u 1 0 u 1 0 "
				 "u 1 1 u 1 0 u 1 0 "),
	  "dem.entry_gap 25.5+3 svc_updatestringtable > downloadables index: "
	  "an index after missing entries\n"
	  "dem.entry_index 27.4+1 svc_updatestringtable > downloadables index: "
	  "an index beyond the room of the table\n" },
	{ "an entry behind a gap", 24,
	  "create " CHANGES("1", "u 1 0 u 12 1 u 1 0 u 1 0 "),
	  "dem.entry_gap 25.5+3 svc_updatestringtable > downloadables index: "
	  "an index after missing entries\n" },
	{ "what is cut is no entry", 24,
	  "create " SHORT(
		  "0") "; stored u 8 1 text 'downloadables' u 16 0 u 1 0",
	  "dem.body_overrun 19.5+2 svc_updatestringtable > downloadables body: "
	  "the end of the body\n" },
	{ "no text", 24, "create " SHORT("1") "u 1 1",
	  "dem.body_overrun 19.5+2 svc_updatestringtable > downloadables body: "
	  "the end of the body\n" },
	{ "half a text", 24, "create " SHORT("10") "u 3 3 u 7 1",
	  "dem.body_overrun 19.5+2 svc_updatestringtable > downloadables body: "
	  "the end of the body\n" },
	{ "no data", 24, "create " SHORT("11") "u 3 3 u 8 0",
	  "dem.body_overrun 19.5+2 svc_updatestringtable > downloadables body: "
	  "the end of the body\n" },
	{ "half the size of data", 24,
	  "create " SHORT("25") "u 3 3 u 8 0 u 1 1 u 13 0",
	  "dem.body_overrun 19.5+2 svc_updatestringtable > downloadables body: "
	  "the end of the body\n" },
	{ "data that are cut", 24,
	  "create " SHORT("33") "u 3 3 u 8 0 u 1 1 u 14 1 u 7 0",
	  "dem.body_overrun 19.5+2 svc_updatestringtable > downloadables body: "
	  "the end of the body\n" },
	{ "data", 24, "create " SHORT("34") "u 3 3 u 8 0 u 1 1 u 14 1 u 8 0",
	  "" },
	{ "half a history", 24, "create " SHORT("12") "u 3 7 u 9 0",
	  "dem.body_overrun 19.5+2 svc_updatestringtable > downloadables body: "
	  "the end of the body\n" },
	{ "a text like one that is not there", 24,
	  "create " CHANGES("2", TEXT("ab") LIKE("1", "1", "c")),
	  "dem.entry_history 29.4+2 svc_updatestringtable > downloadables "
	  "history: an earlier text that does not exist\n" },
	{ "and another one after it", 24,
	  "create " CHANGES("2", LIKE("0", "1", "c") TEXT("a")),
	  "dem.entry_history 26.0+2 svc_updatestringtable > downloadables "
	  "history: an earlier text that does not exist\n" },
	{ "like the first one", 24,
	  "create " CHANGES("2", TEXT("ab") LIKE("0", "1", "c"))
		  CHANGES("2", "u 1 1 u 1 0 u 1 0 " TEXT("ac")),
	  "" },
	{ "more than it has", 24,
	  "create " CHANGES("2", TEXT("ab") LIKE("0", "3", "c"))
		  CHANGES("2", "u 1 1 u 1 0 u 1 0 " TEXT("abc")),
	  "dem.entry_beginning 29.4+2 svc_updatestringtable > downloadables "
	  "history: more bytes than the earlier text has\n" },
	{ "like a text of no bytes", 24,
	  "create " CHANGES("2", TEXT("") LIKE("0", "0", "c")), "" },
	{ "a text of 1023 bytes", 24,
	  "create " CHANGES(
		  "1", "u 1 1 u 1 1 u 1 0 times 1023 u 8 65 end u 8 0 u 1 0 "),
	  "" },
	{ "a text of 1024 bytes", 24,
	  "create " CHANGES(
		  "1", "u 1 1 u 1 1 u 1 0 times 1024 u 8 65 end u 8 0 u 1 0 "),
	  "dem.entry_text 25.7+1026 svc_updatestringtable > downloadables "
	  "text: 1024 bytes or more\n" },
	{ "31 bytes of another one and 1023 more", 24,
	  "create " CHANGES(
		  "2",
		  TEXT("0123456789012345678901234567890") "u 1 1 u 1 1 u 1 1 u "
							  "5 0 u 5 31 times "
							  "1023 u 8 66 end "
							  "u 8 0 u 1 0 "),
	  "dem.entry_text 58.3+1026 svc_updatestringtable > downloadables "
	  "text: 1024 bytes or more\n" },
	{ "31 bytes of another one and 992 more", 24,
	  "create " CHANGES(
		  "2",
		  TEXT("0123456789012345678901234567890") "u 1 1 u 1 1 u 1 1 u "
							  "5 0 u 5 31 times "
							  "992 u 8 66 end "
							  "u 8 0 u 1 0 "),
	  "" },
	{ "another text", 24,
	  "create " CHANGES("1", TEXT("a")) CHANGES("1", TEXT("b")),
	  "dem.entry_changed 34.2+3 svc_updatestringtable > downloadables "
	  "text: a text that differs from the earlier text\n" },
	{ "the same", 24,
	  "create " CHANGES("1", TEXT("a")) CHANGES("1", TEXT("a")), "" },
	{ "a player of 131 bytes", 24,
	  CREATE("userinfo", "1",
		 "u 3 3 u 8 0 u 1 1 u 14 131 times 131 u 8 0 end "),
	  "dem.entry_player 16.2+134 userinfo data: 1048 bits; 132 bytes\n" },
	{ "and of 132", 24,
	  CREATE("userinfo", "1",
		 "u 3 3 u 8 0 u 1 1 u 14 132 times 132 u 8 0 end "),
	  "" },
};

#define ONE "u 8 1 text 'downloadables' "

static const struct packets_case stored[] = {
	{ "no table, and none was made", 24, "stored u 8 0", "" },
	{ "none of one", 24, "create; stored u 8 0",
	  "dem.stored_name 0.0+1 - tables: 0 tables; 1\n" },
	{ "one, and none was made", 24, "stored " ONE "u 16 0 u 1 0",
	  "dem.stored_name 1.0+14 table 0 name: a table that was not "
	  "created\n" },
	{ "the one that was made", 24, "create; stored " ONE "u 16 0 u 1 0",
	  "" },
	{ "of another name", 24, "create; stored u 8 1 text 'a' u 16 0 u 1 0",
	  "dem.stored_name 1.0+2 table 0 name: another name than in "
	  "svc_createstringtable\n" },
	{ "entries that nobody knows", 24,
	  "stored " ONE "u 16 1 text 'a' u 1 1 u 16 1 u 8 0 u 1 0",
	  "dem.stored_name 1.0+14 table 0 name: a table that was not "
	  "created\n" },
	{ "entries", 24,
	  "create " CHANGES(
		  "2",
		  TEXT("a") TEXT("b")) "; stored " ONE
				       "u 16 2 text 'a' u 1 1 u 16 1 u 8 0 "
				       "text 'c' u 1 0 u 1 0; " CHANGES(
					       "2",
					       "u 1 1 u 1 0 u 1 0 " TEXT("c")),
	  "" },
	{ "one entry more", 24,
	  "create " CHANGES(
		  "1", TEXT("a")) "; stored " ONE
				  "u 16 2 text 'a' u 1 0 text 'b' u 1 0 u 1 0",
	  "dem.stored_count 0.0+1 - tables: 1 of 1 tables with a different "
	  "number of entries\n" },
	{ "as many as there is room for", 24,
	  CREATE("downloadables", "0",
		 "") "; stored " ONE
		     "u 16 64 times 64 text 'a' u 1 0 end u 1 0",
	  "dem.stored_count 0.0+1 - tables: 1 of 1 tables with a different "
	  "number of entries\n" },
	{ "one more than there is room for", 24,
	  CREATE("downloadables", "0",
		 "") "; stored " ONE
		     "u 16 65 times 65 text 'a' u 1 0 end u 1 0",
	  "dem.stored_entries 15.0+2 table 0 entries: 65 entries; at most "
	  "64\n" },
	{ "and a second table", 24,
	  CREATE("downloadables", "0",
		 "") "; stored u 8 2 text 'downloadables' "
		     "u 16 65 times 65 text 'a' u 1 0 end u 1 0 text 'a' u 16 "
		     "0 u 1 0",
	  "dem.stored_entries 15.0+2 table 0 entries: 65 entries; at most "
	  "64\n" },
	{ "data of no bytes", 24,
	  "create; stored " ONE "u 16 1 text 'a' u 1 1 u 16 0 u 1 0",
	  "dem.stored_data 19.0+3 table 0 data: no bytes\n"
	  "dem.stored_count 0.0+1 - tables: 1 of 1 tables with a different "
	  "number of entries\n" },
	{ "a name of 255 bytes", 24,
	  "stored u 8 1 times 255 u 8 65 end u 8 0 u 16 0 u 1 0",
	  "dem.stored_name 1.0+256 table 0 name: a table that was not "
	  "created\n" },
	{ "a name of 256 bytes", 24,
	  "stored u 8 1 times 256 u 8 65 end u 8 0 u 16 0 u 1 0",
	  "dem.stored_text 1.0+257 table 0 name: more bytes than engines have "
	  "room for\n"
	  "dem.stored_name 1.0+257 table 0 name: a table that was not "
	  "created\n" },
	{ "a text of 4095 bytes", 24,
	  "stored " ONE "u 16 1 times 4095 u 8 65 end u 8 0 u 1 0 u 1 0",
	  "dem.stored_name 1.0+14 table 0 name: a table that was not "
	  "created\n" },
	{ "a text of 4096 bytes", 24,
	  "stored " ONE "u 16 1 times 4096 u 8 65 end u 8 0 u 1 0 u 1 0",
	  "dem.stored_name 1.0+14 table 0 name: a table that was not created\n"
	  "dem.stored_text 17.0+4097 table 0 text: more bytes than engines "
	  "have room for\n" },
	{ "a text of which 1023 bytes are kept", 24,
	  CREATE("downloadables", "1",
		 TEXT("x")) "; stored " ONE "u 16 1 times 2000 u 8 65 end u 8 "
			    "0 u 1 0 u 1 0; hold u 3 3 times "
			    "1023 u 8 65 end u 8 0 u 1 0 end type 13 u 5 0 u 1 "
			    "0 held 20 put",
	  "" },
	{ "of the client", 24,
	  "create; stored " ONE
	  "u 16 0 u 1 1 u 16 2 text 'a' u 1 0 text 'b' u 1 1 u 16 1 u 8 0",
	  "" },
	{ "of the client, which no message is about", 24,
	  "create; stored " ONE
	  "u 16 0 u 1 1 u 16 1 text 'a' u 1 0; " CHANGES("1", TEXT("b")),
	  "" },
	{ "a player that is none, and entries after it", 24,
	  CREATE("userinfo", "1", TEXT("0")) "; stored u 8 1 text 'userinfo' u "
					     "16 2 text '0' u 1 1 u 16 1 u 8 0 "
					     "text '1' u 1 0 u 1 0",
	  "dem.entry_player 14.0+4 userinfo data: 8 bits; 132 bytes\n"
	  "dem.stored_count 0.0+1 - tables: 1 of 1 tables with a different "
	  "number of entries\n" },
	{ "of the client, and then a table", 24,
	  "create " CREATE("a", "0", "") "; stored u 8 2 text 'downloadables' "
					 "u 16 0 u 1 1 u 16 1 text 'a' u 1 0 "
					 "text 'a' u 16 0 u 1 0",
	  "" },
	{ "of the client, cut", 24,
	  "create; stored " ONE "u 16 0 u 1 1 u 16 2 text 'a' u 1 0",
	  "dem.stored_overrun 0.0+1 - tables: 0 whole tables; 1\n" },
	{ "half a name", 24, "create; stored u 8 1 u 8 65",
	  "dem.stored_overrun 0.0+1 - tables: 0 whole tables; 1\n" },
	{ "half a number", 24, "create; stored " ONE "u 8 0",
	  "dem.stored_overrun 0.0+1 - tables: 0 whole tables; 1\n" },
	{ "half an entry", 24, "create; stored " ONE "u 16 2 u 8 65",
	  "dem.stored_overrun 0.0+1 - tables: 0 whole tables; 1\n" },
	{ "half of data", 24,
	  "create; stored " ONE "u 16 1 u 8 0 u 1 1 u 16 2 u 8 0",
	  "dem.stored_overrun 0.0+1 - tables: 0 whole tables; 1\n" },
	{ "seven bits more", 24, "create; stored " ONE "u 16 0 u 1 0 u 7 0",
	  "" },
	{ "eight bits more", 24, "create; stored " ONE "u 16 0 u 1 0 u 8 0",
	  "dem.stored_rest 17.1+2 - -: 1 bytes\n" },
	{ "a player of 133 bytes", 24,
	  CREATE("userinfo", "1", TEXT("0")) "; stored u 8 1 text 'userinfo' u "
					     "16 1 text '0' u 1 1 u 16 133 "
					     "times 133 u 8 0 end u 1 0",
	  "dem.entry_player 14.0+136 userinfo data: 1064 bits; 132 bytes\n" },
};

/* Where memory ends, nothing more is read, and of that nothing is said. */
Test(netmessage, nothing_is_said_without_memory)
{
	static const char *const scripts[] = {
		"stored " ONE
		"u 16 2 text 'a' u 1 0 text 'b' u 1 1 u 16 0 u 1 0 u 16 0",
		CHANGES("2", TEXT("a") LIKE("9", "1", "b")) "type 16",
		CHANGES("2", "u 1 1 u 1 0 u 1 0 u 1 0 u 12 4000 u 1 0 u 1 0 "),
	};

	for (size_t i = 0; i < COUNT_OF(scripts); i++) {
		struct packets *p = packets_begin(24);

		packets_run(p, "create");
		p->budget.most = 1;
		packets_run(p, scripts[i]);
		cr_expect(p->budget.reached);
		cr_expect_str_eq(packets_said(p), "", "%zu", i);
		packets_end(p);
	}
}

Test(netmessage, tables_that_are_created)
{
	packets_check(created, COUNT_OF(created));
}

Test(netmessage, tables_that_change)
{
	packets_check(changed, COUNT_OF(changed));
}

Test(netmessage, tables_that_are_stored)
{
	packets_check(stored, COUNT_OF(stored));
}
