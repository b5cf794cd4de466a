/* SPDX-License-Identifier: MIT */
/*
 * scan.c - consumes runs of plainly clean commands, without holding each of them
 *
 *   consumed | held | next |
 *            ^ pos  ^ next command
 *
 * In most demos nearly all commands are a dem_packet or a dem_usercmd whose tick and
 * number follow the last one, and whose head is clean.  This file reads such heads in
 * place, and updates the state once for the whole run.  The last command of the run is
 * held.  The first command that is not plainly clean is left to dem_read_next().  This
 * file reports nothing.
 */
#include "validator/dem/dem.h"

struct command {
	uint64_t off;
	uint8_t id;
	int32_t tick, sequence, sequence_out;
	uint32_t size;       /* bytes of the payload */
	struct span payload; /* the payload, and the bytes of the window behind it */
};

/* The numbers of the last packet, and of the last dem_usercmd, if there was one
   (`used`). */
struct numbers {
	int32_t tick, sequence, sequence_out;
	int32_t user;
	bool used;
};

struct command_run {
	struct dem *d;
	struct cursor at; /* behind `held` */
	struct command held;
	struct numbers before, after; /* before and after `held` */
	uint64_t n, packets;          /* commands and packets that were judged */
	uint64_t rewinds;             /* of these commands */
	int64_t record_tick;          /* of the last judged command */
	uint32_t most;                /* largest payload of a packet in bytes */
};

/* ------------------------------------------------------------------- heads */

/* Are all camera values small, so that judge_camera() would accept them? */
static inline bool
is_camera_plain(struct span head)
{
	enum { AT_VALUES = 9 };

	return !span_any_above(span_head(span_tail(head, AT_VALUES),
					 4 * (size_t)DEM_CAMERA_VALUES),
			       real_bits(16384));
}

/* Takes the payload behind a head.  False: the size is impossible or 0, or the payload is
   not in the window. */
static inline bool
take_payload(struct command_run *s, struct command *c, uint32_t size,
	     uint32_t most)
{
	c->size = size;
	c->payload = cur_rest(&s->at);
	return size - 1 < most && cur_bytes(&s->at, size).len > 0;
}

static inline bool
read_packet(struct command_run *s, struct command *c)
{
	enum { PACKET_HEAD = 93, AT_TICK = 1, AT_SEQUENCE = 81,
	       AT_SEQUENCE_OUT = 85 };
	const struct span head = cur_bytes(&s->at, PACKET_HEAD);
	const struct ahead ahead = ahead_of(head);
	uint64_t tick, numbers;

	if (head.len != PACKET_HEAD)
		return false;
	tick = ahead_at(&ahead, AT_TICK);
	numbers = ahead_at(&ahead, AT_SEQUENCE);
	c->tick = (int32_t)tick;
	c->sequence = (int32_t)numbers;
	c->sequence_out = (int32_t)(numbers >> 32);
	return !(tick >> 32 & ~(uint64_t)DEM_CAMERA_FLAGS) &&
	       is_camera_plain(head) &&
	       take_payload(s, c,
			    (uint32_t)(ahead_at(&ahead, AT_SEQUENCE_OUT) >> 32),
			    s->most);
}

static inline bool
read_user_command(struct command_run *s, struct command *c)
{
	enum { HEAD = 13, AT_TICK = 1, AT_SEQUENCE = 5 };
	const struct span head = cur_bytes(&s->at, HEAD);
	const struct ahead ahead = ahead_of(head);
	uint64_t numbers;

	if (head.len != HEAD)
		return false;
	numbers = ahead_at(&ahead, AT_SEQUENCE);
	c->tick = (int32_t)ahead_at(&ahead, AT_TICK);
	c->sequence = (int32_t)numbers;
	return take_payload(s, c, (uint32_t)(numbers >> 32), DEM_MOST_USER);
}

/* Reads the next command.  False: it has another id, its bytes are missing, or its head
   is not plainly clean. */
static inline bool
read_command(struct command_run *s, struct command *c)
{
	const struct span rest = cur_rest(&s->at);

	c->off = cur_tell(&s->at);
	c->id = (uint8_t)span_ahead(rest, 0);
	if (c->id == DEM_PACKET)
		return read_packet(s, c);
	return c->id == DEM_USER && read_user_command(s, c);
}

static inline bool
is_next(int32_t last, int32_t number)
{
	const int64_t grown = (int64_t)number - last;

	return grown >= 0 && grown <= 1;
}

/* Does the command follow the numbers without a finding? */
static inline bool
follows_plainly(const struct command *c, const struct numbers *n)
{
	enum { MOST_CORRECTION = 5 }; /* as in check.c */
	const bool packet = c->id == DEM_PACKET;
	const int64_t step = (int64_t)c->tick - n->tick;

	if (c->tick <= 0 || step > DEM_NEAR ||
	    step < (packet ? -MOST_CORRECTION : -DEM_BACK))
		return false;
	if (!packet)
		return !n->used || is_next(n->user, c->sequence);
	return is_next(n->sequence, c->sequence) &&
	       c->sequence_out >= n->sequence_out;
}

/* Updates the numbers with the command. */
static inline void
advance_numbers(struct numbers *n, const struct command *c)
{
	if (c->id == DEM_USER) {
		n->user = c->sequence;
		n->used = true;
		return;
	}
	n->tick = c->tick;
	n->sequence = c->sequence;
	n->sequence_out = c->sequence_out;
}

/* --------------------------------------------------------------------- run */

/* Takes the state before the held command.  False: too little is known for a run. */
static bool
begin(struct command_run *s, const struct cursor *in)
{
	const struct dem *d = s->d;
	const struct dem_held *held = &AT(d->held.at, 0);
	const struct dem_walk *w = &held->before;

	if (d->held.n != 1 || held->command.mended.id ||
	    held->command.mended.size || held->command.off != cur_tell(in))
		return false;
	if (!w->sync || !w->tables || !w->sequenced ||
	    w->clock != DEM_CLOCK_NEAR || !d->packets.any ||
	    d->packets.negative.len || d->packets.tick != w->tick)
		return false;
	/* Sequence numbers only grow from here on, so no command has the number 0, which
	   is no evidence. */
	if (w->sequence <= 0)
		return false;
	s->at = *in;
	s->record_tick = d->progress.record_tick;
	s->before = (struct numbers){ w->tick, w->sequence,
				      d->packets.sequence_out, w->user[0],
				      w->used[0] };
	s->after = s->before;
	s->most = dem_most_packet(&d->header);
	return true;
}

static inline bool
is_content_plain(struct dem *d, const struct command *c)
{
	if (!d->contents.on)
		return true;
	if (c->id == DEM_USER)
		return dem_user_is_plain(d, c->sequence,
					 span_head(c->payload, c->size));
	return netmessages_are_plain(&d->contents.messages, c->payload,
				     c->size);
}

/* Counts the held command as judged. */
static inline void
judged(struct command_run *s)
{
	s->n++;
	s->packets += s->held.id == DEM_PACKET;
	s->rewinds += s->held.tick < s->record_tick;
	s->record_tick = s->held.tick;
	advance_numbers(&s->before, &s->held);
}

/* Writes the state of the run back: as if dem_settle() had consumed each command, and
   dem_hold() had held the last one. */
static void
finish(const struct command_run *s, struct cursor *in)
{
	struct dem *d = s->d;
	struct dem_held *held = &AT(d->held.at, 0);
	struct dem_walk *w = &held->before;

	w->packets += s->packets;
	w->tick = s->before.tick;
	w->sequence = s->before.sequence;
	w->user[0] = s->before.user;
	w->used[0] = s->before.used;
	d->done = *w;
	cur_bytes(in, (size_t)(s->held.off - d->progress.pos));
	d->progress.pos = s->held.off;
	held->command = dem_read_command(d->layout, in, 0);
	held->fits = true;
	d->walk = *w;
	dem_walk_on(&d->walk, &held->command);
	d->progress.next = dem_command_end(&held->command);
	d->progress.records += s->n;
	d->report->record = d->progress.records;
	d->progress.rewinds += s->rewinds;
	d->report->tick = d->progress.record_tick = s->record_tick;
	d->packets.tick = s->before.tick;
	d->packets.sequence_out = s->before.sequence_out;
	if (s->packets)
		d->packets.played = s->before.tick;
}

/* The next command fits, so it is held, and the held one is settled now, before any other
   code runs: netmessages_are_plain() has already passed some messages of it. */
static void
hold_next(struct dem *d, struct cursor *in)
{
	struct cursor at = *in;
	struct dem_command next;

	cur_bytes(&at, (size_t)(d->progress.next - cur_tell(&at)));
	next = dem_read_command(d->layout, &at, 0);
	dem_hold(d, in, &next);
}

/* A tap needs each command.  With entities no packet is passed without reading. */
static bool
is_scan_allowed(const struct dem *d)
{
	const struct dem_contents *c = &d->contents;

	return !d->tap.event && !c->no_memory &&
	       !(c->on && c->messages.world.entities.tables) &&
	       !d->layout->slotted;
}

/* The argument is a copy, so that the compiler keeps its members in registers. */
static inline struct command_run
run(struct command_run s, bool *plain)
{
	struct command next = { .off = 0 };

	while (read_command(&s, &next) && follows_plainly(&next, &s.after)) {
		if (s.held.size) {
			*plain = is_content_plain(s.d, &s.held);
			if (!*plain)
				break;
			judged(&s);
		}
		advance_numbers(&s.after, &next);
		s.held = next;
	}
	return s;
}

void
dem_scan(struct dem *d, struct cursor *in)
{
	struct command_run s = { .d = d };
	bool plain = true;

	if (!is_scan_allowed(d) || !begin(&s, in))
		return;
	s = run(s, &plain);
	if (s.n)
		finish(&s, in);
	if (!plain)
		hold_next(d, in);
}
