/* SPDX-License-Identifier: MIT */
/* mutate_commands.c - splits a demo into header and commands, and joins them again */
#include "fuzz/mutate_commands.h"

#include <string.h>

enum { AT_NUMBERS = 1056 };

/* These sums wrap around. */
static int32_t
plus(int32_t a, int32_t b)
{
	return (int32_t)((uint32_t)a + (uint32_t)b);
}

static int32_t
minus(int32_t a, int32_t b)
{
	return (int32_t)((uint32_t)a - (uint32_t)b);
}

/* Numbers from the commands so far, for the next command.  There is one struct for the
   old file and one for the new file. */
struct command_clock {
	int32_t tick, in, out, user;
	uint32_t packets;
	size_t sync; /* 0: no dem_synctick yet */
	int32_t stop;
};

static void
count(struct command_clock *k, const struct seed_command *c, size_t at)
{
	switch (c->shape) {
	case SIGNON:
	case PACKET:
		k->in = c->in;
		k->out = c->out;
		k->tick = c->shape == PACKET ? c->tick : k->tick;
		k->packets += c->shape == PACKET;
		break;
	case SYNC:
		k->sync = k->sync ? k->sync : at;
		k->tick = 0;
		break;
	case USER: k->user = c->in; break;
	case STOP: k->stop = c->tick; break;
	default: break;
	}
}

/* ----------------------------------------------------------------- parse */

/* Each of these functions moves `data` forward, or reads nothing if there are not enough
   bytes. */
static bool
take(struct mutate_piece *data, struct mutate_piece *out, size_t n)
{
	if (data->size < n)
		return false;
	*out = (struct mutate_piece){ data->at, n };
	data->at += n;
	data->size -= n;
	return true;
}

static bool
take_number(struct mutate_piece *data, int32_t *out)
{
	struct mutate_piece four;

	if (!take(data, &four, 4))
		return false;
	*out = (int32_t)mutate_command_get(four.at);
	return true;
}

static bool
take_stop(struct mutate_piece *data, size_t most, struct seed_command *c)
{
	const size_t n = data->size < most ? data->size : most;
	uint8_t tick[4] = { 0 };

	memcpy(tick, data->at, n < 4 ? n : 4);
	if (n == 3 && tick[2] & 0x80)
		tick[3] = 0xff;
	c->tick = (int32_t)mutate_command_get(tick);
	c->stop_bytes = (uint8_t)(1 + n);
	data->at += n;
	data->size -= n;
	return true;
}

/* Reads the fields between the tick and the payload. */
static bool
take_fields(struct mutate_piece *data, const struct command_seed *m,
	    struct seed_command *c)
{
	switch (c->shape) {
	case SIGNON:
	case PACKET:
		return take(data, &c->view, COMMAND_VIEW * m->blocks) &&
		       take_number(data, &c->in) && take_number(data, &c->out);
	case USER: return take_number(data, &c->in);
	case STRINGS:
		return !mutate_command_four(m) || take_number(data, &c->type);
	default: return true;
	}
}

static bool
take_command(struct mutate_piece *data, const struct command_seed *m,
	     struct seed_command *c)
{
	const bool four = mutate_command_four(m);
	struct mutate_piece byte;
	int32_t length;

	*c = (struct seed_command){ .shape = RAW };
	if (!take(data, &byte, 1) || *byte.at == RAW ||
	    *byte.at > (four ? STRINGS_4 : STRINGS))
		return false;
	c->shape = c->byte = *byte.at;
	if (c->shape == STOP)
		return take_stop(data, four ? 5 : 4, c);
	if (!take_number(data, &c->tick) || (four && !take(data, &byte, 1)))
		return false;
	c->slot = four ? *byte.at : 0;
	if (c->shape == SYNC)
		return true;
	return take_fields(data, m, c) && take_number(data, &length) &&
	       length >= 0 && take(data, &c->bytes, (size_t)length);
}

static bool
two_follow(const struct command_seed *m, struct mutate_piece data)
{
	struct seed_command c, d;

	return take_command(&data, m, &c) && take_command(&data, m, &d);
}

/* Returns the offset of the next two commands, after bytes that are not commands. */
static size_t
find_commands(const struct command_seed *m, struct mutate_piece all)
{
	enum { MOST = 2048 };
	size_t n = 1;

	while (n < MOST && n < all.size &&
	       !two_follow(m, (struct mutate_piece){ all.at + n, all.size - n }))
		n++;
	return n < MOST && n < all.size ? n : all.size;
}

/* Computes the distances to the command before.  Values that do not follow the command
   before are kept unchanged. */
static void
relate(struct seed_command *c, const struct command_clock *k)
{
	c->tick_step = minus(c->tick, k->tick);
	c->in_step = minus(c->in, c->shape == USER ? k->user : k->in);
	c->out_step = minus(c->out, k->out);
	c->literal = (k->sync == 0 && c->shape != SYNC) || c->tick_step < -16 ||
		     c->tick_step > 2000 ||
		     (k->packets && (c->in_step < 0 || c->in_step > 1));
}

static void
parse_commands(struct command_seed *m, struct mutate_piece data,
	       struct command_clock *k)
{
	const uint8_t *const start = data.at;

	*k = (struct command_clock){ 0 };
	for (m->n = 0; data.size && m->n < COMMANDS - COMMANDS_SPARE; m->n++) {
		struct seed_command *c = &m->command[m->n];
		const struct mutate_piece all = data;

		if (!take_command(&data, m, c)) {
			*c = (struct seed_command){ .shape = RAW };
			data = all;
			take(&data, &c->bytes, find_commands(m, all));
		}
		relate(c, k);
		count(k, c, COMMAND_HEADER + (size_t)(all.at - start));
	}
}

/* Numbers in the header that differ from the numbers of the commands are kept
   unchanged. */
static void
relate_header(struct command_seed *m, const struct command_clock *k)
{
	const uint32_t fit[NUMBERS] = {
		[TICKS] = (uint32_t)k->stop,
		[FRAMES] = k->packets,
		[SIGNON_LENGTH] = (uint32_t)(k->sync - COMMAND_HEADER),
	};

	for (size_t i = 0; i < NUMBERS; i++) {
		m->number[i] = mutate_command_get(m->header + AT_NUMBERS +
						  4 * i);
		m->literal[i] = m->number[i] != fit[i];
	}
	/* No time, or a time that is NaN. */
	m->literal[TIME] = (m->number[TIME] == 0 && k->stop != 0) ||
			   (m->number[TIME] & 0x7f800000) == 0x7f800000;
}

/* Does a signon command follow?  Then the header may be lost. */
static bool
is_signon_behind(const uint8_t *bytes, size_t size)
{
	return size > COMMAND_HEADER && bytes[COMMAND_HEADER] == 1;
}

bool
mutate_commands_parse(struct command_seed *m, const uint8_t *bytes, size_t size)
{
	static const uint8_t tries[] = { 2, 4, 1 };
	struct command_clock k;
	struct mutate_piece data;
	size_t best = 1, most = 0;

	m->used = m->n = 0;
	if (size < COMMAND_HEADER ||
	    (memcmp(bytes, "HL2DEMO", 8) != 0 && !is_signon_behind(bytes, size)))
		return false;
	memcpy(m->header, bytes, COMMAND_HEADER);
	data = (struct mutate_piece){ bytes + COMMAND_HEADER,
				      size - COMMAND_HEADER };
	for (size_t i = 0; mutate_command_four(m) && i < sizeof(tries); i++) {
		m->blocks = tries[i];
		parse_commands(m, data, &k);
		if (k.packets > most) {
			most = k.packets;
			best = tries[i];
		}
	}
	m->blocks = best;
	parse_commands(m, data, &k);
	relate_header(m, &k);
	return true;
}

/* ----------------------------------------------------------------- write */

struct command_sink {
	uint8_t *out;
	size_t room, size;
	bool four, fit;
	size_t blocks;
	struct command_clock k;
};

static void
put(struct command_sink *s, const void *bytes, size_t n)
{
	if (n > s->room - s->size)
		n = s->room - s->size;
	if (n)
		memcpy(s->out + s->size, bytes, n);
	s->size += n;
}

static void
put_number(struct command_sink *s, int32_t value)
{
	uint8_t bytes[4];

	mutate_command_put(bytes, (uint32_t)value);
	put(s, bytes, sizeof(bytes));
}

/* Writes camera positions.  A new command has none, or has those of another protocol. */
static void
put_view(struct command_sink *s, const struct seed_command *c)
{
	static const uint8_t still[COMMAND_VIEW];
	const size_t whole = c->view.size - c->view.size % COMMAND_VIEW;

	for (size_t i = 0; i < s->blocks; i++)
		if (whole)
			put(s, c->view.at + i * COMMAND_VIEW % whole,
			    COMMAND_VIEW);
		else
			put(s, still, COMMAND_VIEW);
}

/* Sets tick and sequence numbers so that they follow the commands before. */
static void
follow(const struct command_sink *s, struct seed_command *c)
{
	const struct command_clock *k = &s->k;

	if (!s->fit || c->literal)
		return;
	if (c->shape == SYNC)
		c->tick = 0;
	else
		c->tick = plus(k->tick, c->tick_step);
	c->in = plus(c->shape == USER ? k->user : k->in, c->in_step);
	c->out = plus(k->out, c->out_step);
	/* The tick of the end of a level is one before its last packet. */
	if (c->shape == STOP && k->tick < 0)
		c->tick = minus(k->tick, 1);
}

static void
write_command(struct command_sink *s, struct seed_command c)
{
	const size_t at = s->size;

	follow(s, &c);
	if (c.shape == RAW) {
		put(s, c.bytes.at, c.bytes.size);
		return;
	}
	put(s, &c.byte, 1);
	put_number(s, c.tick);
	if (s->four)
		put(s, &c.slot, 1);
	if (c.shape == SIGNON || c.shape == PACKET) {
		put_view(s, &c);
		put_number(s, c.in);
		put_number(s, c.out);
	} else if (c.shape == USER) {
		put_number(s, c.in);
	} else if (c.shape == STRINGS && s->four) {
		put_number(s, c.type);
	}
	if (c.shape != SYNC && c.shape != STOP) {
		put_number(s,
			   c.literal_length ? c.length : (int32_t)c.bytes.size);
		put(s, c.bytes.at, c.bytes.size);
	}
	if (c.shape == STOP && s->size - at > c.stop_bytes)
		s->size = at + c.stop_bytes;
	count(&s->k, &c, at);
}

static bool
has_room(const struct command_sink *s, const struct seed_command *c)
{
	const size_t fields = COMMAND_VIEW * s->blocks + 18;

	return s->room - s->size >= fields &&
	       s->room - s->size - fields >= c->bytes.size;
}

/* Returns the tick interval of the old header, or a usual tick interval. */
static float
interval_of(const struct command_seed *m)
{
	static const float usual[] = { 0.015F, 0.033333335F, 0.016666668F };
	const int32_t ticks = (int32_t)m->number[TICKS];
	float time, interval;

	memcpy(&time, &m->number[TIME], sizeof(time));
	interval = ticks ? time / (float)ticks : 0;
	for (size_t i = 1; i < sizeof(usual) / sizeof(usual[0]); i++)
		if (interval > usual[i] - 0.0001F &&
		    interval < usual[i] + 0.0001F)
			return usual[i];
	return usual[0];
}

static void
fit_header(struct command_seed *m, const struct command_sink *s)
{
	const float time = (float)((double)s->k.stop * (double)interval_of(m));
	uint32_t fit[NUMBERS] = {
		[TICKS] = (uint32_t)s->k.stop,
		[FRAMES] = s->k.packets,
		[SIGNON_LENGTH] = s->k.sync ? (uint32_t)(s->k.sync -
							 COMMAND_HEADER)
					    : 0,
	};

	memcpy(&fit[TIME], &time, sizeof(time));
	for (size_t i = 0; i < NUMBERS; i++)
		mutate_command_put(m->header + AT_NUMBERS + 4 * i,
				   m->literal[i] ? m->number[i] : fit[i]);
}

size_t
mutate_commands_write(struct command_seed *m, uint8_t *out, size_t room,
		      struct mutate_random *r)
{
	struct command_sink s = {
		.out = out,
		.room = room,
		.four = mutate_command_four(m),
		.blocks = m->blocks,
		.fit = mutate_pick(r, 8),
	};
	size_t size;

	put(&s, m->header, COMMAND_HEADER);
	for (size_t i = 0; i < m->n && has_room(&s, &m->command[i]); i++)
		write_command(&s, m->command[i]);
	size = s.size;
	if (mutate_pick(r, 16))
		fit_header(m, &s);
	s.size = 0;
	put(&s, m->header, COMMAND_HEADER);
	return size > s.size ? size : s.size;
}
