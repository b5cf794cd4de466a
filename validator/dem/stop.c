/* SPDX-License-Identifier: MIT */
/* stop.c - dem_stop, the last command (DEM-3.6) */
#include "validator/dem/scene.h"

struct dem_command
dem_short_stop(const struct dem_layout *l, const struct dem_command *c)
{
	enum { SIGN = 0x800000, LOW = 0xffffff };
	struct dem_command stop = *c;

	if (l->slotted) {
		stop.head = l->stop_least;
		stop.slot = 0;
		return stop;
	}
	stop.head = DEM_STOP_LEAST;
	stop.tick = (int32_t)(((uint32_t)c->tick & LOW) ^ SIGN) - SIGN;
	return stop;
}

/* The smallest tick whose low three bytes are `low`, and which is the tick of the last
   packet or later. */
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

uint32_t
dem_begun_stop(const struct dem *d, const struct cursor *in, uint64_t off)
{
	struct cursor at = *in;
	uint8_t stop[DEM_STOP_BYTES];
	const uint32_t n = dem_stop_as_written(d, dem_stop_tick(d, &d->done),
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
	const struct dem_view view = dem_view_to(
		in, dem_command_end(c) + d->layout->horizon, false);

	d->end.custom = dem_custom_end(d->layout, &view.from,
				       dem_command_end(c));
	d->end.no_packet_follows = true;
	dem_settle(d, in, d->held.n);
	d->end.stopped = true;
	d->end.stop = *c;
	d->end.at_stop = d->done;
	cur_some(in, c->head);
	d->progress.pos = d->progress.next = dem_command_end(c);
	d->phase = DEM_ENDED;
	dem_emit(d, &(struct dem_event){ .kind = DEM_COMMAND,
					 .off = c->off,
					 .len = c->head,
					 .tick = c->tick,
					 .command = c });
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

	d->end.no_packet_follows = c->id != DEM_PACKET && c->id != DEM_SIGNON;
	dem_settle(d, in, d->held.n);
	d->end.begun = dem_begun_stop(d, in, c->off);
	mark = dem_mark(d, c->off);
	if (d->end.begun == 0)
		site.fix = fix_end(mark);
	report(d->report, RULE_dem_command_truncated, &site,
	       "%llu byte%s of a %s", (unsigned long long)len,
	       len == 1 ? "" : "s",
	       dem_name(d->layout, c->id, name, sizeof(name)));
	if (d->end.begun == 0)
		dem_cut_before_loss(d, &d->done, &mark);
	d->phase = DEM_ENDED;
	dem_emit(d, &(struct dem_event){ .kind = DEM_DAMAGED,
					 .off = c->off,
					 .len = len,
					 .tick = d->progress.record_tick });
}
