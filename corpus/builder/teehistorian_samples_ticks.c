/* SPDX-License-Identifier: MIT */
/*
 * teehistorian_samples_ticks.c - samples of the rules about the tick numbers
 */
#include "corpus/builder/teehistorian_samples.h"

#define TICKS_AT_START 102 /* script_start() ends inside this tick */

static void
start(struct buffer *w, const struct sample *s)
{
	script_start(w, release_find(s->release));
}

static void
skip(struct buffer *w, const struct sample *s)
{
	size_t at;

	start(w, s);
	at = w->size;
	write_tick_skip(w, s->number);
	sample_expect_from(w, at);
	script_shutdown(w);
	write_finish(w);
}

/* The first message is a skip. */
static void
first_skip(struct buffer *w, const struct sample *s)
{
	size_t at;

	script_header(w, release_find(s->release));
	at = w->size;
	write_tick_skip(w, s->number);
	sample_expect_from(w, at);
	script_shutdown(w);
	write_finish(w);
}

/* A skip up to tick `number`, and then `more` times a PLAYER_DIFF of client 0. */
static void
up_to_tick(struct buffer *w, const struct sample *s)
{
	size_t at;

	start(w, s);
	at = w->size;
	write_tick_skip(w, s->number - TICKS_AT_START - 1);
	sample_expect_from(w, at);
	write_player_diff(w, 0, 1, 1);
	if (s->more) {
		at = w->size;
		write_player_diff(w, 0, 1, 1);
		/* After a higher skip the finding is at the PLAYER_DIFF. */
		if (s->number <= 0x6FFFFFFF)
			sample_expect_from(w, at);
	}
	write_finish(w);
}

static void
two_skips(struct buffer *w, const struct sample *s)
{
	size_t at;

	start(w, s);
	write_tick_skip(w, 4);
	at = w->size;
	write_tick_skip(w, 5);
	sample_expect_from(w, at);
	script_shutdown(w);
	write_finish(w);
}

static void
four_skips(struct buffer *w, const struct sample *s)
{
	size_t at;

	start(w, s);
	write_tick_skip(w, 0);
	at = w->size;
	write_tick_skip(w, 60);
	sample_expect_from(w, at);
	write_tick_skip(w, 0);
	write_tick_skip(w, 1);
	script_shutdown(w);
	write_finish(w);
}

static void
message_between_skips(struct buffer *w, const struct sample *s)
{
	start(w, s);
	write_tick_skip(w, 4);
	write_player_diff(w, 0, 1, 1);
	write_tick_skip(w, 5);
	script_shutdown(w);
	write_finish(w);
}

/* Client 0 moves again after a skip of `number`. */
static void
skip_before_move(struct buffer *w, const struct sample *s)
{
	size_t at;

	start(w, s);
	at = w->size;
	write_tick_skip(w, s->number);
	sample_expect_from(w, at);
	if (s->more)
		script_shutdown(w);
	write_player_diff(w, 0, 1, 1);
	write_finish(w);
}

/* No tick has a player yet, so any player message begins a tick. */
static void
skip_before_first_tick(struct buffer *w, const struct sample *s)
{
	const struct release *release = release_find(s->release);
	size_t at;

	script_header(w, release);
	script_join(w, release, 0);
	at = w->size;
	write_tick_skip(w, s->number);
	sample_expect_from(w, at);
	write_player_new(w, 0, 100, 200);
	write_finish(w);
}

/* A skip of 0 is necessary before an id above the last id of the tick before. */
static void
skip_before_higher_id(struct buffer *w, const struct sample *s)
{
	const struct release *r = release_find(s->release);

	script_start(w, r);
	script_join(w, r, 1);
	write_player_diff(w, 0, 1, 1);
	write_tick_skip(w, 0);
	write_player_new(w, 1, 0, 0);
	write_finish(w);
}

/*
 * Client 1 appears in a tick in which the message `text` already came.  The id of client
 * 1 is above the last id, so no new tick begins.
 */
static void
appears_late(struct buffer *w, const struct sample *s)
{
	const struct release *r = release_find(s->release);
	size_t at;

	script_header(w, r);
	script_client(w, r);
	script_join(w, r, 1);
	write_player_diff(w, 0, 1, 1);
	switch (s->number) {
	case 'i': write_input_diff(w, 0, script_input); break;
	case 'm': script_startinfo(w, 0); break;
	case 'j': script_join(w, r, 2); break;
	case 'r': write_player_ready(w, 0); break;
	case 'c': script_shutdown(w); break;
	case 'd': write_drop(w, 0, "timeout"); break;
	case 'e': write_player_finish(w, 0, 1500); break;
	}
	at = w->size;
	write_player_new(w, 1, 0, 0);
	sample_expect_from(w, at);
	write_finish(w);
}

/* One skip leads to tick `number`. */
static void
long_recording(struct buffer *w, const struct sample *s)
{
	start(w, s);
	write_tick_skip(w, s->number - TICKS_AT_START - 1);
	script_shutdown(w);
	write_finish(w);
}

/* clang-format off */
const struct sample teehistorian_samples_ticks[] = {
	SAMPLE("bad/tick_negative.teehistorian",
	       "A TICK_SKIP with dt = -1.",
	       skip, .number = -1),
	SAMPLE("bad/tick_negative-2.teehistorian",
	       "A TICK_SKIP with dt = -2, which would go back.",
	       skip, .number = -2),
	SAMPLE("bad/tick_negative-lowest.teehistorian",
	       "A TICK_SKIP with dt = -2^31.",
	       skip, .number = INT32_MIN),
	SAMPLE("bad/tick_negative-first.teehistorian",
	       "The first message is a TICK_SKIP with dt = -1, in version 2.",
	       first_skip, .number = -1),
	SAMPLE("bad/tick_negative-v1-2.teehistorian",
	       "The first message is a TICK_SKIP with dt = -2, in version 1.",
	       first_skip, .number = -2, .release = "11.0"),
	SAMPLE("bad/tick_negative-v1-late.teehistorian",
	       "A TICK_SKIP with dt = -1 in version 1, but ticks have passed before.",
	       skip, .number = -1, .release = "11.0"),
	SAMPLE("good/v1-skip-minus-one.teehistorian",
	       "The first message is a TICK_SKIP with dt = -1, which servers up to 11.0.2 could write.",
	       first_skip, .number = -1, .release = "11.0"),
	SAMPLE("near/tick_negative.teehistorian",
	       "A TICK_SKIP with dt = 0.",
	       skip, .number = 0),

	SAMPLE("bad/tick_overflow.teehistorian",
	       "A TICK_SKIP leads beyond 0x7FFFFFFF.",
	       skip, .number = INT32_MAX),
	SAMPLE("good/late-tick.teehistorian",
	       "A PLAYER_DIFF begins tick 0x70000000: unlikely, but readable.",
	       up_to_tick, .number = 0x6FFFFFFF, .more = 1),
	SAMPLE("bad/tick_overflow-suspicious.teehistorian",
	       "A TICK_SKIP leads to tick 0x70000000: a warning, not an error.",
	       up_to_tick, .number = 0x70000000),
	SAMPLE("bad/tick_overflow-last.teehistorian",
	       "A TICK_SKIP leads to tick 0x7FFFFFFF, the last that can be stored: a warning.",
	       up_to_tick, .number = 0x7FFFFFFF),
	SAMPLE("bad/tick_overflow-player.teehistorian",
	       "A PLAYER_DIFF would begin the tick after the last that can be stored.",
	       up_to_tick, .number = 0x7FFFFFFF, .more = 1),
	SAMPLE("near/tick_overflow.teehistorian",
	       "The last tick is 0x6FFFFFFF, at which the server reloads its map.",
	       up_to_tick, .number = 0x6FFFFFFF),

	SAMPLE("bad/double_skip.teehistorian",
	       "Two TICK_SKIP messages in a row.",
	       two_skips),
	SAMPLE("bad/double_skip-four.teehistorian",
	       "Four TICK_SKIP messages in a row; their sum needs two bytes.",
	       four_skips),
	SAMPLE("near/double_skip.teehistorian",
	       "There is a PLAYER_DIFF between two TICK_SKIP messages.",
	       message_between_skips),

	SAMPLE("bad/noncanonical_skip.teehistorian",
	       "A TICK_SKIP of 0 before a client that moved in the tick before.",
	       skip_before_move, .number = 0),
	SAMPLE("bad/noncanonical_skip-first.teehistorian",
	       "A TICK_SKIP of 0 before the first client who appears.",
	       skip_before_first_tick, .number = 0),
	SAMPLE("near/noncanonical_skip-first.teehistorian",
	       "A TICK_SKIP of 1 before the first client who appears.",
	       skip_before_first_tick, .number = 1),
	SAMPLE("near/noncanonical_skip.teehistorian",
	       "A TICK_SKIP of 1 before the same client.",
	       skip_before_move, .number = 1),
	SAMPLE("near/noncanonical_skip-command.teehistorian",
	       "A TICK_SKIP of 0 before a command.",
	       skip_before_move, .number = 0, .more = 1),
	SAMPLE("near/noncanonical_skip-higher.teehistorian",
	       "A TICK_SKIP of 0 before a client with a higher id than all of the tick before.",
	       skip_before_higher_id),

	SAMPLE("bad/phase.teehistorian",
	       "A client appears after the input of another one, in the same tick.",
	       appears_late, .number = 'i'),
	SAMPLE("bad/phase-message.teehistorian",
	       "A client appears after a network message, in the same tick.",
	       appears_late, .number = 'm'),
	SAMPLE("bad/phase-join.teehistorian",
	       "A client appears after a JOIN, in the same tick.",
	       appears_late, .number = 'j'),
	SAMPLE("bad/phase-ready.teehistorian",
	       "A client appears after a player-ready, in the same tick.",
	       appears_late, .number = 'r'),
	SAMPLE("near/phase.teehistorian",
	       "A client appears directly after another one, in the same tick.",
	       appears_late),
	SAMPLE("near/phase-command.teehistorian",
	       "A client appears after a console command, in the same tick.",
	       appears_late, .number = 'c'),
	SAMPLE("near/phase-drop.teehistorian",
	       "A client appears after a DROP, in the same tick.",
	       appears_late, .number = 'd'),
	SAMPLE("near/phase-finish.teehistorian",
	       "A client appears after the end of a race, in the same tick.",
	       appears_late, .number = 'e'),

	SAMPLE("bad/time_implausible.teehistorian",
	       "The last tick is one beyond 30 days.",
	       long_recording, .number = 30 * 24 * 3600 * 50 + 1),
	SAMPLE("near/time_implausible.teehistorian",
	       "The last tick is the last of 30 days.",
	       long_recording, .number = 30 * 24 * 3600 * 50),

	{ .path = NULL },
};
