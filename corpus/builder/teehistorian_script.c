/* SPDX-License-Identifier: MIT */
/*
 * teehistorian_script.c - what servers write, in the order in which they do
 */
#include "corpus/builder/teehistorian_script.h"

#define FLAG_CHAT    128 /* of console commands */
#define FLAG_SERVER  4
#define FLAG_VOTE    36 /* SERVER and ECON, until a chat command comes */
#define LEVEL_ADMIN  3
#define CONSOLE      (-1) /* the client id of the server's own console */
#define DDNET_CLIENT 13010

const int32_t script_input[THW_INPUT] = { 1, 120, -80, 0, 0, 0, 1, 1, 0, 0 };

const unsigned char script_save_id[THW_UUID_LENGTH] = {
	0xfb, 0x13, 0xa5, 0x76, 0xd3, 0x5f, 0x48, 0x93,
	0xb8, 0x15, 0xee, 0xdc, 0x6d, 0x98, 0x01, 0x5b,
};

void
script_header(struct thw *w, const struct release *r)
{
	struct header h;

	header_init(&h, r);
	header_write(&h, w);
}

void
script_connect(struct thw *w, const struct release *r, int32_t cid)
{
	if (release_has(r, "joinver6"))
		thw_joinver6(w, cid);
	thw_join(w, cid);
}

void
script_join(struct thw *w, const struct release *r, int32_t cid)
{
	script_connect(w, r, cid);
	if (release_has(r, "player-name"))
		thw_player_name(w, cid, "nameless tee");
	if (release_has(r, "player-ready"))
		thw_player_ready(w, cid);
}

static void
client(struct thw *w, const struct release *r, int32_t cid)
{
	thw_tick_skip(w, 99);
	script_join(w, r, cid);
	thw_tick_skip(w, 0);
	thw_mark(w, "player_new");
	thw_player_new(w, cid, 1000, 2000);
	thw_mark(w, "input_new");
	thw_input_new(w, cid, script_input);
	thw_mark(w, "player_diff");
	thw_player_diff(w, cid, 300, -4);
	thw_mark(w, "started");
}

void
script_client(struct thw *w, const struct release *r)
{
	client(w, r, 0);
}

void
script_start(struct thw *w, const struct release *r)
{
	script_start_as(w, r, 0);
}

void
script_start_as(struct thw *w, const struct release *r, int32_t cid)
{
	script_header(w, r);
	client(w, r, cid);
}

void
script_startinfo(struct thw *w, int32_t cid)
{
	/* The message id 20 without the system bit, name, clan, country, skin,
	   custom colours off, two colours. */
	static const char payload[] = "\x28"
				      "nameless tee\0"
				      "\0"
				      "\x7f"
				      "default\0"
				      "\0\0";

	thw_message(w, cid, payload, sizeof(payload));
}

void
script_shutdown(struct thw *w)
{
	thw_console_command(w, CONSOLE, FLAG_SERVER, "shutdown", 0, NULL);
}

/* Client 0 joins in tick 50 and appears in tick 51. */
static void
first_client(struct thw *w, const struct release *r)
{
	thw_tick_skip(w, 49);
	script_connect(w, r, 0);
	if (release_has(r, "ddnetver"))
		thw_ddnetver(w, 0, script_save_id, DDNET_CLIENT,
			     "DDNet 13.1 (3623f5e4cd184556)");
	script_startinfo(w, 0);
	if (release_has(r, "player-name"))
		thw_player_name(w, 0, "nameless tee");
	if (release_has(r, "player-ready"))
		thw_player_ready(w, 0);
	thw_tick_skip(w, 0);
	thw_player_new(w, 0, 1000, 2000);
	thw_input_new(w, 0, script_input);
}

/* Tick 52: client 1 joins, by the 0.7 protocol where that is told. */
static void
second_client(struct thw *w, const struct release *r)
{
	thw_player_diff(w, 0, 3, -4);
	if (release_has(r, "joinver7"))
		thw_joinver7(w, 1);
	thw_join(w, 1);
	if (release_has(r, "ddnetver-old"))
		thw_ddnetver_old(w, 1, DDNET_CLIENT);
	if (release_has(r, "player-ready"))
		thw_player_ready(w, 1);

	thw_player_diff(w, 0, 64, 8191); /* tick 53 */
	thw_player_new(w, 1, -64, 134217728);
	if (release_has(r, "player-team"))
		thw_player_team(w, 1, 5);
	if (release_has(r, "team-practice"))
		thw_team_practice(w, 5, 1);
	thw_input_new(w, 1, script_input);
}

/* Tick 54: what happens in the world comes before the positions. */
static void
world_events(struct thw *w, const struct release *r)
{
	thw_tick_skip(w, 0);
	thw_console_command(w, CONSOLE, FLAG_VOTE, "sv_test", 0, NULL);
	if (release_has(r, "player-finish"))
		thw_player_finish(w, 0, 1000000);
	if (release_has(r, "team-finish"))
		thw_team_finish(w, 5, 1000);
	if (release_has(r, "save-success")) {
		thw_save_success(w, 5, script_save_id, "H.\nll0");
		thw_save_failure(w, 12);
		thw_load_success(w, 5, script_save_id, "H.\nll0");
		thw_load_failure(w, 12);
	}
	if (release_has(r, "player-swap"))
		thw_player_swap(w, 0, 1);
	if (release_has(r, "antibot"))
		thw_antibot(w, "\0\xf0\x9f\xa4\x96", 5);
	thw_player_diff(w, 0, -1, 0);
	thw_player_diff(w, 1, 0, 1);
}

/* Still tick 54: rcon, chat commands, and then input. */
static void
commands(struct thw *w, const struct release *r)
{
	static const char *const emote[] = { "happy", "10" };
	static const char *const name[] = { "sample" };
	static const int32_t diff[THW_INPUT] = { -1, 0, 0, 1, 0, 0, 0, 0, 2 };

	if (release_has(r, "auth-login"))
		thw_auth_login(w, 0, LEVEL_ADMIN, "default_admin");
	if (release_has(r, "auth-login-role"))
		thw_auth_login_role(w, 0, "admin", "default_admin");
	thw_console_command(w, 0, FLAG_SERVER, "sv_name", 1, name);
	thw_console_command(w, 1, FLAG_CHAT, "emote", 2, emote);
	if (release_has(r, "auth-logout"))
		thw_auth_logout(w, 0);
	thw_input_diff(w, 0, diff);
	thw_input_diff(w, 1, diff);
}

/* Ticks 55 to 57: client 0 connects again without being dropped. */
static void
rejoin(struct thw *w, const struct release *r)
{
	if (!release_has(r, "rejoinver6"))
		return;
	thw_player_diff(w, 0, 2, 2);
	thw_rejoinver6(w, 0);
	thw_player_old(w, 0);
	thw_player_ready(w, 0);
	thw_player_new(w, 0, 1000, 2000);
	thw_input_new(w, 0, script_input);
}

void
script_everything(struct thw *w, const struct release *r)
{
	first_client(w, r);
	second_client(w, r);
	world_events(w, r);
	commands(w, r);
	rejoin(w, r);
	thw_tick_skip(w, 199);
	thw_drop(w, 1, "too many pancakes");
	thw_tick_skip(w, 0);
	thw_player_old(w, 1);
	script_shutdown(w);
	thw_drop(w, 0, "Server shutdown");
	thw_finish(w);
}

void
script_map_change(struct thw *w, const struct release *r)
{
	/* 17.3 to 19.5 and from 19.9 on: JOIN of those who are connected. */
	const bool joins = r->number >= RELEASE(17, 3, 0) &&
			   (r->number < RELEASE(19, 6, 0) ||
			    r->number >= RELEASE(19, 9, 0));

	if (release_has(r, "auth-init") && r->number < RELEASE(19, 6, 0))
		thw_auth_init(w, 0, LEVEL_ADMIN, "default_admin");
	if (joins)
		script_connect(w, r, 0);
	if (release_has(r, "auth-login") && r->number >= RELEASE(19, 9, 0))
		thw_auth_login(w, 0, LEVEL_ADMIN, "default_admin");
	if (release_has(r, "auth-login-role"))
		thw_auth_login_role(w, 0, "admin", "default_admin");
	script_startinfo(w, 0);
	if (release_has(r, "player-ready"))
		thw_player_ready(w, 0);
	thw_player_new(w, 0, 1000, 2000); /* tick 1 */
	thw_input_new(w, 0, script_input);
	thw_player_diff(w, 0, 3, -4);
	script_shutdown(w);
	thw_drop(w, 0, "Server shutdown");
	thw_finish(w);
}
