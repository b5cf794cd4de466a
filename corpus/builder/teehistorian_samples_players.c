/* SPDX-License-Identifier: MIT */
/*
 * teehistorian_samples_players.c - samples of the rules about client ids,
 * positions and input
 */
#include "corpus/builder/teehistorian_samples.h"

static void
start(struct buffer *w, const struct sample *s)
{
	script_start(w, release_find(s->release));
}

/* --------------------------------------------------------------- ids -- */

/* A message of kind `more` about client `number`, which does not exist. */
static void
strange_client(struct buffer *w, const struct sample *s)
{
	size_t at;

	start(w, s);
	at = w->size;
	switch (s->more) {
	case 'p': write_player_diff(w, s->number, 1, 1); break;
	case 'n': write_player_new(w, s->number, 1, 1); break;
	case 'i': write_input_new(w, s->number, script_input); break;
	case 'd': write_drop(w, s->number, "timeout"); break;
	case 'm': script_startinfo(w, s->number); break;
	case 'r': write_player_ready(w, s->number); break;
	case 'c':
		write_console_command(w, s->number, 4, "shutdown", 0, NULL);
		break;
	}
	sample_expect_from(w, at);
	write_finish(w);
}

/* The only client has the id `number`. */
static void
only_client(struct buffer *w, const struct sample *s)
{
	const struct release *r = release_find(s->release);
	size_t at;

	script_header(w, r);
	write_tick_skip(w, 99);
	at = w->size;
	script_connect(w, r, s->number);
	sample_expect_from(w, at);
	if (release_has(r, "player-ready"))
		write_player_ready(w, s->number);
	write_tick_skip(w, 0);
	write_player_new(w, s->number, 1000, 2000);
	write_input_new(w, s->number, script_input);
	write_finish(w);
}

/* --------------------------------------------------------- positions -- */

static void
appears_twice(struct buffer *w, const struct sample *s)
{
	size_t at;

	start(w, s);
	if (s->number)
		write_player_old(w, 0);
	at = w->size;
	write_player_new(w, 0, 1, 1);
	sample_expect_from(w, at);
	write_finish(w);
}

/* Client 0 moves once more, at the place `number` near the end. */
static void
moves_at_end(struct buffer *w, const struct sample *s)
{
	size_t at;

	start(w, s);
	write_drop(w, 0, "timeout");
	if (s->number)
		write_player_old(w, 0);
	at = w->size;
	write_player_diff(w, 0, 1, 1);
	sample_expect_from(w, at);
	if (!s->number)
		write_player_old(w, 0);
	write_finish(w);
}

static void
vanishes(struct buffer *w, const struct sample *s)
{
	size_t at;

	start(w, s);
	for (int32_t i = 0; i < s->number; i++) {
		write_player_old(w, 0);
		write_player_new(w, 0, 1, 1);
	}
	write_player_old(w, 0);
	at = w->size;
	if (!s->number) {
		write_player_old(w, 0);
		sample_expect_from(w, at);
	}
	write_finish(w);
}

static void
moves(struct buffer *w, const struct sample *s)
{
	size_t at;

	start(w, s);
	at = w->size;
	write_player_diff(w, 0, s->number, s->more);
	sample_expect_from(w, at);
	write_finish(w);
}

/* A run of `number` zero bytes, which messages follow. */
static void
zero_run(struct buffer *w, const struct sample *s)
{
	size_t at;

	start(w, s);
	at = w->size;
	buffer_fill(w, 0, (size_t)s->number);
	sample_expect_from(w, at);
	write_int(w, ID_PLAYER_OLD);
	write_int(w, 0);
	write_finish(w);
}

/* ------------------------------------------------------------- input -- */

static void
first_input_is_diff(struct buffer *w, const struct sample *s)
{
	const struct release *r = release_find(s->release);
	size_t at;

	script_start(w, r);
	script_join(w, r, 1);
	at = w->size;
	write_input_diff(w, 1, script_input);
	sample_expect_from(w, at);
	write_finish(w);
}

/* Slot 0 is used again.  `number` chooses the first message of the next client. */
static void
input_of_next_client(struct buffer *w, const struct sample *s)
{
	const struct release *r = release_find(s->release);
	size_t at;

	script_start(w, r);
	write_drop(w, 0, "timeout");
	write_player_old(w, 0);
	script_join(w, r, 0);
	write_player_new(w, 0, 1000, 2000);
	at = w->size;
	if (s->number == 'n')
		write_input_new(w, 0, script_input);
	else
		write_input_diff(w, 0, script_input);
	sample_expect_from(w, at);
	write_finish(w);
}

/* Only part `number` of the input changes, by `more`. */
static void
input_changes(struct buffer *w, const struct sample *s)
{
	int32_t diff[INPUT_INTS] = { 0 };
	size_t at;

	diff[s->number] = s->more;
	start(w, s);
	at = w->size;
	write_input_diff(w, 0, diff);
	sample_expect_from(w, at);
	write_finish(w);
}

/* A second INPUT_NEW; after a player-ready if `number`. */
static void
second_input_new(struct buffer *w, const struct sample *s)
{
	size_t at;

	start(w, s);
	if (s->number)
		write_player_ready(w, 0);
	at = w->size;
	write_input_new(w, 0, script_input);
	sample_expect_from(w, at);
	write_finish(w);
}

/* Client 1 is connected but not ready.  With `number` its release records
   player-ready. */
static void
not_ready(struct buffer *w, const struct sample *s)
{
	const struct release *r = release_find(s->release);
	size_t at;

	script_start(w, r);
	script_connect(w, r, 1);
	if (s->more)
		write_player_ready(w, 1);
	if (s->number == 'p')
		write_tick_skip(w, 0);
	at = w->size;
	if (s->number == 'p')
		write_player_new(w, 1, 1000, 2000);
	else
		write_input_new(w, 1, script_input);
	sample_expect_from(w, at);
	write_finish(w);
}

/* A client drops, connects again, and sends a message before it is ready. */
static void
not_ready_again(struct buffer *w, const struct sample *s)
{
	const struct release *r = release_find(s->release);
	size_t at;

	script_start(w, r);
	write_drop(w, 0, "timeout");
	write_player_old(w, 0);
	script_connect(w, r, 0);
	at = w->size;
	write_input_new(w, 0, script_input);
	sample_expect_from(w, at);
	write_finish(w);
}

/* clang-format off */
const struct sample teehistorian_samples_players[] = {
	SAMPLE("bad/cid_range.teehistorian",
	       "PLAYER_DIFF of client 128.",
	       strange_client, .number = 128, .more = 'p'),
	SAMPLE("bad/cid_range-player.teehistorian",
	       "PLAYER_NEW of client -1.",
	       strange_client, .number = -1, .more = 'n'),
	SAMPLE("bad/cid_range-input.teehistorian",
	       "INPUT_NEW of client 2^31 - 1.",
	       strange_client, .number = INT32_MAX, .more = 'i'),
	SAMPLE("bad/cid_range-drop.teehistorian",
	       "DROP of client -2^31.",
	       strange_client, .number = INT32_MIN, .more = 'd'),
	SAMPLE("bad/cid_range-message.teehistorian",
	       "MESSAGE of client 128.",
	       strange_client, .number = 128, .more = 'm'),
	SAMPLE("bad/cid_range-ex.teehistorian",
	       "player-ready of client 128.",
	       strange_client, .number = 128, .more = 'r'),
	SAMPLE("bad/cid_range-command.teehistorian",
	       "A command of client -4.",
	       strange_client, .number = -4, .more = 'c'),
	SAMPLE("near/cid_range.teehistorian",
	       "All that a client does, with id 127.",
	       only_client, .number = 127),
	SAMPLE("near/cid_range-command.teehistorian",
	       "A command of the pseudo client -3.",
	       strange_client, .number = -3, .more = 'c'),

	SAMPLE("bad/cid_over_64.teehistorian",
	       "Client 64 on a server that has 64 slots.",
	       only_client, .number = 64, .release = "13.2"),
	SAMPLE("near/cid_over_64.teehistorian",
	       "Client 63 on the last server that has 64 slots.",
	       only_client, .number = 63, .release = "19.9"),
	SAMPLE("near/cid_over_64-20.0.teehistorian",
	       "Client 64 on the first server that has 128 slots.",
	       only_client, .number = 64, .release = "20.0"),

	SAMPLE("bad/player_new_alive.teehistorian",
	       "PLAYER_NEW for a character that exists.",
	       appears_twice),
	SAMPLE("near/player_new_alive.teehistorian",
	       "PLAYER_NEW directly after PLAYER_OLD.",
	       appears_twice, .number = 1),

	SAMPLE("bad/player_diff_dead.teehistorian",
	       "PLAYER_DIFF directly after PLAYER_OLD.",
	       moves_at_end, .number = 1),
	SAMPLE("near/player_diff_dead.teehistorian",
	       "PLAYER_DIFF between DROP and PLAYER_OLD.",
	       moves_at_end),

	SAMPLE("bad/player_old_dead.teehistorian",
	       "PLAYER_OLD twice.",
	       vanishes),
	SAMPLE("near/player_old_dead.teehistorian",
	       "PLAYER_OLD twice, with a PLAYER_NEW in between.",
	       vanishes, .number = 1),

	SAMPLE("bad/player_diff_zero.teehistorian",
	       "PLAYER_DIFF by (0, 0), then FINISH.",
	       moves, .number = 0, .more = 0),
	SAMPLE("bad/player_diff_zero-run.teehistorian",
	       "Ten zero bytes, three PLAYER_DIFF by (0, 0) and one byte more.",
	       zero_run, .number = 10),
	SAMPLE("near/player_diff_zero.teehistorian",
	       "PLAYER_DIFF by (0, 1).",
	       moves, .number = 0, .more = 1),
	SAMPLE("near/player_diff_zero-x.teehistorian",
	       "PLAYER_DIFF by (-1, 0).",
	       moves, .number = -1, .more = 0),

	SAMPLE("bad/input_diff_without_new.teehistorian",
	       "The first input of a client is an INPUT_DIFF.",
	       first_input_is_diff),
	SAMPLE("bad/input_diff_without_new-slot.teehistorian",
	       "The first input of a client that uses a slot again, on a server from 16.2 on.",
	       input_of_next_client, .number = 'd', .release = "16.2"),
	SAMPLE("near/input_diff_without_new.teehistorian",
	       "Up to 16.1 a slot that is used again goes on with INPUT_DIFF.",
	       input_of_next_client, .number = 'd', .release = "16.0"),

	SAMPLE("bad/input_diff_zero.teehistorian",
	       "INPUT_DIFF of ten zeros.",
	       input_changes, .number = 9, .more = 0),
	SAMPLE("near/input_diff_zero.teehistorian",
	       "INPUT_DIFF of nine zeros and a one.",
	       input_changes, .number = 9, .more = 1),

	SAMPLE("bad/input_new_again.teehistorian",
	       "INPUT_NEW twice.",
	       second_input_new),
	SAMPLE("bad/input_new_again-slot.teehistorian",
	       "INPUT_NEW once more in a slot that is used again, on a server up to 16.1.",
	       input_of_next_client, .number = 'n', .release = "16.0"),
	SAMPLE("near/input_new_again.teehistorian",
	       "INPUT_NEW twice, with a player-ready in between.",
	       second_input_new, .number = 1),
	SAMPLE("near/input_new_again-slot.teehistorian",
	       "INPUT_NEW once more in a slot that is used again, on a server from 16.2 on.",
	       input_of_next_client, .number = 'n', .release = "16.2"),

	SAMPLE("bad/input_not_ready.teehistorian",
	       "INPUT_NEW of a client that is connected but not ready.",
	       not_ready, .number = 'i'),
	SAMPLE("bad/input_not_ready-slot.teehistorian",
	       "INPUT_NEW of a client that is not ready, in a slot whose last client was.",
	       not_ready_again),
	SAMPLE("near/input_not_ready.teehistorian",
	       "INPUT_NEW directly after player-ready.",
	       not_ready, .number = 'i', .more = 1),
	SAMPLE("near/input_not_ready-15.6.teehistorian",
	       "INPUT_NEW on the last servers that have no player-ready.",
	       not_ready, .number = 'i', .release = "15.6"),

	SAMPLE("bad/player_not_ready.teehistorian",
	       "PLAYER_NEW of a client that is connected but not ready.",
	       not_ready, .number = 'p'),
	SAMPLE("near/player_not_ready.teehistorian",
	       "PLAYER_NEW after player-ready.",
	       not_ready, .number = 'p', .more = 1),
	SAMPLE("near/player_not_ready-15.6.teehistorian",
	       "PLAYER_NEW on the last servers that have no player-ready.",
	       not_ready, .number = 'p', .release = "15.6"),

	{ .path = NULL },
};
