/* SPDX-License-Identifier: MIT */
/* dem_samples_strings.c - samples of string tables that engines do not write */
#include "corpus/builder/dem_samples.h"

/* Messages in a demo whose first table "create" makes, with room for 4096 entries. */
#define SAID(messages) DEM_BEGIN "packet " messages "; " DEM_REST
#define STORED_ONE     "u 8 1 text 'downloadables' u 16 0 u 1 0 "

#define STORED_TWO(name) \
	"u 8 2 text 'downloadables' u 16 0 u 1 0 text '" name "' u 16 0 u 1 " \
							      "0 "

/* n tables.  The first two tables are whole, and `third` follows them.  Or all bytes are
   given. */
#define CREATE_THREE \
	STRINGS_CREATE("files", "0", "") STRINGS_CREATE("sounds", "0", "")
#define TWO(n) \
	"u 8 " n " text 'downloadables' u 16 0 u 1 0 text 'files' u 16 1 " \
	"text 'a' u 1 0 u 1 0 "
#define THIRD(n, third) STRINGS_SIGNED(CREATE_THREE, TWO(n) third)
#define THIRD_WHOLE     "text 'sounds' u 16 1 text 'b' u 1 0 u 1 0 "

/* A change of the first table. */
#define CHANGE(entries) "hold " entries "end type 13 u 5 0 u 1 0 held 20 put "
#define CHANGES(n, entries) \
	"hold " entries "end type 13 u 5 0 u 1 1 u 16 " n " held 20 put "

/* The next entry: its text begins like another text; it has a number; or it has data of
   n bytes. */
#define LIKE(which, n, rest) \
	"u 1 1 u 1 1 u 1 1 u 5 " which " u 5 " n " text '" rest "' u 1 0 "
#define AT_INDEX(bits, index, text) \
	"u 1 0 u " bits " " index " u 1 1 u 1 0 text '" text "' u 1 0 "
#define DATA(text, bytes) \
	"u 1 1 u 1 1 u 1 0 text '" text "' u 1 1 u 14 " bytes " times " bytes \
	" u 8 7 end "

/* One entry of 4 bytes, with 4 bits without meaning; the same entry compressed. */
#define FOUR                "u 1 1 u 1 1 u 1 0 text 'ab' u 1 0 u 4 9 "
#define SNAP                "u 32 1346457171 "
#define LZSS                "u 32 1397971532 "
#define SIZES(size, packed) "u 32 " size " u 32 " packed " "
#define PACKED(n, bytes) \
	STRINGS_SIGNED("hold " bytes "end " STRINGS_HEAD( \
			       "files", "64", n) "u 1 0 u 1 1 put ", \
		       "u 8 2 text 'downloadables' u 16 0 u 1 0 text 'files' " \
		       "u 16 1 text 'ab' u 1 0 u 1 0 ")

/* A sound with this number, or a sentence; a decal. */
#define SOUND(number, sentence) \
	"hold u 1 0 u 1 1 u 14 " number " u 3 0 u 1 " sentence \
	" u 1 1 u 9 0 end type 17 u 1 0 u 8 1 held 16 put "
#define DECAL(number) "type 21 u 3 0 u 9 " number " u 2 0 "
/* One more entry of table 1 or 2.  The number of the entry has 6 bits. */
#define ADDED(table, index) \
	"hold " AT_INDEX("6", index, "b") "end type 13 u 5 " table \
					  " u 1 0 held 20 put "

const struct sample dem_samples_strings[] = {
	D("good/strings", "string tables of all kinds",
	  STRINGS_TWO(
		  "userinfo", "4",
		  STRINGS_TEXT("models/a.mdl") LIKE("0", "7", "b.mdl")
			  DATA("0", "132") "u 1 1 u 1 0 u 1 0 ",
		  "u 16 2 text 'models/a.mdl' u 1 0 text 'models/b.mdl' u "
		  "1 1 "
		  "u 16 132 times 132 u 8 1 end ") "packet " CHANGES("2",
								     STRINGS_TEXT("a") STRINGS_TEXT(
									     "b")) "; "
										   "packet " CHANGE(
											   "u 1 0 u 12 1 u 1 0 u 1 1 u 14 2 u 16 9 ") "; " DEM_REST),
	D("bad/strings_name", "two tables of one name", SAID("create")),
	D("near/strings_name", "a name that begins like another one",
	  SAID(STRINGS_CREATE("downloadable", "0", ""))),
	D("bad/strings_name-file_names", "the second one holds names of files",
	  SAID(STRINGS_CREATE(":downloadables", "0", ""))),
	D("near/strings_name-file_names", "a table that holds names of files",
	  STRINGS_SIGNED(STRINGS_CREATE(":files", "0", ""),
			 STORED_TWO("files"))),
	D("bad/strings_count", "33 tables",
	  SAID("times 32 type 12 counted u 16 1 u 1 0 u 8 0 u 1 0 u 1 "
	       "0 end")),
	D("near/strings_count", "32 tables",
	  SAID("times 31 type 12 counted u 16 1 u 1 0 u 8 0 u 1 0 u 1 "
	       "0 end")),
	D("bad/strings_room", "room for 63 entries",
	  SAID("type 12 text 'files' u 16 63 u 6 0 u 8 0 u 1 0 u 1 0")),
	D("bad/strings_room-none", "room for no entry",
	  SAID("type 12 text 'files' u 16 0 u 1 0 u 8 0 u 1 0 u 1 0")),
	D("bad/strings_room-entries", "65 entries where there is room for 64",
	  SAID("type 12 text 'files' u 16 64 u 7 65 u 8 0 u 1 0 u 1 "
	       "0")),
	D("near/strings_room", "64 entries where there is room for 64",
	  SAID(STRINGS_CREATE(
		  "files", "64",
		  "times 64 u 1 1 u 1 1 u 1 0 counted u 1 0 end "))),
	D("bad/strings_size", "data of one byte have nine bits",
	  SAID("type 12 text 'files' u 16 64 u 7 0 u 8 0 u 1 1 u 12 1 "
	       "u 4 9 "
	       "u 1 0")),
	D("near/strings_size", "they have eight",
	  SAID("hold u 1 1 u 1 1 u 1 0 text 'a' u 1 1 u 8 255 "
	       "end " STRINGS_HEAD("files", "64",
				   "1") "u 1 1 u 12 1 u 4 8 u 1 0 put")),
	D("bad/strings_unknown", "the second table of one changes",
	  SAID("type 13 u 5 1 u 1 0 u 20 0")),
	D("near/strings_unknown", "the second table of two",
	  SAID(STRINGS_CREATE("files", "0", "") "hold " STRINGS_TEXT(
		  "a") "end type 13 u 5 1 u 1 0 held 20 put")),
	D("bad/strings_unchanged", "no entry changes", SAID(CHANGES("0", ""))),
	D("near/strings_unchanged", "one entry changes",
	  SAID(CHANGES("1", STRINGS_TEXT("a")))),

	D("bad/entry_index", "entry 64 where there is room for 64",
	  SAID(STRINGS_CREATE("files", "64",
			      "times 64 u 1 1 u 1 1 u 1 0 counted u 1 "
			      "0 end ") "hold u 1 0 u 6 63 u 2 "
					"0 " STRINGS_TEXT("a") "end type 13 u "
							       "5 1 u 1 1 u "
							       "16 2 held 20 "
							       "put")),
	D("near/entry_index", "the last entry there is room for",
	  SAID(STRINGS_CREATE("files", "64",
			      "times 63 u 1 1 u 1 1 u 1 0 counted u 1 0 "
			      "end " AT_INDEX("6", "63", "a")))),
	D("bad/entry_gap", "entry 1, and no entry 0",
	  SAID(CHANGE(AT_INDEX("12", "1", "a")))),
	D("bad/entry_gap-later", "entry 3 after entry 0",
	  SAID(CHANGES("2", STRINGS_TEXT("a") AT_INDEX("12", "3", "b")))),
	D("bad/identifier-table", "the name of the table cannot be printed",
	  SAID(STRINGS_CREATE("a%0a%1b[2J%ff%5c", "1",
			      AT_INDEX("6", "1", "a")))),
	Z("near/entry_gap-long",
	  "entries, sounds and decals after string tables that are too long",
	  "signon server create " STRINGS_CREATE("soundprecache", "0", "")
		  STRINGS_CREATE(
			  "decalprecache", "0",
			  "") "state 3; tables; " DEM_SPAWN
			      "sync; strings size 1048577; packet " CHANGE(
				      AT_INDEX("12", "9", "a")) SOUND("1", "0")
				      DECAL("1") "type 28 u 14 2; " DEM_REST),
	D("near/entry_gap", "entry 0, said by its number",
	  SAID(CHANGE(AT_INDEX("12", "0", "a")))),
	D("bad/identifier-entry", "the name of an entry is not UTF-8",
	  SAID(CHANGE(STRINGS_TEXT("a%ff")))),
	D("bad/identifier-stored", "the same in dem_stringtables",
	  STRINGS_TWO("files", "0", "", "u 16 1 text 'a%ff' u 1 0 ")),
	D("near/identifier-stored", "a name in UTF-8, and data that are none",
	  STRINGS_TWO("files", "1", STRINGS_TEXT("a%c3%bc"),
		      "u 16 1 text 'a%c3%bc' u 1 1 u 16 1 u 8 255 ")),
	D("bad/entry_history", "the first entry begins like another one",
	  SAID(CHANGE(LIKE("0", "1", "a")))),
	D("bad/entry_history-32", "the 32nd entry begins like itself",
	  SAID(CHANGES("32",
		       "times 31 u 1 1 u 1 1 u 1 0 counted u 1 0 end " LIKE(
			       "31", "1", "a")))),
	D("bad/entry_history-player", "the same of a player, with 131 bytes",
	  STRINGS_TWO("userinfo", "1",
		      "u 1 1 u 1 1 u 1 1 u 5 0 u 5 1 text 'a' u 1 1 u 14 131 "
		      "times 131 u 8 7 end ",
		      "u 16 1 text '0' u 1 0 ")),
	D("near/entry_history", "the second one like the first",
	  SAID(CHANGES("2", STRINGS_TEXT("ab") LIKE("0", "1", "c")))),
	D("near/entry_history-33", "the 34th like the 33rd and like the second",
	  SAID(CHANGES("34", "times 33 u 1 1 u 1 1 u 1 0 counted u 1 0 "
			     "end " LIKE("31", "2", "a"))
		       CHANGES("1",
			       "u 1 0 u 12 33 u 1 1 u 1 0 text '32a' u 1 0 "))),
	D("bad/entry_beginning", "three bytes of a text of two",
	  SAID(CHANGES("2", STRINGS_TEXT("ab") LIKE("0", "3", "c")))),
	D("near/entry_beginning", "two bytes of a text of two",
	  SAID(CHANGES("2", STRINGS_TEXT("ab") LIKE("0", "2", "c")))),
	D("bad/entry_text", "a text of 1024 bytes",
	  SAID(CHANGE("u 1 1 u 1 1 u 1 0 times 1024 u 8 65 end u 8 0 u "
		      "1 0 "))),
	D("bad/entry_text-like", "1 byte of another one and 1023",
	  SAID(CHANGES(
		  "2",
		  STRINGS_TEXT("a") "u 1 1 u 1 1 u 1 1 u 5 0 u 5 1 "
				    "times 1023 u 8 65 end u 8 0 u 1 0 "))),
	D("near/entry_text", "texts of 1023 bytes",
	  SAID(CHANGES("2",
		       "u 1 1 u 1 1 u 1 0 times 1023 u 8 65 end u 8 0 u 1 0 "
		       "u 1 1 u 1 1 u 1 1 u 5 0 u 5 31 "
		       "times 992 u 8 66 end u 8 0 u 1 0 "))),
	D("bad/entry_changed", "another text than before",
	  SAID(CHANGE(STRINGS_TEXT("a")) CHANGE(STRINGS_TEXT("b")))),
	D("bad/entry_changed-longer", "a longer one",
	  SAID(CHANGE(STRINGS_TEXT("a")) CHANGE(STRINGS_TEXT("ab")))),
	D("near/entry_changed", "the same text, and none, and other data",
	  SAID(CHANGE(STRINGS_TEXT("ab")) CHANGE(DATA("ab", "2"))
		       CHANGES("2", "u 1 1 u 1 0 u 1 0 " LIKE("0", "2", "c")))),
	D("bad/body_overrun-another", "the body ends in another text than before",
	  SAID(CHANGE(STRINGS_TEXT("ab"))
		       CHANGE("u 1 1 u 1 1 u 1 0 u 8 120 "))),
	D("bad/entry_player", "a player of 131 bytes",
	  STRINGS_TWO("userinfo", "1", DATA("0", "131"),
		      "u 16 1 text '0' u 1 0 ")),
	D("bad/entry_player-stored", "the same in dem_stringtables",
	  STRINGS_TWO("userinfo", "1", DATA("0", "132"),
		      "u 16 1 text '0' u 1 1 u 16 133 times 133 u 8 0 end ")),
	D("near/entry_player", "another table with 131 bytes",
	  STRINGS_TWO("files", "1", DATA("0", "131"),
		      "u 16 1 text '0' u 1 1 u 16 131 times 131 u 8 0 end ")),

	D("bad/strings_packed", "neither snappy nor LZSS",
	  PACKED("1", SIZES("4", "10") "u 32 0 u 8 4 u 8 12 " FOUR)),
	D("bad/strings_packed-size", "snappy of another size",
	  PACKED("1", SIZES("5", "10") SNAP "u 8 4 u 8 12 " FOUR)),
	D("bad/strings_packed-broken", "snappy that ends early",
	  PACKED("1", SIZES("5", "10") SNAP "u 8 5 u 8 16 " FOUR)),
	D("bad/strings_packed-longer", "more bytes than the body has",
	  PACKED("1", SIZES("4", "11") SNAP "u 8 4 u 8 12 " FOUR)),
	D("bad/strings_packed-after", "a byte after them",
	  PACKED("1", SIZES("4", "10") SNAP "u 8 4 u 8 12 " FOUR "u 8 0 ")),
	D("bad/strings_packed-large", "more than 10 bytes can become",
	  PACKED("1", SIZES("221", "10") SNAP "u 8 4 u 8 12 " FOUR)),
	D("bad/strings_packed-huge", "more than 2 MiB",
	  PACKED("1", SIZES("2097153", "10") SNAP "u 8 4 u 8 12 " FOUR)),
	D("bad/strings_packed-nothing", "no byte at all",
	  PACKED("1", "u 32 0 ")),
	D("bad/strings_packed-lzss", "LZSS of another size",
	  PACKED("1", SIZES("4", "15") LZSS "u 32 5 u 8 16 " FOUR "u 16 0 ")),
	D("bad/strings_packed-lzss-end", "LZSS without an end",
	  PACKED("1", SIZES("4", "13") LZSS "u 32 4 u 8 16 " FOUR)),
	D("bad/strings_packed-lzss-more", "LZSS of a byte more",
	  PACKED("1",
		 SIZES("4", "16") LZSS "u 32 4 u 8 32 " FOUR "u 8 0 u 16 0 ")),
	D("bad/strings_packed-lzss-fewer", "LZSS of a byte less",
	  PACKED("1", SIZES("5", "15") LZSS "u 32 5 u 8 16 " FOUR "u 16 0 ")),
	D("bad/strings_packed-lzss-copy", "LZSS that copies too many bytes",
	  PACKED("1", SIZES("4", "17") LZSS "u 32 4 u 8 48 " FOUR
					    "u 8 0 u 8 1 u 16 0 ")),
	D("bad/strings_packed-lzss-before", "LZSS that copies from before it",
	  PACKED("1", SIZES("6", "17") LZSS "u 32 6 u 8 48 " FOUR
					    "u 8 0 u 8 65 u 16 0 ")),
	D("bad/strings_packed-later", "in a packet, which is cut off",
	  SAID("hold " SIZES("4",
			     "10") "u 32 0 u 8 4 u 8 12 " FOUR
				   "end " STRINGS_HEAD("files", "64",
						       "1") "u 1 0 u 1 1 put")),
	D("bad/entry_history-packed", "in what is decompressed",
	  SAID("hold " SIZES("4", "10") SNAP
	       "u 8 4 u 8 12 "
	       "u 1 1 u 1 1 u 1 1 u 5 3 u 5 1 u 19 0 end " STRINGS_HEAD(
		       "files", "64", "1") "u 1 0 u 1 1 put")),
	D("bad/body_overrun-packed", "two entries more than are decompressed",
	  PACKED("3", SIZES("4", "10") SNAP "u 8 4 u 8 12 " FOUR)),
	D("bad/body_unread-packed", "a byte more than the entries",
	  PACKED("1", SIZES("5", "11") SNAP "u 8 5 u 8 16 " FOUR "u 8 1 ")),
	D("bad/body_unread-entries", "a byte more, where nothing is compressed",
	  SAID(CHANGE(STRINGS_TEXT("a") "u 8 0 "))),
	D("bad/body_rest-entries", "a bit more, where nothing is compressed",
	  SAID(CHANGE(STRINGS_TEXT("a") "u 1 1 "))),
	D("near/strings_packed-43", "43 bytes of snappy",
	  PACKED("1", SIZES("43", "49") SNAP
		 "u 8 43 u 8 168 u 1 1 u 1 1 u 1 0 times 41 u 8 97 end u 8 0 "
		 "u 1 0 u 4 9 ")),
	D("near/strings_packed", "snappy",
	  PACKED("1", SIZES("4", "10") SNAP "u 8 4 u 8 12 " FOUR)),
	D("near/strings_packed-lzss", "LZSS, and a byte after its end",
	  PACKED("1",
		 SIZES("4", "16") LZSS "u 32 4 u 8 16 " FOUR "u 16 0 u 8 1 ")),
	D("near/strings_packed-copy", "LZSS that copies what it just wrote",
	  PACKED("1", SIZES("6", "16") LZSS "u 32 6 u 8 18 u 8 11 u 8 0 u 8 2 "
					    "u 8 3 u 8 0 u 16 0 ")),

	D("bad/sound_number", "sound 1 where there is only sound 0",
	  SAID(STRINGS_CREATE("soundprecache", "1", STRINGS_TEXT("a.wav"))
		       SOUND("1", "0"))),
	D("bad/sound_number-prefetch", "svc_prefetch of it",
	  SAID(STRINGS_CREATE("soundprecache", "1",
			      STRINGS_TEXT("a.wav")) "type 28 u 14 1")),
	D("bad/sound_number-later", "the next packet adds it",
	  SAID(STRINGS_CREATE("soundprecache", "1",
			      STRINGS_TEXT("a.wav")) "type 28 u 14 1; "
						     "packet " ADDED("1", "1"))),
	D("near/sound_number-later",
	  "svc_prefetch, a sound and a decal, which the packet adds after them",
	  SAID(STRINGS_CREATE("soundprecache", "1", STRINGS_TEXT("a.wav"))
		       STRINGS_CREATE("decalprecache", "0", "")
			       SOUND("1", "0") "type 28 u 14 1 " DECAL("0")
				       ADDED("1", "1") ADDED("2", "0"))),
	D("near/sound_number", "the last sound, and sentence 1",
	  SAID(STRINGS_CREATE("soundprecache", "2",
			      STRINGS_TEXT("a.wav") STRINGS_TEXT("b.wav"))
		       SOUND("1", "0") SOUND("2", "1") "type 28 u 14 1")),
	D("bad/decal_number", "decal 1 where there is only decal 0",
	  SAID(STRINGS_CREATE("decalprecache", "1", STRINGS_TEXT("a"))
		       DECAL("1"))),
	D("near/decal_number", "decal 0",
	  SAID(STRINGS_CREATE("decalprecache", "1", STRINGS_TEXT("a"))
		       DECAL("0"))),

	D("bad/stored_overrun", "the last bit is missing",
	  STRINGS_SIGNED("", "u 8 1 text 'downloadables' u 16 0 ")),
	D("bad/stored_overrun-entry", "it ends inside an entry",
	  STRINGS_SIGNED("", "u 8 1 text 'downloadables' u 16 1 u 8 65 ")),
	D("bad/stored_overrun-data", "inside data",
	  STRINGS_SIGNED("", "u 8 1 text 'downloadables' u 16 1 text 'a' u 1 1 "
			     "u 16 4 u 24 0 ")),
	D("bad/stored_overrun-name", "inside a name",
	  STRINGS_SIGNED("", "u 8 1 u 8 65 ")),
	D("bad/stored_overrun-empty", "no byte", STRINGS_SIGNED("", "u 0 0 ")),
	D("bad/stored_overrun-third", "after the second one of three",
	  THIRD("3", "")),
	D("bad/stored_overrun-third_name", "inside the name of the third one",
	  THIRD("3", "u 8 115 u 8 111 ")),
	D("bad/stored_overrun-third_name_end", "before the NUL of it",
	  THIRD("3", "u 8 115 u 8 111 u 8 117 u 8 110 u 8 100 u 8 115 ")),
	D("bad/stored_overrun-third_count", "inside the number of its entries",
	  THIRD("3", "text 'sounds' u 8 1 ")),
	D("bad/stored_overrun-third_entry", "inside one of its entries",
	  THIRD("3", "text 'sounds' u 16 2 text 'b' u 1 0 u 8 65 ")),
	D("bad/stored_overrun-third_data", "inside the data of one",
	  THIRD("3", "text 'sounds' u 16 1 text 'b' u 1 1 u 16 9 u 32 0 ")),
	D("bad/stored_overrun-third_client", "inside an entry of the client",
	  THIRD("3", "text 'sounds' u 16 0 u 1 1 u 16 1 u 8 65 ")),
	D("bad/stored_overrun-number", "one table more than there are",
	  THIRD("4", THIRD_WHOLE)),
	D("bad/stored_overrun-number_only", "the same, and no bit follows",
	  STRINGS_SIGNED("", "u 8 2 text 'downloadables' u 16 7 "
			     "times 7 counted u 1 0 end u 1 0 ")),
	D("bad/stored_overrun-updated", "the table that is cut changes later",
	  "signon server create " CREATE_THREE "state 3; tables; " DEM_SPAWN
	  "sync; strings " TWO(
		  "3") "text 'sounds' u 16 2 text 'b' u 1 0 ; packet "
		       "hold u 1 0 u 6 1 u 1 1 u 1 0 text 'c' u 1 0 end "
		       "type 13 u 5 2 u 1 0 held 20 put; " DEM_REST),
	D("bad/stored_overrun-stv", "of SourceTV, before dem_synctick",
	  "kind stv; signon server create " CREATE_THREE
	  "state 3; tables; strings " TWO(
		  "3") "text 'sounds' u 16 2 text 'b' u 1 0 ; " DEM_SPAWN
		       "sync; repeat 6 { " DEM_STEP "} "),
	D("bad/stored_overrun-twice", "two that have no byte",
	  "signon server create state 3; tables; " DEM_SPAWN
	  "sync; strings u 0 0; strings u 0 0; " DEM_REST),
	D("near/stored_overrun", "the least that is whole",
	  STRINGS_SIGNED("", STORED_ONE)),
	D("near/stored_overrun-third", "three that are whole",
	  THIRD("3", THIRD_WHOLE)),
	D("near/stored_overrun-third_client", "no entry of the client",
	  THIRD("3", "text 'sounds' u 16 0 u 1 1 u 16 0 ")),
	D("bad/stored_rest", "a byte after the last table",
	  STRINGS_SIGNED("", STORED_ONE "u 8 0 ")),
	D("bad/stored_rest-third", "a third table, where there are two",
	  THIRD("2", THIRD_WHOLE)),
	D("bad/stored_rest-entry", "the third one has an entry more than it says",
	  THIRD("3", "text 'sounds' u 16 0 text 'b' u 1 0 u 1 0 ")),
	D("near/stored_rest", "seven bits that mean nothing",
	  STRINGS_SIGNED("", STORED_ONE "u 7 127 ")),
	D("bad/stored_name", "another name",
	  STRINGS_SIGNED("", "u 8 1 text 'downloads' u 16 0 u 1 0 ")),
	D("bad/stored_name-more", "a table that was not created",
	  STRINGS_SIGNED("", "u 8 2 text 'downloadables' u 16 0 u 1 0 "
			     "text 'files' u 16 1 text 'a' u 1 0 u 1 0 ")),
	D("bad/stored_name-fewer", "a table less",
	  STRINGS_SIGNED(STRINGS_CREATE("files", "0", ""), STORED_ONE)),
	D("near/stored_name", "two tables",
	  STRINGS_TWO("files", "0", "", "u 16 0 ")),
	D("bad/stored_entries", "65 entries where there is room for 64",
	  STRINGS_TWO("files", "0", "", "u 16 65 times 65 counted u 1 0 end ")),
	D("bad/stored_entries-first", "the first table has them",
	  STRINGS_SIGNED("", "u 8 1 text 'downloadables' u 16 4097 u 8 0 ")),
	D("near/stored_entries", "64 entries where there is room for 64",
	  STRINGS_TWO("files", "0", "", "u 16 64 times 64 counted u 1 0 end ")),
	D("bad/stored_count", "an entry more than was created",
	  STRINGS_SIGNED("", "u 8 1 text 'downloadables' u 16 1 text 'a' u 1 0 "
			     "u 1 0 ")),
	D("near/stored_count", "one that only the client has",
	  STRINGS_SIGNED("", "u 8 1 text 'downloadables' u 16 0 u 1 1 u 16 1 "
			     "text 'a' u 1 1 u 16 1 u 8 5 ")),
	D("bad/stored_text", "a text of 4096 bytes",
	  STRINGS_SIGNED("", "u 8 1 text 'downloadables' u 16 1 "
			     "times 4096 u 8 65 end u 8 0 u 1 0 u 1 0 ")),
	D("bad/stored_text-name", "a name of 256 bytes",
	  STRINGS_SIGNED("", "u 8 1 times 256 u 8 65 end u 8 0 u 16 0 u 1 0 ")),
	D("near/stored_text", "a text of 4095 bytes",
	  STRINGS_SIGNED("", "u 8 1 text 'downloadables' u 16 1 "
			     "times 4095 u 8 65 end u 8 0 u 1 0 u 1 0 ")),
	D("bad/stored_data", "data of no bytes",
	  STRINGS_SIGNED("", "u 8 1 text 'downloadables' u 16 1 text 'a' u 1 1 "
			     "u 16 0 "
			     "u 1 0 ")),
	D("near/stored_data", "data of a byte",
	  STRINGS_SIGNED("", "u 8 1 text 'downloadables' u 16 1 text 'a' u 1 1 "
			     "u 16 1 "
			     "u 8 0 u 1 0 ")),
	{ 0 },
};
