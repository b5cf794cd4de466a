/* SPDX-License-Identifier: MIT */
/* length.c - the length of a demo, by its header and by its commands (DEM-8) */
#include "validator/dem/dem.h"

int32_t
dem_last_tick(const struct dem *d, const struct dem_walk *walk)
{
	const int32_t tick = dem_counted_tick(d, walk);

	/* At the end of a level, engines count the ticks down. */
	return tick < 0 && tick > INT32_MIN ? tick - 1 : tick;
}

int32_t
dem_stop_tick(const struct dem *d, const struct dem_walk *walk)
{
	const struct dem_header *h = &d->header;
	const int32_t last = dem_last_tick(d, walk);
	const int64_t after = (int64_t)h->ticks - last;
	const bool all = h->frames >= 0 && (uint64_t)h->frames == walk->packets;

	return all && !dem_unfinished(h) && after >= 0 && after < DEM_STOP_AFTER
		       ? h->ticks
		       : last;
}

/* The time of a tick in seconds, or 0. */
static double
interval_of(const struct dem *d)
{
	enum { PORTAL_2 = 2001, LEFT_4_DEAD = 4 };
	const struct dem_header *h = &d->header;
	const double said = h->ticks ? (double)h->time / h->ticks : 0;

	if (d->server.known)
		return (double)d->server.interval;
	if (netmessage_is_interval((float)said))
		return said;
	if (d->layout->cameras == LEFT_4_DEAD)
		return (double)(1.0F / 30);
	if (d->layout->slotted && h->network == PORTAL_2)
		return (double)(1.0F / 60);
	return 0;
}

bool
dem_time(const struct dem *d, int32_t ticks, float *time)
{
	const double interval = interval_of(d);
	const double seconds = (double)ticks * interval;

	if (interval == 0)
		return false;
	if (seconds > (double)REAL_MOST || seconds < -(double)REAL_MOST)
		return false;
	*time = (float)seconds;
	return true;
}

int32_t
dem_right_tick(const struct dem *d)
{
	const struct dem_header *h = &d->header;
	const int32_t last = dem_last_tick(d, &d->end.at_stop);
	const int64_t after = (int64_t)h->ticks - last;

	if (dem_unfinished(h) || after < 0 || after >= DEM_STOP_AFTER)
		return d->end.stop.tick;
	/* Tools end demos of protocol 4 with the dem_stop of older games. */
	if (d->end.stop.tick < 0 && last >= 0)
		return h->ticks;
	return after > 0 && dem_fits(&d->end.at_stop, &d->end.stop, 1)
		       ? d->end.stop.tick
		       : h->ticks;
}

/* Old engines write all four bytes of the tick.  Newer engines write three bytes, which
   are enough for 35 hours.  Engines of protocol 4 write four bytes and the slot. */
uint32_t
dem_stop_as_written(const struct dem *d, int32_t tick,
		    uint8_t bytes[DEM_STOP_BYTES])
{
	enum { LAST_WHOLE_STOP = 7, MOST_SHORT = 0x7fffff };
	const bool old = d->header.protocol == 2 ||
			 d->header.network <= LAST_WHOLE_STOP;

	poke(bytes, DEM_STOP_BYTES, 0, DEM_STOP);
	put_le32(bytes, DEM_STOP_BYTES, 1, (uint32_t)tick);
	poke(bytes, DEM_STOP_BYTES, DEM_STOP_BYTES - 1, 0);
	if (d->layout->slotted)
		return d->layout->stop;
	return old || tick > MOST_SHORT ? d->layout->stop : DEM_STOP_LEAST;
}
