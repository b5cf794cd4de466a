/* SPDX-License-Identifier: MIT */
/* dem_samples_entities.c - samples of entities that engines do not write */
#include "corpus/builder/dem_samples.h"

/* Packets of a demo, each after its net_tick.  The first packet has tick 5000. */
#define SAID(packets)    DEM_SIGNED "sync; strings; " packets DEM_REST
#define PACKET(messages) "packet tick " messages "; "

/* A full snapshot, and a snapshot with the changes since a tick. */
#define SNAPSHOT(kind, most, n, updates) \
	"hold " updates "end type 26 u 11 " most " " kind "u 1 0 u 11 " n \
	" held 20 u 1 0 put "
#define FULL(n, updates) SNAPSHOT("u 1 0 ", "64", n, updates)
#define SINCE(tick, n, updates) \
	SNAPSHOT("u 1 1 u 32 " tick " ", "64", n, updates)

/* Updates, with the distance to the entity before, and with properties. */
#define ENTER(distance)  "u 2 0 u 4 " distance " u 2 2 u 1 0 u 10 7 "
#define CHANGE(distance) "u 2 0 u 4 " distance " u 2 0 "
#define LEAVE(distance)  "u 2 0 u 4 " distance " u 2 1 "
#define DELETE(distance) "u 2 0 u 4 " distance " u 2 3 "
#define FAR(distance)    "u 2 3 u 32 " distance " "
#define SAME             "u 1 0 "
#define HEALTH(points)   "u 1 1 u 2 0 u 4 0 u 8 " points " u 1 0 "
#define END              "u 1 0 "
#define REMOVED(entity)  "u 1 1 u 11 " entity " "
#define ONE              FULL("1", ENTER("5") HEALTH("100"))

/* Other properties of the only class. */
#define OTHER(n, props) \
	"u 1 1 u 1 0 text 'DT_Test' u 10 " n " " props "u 1 0 u 16 1 u 16 0 " \
	"text 'CTest' text 'DT_Test' "
#define PROP(type, flags, bits) \
	"u 5 " type " text 'm_value' u 16 " flags " float 0 float 0 u 7 " bits \
	" "
#define PLAYING(n, props, messages) \
	DEM_INFO "tables " OTHER(n, props) "; " DEM_SPAWN \
					   "sync; strings; " PACKET(messages) \
						   DEM_REST
#define VALUE(bits) FULL("1", ENTER("5") "u 1 1 u 2 0 u 4 0 " bits "u 1 0 ")
#define ARRAY_OF(n) \
	PROP("0", "256", "8") "u 5 5 text 'm_value' u 16 0 u 10 " n " "

/* A coordinate of each kind, and a position of three floats. */
#define NAMED(name, type, flags, bits) \
	"u 5 " type " text '" name "' u 16 " flags " float 0 float 0 u 7 " bits \
	" "
#define COORDINATES \
	NAMED("m_x", "1", "2", "0") NAMED("m_multiplayer", "1", "8192", "0") \
	NAMED("m_low", "1", "16384", "0") NAMED("m_whole", "1", "32768", "0") \
	NAMED("m_place", "2", "4", "32")
#define NEXT_PROP "u 1 1 u 2 0 u 4 0 "
#define COORDS(x, multiplayer, low, whole, place) \
	NEXT_PROP x NEXT_PROP multiplayer NEXT_PROP low NEXT_PROP whole \
		NEXT_PROP place "u 1 0 "
#define COORDS_ZERO \
	COORDS("u 2 0 ", "u 2 0 u 6 9 ", "u 2 0 u 4 9 ", "u 2 0 ", \
	       "float 0 float 0 float 0 ")
#define COORDS_FRACTION \
	COORDS("u 2 2 u 6 9 ", "u 2 1 u 6 9 ", "u 2 1 u 4 9 ", "u 2 1 ", \
	       "float 1 float 2 float 3 ")
#define COORDS_WHOLE \
	COORDS("u 2 1 u 15 9 ", "u 2 2 u 20 9 ", "u 2 2 u 18 9 ", \
	       "u 2 2 u 15 9 ", \
	       "float 1 float 2 float 3 ")
#define COORDS_BOTH \
	COORDS("u 2 3 u 20 9 ", "u 2 3 u 17 9 ", "u 2 3 u 15 9 ", \
	       "u 2 3 u 12 9 ", \
	       "float 1 float 2 float 3 ")
#define MOVING(first, second, update) \
	PLAYING("5", COORDINATES, \
		FULL("2", ENTER("5") first ENTER("0") second) "; packet tick " \
			update)

/* The baseline of a class, and its stored form. */
#define BASELINE(class, bytes, props) \
	"u 1 1 u 1 1 u 1 0 text '" class "' u 1 1 u 14 " bytes " " props
#define BASED(n, entries, stored) BASED_ON(n, entries, stored, ONE) DEM_REST
#define BASED_ON(n, entries, stored, first) \
	"signon server create " STRINGS_CREATE( \
		"instancebaseline", n, \
		entries) "state 3; tables; " DEM_SPAWN \
			 "sync; strings u 8 2 text 'downloadables' u 16 0 u " \
			 "1 0 " \
			 "text 'instancebaseline' " stored \
			 " u 1 0 ; " PACKET(first)
#define POINTS               "u 1 1 u 2 0 u 4 0 u 8 100 u 1 0 "
#define STORED(class, props) "u 16 1 text '" class "' u 1 1 u 16 2 " props

/* A baseline of 12 bits, in a table whose data have 12 bits. */
/* clang-format off */
#define BASED_BITS(last) \
	"signon server create hold u 1 1 u 1 1 u 1 0 text '0' u 1 1 u 1 1 " \
	"u 2 0 u 4 0 u 4 5 " last "end " \
	STRINGS_HEAD("instancebaseline", "64", "1") \
	"u 1 1 u 12 2 u 4 12 u 1 0 put state 3; " \
	"tables " OTHER("1", PROP("0", "1", "4")) "; " DEM_SPAWN \
	"sync; strings u 8 2 text 'downloadables' u 16 0 u 1 0 " \
	"text 'instancebaseline' u 16 1 text '0' u 1 0 u 1 0 ; " DEM_REST
/* clang-format on */

/* Packets had up to 96000 bytes.  This is a list of n removed entities, and two bits of
   another entity. */
#define FILLED(n) \
	"network 15; " DEM_PORTAL SAID(PACKET(ONE) PACKET( \
		"hold times " n " " REMOVED("5") "end u 1 1 u 2 0 end type 26 " \
		"u 11 64 u 1 1 u 32 5000 u 1 0 u 11 0 held 20 u 1 0 put "))

/* n temporary entities, and their fields. */
#define TEMPS(n, fields) "hold " fields "end type 27 u 8 " n " held varint put "
#define TEMP(class)      "u 1 0 u 1 1 u 1 " class " "

const struct sample dem_samples_entities[] = {
	D("good/entities", "entities that enter, change, leave and go",
	  BASED("1", BASELINE("0", "2", POINTS), STORED("0", POINTS)) PACKET(
		  SINCE("5000", "2",
			CHANGE("5") HEALTH("7") ENTER("0") SAME END))
		  PACKET(TEMPS("2",
			       TEMP("1") HEALTH("5") "u 1 1 u 8 50 u 1 0 " SAME)
				 SINCE("5004", "1",
				       LEAVE("6") REMOVED("5") END)) DEM_REST),
	D("good/entities-coordinates", "two entities move, by all kinds of them",
	  MOVING(COORDS_ZERO, COORDS_WHOLE,
		 SINCE("5000", "2",
		       CHANGE("5") COORDS_FRACTION CHANGE("0") COORDS_BOTH END))),
	D("good/entities-still", "one that moves, and one that does not",
	  MOVING(COORDS_BOTH, COORDS_FRACTION,
		 SINCE("5000", "2", CHANGE("5") COORDS_WHOLE CHANGE("0") SAME END))),
	D("bad/snapshot_first", "the first one is a difference",
	  SAID(PACKET(SINCE("4999", "0", END)))),
	D("bad/snapshot_first-again", "the second one has all",
	  SAID(PACKET(ONE) PACKET(ONE))),
	D("near/snapshot_first", "one with all, and a difference",
	  SAID(PACKET(ONE) PACKET(SINCE("5000", "0", END)))),
	D("bad/snapshot_base", "a difference to a tick without a snapshot",
	  SAID(PACKET(ONE) PACKET(SINCE("4999", "0", END)))),
	D("bad/snapshot_base-now", "a difference to itself",
	  SAID(PACKET(ONE) PACKET(SINCE("5001", "0", END)))),
	D("near/snapshot_base", "differences to the one before and to another",
	  SAID(PACKET(ONE) PACKET(SINCE("5000", "0", END)) PACKET(
		  SINCE("5001", "0", END)) PACKET(SINCE("5000", "0", END)))),
	D("bad/snapshot_lost", "the one before it is in a damaged packet",
	  SAID(PACKET(ONE) PACKET("u 6 63 " SINCE("5000", "0", END))
		       PACKET(SINCE("5001", "0", END))),
	  .options = "rule=dem.message_type=off"),
	D("near/snapshot_lost", "the damage comes after the one before it",
	  SAID(PACKET(ONE) PACKET(SINCE("5000", "0", END) "u 6 63 ")
		       PACKET(SINCE("5001", "0", END))),
	  .options = "rule=dem.message_type=off"),
	D("bad/snapshot_lost-second", "one of the two in the damaged packet",
	  SAID(PACKET(ONE) PACKET(SINCE("5000", "0", END) "u 6 63 ")
		       PACKET(SINCE("4999", "0", END))),
	  .options = "rule=dem.message_type=off"),
	D("crash/damage-snapshots", "snapshots in a block of zeros",
	  SAID(PACKET(ONE) "zeros { " PACKET(SINCE("5000", "0", END)) PACKET(
		  SINCE("5001", "0", END)) "} " PACKET(SINCE("5002", "0", END))
		       PACKET(SINCE("5003", "0", END)))),
	D("crash/damage-snapshots-user", "a user command comes before the next one",
	  SAID(PACKET(ONE) PACKET(SINCE("5000", "0", END)) DEM_WALK
	       "zeros { " PACKET(SINCE("5001", "0", END)) PACKET(
		       SINCE("5002", "0", END)) "} user; " PACKET(SINCE(
		       "5003", "0", END)) PACKET(SINCE("5004", "0", END)))),
	D("bad/entity_room", "entity 5 of 5",
	  SAID(PACKET(SNAPSHOT("u 1 0 ", "5", "1", ENTER("5") SAME)))),
	D("bad/entity_room-updates", "two updates of one entity",
	  SAID(PACKET(SNAPSHOT("u 1 0 ", "1", "2",
			       ENTER("0") SAME ENTER("0") SAME)))),
	D("near/entity_room", "entity 4 of 5",
	  SAID(PACKET(SNAPSHOT("u 1 0 ", "5", "1", ENTER("4") SAME)))),
	D("bad/entity_index", "entity 2048",
	  SAID(PACKET(FULL("1", FAR("2048") "u 2 1 ")))),
	D("bad/entity_index-far", "an entity far above all",
	  SAID(PACKET(FULL("1", FAR("4294967295") "u 2 1 ")))),
	D("near/entity_index", "entity 2047",
	  SAID(PACKET(SNAPSHOT("u 1 0 ", "2047", "1",
			       FAR("2047") "u 2 2 u 1 0 u 10 7 " SAME)))),
	D("bad/server_again-entities",
	  "a snapshot before it, whose entities are forgotten",
	  SAID(PACKET(ONE) PACKET(
		  SINCE("5000", "1", CHANGE("5") SAME END) "server"))),
	D("bad/entity_class", "class 1 of 1",
	  SAID(PACKET(FULL("1", "u 2 0 u 4 5 u 2 2 u 1 1 u 10 7 " SAME)))),
	D("bad/entity_class-temporary", "a temporary entity without a class",
	  SAID(PACKET(TEMPS("1", TEMP("0") SAME)))),
	D("near/entity_class", "class 0 of 1",
	  SAID(PACKET(ONE TEMPS("1", TEMP("1") SAME)))),
	D("bad/entity_unknown", "entity 6 changes, and there is entity 5",
	  SAID(PACKET(ONE) PACKET(SINCE("5000", "1", CHANGE("6") SAME END)))),
	D("bad/entity_unknown-second", "the second of two that change",
	  MOVING(COORDS_ZERO, COORDS_ZERO,
		 SINCE("5000", "2", CHANGE("5") COORDS_BOTH CHANGE("1") SAME END))),
	D("bad/entity_unknown-gone", "an entity changes that was removed",
	  SAID(PACKET(ONE) PACKET(SINCE("5000", "0", REMOVED("5") END))
		       PACKET(SINCE("5001", "1", CHANGE("5") SAME END)))),
	D("bad/entity_unknown-deleted", "an entity changes that was deleted",
	  SAID(PACKET(ONE) PACKET(SINCE("5000", "1", DELETE("5") END))
		       PACKET(SINCE("5001", "1", CHANGE("5") SAME END)))),
	D("near/entity_unknown", "an entity changes that left",
	  SAID(PACKET(ONE) PACKET(SINCE("5000", "1", LEAVE("5") END))
		       PACKET(SINCE("5001", "1", CHANGE("5") SAME END)))),
	D("near/entity_unknown-removed",
	  "an entity changes and is removed at once",
	  SAID(PACKET(ONE) PACKET(SINCE(
		  "5000", "1", CHANGE("5") HEALTH("7") REMOVED("5") END)))),
	D("bad/entity_gone", "an entity leaves that is not there",
	  SAID(PACKET(ONE) PACKET(SINCE("5000", "1", LEAVE("6") END)))),
	D("bad/entity_gone-deleted", "one is deleted that is not there",
	  SAID(PACKET(ONE) PACKET(SINCE("5000", "1", DELETE("6") END)))),
	D("near/entity_gone", "an entity leaves, and another one is deleted",
	  SAID(PACKET(FULL("2", ENTER("5") SAME ENTER("0") SAME))
		       PACKET(SINCE("5000", "2", LEAVE("5") DELETE("0") END)))),
	D("bad/entity_removed", "no end of the list",
	  SAID(PACKET(ONE) PACKET(SINCE("5000", "0", REMOVED("5"))))),
	D("bad/entity_removed-cut", "the list ends inside a number",
	  SAID(PACKET(ONE) PACKET(SINCE("5000", "0", "u 1 1 u 10 5 ")))),
	Z("bad/entity_removed-full", "no end of the list in a packet that is full",
	  FILLED("63987")),
	Z("bad/entity_removed-almost", "one in a packet that has room for a byte",
	  FILLED("63986")),
	D("near/entity_removed", "the list ends",
	  SAID(PACKET(ONE) PACKET(SINCE("5000", "0", REMOVED("5") END)))),
	D("bad/baseline_missing", "the one class has no baseline",
	  BASED("0", "", "u 16 0 ")),
	D("near/baseline_missing", "its baseline comes with the tables",
	  BASED("1", BASELINE("0", "2", POINTS), STORED("0", POINTS))),
	D("bad/entity_baseline", "an entity enters later, and its class has none",
	  BASED_ON("0", "", "u 16 0 ", FULL("0", "")) PACKET(
		  SINCE("5000", "1", ENTER("5") SAME END)) DEM_REST),
	D("near/entity_baseline", "its baseline is in dem_stringtables alone",
	  BASED("0", "", STORED("0", POINTS))),
	Z("near/entity_baseline-long",
	  "it may be in a dem_stringtables that is too long to be read",
	  "signon server create " STRINGS_CREATE(
		  "instancebaseline", "0",
		  "") "state 3; tables; " DEM_SPAWN
		      "sync; strings size 1048577; " PACKET(ONE) DEM_REST),
	D("bad/entities_unchecked",
	  "a difference to a snapshot that is damaged",
	  SAID(PACKET(ONE) PACKET(SINCE("5000", "1", CHANGE("6") SAME END))
		       PACKET(SINCE("5001", "1", CHANGE("7") SAME END))),
	  .options = "rule=dem.entity_unknown=off"),
	D("near/entities_unchecked", "all entities after it",
	  SAID(PACKET(ONE) PACKET(SINCE("5000", "1", CHANGE("6") SAME END))
		       PACKET(FULL("1", ENTER("7") SAME)) PACKET(
			       SINCE("5002", "1", CHANGE("7") SAME END)))),
	D("bad/entity_prop", "property 1 of 1",
	  SAID(PACKET(FULL("1", ENTER("5") "u 1 1 u 2 0 u 4 1 u 8 0 u 1 0 ")))),
	D("bad/entity_prop-after", "a property after the last one",
	  SAID(PACKET(FULL("1", ENTER("5") "u 1 1 u 2 0 u 4 0 u 8 0 "
					   "u 1 1 u 2 0 u 4 0 u 8 0 u 1 0 ")))),
	D("bad/entity_prop-temporary", "of a temporary entity",
	  SAID(PACKET(TEMPS("1", TEMP("1") "u 1 1 u 2 1 u 8 1 u 8 0 u 1 0 ")))),
	D("near/entity_prop", "the last one",
	  SAID(PACKET(ONE TEMPS("1", TEMP("1") HEALTH("1"))))),
	D("bad/entity_elements", "three elements of two",
	  PLAYING("2", ARRAY_OF("2"), VALUE("u 2 3 u 24 0 "))),
	D("near/entity_elements", "two of two",
	  PLAYING("2", ARRAY_OF("2"), VALUE("u 2 2 u 16 0 "))),
	D("near/entity_elements-normal",
	  "two normals, which have their own bits",
	  PLAYING("2",
		  PROP("1", "288", "0") "u 5 5 text 'm_value' u 16 0 u 10 2 ",
		  VALUE("u 2 2 u 24 0 "))),
	D("near/entity_elements-varint",
	  "two numbers of as many bytes as they need",
	  PLAYING("2",
		  PROP("0", "288", "0") "u 5 5 text 'm_value' u 16 0 u 10 2 ",
		  VALUE("u 2 2 u 8 5 u 8 6 "))),
	D("security/elements-empty", "a thousand elements of no bits",
	  PLAYING("2",
		  PROP("0", "256", "0") "u 5 5 text 'm_value' u 16 0 u 10 "
					"1023 ",
		  VALUE("u 10 1023 "))),
	D("bad/entity_number", "a number of 33 bits",
	  PLAYING("1", PROP("0", "32", "32"),
		  VALUE("u 32 4294967295 u 8 16 "))),
	D("near/entity_number", "one of 32",
	  PLAYING("1", PROP("0", "32", "32"),
		  VALUE("u 32 4294967295 u 8 15 "))),
	D("bad/entity_float", "a place that is infinite",
	  PLAYING("1", PROP("2", "4", "32"),
		  VALUE("float 1 float 2 u 32 2139095040 "))),
	D("bad/entity_float-moves", "of an entity that moves there",
	  MOVING(COORDS_ZERO, COORDS_ZERO,
		 SINCE("5000", "2",
		       CHANGE("5") SAME CHANGE("0") "u 1 1 u 2 0 u 4 4 float "
						    "1 u 32 2139095040 float "
						    "3 u 1 0 " END))),
	D("near/entity_float", "a place far away",
	  PLAYING("1", PROP("2", "4", "32"),
		  VALUE("float 1 float 2 u 32 2139095039 "))),
	D("bad/temporary_class", "the first one has that of the one before",
	  SAID(PACKET(TEMPS("1", "u 1 0 u 1 0 " SAME)))),
	D("near/temporary_class", "the second one has",
	  SAID(PACKET(TEMPS("2", TEMP("1") SAME "u 1 0 u 1 0 " SAME)))),
	D("near/temporary_class-one", "one that must arrive",
	  SAID(PACKET(TEMPS("0", TEMP("1") SAME)))),
	D("bad/baseline_class", "class 1 of 1",
	  BASED("1", BASELINE("1", "2", POINTS), "u 16 1 text '1' u 1 0 ")),
	D("bad/baseline_class-text", "a class that is no number",
	  BASED("1", BASELINE("x", "2", POINTS), "u 16 1 text 'x' u 1 0 ")),
	D("bad/baseline_class-none", "a class without a text",
	  BASED("1", BASELINE("", "2", POINTS), "u 16 1 text '' u 1 0 ")),
	D("bad/baseline_class-long", "a number of six digits",
	  BASED("1", BASELINE("000000", "2", POINTS),
		"u 16 1 text '0' u 1 0 ")),
	D("bad/baseline_class-stored", "in dem_stringtables",
	  BASED("0", "", STORED("1", POINTS))),
	D("bad/stored_overrun-baselines", "an entity enters without a baseline",
	  BASED("0", "", "u 16 2 text '0' u 1 1 u 16 2 " POINTS)),
	D("near/baseline_class", "class 0 of 1",
	  BASED("1", BASELINE("0", "2", POINTS), STORED("0", POINTS))),
	D("bad/body_overrun-entity", "a snapshot ends inside a property",
	  SAID(PACKET(FULL("1", ENTER("5") "u 1 1 u 2 0 u 4 0 u 7 0 ")))),
	D("bad/body_overrun-coordinate", "a snapshot ends inside a coordinate",
	  MOVING(COORDS_ZERO, COORDS_ZERO,
		 SINCE("5000", "1",
		       CHANGE("5") NEXT_PROP "u 2 3 u 20 9 " NEXT_PROP "u 2 3 "))),
	D("bad/body_overrun-enter", "a snapshot ends where an entity enters",
	  SAID(PACKET(FULL("1", "u 2 0 u 4 5 u 2 2 u 1 0 u 9 0 ")))),
	D("bad/body_overrun-update", "a snapshot has one update less",
	  SAID(PACKET(FULL("2", ENTER("5") SAME)))),
	D("bad/body_overrun-temporary", "temporary entities, one less",
	  SAID(PACKET(TEMPS("2", TEMP("1") SAME)))),
	D("bad/body_overrun-baseline", "a baseline ends inside a property",
	  BASED("1", BASELINE("0", "1", "u 8 1 "), STORED("0", POINTS))),
	D("bad/body_overrun-baseline_empty", "a baseline of no bytes",
	  BASED("1", BASELINE("0", "0", ""), "u 16 1 text '0' u 1 0 ")),
	D("near/body_overrun-baseline", "a baseline of 12 bits",
	  BASED_BITS("u 1 0 ")),
	D("bad/body_overrun-baseline_bits",
	  "the last of 12 bits says: one more", BASED_BITS("u 1 1 ")),
	D("bad/body_overrun-stored", "one in dem_stringtables does",
	  BASED("1", BASELINE("0", "2", POINTS), STORED("0", "u 16 7 "))),
	D("bad/body_rest-entities", "a bit after a snapshot of all",
	  SAID(PACKET(FULL("1", ENTER("5") SAME "u 1 1 ")))),
	D("bad/body_rest-temporary", "a bit after temporary entities",
	  SAID(PACKET(TEMPS("1", TEMP("1") SAME "u 1 0 ")))),
	D("bad/body_unread-baseline", "a byte after a baseline",
	  BASED("1", BASELINE("0", "3", POINTS "u 8 0 "), STORED("0", POINTS))),
	D("bad/body_unread-entities", "a byte after a snapshot of all",
	  SAID(PACKET(FULL("1", ENTER("5") SAME "u 8 0 ")))),
	D("bad/body_unread-delta", "a byte after a snapshot, and one after it",
	  SAID(PACKET(ONE) PACKET(SINCE("5000", "1", CHANGE("5") HEALTH("7") END
					"u 8 0 "))
		       PACKET(SINCE("5000", "1", CHANGE("5") HEALTH("8") END)))),
	D("near/body_unread-delta", "seven bits after it",
	  SAID(PACKET(ONE) PACKET(SINCE("5000", "1", CHANGE("5") HEALTH("7") END
					"u 7 0 "))
		       PACKET(SINCE("5000", "1", CHANGE("5") HEALTH("8") END)))),
	D("bad/body_unread-temporary", "a byte after temporary entities",
	  SAID(PACKET(TEMPS("1", TEMP("1") SAME "u 8 0 ")))),
	D("near/body_unread-baseline", "seven bits after a baseline",
	  BASED("1", BASELINE("0", "1", "u 1 0 u 7 127 "),
		STORED("0", POINTS))),
	{ 0 },
};
