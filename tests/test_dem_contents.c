/* SPDX-License-Identifier: MIT */
/* test_dem_contents.c - user commands and svc_serverinfo, bit by bit */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "corpus/builder/dem_samples.h"
#include "tests/packets.h"
#include "validator/dem/dem.h"

static struct dem dem;

/* ---------------------------------------------------------- user commands */

/* A user command of a game, number 1: so is one that says none. */
struct user_case {
	const char *what, *game, *script, *said;
};

/* None of what comes behind the six floats; contacts of two entities. */
#define SHORT "u 6 0 u 5 0 "
#define TWO   "u 1 1 u 16 2 u 11 5 u 2 0 u 2 0 u 11 6 u 2 0 u 2 0 "

/* All there is, in zeros: one bit more or less of any of it, and what is behind
   it is something else. */
#define ALL \
	"u 1 1 u 32 1 u 1 1 u 32 0 times 6 u 1 1 u 32 0 end u 1 1 u 32 0 " \
	"u 1 1 u 8 0 u 1 1 u 11 0 u 1 1 u 6 0 u 1 1 u 16 0 u 1 1 u 16 0 "

static const struct user_case users[] = {
	{ "of all", "tf", ALL, "" },
	{ "of all, and of contacts", "portal",
	  ALL "u 1 1 u 16 2 times 2 u 11 0 u 2 0 u 2 0 end", "" },
	{ "of nothing", "tf", "u 13 0", "" },
	{ "seven bits more", "tf", "u 13 0 u 3 0 u 0 0", "" },
	{ "half a byte less", "tf", "u 1 0 u 1 1 u 6 0",
	  "dem.user_overrun 0.0+1 - -: the end of the command (mended)\n" },
	{ "its number", "tf", "u 1 1 u 32 1 u 12 0", "" },
	{ "another number", "tf", "u 1 1 u 32 5 u 12 0",
	  "dem.user_number 0.1+5 - number: 5; 1, the number in the command "
	  "header\n" },
	{ "a tick", "tf", "u 1 0 u 1 1 u 32 5 u 11 0 u 3 0", "" },
	{ "a tick and a byte more", "tf", "u 1 0 u 1 1 u 32 5 u 11 0 u 11 0",
	  "dem.user_rest 5.5+1 - -: 11 bits after the last field; fewer than 8 "
	  "bits\n" },
	{ "six floats", "tf",
	  "u 2 0 times 6 u 1 1 float 1 end u 5 0 u 1 0 u 8 0",
	  "dem.user_rest 25.5+1 - -: 11 bits after the last field; fewer than "
	  "8 bits\n" },
	{ "a view that is no number", "tf", "u 2 0 u 1 1 float nan u 5 0 u 5 0",
	  "dem.user_value 0.0+6 - -: a view or move that is NaN or "
	  "infinite\n" },
	{ "a move that is none", "tf", "u 7 0 u 1 1 float inf u 5 0",
	  "dem.user_value 0.0+6 - -: a view or move that is NaN or "
	  "infinite\n" },
	{ "buttons", "tf", "u 8 0 u 1 1 u 32 7 u 4 0", "" },
	{ "an impulse", "tf", "u 9 0 u 1 1 u 8 7 u 3 0 u 3 0", "" },
	{ "a weapon", "tf", "u 10 0 u 1 1 u 11 7 u 1 0 u 2 0 u 7 0 u 8 0",
	  "dem.user_rest 3.1+1 - -: 15 bits after the last field; fewer than 8 "
	  "bits\n" },
	{ "a weapon and its kind", "tf",
	  "u 10 0 u 1 1 u 11 7 u 1 1 u 6 9 u 2 0 u 1 0 u 8 0",
	  "dem.user_rest 3.7+1 - -: 9 bits after the last field; fewer than 8 "
	  "bits\n" },
	{ "the mouse", "tf", "u 11 0 u 1 1 u 16 7 u 1 1 u 16 9 u 3 0", "" },
	{ "the mouse, cut", "tf", "u 11 0 u 1 1 u 16 7 u 1 1 u 11 9",
	  "dem.user_overrun 4.0+1 - -: the end of the command (mended)\n" },
	{ "of whole bytes", "portal",
	  "u 10 0 u 1 1 u 11 7 u 1 1 u 6 9 u 2 0 u 1 0", "" },
	{ "and eight bits more", "portal",
	  "u 10 0 u 1 1 u 11 7 u 1 1 u 6 9 u 2 0 u 1 0 u 8 0",
	  "dem.user_rest 4.0+1 - -: 8 bits after the last field; fewer than 8 "
	  "bits\n" },
	{ "contacts, in a game without them", "tf", "u 13 0 " TWO,
	  "dem.user_rest 1.5+1 - -: 51 bits after the last field; fewer than 8 "
	  "bits\n" },
	{ "in another one", "portal", "u 13 0 " TWO, "" },
	{ "of no entity", "portal", "u 13 0 u 1 1 u 16 0", "" },
	{ "of less than none", "portal", "u 13 0 u 1 1 u 16 65535 u 2 0",
	  "dem.user_overrun 3.0+1 - -: the end of the command (mended)\n" },
	{ "with coordinates", "portal",
	  "u 13 0 u 1 1 u 16 1 u 11 5 u 2 1 u 15 0 u 2 2 u 6 0", "" },
	{ "with both of one", "portal",
	  "u 13 0 u 1 1 u 16 1 u 11 5 u 2 3 u 20 0 u 2 0 u 7 0", "" },
	{ "cut in an entity", "portal",
	  "u 13 0 u 1 1 u 16 2 u 11 5 u 4 0 u 3 0",
	  "dem.user_overrun 5.0+1 - -: the end of the command (mended)\n" },
	{ "cut in the first of three", "portal", "u 13 0 u 1 1 u 16 3 u 7 5",
	  "dem.user_overrun 4.0+1 - -: the end of the command (mended)\n" },
	{ "and a byte more", "portal", "u 13 0 " TWO "u 11 0",
	  "dem.user_rest 7.4+1 - -: 12 bits after the last field; fewer than 8 "
	  "bits\n" },
	{ "a byte that is no contact", "portal", "u 13 0 u 1 0 u 10 0",
	  "dem.user_rest 1.6+1 - -: 10 bits after the last field; fewer than 8 "
	  "bits\n" },
	{ "in a mod without them", "mod", "u 13 0 u 1 1 u 2 0", "" },
	{ "of cstrike", "cstrike", "u 13 0 u 1 1 u 10 0",
	  "dem.user_rest 1.5+1 - -: 11 bits after the last field; fewer than 8 "
	  "bits\n" },
	{ "of dod", "dod", "u 13 0 u 1 1 u 10 0",
	  "dem.user_rest 1.5+1 - -: 11 bits after the last field; fewer than 8 "
	  "bits\n" },
	{ "of hl2mp", "hl2mp", "u 13 0 u 1 1 u 10 0",
	  "dem.user_overrun 2.0+1 - -: the end of the command (mended)\n" },
};

static void
run_user(const struct user_case *c, int32_t sequence, struct buffer *said)
{
	const struct dem_command command = { .sequence = sequence };
	struct buffer payload = packets_payload(14, c->script);
	const struct part part = { .name = "packet", .bits = true };
	struct report report;

	report_open(&report);
	report.emit = packets_hear;
	report.ctx = said;
	report_enter(&report, &part);
	/* So many before it are whole that it is damaged, and no mod's. */
	dem = (struct dem){ .report = &report,
			    .contents.users = 8,
			    .done.sync = 1 };
	snprintf(dem.header.game, sizeof(dem.header.game), "%s", c->game);
	dem_check_user(&dem, &command,
		       (struct span){ payload.bytes, payload.size },
		       &(struct mark){ 0 });
	buffer_free(&payload);
}

Test(dem, user_commands)
{
	for (size_t i = 0; i < COUNT_OF(users); i++) {
		struct buffer said = { 0 };

		run_user(&users[i], 1, &said);
		buffer_byte(&said, 0);
		cr_expect_str_eq((const char *)said.bytes, users[i].said,
				 "%s:\n%s", users[i].what, said.bytes);
		buffer_free(&said);
	}
}

/* A number that is not there is 1. */
Test(dem, user_command_without_a_number)
{
	static const struct user_case none = {
		"of nothing, as number 4", "tf", "u 13 0",
		"dem.user_number 0.0+1 - number: 1; 4, the number in the "
		"command header\n"
	};
	const struct span zeros = { (const uint8_t[2]){ 0 }, 2 };
	struct buffer said = { 0 };

	run_user(&none, 4, &said);
	buffer_byte(&said, 0);
	cr_expect_str_eq((const char *)said.bytes, none.said, "%s", said.bytes);
	buffer_free(&said);
	cr_expect_not(dem_user_is_plain(&dem, 4, zeros));
	cr_expect(dem_user_is_plain(&dem, 1, zeros));
}

/* -------------------------------------------------------------- the server */

struct server_case {
	int32_t network;
	const char *script, *want;
};

#define INFO(width, network, stv, sums, interval, map) \
	"u " width " 8 u 16 " network " u 32 1 u 1 " stv " u 1 1 u 32 7 u 16 " \
	"1 u 32 1 " sums "u 8 0 u 8 24 float " interval " u 8 108 text 'tf' " \
	"text '" map "' text 'sky' text 'Test server' u 1 0 "
#define MD5 "u 32 2 u 32 3 u 32 4 "

static const struct server_case servers[] = {
	{ 24, INFO("6", "24", "0", MD5, "0.015", "cp_test"), "known readable" },
	{ 24, INFO("6", "24", "1", MD5, "0.015", "cp_test"),
	  "known readable stv" },
	{ 24, INFO("6", "24", "0", MD5, "0.001", "cp_test"), "known readable" },
	{ 24, INFO("6", "24", "0", MD5, "0.1", "cp_test"), "known readable" },
	/* The game and the map prove the layout. */
	{ 24, INFO("6", "24", "0", MD5, "0.0009999", "cp_test"), "readable" },
	{ 24, INFO("6", "24", "0", MD5, "0.10001", "cp_test"), "readable" },
	{ 24, INFO("6", "24", "0", MD5, "nan", "cp_test"), "readable" },
	{ 24, INFO("6", "28", "0", MD5, "0.015", "cp_test"), "known readable" },
	{ 24, INFO("6", "25", "0", MD5, "nan", "cp_test"), "readable" },
	{ 24, INFO("6", "24", "0", MD5, "nan", "cp_tes"), "" },
	{ 24, INFO("6", "28", "0", MD5, "0.015", "cp_tes"), "" },
	/* So do all its fields. */
	{ 24, INFO("6", "24", "0", MD5, "0.015", "cp_tes"), "known readable" },
	{ 24, INFO("6", "24", "0", MD5, "0.015", "cp_test2"),
	  "known readable" },
	{ 56, INFO("6", "24", "0", MD5, "0.015", "cp_tes"), "known readable" },
	{ 8, INFO("6", "24", "0", MD5, "0.015", "cp_tes"), "known readable" },
	{ 18, INFO("6", "18", "0", MD5, "0.015", "cp_test"), "known readable" },
	{ 17, INFO("6", "17", "0", "", "0.015", "cp_test"), "known readable" },
	{ 15, INFO("6", "15", "0", "", "0.015", "cp_test"), "known readable" },
	{ 15, INFO("5", "15", "0", "", "0.015", "cp_test"),
	  "known readable narrow" },
	{ 14, INFO("5", "14", "0", "", "0.015", "cp_test"),
	  "known readable narrow" },
	{ 14, INFO("6", "14", "0", "", "0.015", "cp_test"),
	  "known readable narrow found" },
	{ 24,
	  "u 6 0 u 6 3 u 32 1 u 16 1 u 16 1 u 6 6 u 8 2 u 32 1 u 6 7 "
	  "text 'hello' " INFO("6", "24", "0", MD5, "0.015", "cp_test"),
	  "known readable" },
	/* After another message it is found by its texts. */
	{ 24, "u 6 4 text 'a' " INFO("6", "24", "0", MD5, "0.015", "cp_test"),
	  "known readable found" },
	{ 15, "u 5 4 text 'a' " INFO("5", "15", "0", "", "0.015", "cp_test"),
	  "known readable narrow found" },
	{ 24, "u 6 4 text 'a' " INFO("6", "24", "0", MD5, "0.015", "cp_tes"),
	  "" },
	{ 24, "u 6 3 u 32 0 u 16 0 u 16 0 u 6 0 u 6 0", "" },
	{ 24, "u 6 7 u 2 0 u 8 65", "" },
};

static void
read_server(int32_t network, const struct buffer *payload, size_t size)
{
	static const struct dem_command signon = { .id = DEM_SIGNON };
	static struct report report;

	report_open(&report);
	dem = (struct dem){ .header = { .protocol = 3,
					.network = network,
					.map = "cp_test",
					.game = "tf" },
			    .report = &report };
	dem_read_server(&dem, &signon, (struct span){ payload->bytes, size });
}

static void
show(const struct dem_server *s, char *room, size_t size)
{
	snprintf(room, size, " %s%s%s%s%s", s->known ? "known " : "",
		 s->readable ? "readable " : "", s->stv ? "stv " : "",
		 s->narrow ? "narrow " : "", s->at ? "found " : "");
	room[strlen(room) - 1] = '\0';
}

Test(dem, servers)
{
	for (size_t i = 0; i < COUNT_OF(servers); i++) {
		const struct server_case *c = &servers[i];
		struct buffer payload = packets_payload(c->network, c->script);
		char got[64];

		read_server(c->network, &payload, payload.size);
		show(&dem.server, got, sizeof(got));
		cr_expect_str_eq(*got ? got + 1 : got, c->want, "%s:%s",
				 c->script, got);
		buffer_free(&payload);
	}
}

/* Given svc_serverinfo that is cut anywhere, what is known is what was read. */
Test(dem, servers_that_are_cut)
{
	struct buffer payload = packets_payload(
		24, INFO("6", "24", "1", MD5, "0.015", "cp_test"));

	for (size_t size = 0; size < payload.size; size++) {
		read_server(24, &payload, size);
		/* Up to the tick, and up to the map. */
		cr_expect_eq(dem.server.known, size >= 35, "%zu", size);
		cr_expect_eq(dem.server.readable, size >= 47, "%zu", size);
	}
	buffer_free(&payload);
}

/* ------------------------------------------------------------------- depth */

Test(dem, contents_that_are_known)
{
	for (int32_t network = 0; network < 40; network++) {
		const struct dem_header h = { .protocol = 3,
					      .network = network };
		const struct dem_header old = { .protocol = 2,
						.network = network };

		cr_expect_eq(dem_contents_known(&h),
			     network == 11 || network == 14 || network == 15 ||
				     network == 23 || network == 24);
		cr_expect_not(dem_contents_known(&old));
	}
}

Test(dem, depths_have_names)
{
	dem = (struct dem){ .contents.depth = DFK_DEPTH_MESSAGES };
	cr_expect_str_eq(dem_depth(&dem), "framing");
	dem.contents.on = true;
	cr_expect_str_eq(dem_depth(&dem), "messages");
	dem.contents.depth = DFK_DEPTH_FULL;
	cr_expect_str_eq(dem_depth(&dem), "full");
}
