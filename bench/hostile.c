/* SPDX-License-Identifier: MIT */
/*
 * hostile.c - a valid recording in which no branch of a parser is predictable
 *
 * The recording has seven kinds of messages and ints of one to five bytes, all with the
 * same chance.
 */
#include "bench/play.h"

#define MESSAGES_AT_ONCE 64
#define MESSAGE_MOST     32
#define LAST_TICK        0x60000000 /* servers reload the map above this */

/* Returns a random value whose shortest form has one to five bytes, with the same chance
   for each length. */
static int32_t
draw(struct random *r)
{
	static const unsigned digits[] = { 6, 13, 20, 27, 31 };
	const uint32_t length = random_below(r, 5);
	const uint64_t bits = random_next(r);
	uint32_t value = (uint32_t)(bits >> 32) &
			 ((UINT32_C(1) << digits[length]) - 1);

	if (length > 0)
		value |= UINT32_C(1) << (digits[length] - 1);
	return bits & 1 ? -(int32_t)value - 1 : (int32_t)value;
}

static void
player(struct play *p, int32_t cid, uint32_t kind)
{
	struct play_client *c = &p->clients[cid];
	const int32_t x = draw(&p->random), y = draw(&p->random);

	/* In a tick, client ids ascend, and player messages come before network
	   messages. */
	if (cid <= p->highest || p->network)
		play_begin_tick(p, 1);
	play_before_player(p, cid);
	if (c->state != PLAY_ALIVE) {
		write_player_new(&p->out, cid, x, y);
		c->state = PLAY_ALIVE;
	} else if (kind == 0) {
		write_player_old(&p->out, cid);
		c->state = PLAY_DEAD;
	} else {
		write_player_diff(&p->out, cid, x, y ? y : 1);
	}
}

static void
input(struct play *p, int32_t cid, bool fresh)
{
	int32_t values[INPUT_INTS];

	for (size_t i = 0; i < INPUT_INTS; i++)
		values[i] = draw(&p->random);
	values[0] |= 1; /* not all zero */
	play_before_other(p);
	if (fresh) {
		write_player_ready(&p->out, cid);
		write_input_new(&p->out, cid, values);
	} else {
		write_input_diff(&p->out, cid, values);
	}
}

static void
message(struct play *p)
{
	const int32_t cid = (int32_t)random_below(&p->random, PLAY_CLIENTS);
	const uint32_t kind = random_below(&p->random, 7);

	switch (kind) {
	case 0:
	case 1: player(p, cid, kind); break;
	case 2:
	case 3: input(p, cid, kind == 2); break;
	case 4:
		play_send(p, cid, 1 + random_below(&p->random, MESSAGE_MOST));
		break;
	case 5:
		play_before_other(p);
		write_player_finish(&p->out, cid, draw(&p->random));
		break;
	default: /* a distance of one or two bytes */
		if (p->tick < LAST_TICK)
			play_begin_tick(
				p, 2 + (int32_t)random_below(&p->random, 127));
		break;
	}
}

void
play_hostile_tick(struct play *p)
{
	for (int i = 0; i < MESSAGES_AT_ONCE; i++)
		message(p);
}
