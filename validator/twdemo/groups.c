/* SPDX-License-Identifier: MIT */
/* groups.c - a marker, and the chunks of its tick: their group (TW-6.1, 6.3) */
#include "validator/twdemo/stream.h"

/* ------------------------------------------------------------- the last one */

void
twdemo_clear_keyframe(struct twdemo *d, uint8_t out[TWDEMO_MARKER_BYTES],
		      struct fix *fix)
{
	const struct twdemo_chunk *m = &d->group.marker;
	const int64_t before = d->group.before.tick;
	const uint32_t n = twdemo_write_plain_marker(
		d->header.version, before, d->group.tick, out);

	*fix = fix_replace(m->off, m->head, (struct span){ out, n });
	d->anchor.used = true;
}

/* Its writer went on from the snapshot that is missing.  But where a delta is in its
   place, or the tick is a step, it was never meant to be a keyframe. */
static bool
has_lost_snapshot(const struct twdemo *d)
{
	return d->group.snapshots == 0 && d->group.marker.absolute;
}

static void
tell_empty(struct twdemo *d)
{
	const struct twdemo_chunk *m = &d->group.marker;
	struct site site = { .off = m->off, .len = m->head };
	uint8_t bytes[TWDEMO_MARKER_BYTES];

	twdemo_clear_keyframe(d, bytes, &site.fix);
	site.fix.lossy = has_lost_snapshot(d);
	site.fix.mark = d->group.cut;
	report(d->report, RULE_twdemo_keyframe_empty, &site,
	       "no whole snapshot before the next tick");
}

/* TW-6.3: the group ends, and its keyframe has no snapshot.  Is that mended? */
static bool
report_empty(struct twdemo *d)
{
	d->based &= !has_lost_snapshot(d);
	d->anchor.used = true;
	if (!report_quick(d->report, RULE_twdemo_keyframe_empty, FIX_REPLACE))
		tell_empty(d);
	if (!report_mended(d->report))
		return false;
	/* It is none for the next one. */
	d->keyframe_tick = d->group.keyframe_before;
	return true;
}

void
twdemo_end_groups(struct twdemo *d)
{
	const struct twdemo_chunk *m = &d->group.marker;
	struct site site = { .off = m->off,
			     .len = m->head,
			     .fix = fix_end(d->group.cut) };
	uint8_t bytes[TWDEMO_MARKER_BYTES];

	if (!d->group.empty)
		return;
	/* Messages after it are kept, and their tick. */
	if (m->off + m->head != d->pos) {
		twdemo_clear_keyframe(d, bytes, &site.fix);
		site.fix.lossy = true;
		site.fix.mark = d->group.cut;
	}
	report(d->report, RULE_twdemo_keyframe_cut, &site,
	       "the end of the file before a whole snapshot");
	d->group.empty = false;
}

/* -------------------------------------------------------------- the next one */

static void
report_padded(struct twdemo *d, const struct twdemo_chunk *chunk, bool rewritten)
{
	uint8_t bytes[TWDEMO_MARKER_BYTES];
	struct site site = { .off = chunk->off,
			     .len = chunk->head,
			     .fix = fix_replace(chunk->off, 1,
						(struct span){ bytes, 1 }) };

	twdemo_write_marker(chunk->keyframe, 0, bytes);
	if (rewritten)
		site.fix.kind = FIX_APART;
	report(d->report, RULE_twdemo_tick_padding, &site,
	       "bits 0x%02x" WANTED "0", chunk->first & 0x1f);
}

static void
tell_relative(struct twdemo *d, const struct twdemo_chunk *chunk, int64_t tick)
{
	uint8_t bytes[TWDEMO_MARKER_BYTES];
	struct site site = {
		.off = chunk->off,
		.len = chunk->head,
		.fix = fix_replace(chunk->off, 1,
				   (struct span){ bytes, sizeof(bytes) }),
	};

	twdemo_write_marker(true, tick, bytes);
	/* In full, a tick cannot repeat the one before. */
	if (chunk->ticks == 0)
		site.fix.kind = FIX_NONE;
	report(d->report, RULE_twdemo_keyframe_relative, &site,
	       "%lld more than the tick before", (long long)chunk->ticks);
}

static void
report_relative(struct twdemo *d, const struct twdemo_chunk *chunk, int64_t tick)
{
	d->anchor.used = true;
	if (!report_quick(d->report, RULE_twdemo_keyframe_relative,
			  chunk->ticks ? FIX_REPLACE : FIX_NONE))
		tell_relative(d, chunk, tick);
}

/* A marker that a writer would have written in another way, or not at all. */
static void
report_step(struct twdemo *d, enum rule_id rule,
	    const struct twdemo_chunk *chunk, int64_t step)
{
	if (!report_quick(d->report, rule, FIX_NONE))
		report(d->report, rule,
		       &(struct site){ .off = chunk->off, .len = chunk->head },
		       "%lld more than the tick before", (long long)step);
}

static void
check_form(struct twdemo *d, const struct twdemo_chunk *chunk, int64_t tick,
	   bool rewritten)
{
	const int64_t step = tick - d->tick;

	if (chunk->padded)
		report_padded(d, chunk, rewritten);
	if (chunk->keyframe && !chunk->absolute)
		report_relative(d, chunk, tick);
	if (!chunk->absolute && chunk->ticks == 0)
		report_step(d, RULE_twdemo_tick_repeated, chunk, 0);
	if (chunk->absolute && !chunk->keyframe && d->tick >= 0 &&
	    step <= twdemo_most_ticks(d->header.version))
		report_step(d, RULE_twdemo_absolute_needless, chunk, step);
}

/* `most`: of a keyframe that is too late, at which distance the tick before it is.
   0: it is too early.  Nearly all are only counted: they pay for no frame. */
static __attribute__((noinline)) void
tell_distance(struct twdemo *d, uint64_t off, uint64_t len, int64_t distance,
	      int64_t most)
{
	const struct site site = { .off = off, .len = len };

	if (most)
		report(d->report, RULE_twdemo_keyframe_distance, &site,
		       "%lld ticks" WANTED "at most %lld", (long long)distance,
		       (long long)most);
	else
		report(d->report, RULE_twdemo_keyframe_distance, &site,
		       "%lld ticks" WANTED "at least %d", (long long)distance,
		       TWDEMO_KEYFRAME_TICKS + 1);
}

static void
report_distance(struct twdemo *d, uint64_t off, uint64_t len, int64_t distance,
		int64_t most)
{
	if (!report_quick(d->report, RULE_twdemo_keyframe_distance, FIX_NONE))
		tell_distance(d, off, len, distance, most);
}

void
twdemo_check_distance(struct twdemo *d, uint64_t off, uint64_t len,
		      int64_t tick, int64_t before)
{
	const int64_t distance = tick - d->keyframe_tick;
	const int64_t most = before - d->keyframe_tick;

	if (d->keyframe_tick < 0)
		return;
	if (distance <= TWDEMO_KEYFRAME_TICKS)
		report_distance(d, off, len, distance, 0);
	if (most > TWDEMO_KEYFRAME_TICKS)
		report_distance(d, off, len, distance, most);
}

static void
count_relative(struct twdemo *d, const struct twdemo_chunk *chunk, int64_t tick,
	       const struct mark *before)
{
	twdemo_count_step(&d->anchor, chunk, before);
	if (tick - d->keyframe_tick > TWDEMO_KEYFRAME_TICKS)
		twdemo_count_later(&d->anchor, tick, before);
}

void
twdemo_begin_group(struct twdemo *d, const struct twdemo_chunk *chunk,
		   int64_t tick, bool rewritten)
{
	const struct mark before = twdemo_mark(d, chunk->off);
	struct mark cut = before;

	/* No demo may end with an empty keyframe, also if that is kept here. */
	if (d->group.empty && !report_empty(d))
		cut = d->group.cut;
	check_form(d, chunk, tick, rewritten);
	if (chunk->keyframe)
		twdemo_check_distance(d, chunk->off, chunk->head, tick,
				      d->tick);
	if (chunk->absolute) {
		twdemo_anchor(&d->anchor, chunk, tick, &before, &cut,
			      d->keyframe_tick);
		twdemo_note_sizes(d);
	} else if (!chunk->keyframe) {
		count_relative(d, chunk, tick, &before);
	}
	/* Each member on its own: there may be a group in each byte, and a whole
	   one would be cleared first. */
	d->group.marker = *chunk;
	d->group.any = true;
	d->group.tick = tick;
	d->group.empty = chunk->keyframe;
	d->group.made = false;
	d->group.keyframe_before = d->keyframe_tick;
	d->group.snapshots = 0;
	d->group.drops = d->report->drops;
	d->group.before = before;
	d->group.cut = cut;
	if (chunk->keyframe) {
		d->keyframe_tick = tick;
		d->counts.keyframes++;
	}
	if (d->first_tick < 0)
		d->first_tick = tick;
	d->tick = d->report->tick = tick;
	d->leapt = false;
}
