/* SPDX-License-Identifier: MIT */
/* play.h - a server with clients, whose recording is written tick by tick */
#ifndef BENCH_PLAY_H
#define BENCH_PLAY_H

#include "bench/profiles.h"
#include "bench/random.h"
#include "corpus/builder/teehistorian_script.h"

#define PLAY_CLIENTS 128

enum play_state {
	PLAY_AWAY,
	PLAY_ENTERED, /* ready; has a character from the next tick on */
	PLAY_ALIVE,
	PLAY_DEAD,
	PLAY_LEFT, /* dropped; the character is removed in the next tick */
};

struct play_client {
	enum play_state state;
	bool input; /* the recording contains the input of the client */
	int32_t team;
	int32_t aim_x, aim_y, direction, jump, fire, hook;
};

struct play {
	struct buffer out; /* bytes since the caller cleared the buffer */
	struct random random;
	const struct profile *profile;
	const struct release *release;
	struct play_client clients[PLAY_CLIENTS];

	/* The state of the writer (SPEC.md, TH-6.2). */
	int32_t tick, last_written;
	int32_t highest, highest_before; /* highest client id in this tick,
	                                    and in the tick before */
	bool written;                    /* this tick is in the recording */
	bool network; /* this tick has a message other than a player message */
};

/* Writes the header, and all clients enter the game. */
void play_start(struct play *p, const struct profile *profile);
void play_tick(struct play *p);
void play_end(struct play *p); /* writes a clean shutdown, with FINISH */

/* ------------------------------------------ for the ticks of a profile -- */
void play_begin_tick(struct play *p, int32_t ticks);
void play_before_player(struct play *p, int32_t cid);
void play_before_other(struct play *p);
void play_send(struct play *p, int32_t cid, uint32_t size);
void play_hostile_tick(struct play *p);

#endif
