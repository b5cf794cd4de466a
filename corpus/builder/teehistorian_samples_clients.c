/* SPDX-License-Identifier: MIT */
/*
 * teehistorian_samples_clients.c - samples of the rules about connections,
 * logins and teams
 */
#include "corpus/builder/teehistorian_samples.h"

#define LEVEL_ADMIN 3

static void
start(struct buffer *w, const struct sample *s)
{
	script_start(w, release_find(s->release));
}

/* ------------------------------------------------------- connections -- */

/* Client 0 connects once more.  With `number` it was dropped before. */
static void
second_join(struct buffer *w, const struct sample *s)
{
	const struct release *r = release_find(s->release);
	size_t at;

	script_start(w, r);
	if (s->number)
		write_drop(w, 0, "timeout");
	write_joinver6(w, 0);
	at = w->size;
	write_join(w, 0);
	sample_expect_from(w, at);
	write_finish(w);
}

/* Client 0 connects again without a JOIN, as it does since 17.3. */
static void
rejoin(struct buffer *w, const struct sample *s)
{
	start(w, s);
	write_rejoinver6(w, 0);
	write_player_ready(w, 0);
	write_finish(w);
}

static void
bare_join(struct buffer *w, const struct sample *s)
{
	size_t at;

	script_header(w, release_find(s->release));
	write_tick_skip(w, 99);
	at = w->size;
	write_join(w, 0);
	sample_expect_from(w, at);
	write_finish(w);
}

/* A JOIN of client 1.  `number` is the announced client, and `more` is a message before
   the JOIN. */
static void
announced_join(struct buffer *w, const struct sample *s)
{
	size_t at;

	start(w, s);
	write_joinver7(w, s->number);
	if (s->more)
		write_player_ready(w, 0);
	at = w->size;
	write_join(w, 1);
	sample_expect_from(w, at);
	write_finish(w);
}

/* Client 1 sends a message of kind `number`.  With `more` it has joined. */
static void
acts(struct buffer *w, const struct sample *s)
{
	const struct release *r = release_find(s->release);
	size_t at;

	script_start(w, r);
	if (s->more)
		script_join(w, r, 1);
	at = w->size;
	switch (s->number) {
	case 'm': script_startinfo(w, 1); break;
	case 'd': write_drop(w, 1, "timeout"); break;
	case 'r': write_player_ready(w, 1); break;
	case 'c': write_console_command(w, 1, 128, "pause", 0, NULL); break;
	}
	sample_expect_from(w, at);
	write_finish(w);
}

/* Client 0 sends a message after its DROP, twice. */
static void
acts_after_drop(struct buffer *w, const struct sample *s)
{
	size_t at;

	start(w, s);
	write_drop(w, 0, "timeout");
	at = w->size;
	script_startinfo(w, 0);
	sample_expect_from(w, at);
	script_startinfo(w, 0);
	write_finish(w);
}

/* ------------------------------------------------------------ logins -- */

/* An auth-init after the start.  `number` chooses the place. */
static void
late_auth_init(struct buffer *w, const struct sample *s)
{
	const struct release *r = release_find(s->release);
	size_t at;

	script_header(w, r);
	switch (s->number) {
	case 'a': write_antibot(w, "\x01\x02", 2); break;
	case 'i': write_auth_init(w, 1, LEVEL_ADMIN, "default_admin"); break;
	case 'j': script_connect(w, r, 0); break;
	case 'r': write_auth_init_role(w, 1, "admin", "admin"); break;
	case 't': write_tick_skip(w, 0); break;
	}
	at = w->size;
	write_auth_init(w, 0, LEVEL_ADMIN, "default_admin");
	sample_expect_from(w, at);
	if (s->number != 'j')
		script_connect(w, r, 0);
	if (s->more)
		write_auth_logout(w, 0);
	write_finish(w);
}

/* Client 0 logs out.  With `number` it has logged in before. */
static void
logs_out(struct buffer *w, const struct sample *s)
{
	const struct release *r = release_find(s->release);
	size_t at;

	script_start(w, r);
	if (s->number && release_has(r, "auth-login-role"))
		write_auth_login_role(w, 0, "helper", "default_helper");
	else if (s->number)
		write_auth_login(w, 0, 1, "default_helper");
	at = w->size;
	write_auth_logout(w, 0);
	sample_expect_from(w, at);
	write_finish(w);
}

/* The login ends with the connection. */
static void
logs_out_after_drop(struct buffer *w, const struct sample *s)
{
	const struct release *r = release_find(s->release);
	size_t at;

	script_start(w, r);
	write_auth_login_role(w, 0, "moderator", "default_mod");
	write_drop(w, 0, "timeout");
	script_join(w, r, 0);
	at = w->size;
	write_auth_logout(w, 0);
	sample_expect_from(w, at);
	write_finish(w);
}

/* ------------------------------------------------------------- teams -- */

/* Client 0 gets team `more`, and then team `number`. */
static void
changes_team(struct buffer *w, const struct sample *s)
{
	size_t at;

	start(w, s);
	if (s->more)
		write_player_team(w, 0, s->more);
	at = w->size;
	write_player_team(w, 0, s->number);
	sample_expect_from(w, at);
	write_finish(w);
}

/* The team of a client that has left is 0 again. */
static void
team_after_drop(struct buffer *w, const struct sample *s)
{
	const struct release *r = release_find(s->release);

	script_start(w, r);
	write_player_team(w, 0, 5);
	write_drop(w, 0, "timeout");
	write_player_old(w, 0);
	script_join(w, r, 0);
	write_player_new(w, 0, 1000, 2000);
	write_player_team(w, 0, 5);
	write_finish(w);
}

/* Team 5 gets the mode `more`, then the mode `number`. */
static void
changes_practice(struct buffer *w, const struct sample *s)
{
	size_t at;

	start(w, s);
	if (s->more)
		write_team_practice(w, 5, s->more);
	at = w->size;
	write_team_practice(w, 5, s->number);
	sample_expect_from(w, at);
	write_finish(w);
}

static void
practice_of_team_0(struct buffer *w, const struct sample *s)
{
	size_t at;

	start(w, s);
	write_team_practice(w, 0, 1);
	at = w->size;
	write_team_practice(w, 0, 1);
	sample_expect_from(w, at);
	write_finish(w);
}

static void
practice_of_two_teams(struct buffer *w, const struct sample *s)
{
	start(w, s);
	write_team_practice(w, 5, 1);
	write_team_practice(w, 6, 1);
	write_finish(w);
}

static void
team_event(struct buffer *w, const struct sample *s)
{
	size_t at;

	start(w, s);
	at = w->size;
	write_team_finish(w, s->number, 1000);
	sample_expect_from(w, at);
	write_finish(w);
}

/* clang-format off */
const struct sample teehistorian_samples_clients[] = {
	SAMPLE("bad/join_duplicate.teehistorian",
	       "JOIN of a client that is connected.",
	       second_join),
	SAMPLE("near/join_duplicate.teehistorian",
	       "JOIN directly after the DROP of the same id.",
	       second_join, .number = 1),
	SAMPLE("near/join_duplicate-rejoin.teehistorian",
	       "A client that is connected connects again, without a JOIN.",
	       rejoin),

	SAMPLE("bad/join_without_joinver.teehistorian",
	       "JOIN without an announcement, on the first server that writes it.",
	       bare_join, .release = "14.0"),
	SAMPLE("bad/join_without_joinver-other.teehistorian",
	       "JOIN of client 1 after the announcement of client 2.",
	       announced_join, .number = 2),
	SAMPLE("bad/join_without_joinver-between.teehistorian",
	       "There is a message between the announcement and the JOIN.",
	       announced_join, .number = 1, .more = 1),
	SAMPLE("near/join_without_joinver.teehistorian",
	       "JOIN directly after the announcement.",
	       announced_join, .number = 1),
	SAMPLE("near/join_without_joinver-13.2.teehistorian",
	       "JOIN without an announcement, on a server that does not write it.",
	       bare_join, .release = "13.2"),

	SAMPLE("bad/not_joined.teehistorian",
	       "MESSAGE of a client without a JOIN.",
	       acts, .number = 'm'),
	SAMPLE("bad/not_joined-drop.teehistorian",
	       "DROP of a client without a JOIN.",
	       acts, .number = 'd'),
	SAMPLE("bad/not_joined-ready.teehistorian",
	       "player-ready of a client without a JOIN.",
	       acts, .number = 'r'),
	SAMPLE("bad/not_joined-command.teehistorian",
	       "A chat command of a client without a JOIN.",
	       acts, .number = 'c'),
	SAMPLE("bad/not_joined-dropped.teehistorian",
	       "Two messages of a client after its DROP.",
	       acts_after_drop),
	SAMPLE("near/not_joined.teehistorian",
	       "MESSAGE of a client that joined.",
	       acts, .number = 'm', .more = 1),
	SAMPLE("near/not_joined-drop.teehistorian",
	       "DROP of a client that joined and did nothing.",
	       acts, .number = 'd', .more = 1),

	SAMPLE("bad/auth_late_init.teehistorian",
	       "auth-init after a JOIN.",
	       late_auth_init, .number = 'j', .release = "18.8"),
	SAMPLE("bad/auth_late_init-tick.teehistorian",
	       "auth-init after a TICK_SKIP.",
	       late_auth_init, .number = 't', .release = "18.8"),
	SAMPLE("near/auth_late_init.teehistorian",
	       "auth-init after an antibot record, in tick 0.",
	       late_auth_init, .number = 'a', .release = "18.8"),
	SAMPLE("near/auth_late_init-two.teehistorian",
	       "auth-init of two clients, in tick 0.",
	       late_auth_init, .number = 'i', .release = "11.0.3"),
	SAMPLE("near/auth_late_init-role.teehistorian",
	       "auth-init after one with a role.", late_auth_init, .number = 'r'),

	SAMPLE("bad/auth_logout_unknown.teehistorian",
	       "auth-logout of a client that is not logged in.",
	       logs_out),
	SAMPLE("bad/auth_logout_unknown-19.6.teehistorian",
	       "The same on the first server that writes it for the right client: a warning.",
	       logs_out, .release = "19.6"),
	SAMPLE("bad/auth_logout_unknown-19.5.teehistorian",
	       "The same on the last server that mixed clients up: a note.",
	       logs_out, .release = "19.5"),
	SAMPLE("bad/auth_logout_unknown-drop.teehistorian",
	       "auth-logout of a client whose slot was logged in before it connected.",
	       logs_out_after_drop),
	SAMPLE("near/auth_logout_unknown.teehistorian",
	       "auth-logout directly after the login by role.",
	       logs_out, .number = 1),
	SAMPLE("near/auth_logout_unknown-init.teehistorian",
	       "auth-logout of a client who was logged in before the map changed.",
	       late_auth_init, .more = 1, .release = "18.8"),
	SAMPLE("near/auth_logout_unknown-level.teehistorian",
	       "auth-logout directly after the login by level.",
	       logs_out, .number = 1, .release = "19.9"),

	SAMPLE("bad/team_noop.teehistorian",
	       "A client gets into team 5 twice.",
	       changes_team, .number = 5, .more = 5),
	SAMPLE("bad/team_noop-initial.teehistorian",
	       "A client gets into team 0, where it begins.",
	       changes_team, .number = 0),
	SAMPLE("near/team_noop.teehistorian",
	       "A client gets into team 5 and back into team 0.",
	       changes_team, .number = 0, .more = 5),
	SAMPLE("near/team_noop-slot.teehistorian",
	       "Two clients of one slot get into team 5, one after the other.",
	       team_after_drop),

	SAMPLE("bad/team_range.teehistorian",
	       "A client gets into team 129.",
	       changes_team, .number = 129),
	SAMPLE("bad/team_range-65.teehistorian",
	       "A client gets into team 65 of a server that has 64.",
	       changes_team, .number = 65, .release = "19.9"),
	SAMPLE("bad/team_range-negative.teehistorian",
	       "Team -1 ends a race.",
	       team_event, .number = -1),
	SAMPLE("near/team_range.teehistorian",
	       "A client gets into team 128.",
	       changes_team, .number = 128),
	SAMPLE("near/team_range-20.0.teehistorian",
	       "A client gets into team 65 of the first server that has 128.",
	       changes_team, .number = 65, .release = "20.0"),
	SAMPLE("near/team_range-64.teehistorian",
	       "A client gets into team 64 of a server that has 64.",
	       changes_team, .number = 64, .release = "19.9"),

	SAMPLE("bad/practice_noop.teehistorian",
	       "A team starts to practise twice.",
	       changes_practice, .number = 1, .more = 1),
	SAMPLE("bad/practice_noop-initial.teehistorian",
	       "A team that did not practise stops.",
	       changes_practice, .number = 0),
	SAMPLE("bad/practice_noop-team-0.teehistorian",
	       "The practice mode of team 0 becomes what it is.",
	       practice_of_team_0),
	SAMPLE("near/practice_noop.teehistorian",
	       "A team starts to practise and stops.",
	       changes_practice, .number = 0, .more = 1),
	SAMPLE("near/practice_noop-two.teehistorian",
	       "Two teams start to practise.",
	       practice_of_two_teams),

	SAMPLE("bad/practice_value.teehistorian",
	       "The practice mode of a team is 2.",
	       changes_practice, .number = 2),
	SAMPLE("bad/practice_value-negative.teehistorian",
	       "The practice mode of a team is -1.",
	       changes_practice, .number = -1),
	SAMPLE("near/practice_value.teehistorian",
	       "The practice mode of a team is 1.",
	       changes_practice, .number = 1),

	{ .path = NULL },
};
