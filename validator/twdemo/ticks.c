/* SPDX-License-Identifier: MIT */
/* ticks.c - tick markers, and the groups of chunks that they begin (TW-6.1, 6.3) */
#include <stdio.h>

#include "validator/core/always.h"
#include "validator/twdemo/stream.h"

/* Ticks between a mended tick and its neighbours: two, or more after a lag. */
enum { MOST_GAP = 16 };

/* ------------------------------------------------------------------ groups */

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

/* TW-6.3: the group ends, and its keyframe has no snapshot.  Is that mended? */
static bool
report_empty(struct twdemo *d)
{
	const struct twdemo_chunk *m = &d->group.marker;
	struct site site = { .off = m->off, .len = m->head };
	uint8_t bytes[TWDEMO_MARKER_BYTES];

	twdemo_clear_keyframe(d, bytes, &site.fix);
	/* Its writer went on from the snapshot that is missing; but where a
	   delta is in its place, it was never meant to be a keyframe. */
	site.fix.lossy = d->group.snapshots == 0;
	d->based &= !site.fix.lossy;
	report(d->report, RULE_twdemo_keyframe_empty, &site,
	       "no whole snapshot before the next tick");
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
	}
	report(d->report, RULE_twdemo_keyframe_cut, &site,
	       "the end of the file before a whole snapshot");
	d->group.empty = false;
}

/* ------------------------------------------------------------ a wrong tick */

/* Writes a tick in the place of one that a flipped bit made wrong.  False: that one
   stays. */
static bool
report_flipped(struct twdemo *d, enum rule_id rule, uint64_t off, bool keyframe,
	       int64_t found, int64_t tick)
{
	struct site site = { .off = off, .len = TWDEMO_MARKER_BYTES };
	uint8_t bytes[TWDEMO_MARKER_BYTES];

	twdemo_write_marker(keyframe, tick, bytes);
	site.fix = fix_replace(off, TWDEMO_MARKER_BYTES,
			       (struct span){ bytes, TWDEMO_MARKER_BYTES });
	site.fix.lossy = true;
	report(d->report, rule, &site,
	       "tick %lld, one bit away from a possible one" WANTED "%lld",
	       (long long)found, (long long)tick);
	return report_mended(d->report);
}

/* The nearest tick after `low`, which is one, up to `high`, that is one bit
   away; or -1. */
static int64_t
one_bit_away(int64_t tick, int64_t low, int64_t high)
{
	int64_t best = -1;

	for (unsigned bit = 0; bit < 32; bit++) {
		const int64_t other = (int64_t)(int32_t)((uint32_t)tick ^
							 1u << bit);

		if (other > low && other <= high && other < TWDEMO_MAX_TICK &&
		    (best < 0 || other < best))
			best = other;
	}
	return best;
}

/*
 * The tick is not after the last one.  If one bit of the last absolute marker
 * was flipped, all ticks since then are too high:
 *
 *   ... | 1000 | key 1252 | +2 | ... | key 1504 | ...
 *                 ^ found 66788         ^ so this one is too low
 */
static bool
mend_earlier(struct twdemo *d, const struct twdemo_chunk *chunk)
{
	const struct twdemo_anchor *a = &d->anchor;
	const int64_t tick = chunk->ticks;
	const int64_t since = d->tick - a->tick;
	const int64_t low = tick - since - MOST_GAP - 1;
	int64_t other;

	if (NEVER(!a->any))
		return false;
	/* Of the first tick there is nothing to tell which of the two is wrong. */
	if (a->before < 0 || a->used || !a->keyframe || !chunk->keyframe)
		return false;
	other = one_bit_away(a->tick, low > a->before ? low : a->before,
			     tick - since - 1);
	/* So little may be wrong with any of the steps since then; and between
	   two keyframes are as many ticks as their writer makes. */
	if (other < 0 ||
	    a->tick - other <= twdemo_most_ticks(d->header.version) ||
	    tick - other <= TWDEMO_KEYFRAME_TICKS ||
	    tick - other > TWDEMO_KEYFRAME_TICKS + MOST_GAP)
		return false;
	if (!report_flipped(d, RULE_twdemo_tick_order, a->off, a->keyframe,
			    a->tick, other))
		twdemo_rely(d, chunk->off, chunk->off + chunk->head);
	if (d->first_tick == a->tick)
		d->first_tick = other;
	if (ALWAYS(d->keyframe_tick == a->tick))
		d->keyframe_tick = other;
	/* The group that ends here is no keyframe, and its ticks are not read any
	   more: steps are between the two, or they were not so far apart. */
	d->tick = other + since;
	d->rewinds++;
	return true;
}

/* A marker that is written anew may be why the anchor was not found wrong. */
static uint64_t
found_from(const struct twdemo *d, const struct twdemo_chunk *chunk)
{
	return d->anchor.used ? d->anchor.off : chunk->off;
}

/* PULL_EVENT: *tick is right now; *rewritten: and so will be the marker. */
static enum pull
mend_tick(struct twdemo *d, const struct twdemo_chunk *chunk,
	  const struct cursor *after, bool closed, enum rule_id rule,
	  int64_t *tick, bool *rewritten)
{
	const int64_t other = d->tick < 0 || !chunk->absolute
				      ? -1
				      : one_bit_away(*tick, d->tick,
						     d->tick + MOST_GAP);
	enum twdemo_proof proof;
	char found[32];

	if (rule == RULE_twdemo_tick_order && mend_earlier(d, chunk))
		return PULL_EVENT;
	proof = other < 0 ? TWDEMO_NO
			  : twdemo_probe_chain(d, after, closed,
					       TWDEMO_CHAIN);
	if (proof == TWDEMO_MORE)
		return PULL_MORE;
	if (proof == TWDEMO_YES) {
		*rewritten = report_flipped(d, rule, chunk->off,
					    chunk->keyframe, *tick, other);
		if (!*rewritten)
			twdemo_rely(d, found_from(d, chunk), d->probed);
		*tick = other;
		return PULL_EVENT;
	}
	snprintf(found, sizeof(found), "tick %lld", (long long)*tick);
	twdemo_lose(d, rule, chunk->off, chunk->head, found,
		    rule == RULE_twdemo_tick_order ? "a later tick"
		    : d->tick < 0 ? "0 to 1879048190"
				  : "at most 16777216 more than before");
	return PULL_END;
}

/* ----------------------------------------------------------------- markers */

/*
 * TW-6.1, bug F: a tick marker of version 4 that has no tick after it.  The next
 * chunk in its place is a tick that is months away.  PULL_END: this is one,
 * PULL_EVENT: it is not.
 */
static enum pull
check_bytes(struct twdemo *d, const struct twdemo_chunk *chunk,
	    const struct cursor *at, bool closed)
{
	struct cursor next = *at;
	enum twdemo_proof proof;

	if (d->tick < 0 || (chunk->ticks > d->tick &&
			    chunk->ticks - d->tick <= TWDEMO_MOST_PAUSE))
		return PULL_EVENT;
	cur_u8(&next);
	proof = twdemo_probe_chain(d, &next, closed, TWDEMO_CHAIN);
	if (proof == TWDEMO_MORE)
		return PULL_MORE;
	return proof == TWDEMO_YES ? PULL_END : PULL_EVENT;
}

static void
check_form(struct twdemo *d, const struct twdemo_chunk *chunk, int64_t tick,
	   bool rewritten)
{
	const int64_t most = twdemo_most_ticks(d->header.version);
	struct site site = { .off = chunk->off, .len = chunk->head };
	uint8_t bytes[TWDEMO_MARKER_BYTES];

	twdemo_write_marker(chunk->keyframe, tick, bytes);
	if (chunk->padded) {
		site.fix = fix_replace(chunk->off, 1,
				       (struct span){ bytes, 1 });
		if (rewritten)
			site.fix.kind = FIX_APART;
		report(d->report, RULE_twdemo_tick_padding, &site,
		       "bits 0x%02x" WANTED "0", chunk->first & 0x1f);
	}
	if (chunk->keyframe && !chunk->absolute) {
		site.fix = fix_replace(chunk->off, 1,
				       (struct span){ bytes, sizeof(bytes) });
		/* In full, a tick cannot repeat the one before. */
		if (chunk->ticks == 0)
			site.fix.kind = FIX_NONE;
		report(d->report, RULE_twdemo_keyframe_relative, &site,
		       "%lld more than the tick before",
		       (long long)chunk->ticks);
		d->anchor.used = true;
	}
	site.fix.kind = FIX_NONE;
	if (!chunk->absolute && chunk->ticks == 0)
		report(d->report, RULE_twdemo_tick_repeated, &site,
		       "0 more than the tick before");
	if (chunk->absolute && !chunk->keyframe && d->tick >= 0 &&
	    tick - d->tick <= most)
		report(d->report, RULE_twdemo_absolute_needless, &site,
		       "%lld more than the tick before",
		       (long long)(tick - d->tick));
}

void
twdemo_check_distance(struct twdemo *d, uint64_t off, uint64_t len,
		      int64_t tick, int64_t before)
{
	const struct site site = { .off = off, .len = len };
	const int64_t distance = tick - d->keyframe_tick;
	const int64_t most = before - d->keyframe_tick;

	if (d->keyframe_tick < 0)
		return;
	if (distance <= TWDEMO_KEYFRAME_TICKS)
		report(d->report, RULE_twdemo_keyframe_distance, &site,
		       "%lld ticks" WANTED "at least %d", (long long)distance,
		       TWDEMO_KEYFRAME_TICKS + 1);
	if (most > TWDEMO_KEYFRAME_TICKS)
		report(d->report, RULE_twdemo_keyframe_distance, &site,
		       "%lld ticks" WANTED "at most %lld", (long long)distance,
		       (long long)most);
}

static void
begin_group(struct twdemo *d, const struct twdemo_chunk *chunk, int64_t tick,
	    bool rewritten)
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
	if (chunk->absolute)
		d->anchor = (struct twdemo_anchor){ .any = true,
						    .off = chunk->off,
						    .keyframe = chunk->keyframe,
						    .tick = tick,
						    .before = d->tick };
	d->group = (struct twdemo_group){ .marker = *chunk,
					  .any = true,
					  .tick = tick,
					  .empty = chunk->keyframe,
					  .keyframe_before = d->keyframe_tick,
					  .before = before,
					  .cut = cut };
	if (chunk->keyframe) {
		d->keyframe_tick = tick;
		d->counts.keyframes++;
	}
	if (d->first_tick < 0)
		d->first_tick = tick;
	d->tick = d->report->tick = tick;
	d->leapt = false;
}

/* What follows belongs to no tick. */
static void
drop_first(struct twdemo *d, const struct twdemo_chunk *chunk)
{
	report(d->report, RULE_twdemo_tick_unknown,
	       &(struct site){ .off = chunk->off,
			       .len = chunk->head,
			       .fix = fix_drop(chunk->off, chunk->head,
					       twdemo_mark(d, chunk->off)) },
	       "%lld more" WANTED "a tick",
	       (long long)chunk->ticks);
}

enum pull
twdemo_take_marker(struct twdemo *d, struct cursor *in,
		   const struct twdemo_chunk *chunk, const struct cursor *after,
		   bool closed)
{
	const bool bare = d->header.version <= 4 && chunk->first == 0x80;
	int64_t tick = chunk->absolute ? chunk->ticks
				       : d->tick + chunk->ticks;
	enum pull pull = PULL_EVENT;
	bool rewritten = false;

	if (bare)
		pull = check_bytes(d, chunk, in, closed);
	if (pull == PULL_MORE)
		return pull;
	if (pull == PULL_END) {
		report(d->report, RULE_twdemo_tick_bytes,
		       &(struct site){ .off = chunk->off,
				       .len = 1,
				       .fix = fix_replace(
					       chunk->off, 1,
					       (struct span){ NULL, 0 }) },
		       "a chunk in the place of its tick");
		if (!report_mended(d->report))
			twdemo_rely(d, chunk->off, d->probed);
		twdemo_consume(d, in, chunk, 1, false);
		return PULL_EVENT;
	}
	if (!chunk->absolute && d->tick < 0) {
		drop_first(d, chunk);
		twdemo_consume(d, in, chunk, chunk->head, false);
		return PULL_EVENT;
	}
	if (tick < 0 || tick >= TWDEMO_MAX_TICK ||
	    (d->tick >= 0 && tick - d->tick > TWDEMO_MOST_PAUSE))
		pull = mend_tick(d, chunk, after, closed,
				 RULE_twdemo_tick_value, &tick, &rewritten);
	else if (chunk->absolute && tick <= d->tick)
		pull = mend_tick(d, chunk, after, closed,
				 RULE_twdemo_tick_order, &tick, &rewritten);
	if (pull == PULL_MORE)
		return pull;
	if (pull == PULL_END)
		return PULL_EVENT; /* the search has begun */
	begin_group(d, chunk, tick, rewritten);
	twdemo_consume(d, in, chunk, chunk->head, true);
	return PULL_EVENT;
}
