/* SPDX-License-Identifier: MIT */
/*
 * play.c - writes the actions of clients in a tick, in the order of a server: characters,
 * network, input
 */
#include "bench/play.h"

#include <string.h>

#define SEED          1
#define MESSAGE_BYTES 1024
#define EMOTICON      0x2c /* the message id 22 without the system bit */
#define FLAG_CHAT     128
#define AIM_LIMIT     1000 /* a mouse does not aim further out */
#define NOBODY        (-1)

/* -------------------------------------------------------------- clock -- */

void
play_begin_tick(struct play *p, int32_t ticks)
{
	p->highest_before = ticks == 1 ? p->highest : NOBODY;
	p->highest = NOBODY;
	p->tick += ticks;
	p->written = false;
	p->network = false;
}

static void
write_tick(struct play *p, bool skip)
{
	if (skip)
		write_tick_skip(&p->out, p->tick - p->last_written - 1);
	p->written = true;
	p->last_written = p->tick;
}

void
play_before_player(struct play *p, int32_t cid)
{
	p->highest = cid;
	if (!p->written)
		write_tick(p, cid > p->highest_before ||
				      p->last_written + 1 != p->tick);
}

void
play_before_other(struct play *p)
{
	p->network = true;
	if (!p->written)
		write_tick(p, true);
}

/* --------------------------------------------------------- characters -- */

static void
spawn(struct play *p, int32_t cid)
{
	/* Two draws are two statements, because the order in which compilers compute the
	   arguments of a call differs. */
	const int32_t x = random_within(&p->random, 5000);
	const int32_t y = random_within(&p->random, 5000);

	play_before_player(p, cid);
	write_player_new(&p->out, cid, x, y);
	p->clients[cid].state = PLAY_ALIVE;
}

static void
vanish(struct play *p, int32_t cid, enum play_state state)
{
	play_before_player(p, cid);
	write_player_old(&p->out, cid);
	p->clients[cid].state = state;
}

static void
move(struct play *p, int32_t cid)
{
	const int32_t scale = random_chance(&p->random, 10) ? 40 : 1;
	const int32_t dx = random_bell(&p->random, 11) * scale;
	const int32_t dy = random_bell(&p->random, 16) * scale;

	if (dx == 0 && dy == 0)
		return;
	play_before_player(p, cid);
	write_player_diff(&p->out, cid, dx, dy);
}

static void
characters(struct play *p)
{
	const bool quiet = random_chance(&p->random, p->profile->quiet);

	for (int32_t cid = 0; cid < p->profile->clients; cid++) {
		const enum play_state state = p->clients[cid].state;

		if (state == PLAY_LEFT)
			vanish(p, cid, PLAY_AWAY);
		else if (state == PLAY_ENTERED ||
			 (state == PLAY_DEAD && random_chance(&p->random, 20)))
			spawn(p, cid);
		else if (state == PLAY_ALIVE && random_chance(&p->random, 1))
			vanish(p, cid, PLAY_DEAD);
		else if (state == PLAY_ALIVE && !quiet &&
			 random_chance(&p->random, p->profile->move))
			move(p, cid);
	}
}

/* ------------------------------------------------------------ network -- */

void
play_send(struct play *p, int32_t cid, uint32_t size)
{
	unsigned char payload[MESSAGE_BYTES] = { EMOTICON };

	if (size > sizeof(payload))
		size = sizeof(payload);
	for (size_t i = 1; i < size; i += sizeof(uint64_t)) {
		uint64_t bytes = random_next(&p->random);

		for (size_t k = i; k < size && k < i + sizeof(bytes); k++) {
			payload[k] = (unsigned char)(bytes & 0xff);
			bytes >>= 8;
		}
	}
	play_before_other(p);
	write_message(&p->out, cid, payload, size);
}

static void
enter(struct play *p, int32_t cid)
{
	play_before_other(p);
	script_join(&p->out, p->release, cid);
	p->clients[cid] = (struct play_client){ .state = PLAY_ENTERED };
}

static void
leave(struct play *p, int32_t cid)
{
	struct play_client *c = &p->clients[cid];

	play_before_other(p);
	write_drop(&p->out, cid, "Timeout");
	*c = (struct play_client){ .state = c->state == PLAY_ALIVE
						    ? PLAY_LEFT
						    : PLAY_AWAY };
}

static void
change_team(struct play *p, int32_t cid)
{
	struct play_client *c = &p->clients[cid];

	c->team = c->team ? 0 : 1 + (int32_t)random_below(&p->random, 63);
	play_before_other(p);
	write_player_team(&p->out, cid, c->team);
}

static void
say_command(struct play *p, int32_t cid)
{
	static const char *const arguments[] = { "happy", "10" };

	play_before_other(p);
	write_console_command(&p->out, cid, FLAG_CHAT, "emote", 2, arguments);
}

static void
rare_event(struct play *p)
{
	const int32_t cid = (int32_t)random_below(
		&p->random, (uint32_t)p->profile->clients);

	if (p->clients[cid].state == PLAY_AWAY) {
		enter(p, cid);
		return;
	}
	if (p->clients[cid].state == PLAY_LEFT)
		return;
	switch (random_below(&p->random, 8)) {
	case 0: leave(p, cid); break;
	case 1: change_team(p, cid); break;
	case 2:
		play_before_other(p);
		write_player_name(&p->out, cid, "nameless tee");
		break;
	case 3:
		play_before_other(p);
		write_player_finish(&p->out, cid, 5000 + p->tick % 5000);
		break;
	default: say_command(p, cid); break;
	}
}

static void
network(struct play *p)
{
	const struct profile *profile = p->profile;

	for (int32_t cid = 0; cid < profile->clients; cid++) {
		uint32_t count = profile->messages / 1000;

		count += random_chance(&p->random, profile->messages % 1000);
		if (p->clients[cid].state == PLAY_AWAY ||
		    p->clients[cid].state == PLAY_LEFT)
			continue;
		for (; count > 0; count--)
			play_send(p, cid,
				  profile->message_min +
					  random_below(
						  &p->random,
						  profile->message_max -
							  profile->message_min +
							  1));
	}
	if (random_chance(&p->random, profile->events))
		rare_event(p);
}

/* -------------------------------------------------------------- input -- */

/* Returns the distance to the next aim.  At the limit a mouse turns around. */
static int32_t
swing(int32_t *aim, int32_t way)
{
	if (*aim + way > AIM_LIMIT || *aim + way < -AIM_LIMIT)
		way = -way;
	*aim += way;
	return way;
}

static int32_t
replace(int32_t *old, int32_t value)
{
	const int32_t difference = value - *old;

	*old = value;
	return difference;
}

static void
aim(struct play *p, struct play_client *c, int32_t diff[INPUT_INTS])
{
	if (p->profile->uniform_aim) {
		diff[1] = replace(&c->aim_x, random_within(&p->random, 512));
		diff[2] = replace(&c->aim_y, random_within(&p->random, 512));
	} else if (random_chance(&p->random, p->profile->far_aim)) {
		diff[1] = swing(&c->aim_x, random_bell(&p->random, 220));
		diff[2] = swing(&c->aim_y, random_bell(&p->random, 160));
	} else {
		diff[1] = swing(&c->aim_x, random_bell(&p->random, 30));
		diff[2] = swing(&c->aim_y, random_bell(&p->random, 24));
	}
}

static void
press_keys(struct play *p, struct play_client *c, int32_t diff[INPUT_INTS])
{
	if (random_chance(&p->random, 150))
		diff[0] = replace(&c->direction, random_within(&p->random, 1));
	if (random_chance(&p->random, 100))
		diff[3] = replace(&c->jump, !c->jump);
	if (random_chance(&p->random, 120)) /* a counter of six bits */
		diff[4] = replace(&c->fire, (c->fire + 1) & 0x3f);
	if (random_chance(&p->random, 80))
		diff[5] = replace(&c->hook, !c->hook);
}

static void
change_input(struct play *p, int32_t cid)
{
	int32_t diff[INPUT_INTS] = { 0 };
	bool changed = false;

	aim(p, &p->clients[cid], diff);
	press_keys(p, &p->clients[cid], diff);
	for (size_t i = 0; i < INPUT_INTS; i++)
		changed = changed || diff[i] != 0;
	if (!changed)
		return;
	play_before_other(p);
	write_input_diff(&p->out, cid, diff);
}

static void
input(struct play *p)
{
	for (int32_t cid = 0; cid < p->profile->clients; cid++) {
		struct play_client *c = &p->clients[cid];

		if (c->state != PLAY_ALIVE && c->state != PLAY_DEAD)
			continue;
		if (!c->input) {
			play_before_other(p);
			write_input_new(&p->out, cid, script_input);
			c->input = true;
		} else if (random_chance(&p->random, p->profile->input)) {
			change_input(p, cid);
		}
	}
}

/* --------------------------------------------------------------- play -- */

void
play_start(struct play *p, const struct profile *profile)
{
	memset(p, 0, sizeof(*p));
	p->random.state = SEED;
	p->profile = profile;
	p->release = release_find(NULL);
	p->highest = PLAY_CLIENTS;
	p->written = true;
	script_header(&p->out, p->release);
	play_begin_tick(p, 50);
	for (int32_t cid = 0; cid < profile->clients; cid++)
		enter(p, cid);
	play_begin_tick(p, 1);
	characters(p);
	input(p);
}

void
play_tick(struct play *p)
{
	if (p->profile->hostile) {
		play_hostile_tick(p);
		return;
	}
	play_begin_tick(p, 1);
	characters(p);
	network(p);
	input(p);
}

void
play_end(struct play *p)
{
	play_begin_tick(p, 1);
	play_before_other(p);
	script_shutdown(&p->out);
	for (int32_t cid = 0; cid < p->profile->clients; cid++)
		if (p->clients[cid].state != PLAY_AWAY &&
		    p->clients[cid].state != PLAY_LEFT)
			write_drop(&p->out, cid, "Server shutdown");
	write_finish(&p->out);
}
