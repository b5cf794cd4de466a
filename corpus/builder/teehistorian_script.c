/* SPDX-License-Identifier: MIT */
/*
 * teehistorian_script.c - messages of servers, in the order in which servers write them
 */
#include "corpus/builder/teehistorian_script.h"

#define FLAG_CHAT    128 /* a flag of console commands */
#define FLAG_SERVER  4
#define FLAG_VOTE    36 /* SERVER and ECON, until the first chat command */
#define LEVEL_ADMIN  3
#define CONSOLE      (-1) /* the client id of the console of the server */
#define DDNET_CLIENT 13010

const int32_t script_input[INPUT_INTS] = { 1, 120, -80, 0, 0, 0, 1, 1, 0, 0 };

const unsigned char script_save_id[EXTENSION_UUID_LENGTH] = {
	0xfb, 0x13, 0xa5, 0x76, 0xd3, 0x5f, 0x48, 0x93,
	0xb8, 0x15, 0xee, 0xdc, 0x6d, 0x98, 0x01, 0x5b,
};

void
script_header(struct buffer *w, const struct release *r)
{
	struct header h;

	header_init(&h, r);
	header_write(&h, w);
}

void
script_connect(struct buffer *w, const struct release *r, int32_t cid)
{
	if (release_has(r, "joinver6"))
		write_joinver6(w, cid);
	write_join(w, cid);
}

void
script_join(struct buffer *w, const struct release *r, int32_t cid)
{
	script_connect(w, r, cid);
	if (release_has(r, "player-name"))
		write_player_name(w, cid, "nameless tee");
	if (release_has(r, "player-ready"))
		write_player_ready(w, cid);
}

static void
client(struct buffer *w, const struct release *r, int32_t cid)
{
	write_tick_skip(w, 99);
	script_join(w, r, cid);
	write_tick_skip(w, 0);
	buffer_mark(w, "player_new");
	write_player_new(w, cid, 1000, 2000);
	buffer_mark(w, "input_new");
	write_input_new(w, cid, script_input);
	buffer_mark(w, "player_diff");
	write_player_diff(w, cid, 300, -4);
	buffer_mark(w, "started");
}

void
script_client(struct buffer *w, const struct release *r)
{
	client(w, r, 0);
}

void
script_start(struct buffer *w, const struct release *r)
{
	script_start_as(w, r, 0);
}

void
script_start_as(struct buffer *w, const struct release *r, int32_t cid)
{
	script_header(w, r);
	client(w, r, cid);
}

void
script_startinfo(struct buffer *w, int32_t cid)
{
	/* The message id 20 without the system bit, name, clan, country, skin,
	   custom colours off, two colours. */
	static const char payload[] = "\x28"
				      "nameless tee\0"
				      "\0"
				      "\x7f"
				      "default\0"
				      "\0\0";

	write_message(w, cid, payload, sizeof(payload));
}

void
script_shutdown(struct buffer *w)
{
	write_console_command(w, CONSOLE, FLAG_SERVER, "shutdown", 0, NULL);
}

/* Client 0 joins in tick 50 and appears in tick 51. */
static void
first_client(struct buffer *w, const struct release *r)
{
	write_tick_skip(w, 49);
	script_connect(w, r, 0);
	if (release_has(r, "ddnetver"))
		write_ddnetver(w, 0, script_save_id, DDNET_CLIENT,
			       "DDNet 13.1 (3623f5e4cd184556)");
	script_startinfo(w, 0);
	if (release_has(r, "player-name"))
		write_player_name(w, 0, "nameless tee");
	if (release_has(r, "player-ready"))
		write_player_ready(w, 0);
	write_tick_skip(w, 0);
	write_player_new(w, 0, 1000, 2000);
	write_input_new(w, 0, script_input);
}

/* Tick 52: client 1 joins, with protocol 0.7 in releases that record the protocol. */
static void
second_client(struct buffer *w, const struct release *r)
{
	write_player_diff(w, 0, 3, -4);
	if (release_has(r, "joinver7"))
		write_joinver7(w, 1);
	write_join(w, 1);
	if (release_has(r, "ddnetver-old"))
		write_ddnetver_old(w, 1, DDNET_CLIENT);
	if (release_has(r, "player-ready"))
		write_player_ready(w, 1);

	write_player_diff(w, 0, 64, 8191); /* tick 53 */
	write_player_new(w, 1, -64, 134217728);
	if (release_has(r, "player-team"))
		write_player_team(w, 1, 5);
	if (release_has(r, "team-practice"))
		write_team_practice(w, 5, 1);
	write_input_new(w, 1, script_input);
}

/* Tick 54: events in the world come before the positions. */
static void
world_events(struct buffer *w, const struct release *r)
{
	write_tick_skip(w, 0);
	write_console_command(w, CONSOLE, FLAG_VOTE, "sv_test", 0, NULL);
	if (release_has(r, "player-finish"))
		write_player_finish(w, 0, 1000000);
	if (release_has(r, "team-finish"))
		write_team_finish(w, 5, 1000);
	if (release_has(r, "save-success")) {
		write_save_success(w, 5, script_save_id, "H.\nll0");
		write_save_failure(w, 12);
		write_load_success(w, 5, script_save_id, "H.\nll0");
		write_load_failure(w, 12);
	}
	if (release_has(r, "player-swap"))
		write_player_swap(w, 0, 1);
	if (release_has(r, "antibot"))
		write_antibot(w, "\0\xf0\x9f\xa4\x96", 5);
	write_player_diff(w, 0, -1, 0);
	write_player_diff(w, 1, 0, 1);
}

/* Also tick 54: rcon and chat commands, and then input. */
static void
commands(struct buffer *w, const struct release *r)
{
	static const char *const emote[] = { "happy", "10" };
	static const char *const name[] = { "sample" };
	static const int32_t diff[INPUT_INTS] = { -1, 0, 0, 1, 0, 0, 0, 0, 2 };

	if (release_has(r, "auth-login"))
		write_auth_login(w, 0, LEVEL_ADMIN, "default_admin");
	if (release_has(r, "auth-login-role"))
		write_auth_login_role(w, 0, "admin", "default_admin");
	write_console_command(w, 0, FLAG_SERVER, "sv_name", 1, name);
	write_console_command(w, 1, FLAG_CHAT, "emote", 2, emote);
	if (release_has(r, "auth-logout"))
		write_auth_logout(w, 0);
	write_input_diff(w, 0, diff);
	write_input_diff(w, 1, diff);
}

/* Ticks 55 to 57: client 0 connects again without being dropped. */
static void
rejoin(struct buffer *w, const struct release *r)
{
	if (!release_has(r, "rejoinver6"))
		return;
	write_player_diff(w, 0, 2, 2);
	write_rejoinver6(w, 0);
	write_player_old(w, 0);
	write_player_ready(w, 0);
	write_player_new(w, 0, 1000, 2000);
	write_input_new(w, 0, script_input);
}

void
script_everything(struct buffer *w, const struct release *r)
{
	first_client(w, r);
	second_client(w, r);
	world_events(w, r);
	commands(w, r);
	rejoin(w, r);
	write_tick_skip(w, 199);
	write_drop(w, 1, "too many pancakes");
	write_tick_skip(w, 0);
	write_player_old(w, 1);
	script_shutdown(w);
	write_drop(w, 0, "Server shutdown");
	write_finish(w);
}

void
script_end(struct buffer *w)
{
	write_tick_skip(w, 0);
	script_shutdown(w);
	write_finish(w);
}

void
script_map_change(struct buffer *w, const struct release *r)
{
	/* 17.3 to 19.5 and from 19.9 on write JOIN for connected clients. */
	const bool joins = r->number >= RELEASE(17, 3, 0) &&
			   (r->number < RELEASE(19, 6, 0) ||
			    r->number >= RELEASE(19, 9, 0));

	if (release_has(r, "auth-init") && r->number < RELEASE(19, 6, 0))
		write_auth_init(w, 0, LEVEL_ADMIN, "default_admin");
	if (joins)
		script_connect(w, r, 0);
	if (release_has(r, "auth-login") && r->number >= RELEASE(19, 9, 0))
		write_auth_login(w, 0, LEVEL_ADMIN, "default_admin");
	if (release_has(r, "auth-login-role"))
		write_auth_login_role(w, 0, "admin", "default_admin");
	script_startinfo(w, 0);
	if (release_has(r, "player-ready"))
		write_player_ready(w, 0);
	write_player_new(w, 0, 1000, 2000); /* tick 1 */
	write_input_new(w, 0, script_input);
	write_player_diff(w, 0, 3, -4);
	script_shutdown(w);
	write_drop(w, 0, "Server shutdown");
	write_finish(w);
}
