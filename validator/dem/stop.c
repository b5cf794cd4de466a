/* SPDX-License-Identifier: MIT */
/* stop.c - dem_stop, the last command (DEM-3.6) */
#include "validator/dem/scene.h"

struct dem_command
dem_short_stop(const struct dem_command *c)
{
	enum { SIGN = 0x800000, LOW = 0xffffff };
	struct dem_command stop = *c;

	stop.head = DEM_STOP_LEAST;
	stop.tick = (int32_t)(((uint32_t)c->tick & LOW) ^ SIGN) - SIGN;
	return stop;
}

/* The tick that is `low` in its last three bytes, and comes next after the last packet,
   or is there. */
static int32_t
find_tick(const struct dem *d, uint32_t low)
{
	enum { LOW = 0xffffff };
	const uint32_t last = (uint32_t)d->walk.tick;

	return (int32_t)(last + ((low - last) & LOW));
}

struct dem_command
dem_whole_stop(const struct dem *d, const struct dem_command *c)
{
	enum { LOW = 0xffffff };
	const struct dem_header *h = &d->header;
	struct dem_command stop = *c;

	if (c->id != DEM_STOP || c->error != DEM_ALL_THERE ||
	    c->head != DEM_STOP_LEAST || dem_fits(&d->walk, c, 1))
		return stop;
	stop.tick = find_tick(d, (uint32_t)c->tick);
	if (dem_fits(&d->walk, &stop, 1))
		return stop;
	stop.tick = c->tick;
	if ((((uint32_t)h->ticks ^ (uint32_t)c->tick) & LOW) == 0 &&
	    !dem_unfinished(h))
		stop.tick = h->ticks;
	return stop;
}

bool
dem_is_confirmed(const struct dem *d, const struct dem_command *stop)
{
	return stop->tick == d->header.ticks && stop->tick >= d->walk.tick &&
	       !dem_unfinished(&d->header);
}

int32_t
dem_right_tick(const struct dem *d)
{
	const struct dem_header *h = &d->header;
	const int32_t last = dem_last_tick(&d->at_stop);
	const int64_t after = (int64_t)h->ticks - last;

	if (dem_unfinished(h) || after < 0 || after >= DEM_STOP_AFTER)
		return d->stop.tick;
	return after > 0 && dem_fits(&d->at_stop, &d->stop, 1) ? d->stop.tick
							       : h->ticks;
}

/* Old engines write all four bytes of its tick, later ones three, in which a demo
   of more than 35 hours has no room. */
uint32_t
dem_stop_as_written(const struct dem *d, int32_t tick,
		    uint8_t bytes[DEM_STOP_BYTES])
{
	enum { LAST_WHOLE_STOP = 7, MOST_SHORT = 0x7fffff };
	const bool old = d->header.protocol == 2 ||
			 d->header.network <= LAST_WHOLE_STOP;

	poke(bytes, DEM_STOP_BYTES, 0, DEM_STOP);
	put_le32(bytes, DEM_STOP_BYTES, 1, (uint32_t)tick);
	return old || tick > MOST_SHORT ? DEM_STOP_BYTES : DEM_STOP_LEAST;
}

uint32_t
dem_begun_stop(const struct dem *d, const struct cursor *in, uint64_t off)
{
	struct cursor at = *in;
	uint8_t stop[DEM_STOP_BYTES];
	const uint32_t n = dem_stop_as_written(d, dem_last_tick(&d->done),
					       stop);
	struct span rest;

	cur_bytes(&at, (size_t)(off - cur_tell(&at)));
	rest = cur_rest(&at);
	return rest.len < n && span_starts(rest, stop, rest.len)
		       ? (uint32_t)rest.len
		       : 0;
}

void
dem_take_stop(struct dem *d, struct cursor *in, const struct dem_command *c)
{
	d->ending = true;
	dem_settle(d, in, d->n_held);
	d->stopped = true;
	d->stop = *c;
	d->at_stop = d->done;
	cur_some(in, c->head);
	d->pos = d->next = dem_command_end(c);
	d->phase = DEM_ENDED;
	dem_emit(d, &(struct dem_event){ .kind = DEM_COMMAND,
					 .off = c->off,
					 .len = c->head,
					 .tick = c->tick,
					 .command = *c });
}

/* Bytes of a dem_stop with that tick that ends a command, and the file; or 0. */
static uint32_t
find_last_stop(const struct dem *d, const struct cursor *in,
	       const struct dem_command *c, int32_t tick,
	       struct dem_command *stop)
{
	const uint64_t end = dem_command_end(c);

	for (uint32_t n = DEM_STOP_LEAST; n <= DEM_STOP_BYTES; n++) {
		struct cursor at = *in;

		if (n > c->size)
			break;
		cur_bytes(&at, (size_t)(end - n - cur_tell(&at)));
		*stop = dem_read_command(&at, 0);
		*stop = dem_whole_stop(d, stop);
		if (stop->id == DEM_STOP && stop->error == DEM_ALL_THERE &&
		    stop->tick == tick && dem_fits(&d->walk, stop, 1))
			return n;
	}
	return 0;
}

/* Does the header count all packets? */
static bool
counts_all(const struct dem *d)
{
	const struct dem_header *h = &d->header;

	return !dem_unfinished(h) && h->frames >= 0 &&
	       (uint64_t)h->frames == d->walk.packets;
}

bool
dem_free_stop(struct dem *d, struct cursor *in)
{
	struct dem_command c, stop;
	struct dem_walk before;
	uint32_t n;

	if (d->n_held == 0)
		return false;
	c = AT(d->held, d->n_held - 1).command;
	before = AT(d->held, d->n_held - 1).before;
	if ((c.id != DEM_PACKET && c.id != DEM_USER) || c.size_mended)
		return false;
	n = find_last_stop(d, in, &c, d->header.ticks, &stop);
	if (n == 0 || !counts_all(d)) {
		d->may_hide_stop = n || find_last_stop(d, in, &c,
						       dem_last_tick(&d->walk),
						       &stop);
		return false;
	}
	d->ending = true;
	dem_settle(d, in, d->n_held - 1);
	d->n_held = 0;
	d->walk = before;
	dem_mend_size(&c, c.size - n);
	dem_tell_length(d, &c, dem_payload(in, &c));
	dem_hold(d, in, &c);
	dem_take_stop(d, in, &stop);
	return true;
}

void
dem_end_inside(struct dem *d, struct cursor *in, const struct dem_command *c)
{
	const uint64_t len = cur_end(in) - c->off;
	struct site site = { .off = c->off,
			     .len = len,
			     .fix = { .kind = FIX_CLOSE, .off = cur_end(in) } };
	struct mark mark;
	char name[16];

	d->ending = c->id != DEM_PACKET && c->id != DEM_SIGNON;
	dem_settle(d, in, d->n_held);
	d->stop_begun = dem_begun_stop(d, in, c->off);
	mark = dem_mark(d, c->off);
	if (d->stop_begun == 0)
		site.fix = fix_end(mark);
	report(d->report, RULE_dem_command_truncated, &site,
	       "%llu byte%s of a %s", (unsigned long long)len,
	       len == 1 ? "" : "s", dem_name(c->id, name, sizeof(name)));
	if (d->stop_begun == 0)
		dem_note_loss(d, &d->done, &mark);
	d->phase = DEM_ENDED;
	dem_emit(d, &(struct dem_event){ .kind = DEM_DAMAGED,
					 .off = c->off,
					 .len = len,
					 .tick = d->record_tick });
}
