/* SPDX-License-Identifier: MIT */
/* search.c - looks for the next command behind damage that no correction explains
   (DEM-6) */
#include <stdio.h>

#include "validator/dem/dem.h"

void
dem_lose(struct dem *d, struct cursor *in, uint64_t off)
{
	size_t n = 0;

	while (n < d->held.n && AT(d->held.at, n).command.off < off)
		n++;
	dem_settle(d, in, n);
	if (d->held.n)
		d->walk = AT(d->held.at, 0).before;
	d->held.n = 0;
	d->progress.pos = d->progress.next = off;
	d->damage.loss.mark = dem_mark(d, off);
	d->phase = DEM_SEARCHING;
}

/* The place at which commands go on. */
struct place {
	uint64_t off;
	int32_t tick;     /* tick of the first packet behind the place; 0: not known */
	uint32_t packets; /* number of missing packets before that packet */
};

/* The number of missing packets before this packet, by its sequence number.  Numbers have
   gaps only where the network lost packets. */
static uint32_t
missing_before(const struct dem_walk *walk, const struct dem_command *packet)
{
	const int64_t step = (int64_t)packet->sequence - walk->sequence;

	return walk->sequenced && step > 1 && step <= DEM_NEAR
		       ? (uint32_t)step - 1
		       : 0;
}

static struct place
place_at(const struct dem *d, const struct cursor *in)
{
	struct place place = { .off = cur_tell(in) };
	struct cursor at = cur_limit(in, d->layout->horizon);

	for (unsigned i = 0; i < DEM_MOST_HELD; i++) {
		const struct dem_command c = dem_read_command(d->layout, &at, 0);

		if (c.id == DEM_PACKET && c.headed) {
			place.tick = c.tick;
			place.packets = missing_before(&d->walk, &c);
			return place;
		}
		if (c.error != DEM_ALL_THERE)
			return place;
		cur_bytes(&at, (size_t)(dem_command_end(&c) - c.off));
	}
	return place;
}

/* Another demo begins inside the unreadable bytes.  The bytes before belong to this
   demo. */
static void
report_crossed(struct dem *d, uint64_t end)
{
	struct dem_loss *l = &d->damage.loss;
	const uint64_t off = l->crossed;
	const struct mark mark = dem_mark(d, off);
	const struct fix fix = fix_end(mark);
	const uint64_t len = off - l->mark.off;
	struct site site = { .off = l->off,
			     .len = l->len,
			     .expected = l->expected,
			     .fix = fix_drop(l->mark.off, len, l->mark) };

	/* The unreadable bytes may lie in the other demo. */
	if (l->off >= off) {
		l->rule = RULE_dem_command_size;
		site.off = l->mark.off;
		site.len = len;
		site.expected = "the whole command";
		snprintf(l->found, sizeof(l->found), "%llu bytes of a command",
			 (unsigned long long)len);
	}
	if (len) {
		report(d->report, l->rule, &site, "%s", l->found);
		dem_cut_before_loss(d, &d->walk, &l->mark);
	}
	dem_report_another(d, off, end, &fix);
	dem_cut_before_loss(d, &d->walk, &mark);
}

/* Reports the loss up to `next`; NULL: up to the end of the file. */
static void
report_loss(struct dem *d, const struct place *next)
{
	const uint64_t end = next ? next->off : d->progress.pos;
	struct dem_loss *l = &d->damage.loss;
	struct site site = { .off = l->off,
			     .len = l->len,
			     .expected = l->expected,
			     .fix = fix_end(l->mark) };
	const char *found = l->found;
	const struct mark here = dem_mark(d, end);

	if (next) {
		site.fix.kind = FIX_DROP;
		site.fix.next_tick = next->tick;
		site.fix.del = end - l->mark.off;
		site.fix.loss = loss_between(&l->mark, &here);
		site.fix.loss.snapshots += next->packets;
	} else if (l->zeros) {
		l->rule = RULE_dem_zero_tail;
		site.len = end - l->off;
		site.expected = "a command";
		found = "zeros up to the end of the file";
	}
	if (l->crossed) {
		report_crossed(d, end);
	} else {
		report(d->report, l->rule, &site, "%s", found);
		dem_cut_before_loss(d, &d->walk, &l->mark);
	}
	if (next && d->contents.on)
		netmessages_lose(&d->contents.messages);
	dem_emit(d, &(struct dem_event){ .kind = DEM_DAMAGED,
					 .off = l->mark.off,
					 .len = end - l->mark.off,
					 .tick = d->progress.record_tick });
}

/* Do fitting commands begin at the cursor? */
static bool
is_here(struct dem *d, const struct cursor *in, bool closed)
{
	const uint64_t off = cur_tell(in);
	struct cursor at = *in;
	const uint8_t id = dem_id_byte(d->layout, cur_u8(&at));
	struct dem_view view;

	if (!dem_head_bytes(d->layout, id))
		return false;
	view = dem_view_to(in, off + d->layout->horizon, closed);
	return dem_goes_on(d, &d->walk, &view, off, DEM_NEAR, 0);
}

/* Does another demo begin at the cursor?  The answer must not depend on the size of the
   pieces in which the file arrives. */
static bool
begins_another_here(const struct dem *d, const struct cursor *in)
{
	/* Nearly all bytes end here, and the rest would cost more at each of them. */
	return dem_begins_whole(cur_rest(in)) &&
	       dem_begins_another(
		       span_head(cur_rest(in), d->layout->horizon));
}

enum pull
dem_search(struct dem *d, struct cursor *in, bool closed)
{
	while (closed ? cur_left(in) > 0 : cur_left(in) > d->layout->horizon) {
		const uint64_t off = cur_tell(in);

		if (!d->damage.loss.crossed && begins_another_here(d, in))
			d->damage.loss.crossed = off;
		/* The search begins behind the damaged byte. */
		if (off > d->damage.loss.mark.off && !d->damage.loss.crossed &&
		    is_here(d, in, closed)) {
			const struct place next = place_at(d, in);

			report_loss(d, &next);
			d->progress.next = off;
			d->phase = DEM_IN_COMMANDS;
			return PULL_EVENT;
		}
		if (cur_u8(in) && off >= d->damage.loss.off)
			d->damage.loss.zeros = false;
		d->progress.pos = off + 1;
	}
	if (!closed) {
		in->need = d->layout->horizon + 1 - cur_left(in);
		return PULL_MORE;
	}
	report_loss(d, NULL);
	d->phase = DEM_ENDED;
	return PULL_END;
}
