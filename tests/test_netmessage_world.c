/* SPDX-License-Identifier: MIT */
/* test_netmessage_world.c - entities in packets: snapshots, what they are a
   difference to, and baselines */
#include <criterion/criterion.h>

#include "corpus/builder/dem_samples.h"
#include "tests/packets.h"

/* Snapshots, with room for 64 entities: of all, and since a tick. */
#define SNAPSHOT(kind, n, updates) \
	"hold " updates "end type 26 u 11 64 " kind "u 1 0 u 11 " n \
	" held 20 u 1 0 put "
#define FULL(n, updates)        SNAPSHOT("u 1 0 ", n, updates)
#define SINCE(tick, n, updates) SNAPSHOT("u 1 1 u 32 " tick " ", n, updates)
#define CLOCK(tick)             "type 3 u 32 " tick " u 16 0 u 16 0 "

/* An entity enters, so far after the last one; its one property. */
#define ENTER(distance)  "u 2 0 u 4 " distance " u 2 2 u 2 0 u 10 7 "
#define CHANGE(index)    "u 2 0 u 4 " index " u 2 0 "
#define VALUE            "u 1 1 u 2 0 u 4 0 u 8 100 u 1 0 "
#define SAME             "u 1 0 "
#define END              "u 1 0 "
#define TEMPS(n, fields) "hold " fields "end type 27 u 8 " n " held varint put "
#define TEMP(class)      "u 1 0 u 1 1 u 2 " class " "

#define SERVED SERVER("24", "2", "0", "24", "0.015", "108")
#define BASELINES(n, entries) \
	STRINGS_CREATE("instancebaseline", n, entries) "; "
#define BASELINE(class, bytes, data) \
	"u 3 3 text '" class "' u 1 1 u 14 " bytes " " data
#define POINTS "u 1 1 u 2 0 u 4 0 u 8 100 u 1 0 "

static const struct packets_case snapshots[] = {
	{ "before the tables nothing is known", 24,
	  CLOCK("5") FULL("3", "u 3 0 ") TEMPS("9", "u 3 1 "), "" },
	{ "a difference at first", 24, "tables; " SINCE("4", "0", END),
	  "dem.snapshot_first 2.1+1 svc_packetentities is_delta: a delta; a "
	  "full snapshot first\n" },
	{ "all at first", 24, "tables; " FULL("0", ""), "" },
	{ "all a second time", 24, "tables; " FULL("0", "") FULL("0", ""),
	  "dem.snapshot_first 8.4+1 svc_packetentities is_delta: a full "
	  "snapshot; a delta\n" },
	{ "without a clock", 24, "tables; " FULL("0", "") SINCE("4", "0", END),
	  "dem.snapshot_base 8.5+5 svc_packetentities delta_from: tick 4, "
	  "which had no snapshot\n" },
	{ "a difference to the one before", 24,
	  "tables; " CLOCK("5") FULL("0", "") CLOCK("7") SINCE("5", "0", END),
	  "" },
	{ "to its own tick", 24,
	  "tables; " CLOCK("5") FULL("0", "") CLOCK("7") SINCE("7", "0", END),
	  "dem.snapshot_base 26.1+5 svc_packetentities delta_from: tick 7; a "
	  "tick before 7\n" },
	{ "to a later one", 24,
	  "tables; " CLOCK("5") FULL("0", "") CLOCK("7") SINCE("8", "0", END),
	  "dem.snapshot_base 26.1+5 svc_packetentities delta_from: tick 8; a "
	  "tick before 7\n" },
	{ "to a tick before it that had none", 24,
	  "tables; " CLOCK("5") FULL("0", "") CLOCK("7") SINCE("6", "0", END),
	  "dem.snapshot_base 26.1+5 svc_packetentities delta_from: tick 6, "
	  "which had no snapshot\n" },
	{ "to one that is 1024 snapshots ago", 24,
	  "tables; " CLOCK("5") FULL("0", "") CLOCK("6") SINCE("5", "0", END)
		  CLOCK("7") "times 1022 "
			     "type 26 u 11 64 u 1 1 u 32 6 u 1 0 u 11 0 u 20 1 "
			     "u "
			     "1 0 u 1 0 end " CLOCK("8") SINCE("5", "0", END),
	  "" },
	{ "to one that is 1025 ago", 24,
	  "tables; " CLOCK("5") FULL("0", "") CLOCK("6") SINCE("5", "0", END)
		  CLOCK("7") "times 1023 "
			     "type 26 u 11 64 u 1 1 u 32 6 u 1 0 u 11 0 u 20 1 "
			     "u "
			     "1 0 u 1 0 end " CLOCK("8") SINCE("5", "0", END),
	  "dem.snapshot_base 10795.5+5 svc_packetentities delta_from: tick 5, "
	  "which had no snapshot\n" },
	{ "as many updates as entities", 24,
	  "tables; type 26 u 11 0 u 1 0 u 1 0 u 11 0 u 20 0 u 1 0", "" },
	{ "one more", 24, "type 26 u 11 0 u 1 0 u 1 0 u 11 1 u 20 0 u 1 0",
	  "dem.entity_room 2.3+2 svc_packetentities updated: 1 entities; at "
	  "most 0\n" },
	{ "an entity", 24, "tables; " FULL("1", ENTER("5") VALUE), "" },
	{ "a bit after it", 24, "tables; " FULL("1", ENTER("5") SAME "u 1 1 "),
	  "dem.body_rest 9.0+1 svc_packetentities body: 1 bit; the end of the "
	  "body\n" },
	{ "an entity that is not there", 24,
	  "tables; " FULL("0", "") SINCE("5", "1", CHANGE("6") SAME END),
	  "dem.snapshot_base 8.5+5 svc_packetentities delta_from: tick 5, "
	  "which had no snapshot\n"
	  "dem.entity_unknown 16.6+2 svc_packetentities > entity 6 entity: an "
	  "update; an entity that exists\n" },
	{ "then what changes is not known", 24,
	  "tables; " FULL("0", "") "; " SINCE(
		  "5", "1",
		  CHANGE("6") SAME
			  END) "; " SINCE("5", "1",
					  CHANGE("7") SAME
						  END) "; " SINCE("5", "1",
								  CHANGE("8") SAME
									  END),
	  "dem.snapshot_base 2.2+5 svc_packetentities delta_from: tick 5, "
	  "which had no snapshot\n"
	  "dem.entity_unknown 10.3+2 svc_packetentities > entity 6 entity: an "
	  "update; an entity that exists\n"
	  "dem.entities_unchecked 0.0+12 svc_packetentities -: an update of "
	  "unknown entities\n" },
	{ "until all come again", 24,
	  "tables; " FULL("0", "") "; " SINCE(
		  "5", "1",
		  CHANGE("6")
			  SAME END) "; " FULL("0",
					      "") "; " SINCE("5", "1",
							     CHANGE("8")
								     SAME END),
	  "dem.snapshot_base 2.2+5 svc_packetentities delta_from: tick 5, "
	  "which had no snapshot\n"
	  "dem.entity_unknown 10.3+2 svc_packetentities > entity 6 entity: an "
	  "update; an entity that exists\n"
	  "dem.snapshot_first 2.1+1 svc_packetentities is_delta: a full "
	  "snapshot; a delta\n"
	  "dem.snapshot_base 2.2+5 svc_packetentities delta_from: tick 5, "
	  "which had no snapshot\n"
	  "dem.entity_unknown 10.3+2 svc_packetentities > entity 8 entity: an "
	  "update; an entity that exists\n" },
	{ "a class that does not exist", 24,
	  "tables; " FULL("1", "u 2 0 u 4 5 u 2 2 u 2 2 u 10 7 " SAME),
	  "dem.entity_class 6.3+3 svc_packetentities > entity 5 class: a class "
	  "that does not exist\n" },
	{ "an entity above all", 24,
	  "tables; " FULL("1", "u 2 3 u 32 2048 u 2 1 "),
	  "dem.entity_index 6.3+5 svc_packetentities entity: an index of 2048 "
	  "or more\n" },
	{ "a property that there is not", 24,
	  "tables; " FULL("1", ENTER("5") "u 1 1 u 2 0 u 4 1 u 8 0 u 1 0 "),
	  "dem.entity_prop 8.7+2 svc_packetentities > entity 5 > COne "
	  "property: a property that the class does not have\n" },
	{ "half a property", 24,
	  "tables; " FULL("1", ENTER("5") "u 1 1 u 2 0 u 4 0 u 7 0 "),
	  "dem.body_overrun 8.7+2 svc_packetentities > entity 5 > COne > "
	  "m_value body: the end of the body\n" },
	{ "another map", 24,
	  SERVED "; tables; " FULL("0", "") SERVED FULL("0", ""),
	  "dem.server_again 6.3+64 svc_serverinfo -: a second "
	  "svc_serverinfo\n" },
};

static const struct packets_case temporary[] = {
	{ "one", 24, "tables; " TEMPS("1", TEMP("1") VALUE), "" },
	{ "of the last class", 24, "tables; " TEMPS("1", TEMP("2") SAME), "" },
	{ "of no class", 24, "tables; " TEMPS("1", TEMP("3") SAME),
	  "dem.entity_class 2.6+2 svc_tempentities class: a class that does "
	  "not exist\n" },
	{ "the first one of that before", 24,
	  "tables; " TEMPS("1", "u 1 0 u 1 0 " SAME),
	  "dem.temporary_class 2.6+1 svc_tempentities class: a reference to "
	  "the class of an earlier entity\n" },
	{ "one less", 24, "tables; " TEMPS("2", TEMP("1") SAME),
	  "dem.body_overrun 3.3+1 svc_tempentities body: the end of the "
	  "body\n" },
	{ "a bit more", 24, "tables; " TEMPS("1", TEMP("1") SAME "u 1 0 "),
	  "dem.body_rest 3.3+1 svc_tempentities body: 1 bit; the end of the "
	  "body\n" },
	{ "of an entity message", 24,
	  "tables; type 24 u 11 5 u 9 1 u 11 8 u 8 0", "" },
	{ "one for another class", 24,
	  "tables; type 24 u 11 5 u 9 2 u 11 8 u 8 0",
	  "dem.entity_message 2.1+2 svc_entitymessage class: class 2; a class "
	  "below 2\n" },
	{ "one before the tables", 24, "type 24 u 11 5 u 9 2 u 11 8 u 8 0",
	  "" },
};

static const struct packets_case baselines[] = {
	{ "before the tables", 24,
	  BASELINES("1", BASELINE("0", "2", POINTS)) "tables", "" },
	{ "a long one before the tables", 24,
	  BASELINES("1", BASELINE("0", "102",
				  POINTS "times 100 u 8 0 end ")) "tables",
	  "baseline of 1027+1: dem.body_unread 2.0+100 baseline -: 800 bits "
	  "after the last property; fewer than 8 bits\n" },
	{ "one that is stored before the tables", 24,
	  BASELINES("0", "") "stored u 8 1 text 'instancebaseline' u 16 2 text "
			     "'0' u 1 1 u 16 102 " POINTS
			     "times 100 u 8 0 end text '1' u 1 0 u 1 0; tables",
	  "dem.stored_count 0.0+1 - tables: 1 of 1 tables with a different "
	  "number of entries\n"
	  "baseline of 1024+1: dem.body_unread 2.0+100 baseline -: 800 bits "
	  "after the last property; fewer than 8 bits\n" },
	{ "of no class, and others after it", 24,
	  "tables; " BASELINES("2", BASELINE("x", "2", POINTS)
					    BASELINE("y", "2", POINTS)),
	  "dem.baseline_class 26.1+3 instancebaseline class: a text that is "
	  "not a number\n" },
	{ "before tables that are wrong", 24,
	  BASELINES("1", BASELINE("0", "1", "u 8 1 ")) "tables wrong", "" },
	{ "of which one is cut", 24,
	  BASELINES("2", BASELINE("0", "2", POINTS)
				 BASELINE("1", "1", "u 8 1 ")) "tables",
	  "baseline of 1032+1: dem.body_overrun 0.0+1 baseline > CTwo > "
	  "m_value body: the end of the body\n" },
	{ "of a class that the tables lack", 24,
	  BASELINES("1", BASELINE("2", "2", POINTS)) "tables", "" },
	{ "of a class that there is no more", 24,
	  BASELINES(
		  "1",
		  BASELINE("0", "2",
			   POINTS)) "hold u 1 1 u 1 1 u 1 0 text 'x' u 1 0 end "
				    "type 13 u 5 0 u 1 0 held 20 put; tables",
	  "dem.entry_changed 4.1+3 svc_updatestringtable > instancebaseline "
	  "text: a text that differs from the earlier text\n" },
	{ "after the tables", 24,
	  "tables; " BASELINES("1", BASELINE("1", "2", POINTS)), "" },
	{ "cut", 24, "tables; " BASELINES("1", BASELINE("1", "1", "u 8 1 ")),
	  "dem.body_overrun 26.1+1 baseline > CTwo > m_value body: the end of "
	  "the body\n" },
	{ "seven bits more", 24,
	  "tables; " BASELINES("1", BASELINE("1", "1", "u 8 254 ")), "" },
	{ "eight bits more", 24,
	  "tables; " BASELINES("1", BASELINE("1", "3", POINTS "u 8 0 ")),
	  "dem.body_unread 28.1+2 baseline -: 8 bits after the last property; "
	  "fewer than 8 bits\n" },
	{ "of a class that there is not", 24,
	  "tables; " BASELINES("1", BASELINE("2", "2", POINTS)),
	  "dem.baseline_class 26.1+3 instancebaseline class: a class that does "
	  "not exist\n" },
	{ "of one that svc_serverinfo does not say", 24,
	  SERVED BASELINES("1", BASELINE("2", "2", POINTS)),
	  "dem.baseline_class 89.2+3 instancebaseline class: a class that does "
	  "not exist\n" },
	{ "of one that it says", 24,
	  SERVED BASELINES("1", BASELINE("1", "2", POINTS)), "" },
	{ "a class without a name", 24,
	  BASELINES("1", BASELINE("", "2", POINTS)),
	  "dem.baseline_class 25.1+3 instancebaseline class: a text that is "
	  "not a number\n" },
	{ "of five digits", 24,
	  "tables; " BASELINES("1", BASELINE("00001", "2", POINTS)), "" },
	{ "of six", 24,
	  "tables; " BASELINES("1", BASELINE("000001", "2", POINTS)),
	  "dem.baseline_class 31.1+3 instancebaseline class: a text that is "
	  "not a number\n" },
	{ "of 10 to 99", 24,
	  "tables; " BASELINES("1", BASELINE("10", "2", POINTS)),
	  "dem.baseline_class 27.1+3 instancebaseline class: a class that does "
	  "not exist\n" },
	{ "below the digits", 24,
	  "tables; " BASELINES("1", BASELINE("/", "2", POINTS)),
	  "dem.baseline_class 26.1+3 instancebaseline class: a text that is "
	  "not a number\n" },
	{ "above them", 24,
	  "tables; " BASELINES("1", BASELINE(":", "2", POINTS)),
	  "dem.baseline_class 26.1+3 instancebaseline class: a text that is "
	  "not a number\n" },
	{ "none, and an entity", 24,
	  "tables; " BASELINES("0", "") FULL("1", ENTER("5") VALUE),
	  "dem.baseline_missing 0.0+11 svc_packetentities -: 1 entity without "
	  "a baseline\n" },
	{ "none, and an entity after a clock", 24,
	  "tables; " BASELINES("0", "") CLOCK("5") FULL("1", ENTER("5") VALUE),
	  "dem.baseline_missing 8.6+12 svc_packetentities -: 1 entity without "
	  "a baseline\n" },
	{ "one, and an entity", 24,
	  "tables; " BASELINES("1", BASELINE("0", "2", POINTS))
		  FULL("1", ENTER("5") VALUE),
	  "" },
	{ "none, and nobody knows", 24,
	  "tables; " BASELINES("0", "") "type 16; " FULL("1", ENTER("5") VALUE),
	  "dem.message_type 0.0+1 - type: type 16\n" },
	{ "stored ones", 24,
	  "tables; " BASELINES("0", "") "stored u 8 1 text 'instancebaseline' "
					"u 16 1 text '0' u 1 1 u 16 2 " POINTS
					"u 1 0; " FULL("1", ENTER("5") VALUE),
	  "dem.stored_count 0.0+1 - tables: 1 of 1 tables with a different "
	  "number of entries\n" },
	{ "stored before the tables", 24,
	  BASELINES("0", "") "stored u 8 1 text 'instancebaseline' u 16 2 text "
			     "'0' u 1 1 u 16 2 " POINTS
			     "text '1' u 1 0 u 1 0; tables",
	  "dem.stored_count 0.0+1 - tables: 1 of 1 tables with a different "
	  "number of entries\n" },
};

/* Given room for the entries and none for the data of the first one, nothing is
   said of the second one. */
Test(netmessage, baselines_without_memory)
{
	static const char script[] = BASELINES(
		"2", BASELINE("0", "102", POINTS "times 100 u 8 0 end ")
			     BASELINE("x", "2", POINTS));
	const uint64_t entries = 16 * sizeof(struct strings_entry);

	for (uint64_t more = 0; more < 200; more++) {
		struct packets *p = packets_begin(24);

		p->budget.most = entries + more;
		packets_run(p, script);
		cr_expect_eq(p->report.hits[RULE_dem_baseline_class],
			     !p->budget.reached, "%d", (int)more);
		packets_end(p);
	}
}

Test(netmessage, snapshots) { packets_check(snapshots, COUNT_OF(snapshots)); }

Test(netmessage, temporary_entities)
{
	packets_check(temporary, COUNT_OF(temporary));
}

Test(netmessage, baselines) { packets_check(baselines, COUNT_OF(baselines)); }
