/* SPDX-License-Identifier: MIT */
/* test_dem_depth.c - what is said of a demo in each depth */
#include <criterion/criterion.h>

#include "corpus/builder/dem_samples.h"
#include "tests/packets.h"

struct depth_case {
	const char *what, *script;
	enum dfk_depth depth;
	uint64_t content_bytes; /* 0: the default */
	const char *said;
};

/* 200 texts of 65 bytes. */
#define BIG_TABLE \
	"hold times 200 u 3 3 text '" \
	"a text that is as long as that of a sound or of a model, and more" \
	"' u 1 0 end end type 12 text 'big' u 16 256 u 9 200 held varint u 1 " \
	"0 " \
	"u 1 0 put "
#define TABLES_WRONG DEM_INFO "tables u 8 0; " DEM_SPAWN
#define LEVEL        "packet =-1 type 16 u 8 0; "

static const struct depth_case depths[] = {
	{ "a good one", DEM_WHOLE, DFK_DEPTH_FULL, 0, "" },
	{ "a message that is none", DEM_BEGIN "packet type 16; " DEM_REST,
	  DFK_DEPTH_MESSAGES, 0,
	  "dem.message_type 0.0+1 - type: type 16 (mended)\n" },
	{ "which nobody looks at", DEM_BEGIN "packet type 16; " DEM_REST,
	  DFK_DEPTH_FRAMING, 0, "" },
	{ "tables that are wrong", TABLES_WRONG "sync; strings; " DEM_REST,
	  DFK_DEPTH_FULL, 0,
	  "data tables of 1282+1: dem.tables_overrun 0.7+1 - -: the end of the "
	  "data tables\n" },
	{ "wrong tables, which nobody looks at",
	  TABLES_WRONG "sync; strings; " DEM_REST, DFK_DEPTH_MESSAGES, 0, "" },
	{ "no byte of tables",
	  DEM_INFO "tables u 0 0; tables u 0 0; " DEM_SPAWN
		   "sync; strings; " DEM_REST,
	  DFK_DEPTH_FULL, 0,
	  "dem.tables_overrun 1278.-1+4 - length: no bytes\n"
	  "dem.order 1282.-1+9 - -: dem_datatables a second time\n"
	  "dem.tables_overrun 1287.-1+4 - length: no bytes (lowered)\n" },
	{ "a byte less than is needed",
	  DEM_BEGIN "packet " BIG_TABLE "; " DEM_REST, DFK_DEPTH_MESSAGES,
	  20000, "limit.content_bytes 0.0+0 - -: 20000 bytes\n" },
	{ "the last packet of a level", DEM_PORTAL DEM_WHOLE LEVEL,
	  DFK_DEPTH_MESSAGES, 0,
	  "dem.message_type 0.0+1 - type: type 16 (lowered)\n" },
	{ "the last but one", DEM_PORTAL DEM_WHOLE LEVEL "packet =-1; ",
	  DFK_DEPTH_MESSAGES, 0,
	  "dem.message_type 0.0+1 - type: type 16 (mended)\n" },
	{ "the last one, with a tick", DEM_PORTAL DEM_WHOLE "packet type 16; ",
	  DFK_DEPTH_MESSAGES, 0,
	  "dem.message_type 0.0+1 - type: type 16 (mended)\n" },
	{ "no byte in a packet", DEM_BEGIN "packet empty; " DEM_REST,
	  DFK_DEPTH_MESSAGES, 0,
	  "dem.packet_empty 2074.-1+4 - length: no bytes\n" },
	{ "no byte in a user command", DEM_BEGIN "user size 0; " DEM_REST,
	  DFK_DEPTH_MESSAGES, 0,
	  "dem.user_empty 1994.-1+4 - length: no bytes\n" },
	{ "no byte of string tables",
	  DEM_SIGNED "sync; strings u 0 0; strings u 0 0; " DEM_REST,
	  DFK_DEPTH_MESSAGES, 0,
	  "dem.stored_overrun 1543.-1+4 - length: no bytes (mended)\n"
	  "dem.order 1547.-1+9 - -: dem_stringtables a second time\n"
	  "dem.stored_overrun 1552.-1+4 - length: no bytes (mended)\n"
	  "dem.order 1556.-1+102 - -: a packet; dem_stringtables first\n" },
	{ "string tables that are cut in the second one",
	  "signon server create " STRINGS_CREATE(
		  "files", "1",
		  STRINGS_TEXT("a")) "state 3; tables; " DEM_SPAWN
				     "sync; strings u 8 2 "
				     "text 'downloadables' u 16 0 u 1 0 "
				     "text 'files' u 16 3 text 'b' u 1 0 "
				     "text 'c' u 1 0 ; " DEM_REST,
	  DFK_DEPTH_MESSAGES, 0,
	  "string tables of 1567+13: dem.stored_overrun 17.1+13 - tables: 1 "
	  "whole table; 2 (mended)\n"
	  "string tables of 1550+1: dem.stored_name 0.0+1 - tables: 1 tables; "
	  "2\n" },
	{ "string tables of which the second is damaged",
	  DEM_SIGNED "sync; strings; strings u 8 9; " DEM_REST,
	  DFK_DEPTH_MESSAGES, 0,
	  "dem.order 1565.-1+10 - -: dem_stringtables a second time\n"
	  "string tables of 1574+1: dem.stored_overrun 0.0+1 - tables: 0 "
	  "whole tables; 9 (lowered)\n"
	  "dem.contents_unchecked 12.-1+4 - -: string tables that are cut\n" },
	{ "string tables that are too long to be held",
	  DEM_SIGNED "sync; strings size 1500000; " DEM_REST,
	  DFK_DEPTH_MESSAGES, 0,
	  "dem.size_large 1543.-1+4 - length: 1500000 bytes; at most 1048576 "
	  "bytes\n"
	  "dem.contents_unchecked 12.-1+4 - -: string tables of more than 1 "
	  "MiB\n" },
	{ "a user command that ends early",
	  DEM_BEGIN "user u 1 1 u 8 1; " DEM_REST, DFK_DEPTH_MESSAGES, 0,
	  "user command of 1999+1: dem.user_overrun 1.0+1 - -: the end of the "
	  "command (lowered)\n" },
	{ "no byte of tables, which nobody looks at",
	  DEM_INFO "tables u 0 0; " DEM_SPAWN "sync; strings; " DEM_REST,
	  DFK_DEPTH_MESSAGES, 0, "" },
	{ "no byte after tables",
	  DEM_INFO "tables; tables u 0 0; " DEM_SPAWN
		   "sync; strings; " DEM_REST,
	  DFK_DEPTH_FULL, 0,
	  "dem.order 1332.-1+9 - -: dem_datatables a second time\n"
	  "dem.tables_overrun 1337.-1+4 - length: no bytes (lowered)\n" },
	{ "tables after tables",
	  DEM_INFO "tables; tables; " DEM_SPAWN "sync; strings; " DEM_REST,
	  DFK_DEPTH_FULL, 0,
	  "dem.order 1332.-1+59 - -: dem_datatables a second time\n"
	  "dem.contents_unchecked 12.-1+4 - -: entities after a second "
	  "dem_datatables\n" },
	{ "tables after tables, which nobody looks at",
	  DEM_INFO "tables; tables u 8 0; " DEM_SPAWN
		   "sync; strings; " DEM_REST,
	  DFK_DEPTH_MESSAGES, 0,
	  "dem.order 1332.-1+10 - -: dem_datatables a second time\n" },
	{ "tables before dem_signon",
	  "tables u 0 0; " DEM_INFO DEM_SPAWN "sync; strings; " DEM_REST,
	  DFK_DEPTH_FULL, 0,
	  "dem.order 1072.-1+9 - -: dem_datatables before dem_signon\n"
	  "dem.tables_overrun 1077.-1+4 - length: no bytes\n"
	  "dem.contents_unchecked 12.-1+4 - -: dem_datatables; dem_signon "
	  "first\n" },
	{ "tables before dem_signon, which nobody looks at",
	  "tables u 0 0; " DEM_INFO DEM_SPAWN "sync; strings; " DEM_REST,
	  DFK_DEPTH_MESSAGES, 0,
	  "dem.order 1072.-1+9 - -: dem_datatables before dem_signon\n" },
	{ "packets before dem_signon",
	  "tables; sync; strings; packet; " DEM_INFO DEM_SPAWN,
	  DFK_DEPTH_MESSAGES, 0,
	  "dem.order 1072.-1+59 - -: dem_datatables before dem_signon\n"
	  "dem.order 1163.-1+102 - -: a packet; dem_signon first\n"
	  "dem.order 1265.-1+201 - -: dem_signon after dem_synctick\n"
	  "dem.order 1466.-1+102 - -: dem_signon after dem_synctick\n"
	  "dem.order 1568.-1+99 - -: dem_signon after dem_synctick\n"
	  "dem.contents_unchecked 12.-1+4 - -: dem_stringtables; dem_signon "
	  "first\n" },
	{ "packets before dem_signon, in which nobody looks",
	  "tables; sync; strings; packet; " DEM_INFO DEM_SPAWN,
	  DFK_DEPTH_FRAMING, 0,
	  "dem.order 1072.-1+59 - -: dem_datatables before dem_signon\n"
	  "dem.order 1163.-1+102 - -: a packet; dem_signon first\n"
	  "dem.order 1265.-1+201 - -: dem_signon after dem_synctick\n"
	  "dem.order 1466.-1+102 - -: dem_signon after dem_synctick\n"
	  "dem.order 1568.-1+99 - -: dem_signon after dem_synctick\n" },
	{ "a user command before dem_signon",
	  "network 14; sync; user; " DEM_SIGNED DEM_REST, DFK_DEPTH_MESSAGES, 0,
	  "dem.order 1100.-1+189 - -: dem_signon after dem_synctick\n"
	  "dem.order 1289.-1+58 - -: dem_datatables after dem_synctick\n"
	  "dem.order 1347.-1+102 - -: dem_signon after dem_synctick\n"
	  "dem.order 1449.-1+99 - -: dem_signon after dem_synctick\n"
	  "dem.contents_unchecked 12.-1+4 - -: dem_usercmd; dem_signon "
	  "first\n" },
	{ "tables after none",
	  DEM_INFO "tables u 0 0; tables u 8 0; " DEM_SPAWN
		   "sync; strings; " DEM_REST,
	  DFK_DEPTH_FULL, 0,
	  "dem.tables_overrun 1278.-1+4 - length: no bytes\n"
	  "dem.order 1282.-1+10 - -: dem_datatables a second time\n"
	  "data tables of 1291+1: dem.tables_overrun 0.7+1 - -: the end of "
	  "the data tables (lowered)\n" },
	{ "no byte after strings",
	  DEM_SIGNED "sync; strings; strings u 0 0; " DEM_REST,
	  DFK_DEPTH_MESSAGES, 0,
	  "dem.order 1565.-1+9 - -: dem_stringtables a second time\n"
	  "dem.stored_overrun 1570.-1+4 - length: no bytes (lowered)\n" },
	{ "a message before the first packet",
	  DEM_INFO "tables; signon type 16; " DEM_SPAWN
		   "sync; strings; " DEM_REST,
	  DFK_DEPTH_MESSAGES, 0, "dem.message_type 0.0+1 - type: type 16\n" },
	{ "of a network protocol that is not known",
	  "network 16; " DEM_BEGIN "packet type 40; " DEM_REST, DFK_DEPTH_FULL,
	  0,
	  "dem.contents_unchecked 12.-1+4 - -: packets, user commands and tables "
	  "of demo protocol 3 with network protocol 16; a network protocol of "
	  "demo protocol 3 that demofsck reads\n" },
	{ "the same at the depth that reads no contents",
	  "network 16; " DEM_BEGIN "packet type 40; " DEM_REST,
	  DFK_DEPTH_FRAMING, 0, "" },
	{ "two packets that cannot be read",
	  DEM_BEGIN "packet type 16; packet type 22; " DEM_REST,
	  DFK_DEPTH_MESSAGES, 0,
	  "dem.message_type 0.0+1 - type: type 16 (mended)\n"
	  "dem.message_type 0.0+1 - type: type 22 (mended)\n" },
	{ "a first packet before tick 0",
	  DEM_SIGNED "sync; strings; packet =-5; " DEM_REST, DFK_DEPTH_FRAMING,
	  0, "" },
	{ "narrow types of network protocol 15",
	  "network 15; width 5; " DEM_PORTAL DEM_BEGIN
	  "packet type 16; " DEM_REST,
	  DFK_DEPTH_FULL, 0,
	  "dem.message_type 0.0+1 - type: type 16 (mended)\n" },
};

static enum dfk_status
run_depth(const struct depth_case *c, struct starving *starving,
	  struct buffer *said)
{
	const struct dfk_options options = {
		DFK_OPTIONS,
		.depth = c->depth,
		.allocator = { starving_get, starving_put, starving },
		.on_finding = packets_hear,
		.ctx = said,
	};
	const struct sample s = { .text = c->script };
	enum dfk_status status;
	struct dfk_check *check;
	struct buffer w = { 0 };

	dem_build(&w, &s);
	cr_assert(buffer_ok(&w), "%s", c->script);
	status = dfk_open(&options, &check);
	if (status == DFK_OK && c->content_bytes)
		status = dfk_set_limit(check, "content_bytes",
				       c->content_bytes);
	if (status == DFK_OK)
		status = dfk_feed(check, w.bytes, w.size);
	if (status == DFK_OK)
		status = dfk_finish(check);
	dfk_close(check);
	buffer_free(&w);
	buffer_byte(said, 0);
	return status;
}

/* Given less and less memory, nothing is said that is not so: there is no
   verdict. */
static void
expect_less(const struct depth_case *c)
{
	for (size_t left = 0;; left++) {
		struct starving starving = { .left = left };
		struct buffer said = { 0 };
		const enum dfk_status status = run_depth(c, &starving, &said);

		cr_expect_eq(status, starving.refused ? DFK_NO_MEMORY : DFK_OK,
			     "%s: %zu", c->what, left);
		cr_expect_eq(strncmp((const char *)said.bytes, c->said,
				     said.size - 1),
			     0, "%s: %zu", c->what, left);
		buffer_free(&said);
		if (!starving.refused)
			return;
	}
}

Test(dem, depths)
{
	for (size_t i = 0; i < COUNT_OF(depths); i++) {
		struct starving starving = { .left = SIZE_MAX };
		struct buffer said = { 0 };

		cr_expect_eq(run_depth(&depths[i], &starving, &said), DFK_OK);
		cr_expect_str_eq((const char *)said.bytes, depths[i].said,
				 "%s:\n%s", depths[i].what, said.bytes);
		buffer_free(&said);
		expect_less(&depths[i]);
	}
}
