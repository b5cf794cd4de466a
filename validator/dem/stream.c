/* SPDX-License-Identifier: MIT */
/*
 * stream.c - reads one command after the other (DEM-3)
 *
 * A command that can be read is held (held.c).  damage.c decides about all other
 * commands, and about the end of the demo.
 */
#include "validator/dem/dem.h"

/* Ends a demo that has no dem_stop of its own. */
static enum pull
end_here(struct dem *d, struct cursor *in)
{
	if (dem_free_stop(d, in))
		return PULL_END;
	d->end.no_packet_follows = true;
	dem_settle(d, in, d->held.n);
	d->phase = DEM_ENDED;
	return PULL_END;
}

static void
read_as_text(const struct cursor *at, struct dem_command *c)
{
	if (c->id != DEM_TABLES && c->id != DEM_STRINGS)
		return;
	if (c->error != DEM_ALL_THERE || dem_agrees_with_text(at, c))
		return;
	c->written_id = c->id;
	c->id = DEM_CONSOLE;
	c->mended.id = true;
}

enum pull
dem_read_next(struct dem *d, struct cursor *in, bool closed)
{
	const struct dem_layout *l = d->layout;
	struct cursor at;
	struct dem_command c;

	dem_scan(d, in);
	at = *in;
	cur_bytes(&at, (size_t)(d->progress.next - cur_tell(&at)));
	if (cur_left(&at) == 0) {
		in->need = 1;
		return closed ? end_here(d, in) : PULL_MORE;
	}
	c = dem_read_command(l, &at, 0);
	read_as_text(&at, &c);
	/* A command that is too long to be held is treated alike, whether its bytes are
	   in the window or not. */
	if (c.error == DEM_ALL_THERE && c.size > l->horizon)
		c.error = DEM_CUT;
	if (c.error == DEM_ALL_THERE && dem_is_early(d, &c))
		return dem_take_early(d, in, &c, closed);
	if (c.error == DEM_ALL_THERE && c.id != DEM_STOP) {
		dem_hold(d, in, &c);
		return PULL_EVENT;
	}
	if (c.error == DEM_CUT && !closed && c.size <= l->horizon) {
		in->need = c.need ? c.need : 1;
		return PULL_MORE;
	}
	return dem_decide_unread(d, in, &c, closed);
}

/* Judges the long string tables without their payload. */
static void
end_strings(struct dem *d)
{
	const struct dem_held held = { d->strings, d->walk, true };

	dem_check_command(d, &held, (struct span){ NULL, 0 });
	dem_check_contents(d, &held, (struct span){ NULL, 0 });
	dem_walk_on(&d->walk, &d->strings);
	d->done = d->walk;
	d->progress.pos = d->progress.next;
	dem_emit(d,
		 &(struct dem_event){ .kind = DEM_COMMAND,
				      .off = d->strings.off,
				      .len = d->progress.pos - d->strings.off,
				      .tick = d->strings.tick,
				      .command = &d->strings });
	d->phase = DEM_IN_COMMANDS;
}

enum pull
dem_read_strings(struct dem *d, struct cursor *in, bool closed)
{
	const uint64_t end = dem_command_end(&d->strings);

	d->progress.next += cur_some(in, end - d->progress.next).len;
	if (d->progress.next == end)
		end_strings(d);
	else if (closed)
		dem_end_inside(d, in, &d->strings);
	return d->progress.next == end ? PULL_EVENT
	       : closed                ? PULL_END
				       : PULL_MORE;
}
