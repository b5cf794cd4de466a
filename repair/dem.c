/* SPDX-License-Identifier: MIT */
/*
 * dem.c - the end of a repaired Source demo, and the fields of its header that depend on
 * the end (SPEC.md, DEM-8)
 *
 * If dem_stop is missing, a dem_stop is appended in the form of the engine of this demo.
 */
#include "validator/dem/dem.h"
#include "repair/plan.h"
#include "validator/core/real.h"

/* The repaired demo. */
struct ending {
	const struct dem *d;
	const struct dem_walk *walk;
	bool stopped; /* the demo ends with its own dem_stop */
	int32_t tick; /* the tick at which the demo ends */

	/* The number of bytes that edits remove before dem_synctick, and the finding of
	   the last such edit. */
	int64_t signon_less;
	struct dem_pending shorter;
};

/* Returns the state at offset `end`, which is before a loss or behind all commands. */
static const struct dem_walk *
walk_to(const struct dem *d, uint64_t end)
{
	static const struct dem_walk none = { .packets = 0 };

	/* No loss is noted at this place, which is before all commands. */
	if (end <= DEM_HEADER_BYTES)
		return &none;
	if (d->cuts.first.there && d->cuts.first.mark.off == end)
		return &d->cuts.first.walk;
	if (d->cuts.last.there && d->cuts.last.mark.off == end)
		return &d->cuts.last.walk;
	return &d->done;
}

/* Computes how much edits before dem_synctick shorten the signon data. */
static void
measure_signon(const struct plan *plan, struct ending *out)
{
	struct edit edit;

	for (size_t i = 0; edits_at(&plan->edits, i, &edit); i++) {
		if (edit.off < DEM_HEADER_BYTES || edit.del == edit.ins.len)
			continue;
		if (edit.off >= out->walk->sync)
			return;
		out->signon_less += (int64_t)edit.del - (int64_t)edit.ins.len;
		out->shorter = (struct dem_pending){ true, edit.why,
						     edit.finding };
	}
}

static struct ending
ending_of(const struct plan *plan, const struct dem *d)
{
	const bool cut = plan->end.kind == FIX_END;
	struct ending out = {
		.d = d,
		.walk = cut ? walk_to(d, plan->end.off) : &d->done,
		.stopped = d->end.stopped && !cut,
	};

	measure_signon(plan, &out);

	out.tick = out.stopped ? dem_right_tick(d) : dem_stop_tick(d, out.walk);
	return out;
}

/* Fills in the finding that changes a field of the header.  This is the finding of the
   field, or a finding that changes the whole header.  False: there is no such finding. */
static bool
cite_first_reason(const struct plan *plan, const struct ending *out,
		  const struct dem_pending *pending, struct edit *edit)
{
	const struct dem *d = out->d;
	const struct dem_pending cut = { plan->end.kind != FIX_NONE,
					 plan->end.why, plan->end.finding };
	const struct dem_pending *const reasons[] = { pending,
						      &d->pending.unfinished,
						      &cut, &d->pending.ticks,
						      &out->shorter };

	for (size_t i = 0; i < COUNT_OF(reasons); i++) {
		const struct dem_pending *reason = AT(reasons, i);

		if (!reason->mended)
			continue;
		edit->why = reason->rule;
		edit->finding = reason->finding;
		return true;
	}
	return false;
}

static void
add_cited_edit(struct plan *plan, const struct ending *out,
	       const struct dem_pending *pending, const struct edit *what)
{
	struct edit edit = *what;

	/* The old number is the only evidence of lost packets. */
	if (edit.off == DEM_AT_FRAMES)
		edit.lossy = plan->doubted;
	if (cite_first_reason(plan, out, pending, &edit))
		plan_edit(plan, &edit);
}

static void
edit_header_field(struct plan *plan, const struct ending *out,
		  const struct dem_pending *pending, uint64_t off,
		  uint32_t found, uint32_t want)
{
	uint8_t bytes[4];

	put_le32(bytes, sizeof(bytes), 0, want);
	if (found != want)
		add_cited_edit(
			plan, out, pending,
			&(struct edit){ .off = off,
					.del = sizeof(bytes),
					.ins = { bytes, sizeof(bytes) } });
}

/* Returns the ticks for the header.  If the demo stays without a dem_stop, its header
   may keep its ticks. */
static int32_t
header_ticks(const struct plan *plan, const struct ending *out)
{
	struct edit edit = { 0 };

	return out->stopped || cite_first_reason(plan, out,
						 &out->d->pending.ticks, &edit)
		       ? out->tick
		       : out->d->header.ticks;
}

static void
edit_header(struct plan *plan, const struct ending *out)
{
	const struct dem *d = out->d;
	const struct dem_header *h = &d->header;
	float time = 0;

	/* Without a tick interval, only a time that is NaN or infinite is replaced. */
	if (dem_time(d, header_ticks(plan, out), &time) ||
	    d->pending.time.rule == RULE_dem_time_value)
		edit_header_field(plan, out, &d->pending.time, DEM_AT_TIME,
				  real_bits(h->time), real_bits(time));
	edit_header_field(plan, out, &d->pending.ticks, DEM_AT_TICKS,
			  (uint32_t)h->ticks, (uint32_t)out->tick);
	edit_header_field(plan, out, &d->pending.frames, DEM_AT_FRAMES,
			  (uint32_t)h->frames, (uint32_t)out->walk->packets);
	edit_header_field(
		plan, out, &d->pending.signon, DEM_AT_SIGNON,
		(uint32_t)h->signon,
		(uint32_t)((int64_t)(out->walk->sync - DEM_HEADER_BYTES) -
			   out->signon_less));
}

/* Does the header of an unfinished demo contain the length of the demo?  Then the time
   and the ticks in the header agree. */
static bool
declares_more(const struct ending *out)
{
	const struct dem_header *h = &out->d->header;
	float time = 0;

	return h->ticks > out->tick && dem_time(out->d, h->ticks, &time) &&
	       real_bits(time) == real_bits(h->time);
}

/* Notes the lost ticks up to the end of the demo.  These ticks are lost with dropped
   bytes, or were never in the file. */
static void
note_declared(struct plan *plan, const struct ending *out)
{
	const struct dem_header *h = &out->d->header;
	const bool drops = plan->end.kind == FIX_END;

	plan->declared.all_there = !drops && !dem_unfinished(h) && h->frames >= 0 &&
			  (uint64_t)h->frames == out->walk->packets;
	if (!declares_more(out) || (drops && plan->end.mark.tick < 0))
		return;
	plan->declared.exactly = true;
	plan->open = false;
	if (!drops) {
		plan->declared.s = (double)h->time;
		return;
	}
	edits_end_ticks(&plan->edits, plan->lost.first_end,
			(int64_t)h->ticks + 1);
	plan->last_tick = h->ticks;
}

/* Does an edit change bytes between the header and dem_stop?  Packets are only there. */
static bool
has_edit_inside(const struct plan *plan, const struct ending *out)
{
	const uint64_t stop = out->stopped ? out->d->end.stop.off : UINT64_MAX;
	struct edit edit;

	for (size_t i = 0; edits_at(&plan->edits, i, &edit); i++)
		if (edit.off - DEM_HEADER_BYTES < stop - DEM_HEADER_BYTES)
			return true;
	return false;
}

/* Notes lost packets that the header counts.  The header of a finished demo counts
   its packets.  The header of an unfinished demo counts none.  The count is right if
   dem_stop has the tick of the header, or if the time and the ticks in the header
   agree. */
static void
note_lost_packets(struct plan *plan, const struct ending *out)
{
	const struct dem *d = out->d;
	const struct dem_header *h = &d->header;
	const int64_t less = h->frames - (int64_t)out->walk->packets;

	if (less <= 0)
		return;
	if (plan->end.kind == FIX_NONE && !has_edit_inside(plan, out))
		return;
	plan->doubted = true;
	if ((d->end.stopped && d->end.stop.tick == h->ticks) ||
	    (plan->end.kind != FIX_NONE && declares_more(out)))
		plan->declared.less = (uint64_t)less;
}

static void
append_stop(struct plan *plan, const struct ending *out)
{
	const bool begun = plan->end.kind == FIX_CLOSE;
	const uint32_t done = begun ? out->d->end.begun : 0;
	uint8_t bytes[DEM_STOP_BYTES];
	const uint32_t n = dem_stop_as_written(out->d, out->tick, bytes);
	const struct span stop = { bytes, n };

	plan_edit(plan, &(struct edit){
				.off = plan->session->decoded_size,
				.ins = span_tail(stop, done),
				.why = plan->end.why,
				.finding = plan->end.finding,
			});
}

static void
edit_stop(struct plan *plan, const struct ending *out)
{
	const struct dem *d = out->d;
	const uint32_t n = dem_stop_tick_bytes(&d->end.stop);
	const uint32_t changed = (uint32_t)out->tick ^
				 (uint32_t)d->end.stop.tick;
	uint8_t bytes[4];

	put_le32(bytes, sizeof(bytes), 0, (uint32_t)out->tick);
	/* The last byte of the tick may be missing. */
	if (n == 4 ? changed : changed << 8)
		add_cited_edit(plan, out, &d->pending.ticks,
			       &(struct edit){ .off = d->end.stop.off + 1,
					       .del = n,
					       .ins = { bytes, n } });
}

static bool
can_play(const struct dem_walk *walk)
{
	return walk->packets > 0 && walk->sync != 0 && walk->tables > 0;
}

/* Can the repaired demo be read to its end?  Unreadable bytes that are kept would hide an
   appended dem_stop.  With a changed header, the last packet may seem to contain a
   dem_stop. */
static bool
stays_readable(const struct plan *plan, const struct dem *d)
{
	return !d->damage.unmended &&
	       !(d->end.may_hide_stop && plan->end.kind == FIX_NONE);
}

static void
end(struct plan *plan, const void *state)
{
	const struct dem *d = state;
	const struct ending out = ending_of(plan, d);
	const struct dem_cut *cut = &d->cuts.last;
	const struct dem_walk *last = cut->there ? &cut->walk : &d->done;

	/* An error in the contents without a fix may end the recording, too. */
	if (plan->level == DFK_LEVEL_SALVAGE)
		last = out.walk;
	if (d->phase != DEM_ENDED)
		return;
	plan->framed = plan->end.kind == FIX_END && can_play(&d->done) &&
		       d->done.packets > last->packets;
	if (!can_play(out.walk)) {
		plan->empty = plan->report->errors > 0;
		/* A warning is no reason to drop the whole demo. */
		if (!plan->empty && plan->end.kind == FIX_END)
			edits_clear(&plan->edits);
		return;
	}
	if (!stays_readable(plan, d)) {
		plan->impossible |= plan->report->errors > 0;
		edits_clear(&plan->edits);
		return;
	}
	plan->doubted = d->damage.doubted;
	plan->string_tables = d->contents.tables_lost;
	note_lost_packets(plan, &out);
	if (plan->end.kind != FIX_NONE) {
		note_declared(plan, &out);
		append_stop(plan, &out);
	}
	if (out.stopped)
		edit_stop(plan, &out);
	edit_header(plan, &out);
}

static bool
has_end(const void *state)
{
	const struct dem *d = state;

	return d->end.stopped;
}

/* Returns the last tick.  At the end of a level ticks are negative. */
static int64_t
last_tick(const void *state, int64_t here)
{
	const struct dem *d = state;

	return here < 0 ? d->packets.played : here;
}

/* All these fields have four bytes. */
static bool
field_of_number(const struct edit *edit, struct edit_field *field)
{
	struct cursor in = cur_span(edit->ins, 0);
	const int32_t number = cur_le32(&in);

	field->value = real_print((double)number, 10);
	switch (edit->off) {
	case DEM_AT_TIME:
		field->name = "time";
		field->value = real_print((double)real_of((uint32_t)number), 9);
		return true;
	case DEM_AT_TICKS: field->name = "ticks"; return true;
	case DEM_AT_FRAMES: field->name = "frames"; return true;
	case DEM_AT_SIGNON: field->name = "signon_length"; return true;
	default: return false;
	}
}

const struct planner dem_planner = {
	.has_end = has_end,
	.last_tick = last_tick,
	.end = end,
	.field = field_of_number,
};
