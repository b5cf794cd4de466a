/* SPDX-License-Identifier: MIT */
/*
 * order.c - a tick that cannot be: which marker is the wrong one?  (TW-13.3)
 *
 * Where a tick is not after the one before it, that is not the first one that is
 * wrong, if a bit was set in an earlier marker: all ticks since then are too high.
 *
 *   ... | 1000 | key 1252 | +2 | ... | key 1504 | ...
 *                 ^ found 66788         ^ so this one is too low
 */
#include <stdio.h>

#include "validator/core/always.h"
#include "validator/twdemo/doubt.h"

/* ---------------------------------------------------------------- mending */

/* Writes a tick in the place of one that is wrong: `how` is why.  False: that one
   stays. */
static bool
report_tick(const struct twdemo_doubt *q, const struct mark *cut, uint64_t off,
	    bool keyframe, int64_t found, int64_t tick, const char *how)
{
	struct site site = { .off = off, .len = TWDEMO_MARKER_BYTES };
	uint8_t bytes[TWDEMO_MARKER_BYTES];

	twdemo_write_marker(keyframe, tick, bytes);
	site.fix = fix_replace(off, TWDEMO_MARKER_BYTES,
			       (struct span){ bytes, TWDEMO_MARKER_BYTES });
	site.fix.lossy = true;
	site.fix.mark = *cut;
	site.fix.next_tick = tick;
	report(q->d->report, q->rule, &site, "tick %lld, %s" WANTED "%lld",
	       (long long)found, how, (long long)tick);
	return report_mended(q->d->report);
}

static const char one_bit[] = "one bit away from a possible one";

/* Strict chunks there, after that tick? */
static enum twdemo_proof
are_next(struct twdemo_doubt *q, const struct cursor *at, int64_t tick)
{
	const enum twdemo_proof proof = twdemo_probe_after(q->d, at, q->closed,
							   tick);

	twdemo_note_probed(q);
	return proof;
}

/* Between two keyframes are as many ticks as their writer makes: that says enough. */
static bool
is_sure(const struct twdemo_doubt *q)
{
	const int64_t distance = q->chunk->ticks - q->anchor.tick;

	return q->d->anchor.keyframe && q->chunk->keyframe &&
	       distance > TWDEMO_KEYFRAME_TICKS &&
	       distance <= TWDEMO_KEYFRAME_TICKS + TWDEMO_MOST_LATE;
}

/* Ticks from the anchor on were too high by as much, or too low. */
static void
shift(struct twdemo *d, int64_t ticks)
{
	d->tick += ticks;
	d->rewinds += ticks < 0;
}

/* The last tick in full, and all since then, were wrong. */
static void
change_anchor(struct twdemo_doubt *q, int64_t tick, const char *how)
{
	struct twdemo *d = q->d;
	const struct twdemo_anchor *a = &d->anchor;

	if (!report_tick(q, &a->cut, a->off, a->keyframe, a->tick, tick, how))
		twdemo_rely(d, q->chunk->off, q->end);
	if (d->first_tick == a->tick)
		d->first_tick = tick;
	if (a->keyframe && ALWAYS(d->keyframe_tick == a->tick))
		d->keyframe_tick = tick;
	/* If it has no snapshot, it is written once more. */
	if (d->group.marker.off == a->off)
		d->group.tick = tick;
	shift(d, tick - a->tick);
}

static enum twdemo_proof
mend_anchor(struct twdemo_doubt *q)
{
	enum twdemo_proof proof = q->anchor.any ? TWDEMO_YES : TWDEMO_NO;

	if (q->anchor.any && !is_sure(q))
		proof = are_next(q, q->after, q->chunk->ticks);
	if (proof == TWDEMO_YES)
		change_anchor(q, q->anchor.tick, one_bit);
	return proof;
}

/* A marker that is written anew may be why the anchor was not found wrong. */
static uint64_t
found_from(const struct twdemo_doubt *q)
{
	return q->d->anchor.used ? q->d->anchor.off : q->chunk->off;
}

static enum twdemo_proof
mend_own(struct twdemo_doubt *q)
{
	const struct twdemo_chunk *chunk = q->chunk;
	const struct mark cut = twdemo_cut(q->d, chunk->off);
	enum twdemo_proof proof = TWDEMO_NO;

	if (q->own.any)
		proof = are_next(q, q->after, q->own.tick);
	if (proof != TWDEMO_YES)
		return proof;
	q->rewritten = report_tick(q, &cut, chunk->off, chunk->keyframe,
				   chunk->ticks, q->own.tick, one_bit);
	if (!q->rewritten)
		twdemo_rely(q->d, found_from(q), q->end);
	q->tick = q->own.tick;
	return proof;
}

/* ------------------------------------------------------------------ steps */

/* Is this keyframe right, and no more than a step since the anchor too large? */
static bool
may_be_step(const struct twdemo_doubt *q)
{
	const struct twdemo *d = q->d;
	const int64_t distance = q->chunk->ticks - d->keyframe_tick;
	const int64_t most = (twdemo_most_ticks(d->header.version) + 1) / 2;

	return q->rule == RULE_twdemo_tick_order && d->anchor.any &&
	       !d->anchor.used && q->chunk->keyframe && d->keyframe_tick >= 0 &&
	       distance > TWDEMO_KEYFRAME_TICKS &&
	       distance <= TWDEMO_KEYFRAME_TICKS + TWDEMO_MOST_LATE &&
	       d->tick - q->chunk->ticks < most;
}

/* Is it no more unusual than a step, with which this marker is as it should be? */
static bool
is_as_usual(const struct twdemo_doubt *q, const struct twdemo_other *likely)
{
	return likely->any && likely->odd <= twdemo_odd_as_read(q->d);
}

/* The bit that puts this marker soonest after the last one, if a step has it; 0: none,
   or it is later than with another tick. */
static int64_t
find_step(const struct twdemo_doubt *q, const struct twdemo_other *likely,
	  const struct twdemo_steps **steps)
{
	const struct twdemo *d = q->d;
	const int64_t most = is_as_usual(q, likely) ? likely->gap
						    : TWDEMO_MOST_LATE;

	for (unsigned i = 0; i < TWDEMO_STEP_BITS; i++) {
		const int64_t ticks = INT64_C(1) << i;
		const int64_t last = d->tick - ticks;

		*steps = &AT(d->anchor.steps, i);
		if ((*steps)->n && last < q->chunk->ticks &&
		    q->chunk->ticks - last <= most &&
		    last - d->keyframe_tick <= TWDEMO_KEYFRAME_TICKS &&
		    q->newest <= last)
			return ticks;
	}
	return 0;
}

/* The marker itself is tried, too: with its snapshot it is a strong proof. */
static enum twdemo_proof
mend_step(struct twdemo_doubt *q, const struct twdemo_other *likely)
{
	struct twdemo *d = q->d;
	const struct twdemo_steps *steps;
	const int64_t ticks = find_step(q, likely, &steps);
	enum twdemo_proof proof;
	int64_t step;
	uint8_t byte[1];

	if (ticks == 0 || steps->n != 1)
		return TWDEMO_NO;
	proof = are_next(q, q->in, d->tick - ticks);
	if (proof != TWDEMO_YES)
		return proof;
	AT(byte, 0) = (uint8_t)(steps->first ^ (unsigned)ticks);
	step = steps->first & twdemo_most_ticks(d->header.version);
	report(d->report, q->rule,
	       &(struct site){ .off = steps->off,
			       .len = 1,
			       .fix = { .kind = FIX_REPLACE,
					.lossy = true,
					.mark = steps->before,
					.off = steps->off,
					.del = 1,
					.ins = { byte, 1 } } },
	       "%lld more than the tick before, one bit away from a possible "
	       "step" WANTED "%lld",
	       (long long)step, (long long)(step - ticks));
	if (!report_mended(d->report))
		twdemo_rely(d, d->anchor.off, q->end);
	shift(d, -ticks);
	return proof;
}

/* Is the last tick in full what is wrong, and not a step since then?  No tick before it
   says that it is right, or these say that it is late. */
static bool
is_anchor_wrong(const struct twdemo *d)
{
	const struct twdemo_anchor *a = &d->anchor;

	return !a->used &&
	       (a->before < 0 || a->tick - a->before > TWDEMO_MOST_LATE ||
		twdemo_odd_as_read(d) > 0);
}

/* The step of the last marker, with which this keyframe comes after it; but not before
   it was due. */
static int64_t
step_before(const struct twdemo *d, int64_t since)
{
	const struct twdemo_anchor *a = &d->anchor;
	const int64_t due = a->keyframe ? TWDEMO_KEYFRAME_TICKS + 1 - since : 1;
	const int64_t step = since > 0 ? d->group.tick - d->group.before.tick
				       : 1;

	return step > due ? step : due;
}

/* More than a bit of the last tick in full is wrong: this keyframe and the steps up to
   it say what it was. */
static enum twdemo_proof
mend_far(struct twdemo_doubt *q)
{
	const struct twdemo *d = q->d;
	const int64_t since = d->tick - d->anchor.tick;
	const int64_t tick = q->chunk->ticks - since - step_before(d, since);
	enum twdemo_proof proof;

	if (!is_anchor_wrong(d) || !twdemo_may_follow(d->anchor.before, tick) ||
	    !twdemo_fits_items(q, tick - d->anchor.tick))
		return TWDEMO_NO;
	proof = are_next(q, q->in, tick + since);
	if (proof == TWDEMO_YES)
		change_anchor(q, tick,
			      "which the next keyframe shows to be "
			      "wrong");
	return proof;
}

/* What came from there on, with ticks from `first` on, is dropped. */
static void
report_dropped(const struct twdemo_doubt *q, const struct mark *from,
	       int64_t first)
{
	struct twdemo *d = q->d;
	const struct mark here = twdemo_mark(d, q->chunk->off);
	const uint64_t len = q->chunk->off - from->off;
	struct site site = { .off = from->off,
			     .len = len,
			     .fix = fix_drop(from->off, len, *from) };

	site.fix.loss = loss_between(from, &here);
	site.fix.next_tick = q->chunk->ticks;
	report(d->report, q->rule, &site,
	       "ticks %lld to %lld" WANTED "ticks before that of the next "
	       "keyframe, %lld",
	       (long long)first, (long long)d->tick,
	       (long long)q->chunk->ticks);
	d->kept.hole |= !report_mended(d->report);
}

/* Nobody knows which step it is: what is not before this keyframe goes. */
static enum twdemo_proof
drop_last(struct twdemo_doubt *q)
{
	struct twdemo *d = q->d;
	const struct twdemo_later *first = twdemo_first_later(&d->anchor,
							      q->chunk->ticks);
	enum twdemo_proof proof;

	/* Without what came since then, later deltas would be read in another way. */
	if (!first || d->sized.off >= first->before.off)
		return TWDEMO_NO;
	proof = are_next(q, q->in, first->before.tick);
	if (proof != TWDEMO_YES)
		return proof;
	report_dropped(q, &first->before, first->tick);
	/* An odd keyframe among them waits for no snapshot any more. */
	if (d->group.empty && report_mended(d->report)) {
		d->group.empty = false;
		d->keyframe_tick = d->group.keyframe_before;
	}
	shift(d, first->before.tick - d->tick);
	return proof;
}

/* Nor whether it is a step: the last tick in full and all since then go. */
static enum twdemo_proof
drop_since(struct twdemo_doubt *q)
{
	struct twdemo *d = q->d;
	const struct twdemo_anchor *a = &d->anchor;
	enum twdemo_proof proof;

	if (!twdemo_may_follow(a->cut.tick, q->chunk->ticks))
		return TWDEMO_NO;
	proof = are_next(q, q->in, a->before);
	if (proof != TWDEMO_YES)
		return proof;
	report_dropped(q, &a->cut, a->tick);
	twdemo_go_back(d);
	/* Then the demo begins with what follows. */
	if (d->tick < 0)
		d->first_tick = -1;
	d->based = false;
	return proof;
}

static enum twdemo_proof
mend(struct twdemo_doubt *q)
{
	const enum twdemo_proof own = twdemo_is_own(q);
	const bool is_own = own == TWDEMO_YES;
	const struct twdemo_other *likely = is_own ? &q->own : &q->anchor;
	enum twdemo_proof proof = TWDEMO_NO;

	if (own == TWDEMO_MORE)
		return own;
	if (may_be_step(q)) {
		proof = mend_step(q, likely);
		if (proof == TWDEMO_NO && !is_as_usual(q, likely))
			proof = drop_last(q);
	}
	if (proof == TWDEMO_NO && q->right)
		proof = mend_far(q);
	if (proof == TWDEMO_NO && q->right)
		proof = drop_last(q);
	if (proof == TWDEMO_NO && q->right)
		proof = drop_since(q);
	if (proof == TWDEMO_NO)
		proof = is_own ? mend_own(q) : mend_anchor(q);
	if (proof == TWDEMO_NO)
		proof = is_own ? mend_anchor(q) : mend_own(q);
	return proof;
}

static void
lose(struct twdemo_doubt *q, int64_t tick)
{
	const bool order = q->rule == RULE_twdemo_tick_order;
	char found[32];

	snprintf(found, sizeof(found), "tick %lld", (long long)tick);
	twdemo_lose(q->d, q->rule, q->chunk->off, q->chunk->head, found,
		    order ? "a later tick"
		    : tick < 0 || tick >= TWDEMO_MAX_TICK
			    ? "0 to 1879048190"
			    : "at most 16777216 more than before");
}

enum pull
twdemo_mend_tick(struct twdemo *d, const struct cursor *in,
		 const struct twdemo_chunk *chunk, const struct cursor *after,
		 bool closed, int64_t *tick, bool *rewritten)
{
	const bool order = *tick >= 0 && *tick <= d->tick;
	struct twdemo_doubt q = {
		.d = d,
		.chunk = chunk,
		.in = in,
		.after = after,
		.closed = closed,
		.end = chunk->off + chunk->head,
		.rule = order ? RULE_twdemo_tick_order : RULE_twdemo_tick_value,
		.tick = *tick,
	};
	enum twdemo_proof proof = TWDEMO_NO;

	if (chunk->absolute) {
		twdemo_find_ticks(&q);
		proof = mend(&q);
	}
	if (proof == TWDEMO_MORE)
		return PULL_MORE;
	*rewritten = q.rewritten;
	if (proof == TWDEMO_NO)
		lose(&q, *tick);
	*tick = q.tick;
	return proof == TWDEMO_YES ? PULL_EVENT : PULL_END;
}
