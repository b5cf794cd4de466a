/* SPDX-License-Identifier: MIT */
/* dem_samples_order.c - samples of the rules about the order of commands */
#include "corpus/builder/dem_samples.h"

const struct sample dem_samples_order[] = {
	D("bad/order", "a dem_signon after dem_synctick",
	  DEM_BEGIN "signon nop; " DEM_REST),
	D("bad/order-signon", "the last dem_signon is after dem_synctick",
	  DEM_INFO "tables; signon classes state 4; sync; signon state 5; "
		   "strings; " DEM_REST),
	D("bad/order-sync", "a second dem_synctick",
	  DEM_BEGIN "sync; sequence +0; " DEM_REST),
	D("bad/order-tables", "a second dem_datatables",
	  DEM_INFO "tables; tables; " DEM_SPAWN "sync; strings; " DEM_REST),
	D("bad/order-tables-late", "dem_datatables again after dem_synctick",
	  DEM_BEGIN "tables; " DEM_REST),
	D("bad/order-strings", "a second dem_stringtables",
	  DEM_BEGIN "strings; " DEM_REST),
	D("bad/order-restart", "all of the signon data again",
	  DEM_BEGIN DEM_SIGNED "sync; strings; " DEM_REST),
	D("near/order", "console commands between the signon data",
	  "console 'a'; " DEM_INFO
	  "console 'b'; tables; console 'c'; " DEM_SPAWN
	  "console 'd'; sync; console 'e'; strings; console 'f'; " DEM_REST),
	D("bad/order-strings-none", "no dem_stringtables",
	  DEM_SIGNED "sync; " DEM_REST),
	D("bad/order-strings-late", "dem_stringtables after packets",
	  DEM_SIGNED "sync; " DEM_REST "strings; " DEM_REST),
	D("bad/order-strings-late-14",
	  "the same in network protocol 14, which may have none",
	  "network 14; " DEM_PORTAL DEM_SIGNED "sync; " DEM_REST
	  "strings; " DEM_REST),
	D("bad/order-tables-first", "dem_datatables before dem_signon",
	  "tables; " DEM_INFO DEM_SPAWN "sync; strings; " DEM_REST),
	D("bad/order-tables-first-damaged", "the same, and they are damaged",
	  "tables u 8 0; " DEM_INFO DEM_SPAWN "sync; strings; " DEM_REST),
	D("bad/order-tables-first-15",
	  "the same in network protocol 15, of which there are two layouts",
	  "network 15; " DEM_PORTAL "tables u 8 0; " DEM_INFO DEM_SPAWN
	  "sync; strings; " DEM_REST),
	D("bad/order-tables-damaged", "a second dem_datatables is damaged",
	  DEM_INFO "tables; tables u 8 0; " DEM_SPAWN
		   "sync; strings; " DEM_REST),
	D("bad/order-strings-damaged", "a second dem_stringtables is damaged",
	  DEM_BEGIN "strings u 8 9; " DEM_REST),
	D("bad/order-signon-first", "the first dem_signon is after packets",
	  "tables; sync; strings; packet bits xffff; packet; " DEM_INFO
		  DEM_SPAWN DEM_REST),
	D("bad/order-no-signon", "no dem_signon",
	  "tables; sync; strings; " DEM_REST),
	D("near/order-strings", "no dem_stringtables in network protocol 14",
	  "network 14; " DEM_PORTAL DEM_SIGNED "sync; " DEM_REST),

	D("bad/sync_missing", "no dem_synctick",
	  DEM_SIGNED "strings; packet 0; " DEM_REST),
	D("bad/sync_missing-late", "dem_synctick after the first packet",
	  DEM_SIGNED "strings; packet 0; sync; " DEM_REST),
	D("bad/sync_missing-stv", "no dem_synctick of SourceTV",
	  "kind stv; " DEM_SIGNED "strings; packet 0; packet; packet; "),
	D("bad/sync_missing-swallowed", "a length that takes in dem_synctick",
	  "network 9; " DEM_INFO "tables; signon classes state 4; length +5; "
	  "signon state 5; sync; strings; " DEM_REST),
	D("bad/sync_missing-signon-packets",
	  "two dem_signon as packets: nothing is proven",
	  DEM_INFO "tables; id 2; signon classes state 4; id 2; "
		   "signon state 5; sync; strings; " DEM_REST),
	D("near/sync_missing", "the first packet is after dem_synctick",
	  DEM_SIGNED "sync; strings; " DEM_REST),

	D("bad/tables_missing", "no dem_datatables",
	  "network 14; " DEM_INFO DEM_SPAWN "sync; " DEM_REST),
	D("bad/tables_missing-late", "dem_datatables after the first packet",
	  "network 14; " DEM_INFO DEM_SPAWN "sync; packet; tables; " DEM_REST),
	D("near/tables_missing", "dem_datatables just before dem_synctick",
	  DEM_INFO DEM_SPAWN "tables; sync; strings; " DEM_REST),

	D("bad/no_packet", "only the signon data", "pov; "),
	D("bad/no_packet-user", "and a dem_usercmd", "pov; user; "),
	D("bad/no_packet-sync", "not even dem_synctick", DEM_SIGNED),
	D("bad/no_packet-empty", "only dem_stop", ""),
	D("near/no_packet", "one packet", "pov; packet; "),

	D("bad/sync_tick", "dem_synctick with tick 1",
	  DEM_SIGNED "sync 1; strings; " DEM_REST),
	D("bad/sync_tick-negative", "dem_synctick with tick -1",
	  DEM_SIGNED "sync =-1; strings; " DEM_REST),
	D("bad/sync_tick-clock", "dem_synctick with the tick of the server",
	  DEM_SIGNED "sync +0; strings; " DEM_REST),
	D("near/sync_tick", "dem_synctick with tick 0",
	  DEM_SIGNED "sync 0; strings; " DEM_REST),
	{ 0 },
};
