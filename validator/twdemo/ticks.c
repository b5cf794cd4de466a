/* SPDX-License-Identifier: MIT */
/* ticks.c - tick markers, and what is wrong with their ticks (TW-6.1) */
#include "validator/twdemo/stream.h"

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
			       .fix = twdemo_drop(d, chunk, chunk->head) },
	       "%lld more" WANTED "a tick",
	       (long long)chunk->ticks);
}

/* A tick, of which a chunk is in the place, goes. */
static void
drop_tick(struct twdemo *d, struct cursor *in, const struct twdemo_chunk *chunk)
{
	report(d->report, RULE_twdemo_tick_bytes,
	       &(struct site){ .off = chunk->off,
			       .len = 1,
			       .fix = fix_replace(chunk->off, 1,
						  (struct span){ NULL, 0 }) },
	       "a chunk in the place of its tick");
	if (!report_mended(d->report))
		twdemo_rely(d, chunk->off, d->probed);
	twdemo_consume(d, in, chunk, 1, false);
}

/* PULL_EVENT: *tick is that of the marker, which will be written anew if *rewritten.
   PULL_END: it is passed, or the search has begun. */
static enum pull
judge_marker(struct twdemo *d, struct cursor *in,
	     const struct twdemo_chunk *chunk, const struct cursor *after,
	     bool closed, int64_t *tick, bool *rewritten)
{
	enum pull pull = PULL_EVENT;

	if (!chunk->absolute && d->tick < 0) {
		drop_first(d, chunk);
		twdemo_consume(d, in, chunk, chunk->head, false);
		return PULL_END;
	}
	if (d->header.version <= 4 && chunk->first == 0x80)
		pull = check_bytes(d, chunk, in, closed);
	if (pull == PULL_END)
		drop_tick(d, in, chunk);
	if (pull != PULL_EVENT)
		return pull;
	if (twdemo_may_follow(d->tick, *tick))
		return PULL_EVENT;
	return twdemo_mend_tick(d, in, chunk, after, closed, tick, rewritten);
}

enum pull
twdemo_take_marker(struct twdemo *d, struct cursor *in,
		   const struct twdemo_chunk *chunk, const struct cursor *after,
		   bool closed)
{
	int64_t tick = chunk->absolute ? chunk->ticks : d->tick + chunk->ticks;
	bool rewritten = false;

	/* A step from a tick that could be is small. */
	if (chunk->absolute || d->tick < 0 || tick >= TWDEMO_MAX_TICK) {
		const enum pull pull = judge_marker(d, in, chunk, after, closed,
						    &tick, &rewritten);

		if (pull != PULL_EVENT)
			return pull == PULL_MORE ? PULL_MORE : PULL_EVENT;
	}
	twdemo_begin_group(d, chunk, tick, rewritten);
	twdemo_consume(d, in, chunk, chunk->head, true);
	return PULL_EVENT;
}
