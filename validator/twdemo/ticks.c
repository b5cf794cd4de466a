/* SPDX-License-Identifier: MIT */
/* ticks.c - tick markers, and what is wrong with their ticks (TW-6.1) */
#include <stdio.h>

#include "validator/core/always.h"
#include "validator/twdemo/stream.h"

/* Ticks between a mended tick and its neighbours: two, or more after a lag. */
enum { MOST_GAP = 16 };

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
	twdemo_begin_group(d, chunk, tick, rewritten);
	twdemo_consume(d, in, chunk, chunk->head, true);
	return PULL_EVENT;
}
