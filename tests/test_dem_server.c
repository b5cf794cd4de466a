/* SPDX-License-Identifier: MIT */
/* test_dem_server.c - which svc_serverinfo is a proof of a lost header */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/packets.h"
#include "validator/dem/dem.h"

/* Up to the sum of the map; up to the platform, after which texts come. */
#define START(network)   "type 8 u 16 " network " u 32 1 u 1 0 u 1 1 u 32 7 u 16 1 "
#define CRC              "u 32 1 "
#define MD5              "u 32 1 u 32 2 u 32 3 u 32 4 "
#define REST(interval, platform) \
	"u 8 0 u 8 24 float " interval " u 8 " platform " "
#define NAMES            "text 'tf' text 'cp_test' text 'sky' text 'Test server' "
#define NUMBERS          START("24") MD5 REST("0.015", "108")
#define LONGEST \
	"times 259 u 8 97 end u 8 0 "
#define TOO_LONG \
	"times 260 u 8 97 end u 8 0 "

struct info {
	const char *what;
	int32_t network; /* of the width of types */
	const char *words;
	bool proves;
};

static const struct info infos[] = {
	{ "Linux", 24, NUMBERS NAMES, true },
	{ "Windows", 24, START("24") MD5 REST("0.015", "119") NAMES, true },
	{ "macOS", 24, START("24") MD5 REST("0.015", "109") NAMES, true },
	{ "old Windows", 7, START("7") CRC REST("0.015", "87") NAMES, true },
	{ "no system", 24, START("24") MD5 REST("0.015", "120") NAMES, false },

	{ "the first protocol", 5, START("5") CRC REST("0.015", "108") NAMES,
	  true },
	{ "one before it", 5, START("4") CRC REST("0.015", "108") NAMES,
	  false },
	{ "one after the last", 24, START("25") MD5 REST("0.015", "108") NAMES,
	  false },
	{ "narrow types", 14, START("15") CRC REST("0.015", "108") NAMES,
	  true },
	{ "too narrow ones", 14, START("16") CRC REST("0.015", "108") NAMES,
	  false },
	{ "wide types", 15, START("15") CRC REST("0.015", "108") NAMES, true },
	{ "too wide ones", 15, START("14") CRC REST("0.015", "108") NAMES,
	  false },
	{ "the last one with a CRC", 15,
	  START("17") CRC REST("0.015", "108") NAMES, true },
	{ "the first one with an MD5", 15,
	  START("18") MD5 REST("0.015", "108") NAMES, true },

	{ "the shortest tick", 24, START("24") MD5 REST("0.001", "108") NAMES,
	  true },
	{ "the longest tick", 24, START("24") MD5 REST("0.1", "108") NAMES,
	  true },
	{ "a longer one", 24, START("24") MD5 REST("0.11", "108") NAMES,
	  false },

	{ "no game", 24, NUMBERS "text '' text 'a' text 'b' text 'c' ", false },
	{ "no map", 24, NUMBERS "text 'a' text '' text 'b' text 'c' ", false },
	{ "no sky, no host", 24, NUMBERS "text 'a' text 'b' text '' text '' ",
	  true },
	{ "a control character", 24,
	  NUMBERS "text 'a' text 'b%1f' text 'c' text 'd' ", false },
	{ "a DEL", 24, NUMBERS "text 'a%7f' text 'b' text 'c' text 'd' ",
	  false },
	{ "it is in the sky", 24,
	  NUMBERS "text 'a' text 'b' text '%7f' text 'd' ", false },
	{ "the longest map", 24,
	  NUMBERS "text 'a' " LONGEST "text 'c' text 'd' ", true },
	{ "a longer one", 24, NUMBERS "text 'a' " TOO_LONG "text 'c' text 'd' ",
	  false },
	{ "the host has no end", 24,
	  NUMBERS "text 'a' text 'b' text 'c' u 8 100 ", false },
	{ "another message before it", 24, "type 9 " NUMBERS NAMES, false },
	{ "nothing", 24, "type 0 ", false },
};

Test(dem_server, what_proves_a_header)
{
	for (size_t i = 0; i < COUNT_OF(infos); i++) {
		const struct info *t = &AT(infos, i);
		struct buffer b = packets_payload(t->network, t->words);
		struct dem_server_info info;

		cr_expect_eq(dem_read_server_info(
				     (struct span){ b.bytes, b.size }, &info),
			     t->proves, "%s", t->what);
		buffer_free(&b);
	}
}

/* Given one that proves, all that it repeats is known. */
Test(dem_server, what_it_repeats)
{
	struct buffer b = packets_payload(24, NUMBERS NAMES);
	struct dem_server_info info;

	cr_assert(dem_read_server_info((struct span){ b.bytes, b.size },
				       &info));
	cr_expect_eq(info.network, 24);
	cr_expect_str_eq(info.game, "tf");
	cr_expect_str_eq(info.map, "cp_test");
	cr_expect_str_eq(info.host, "Test server");
	buffer_free(&b);
}
