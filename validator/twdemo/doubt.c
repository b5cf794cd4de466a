/* SPDX-License-Identifier: MIT */
/*
 * doubt.c - which one bit of two ticks may be wrong?  (TW-13.3)
 *
 * A writer makes a keyframe with the first tick that is more than 250 after the last
 * one.  That tells most often which tick it is; else the next one in full does.
 */
#include "validator/twdemo/doubt.h"

/* Would a writer make it a keyframe, after the tick before and the last keyframe? */
static bool
is_odd(int64_t last, int64_t before, int64_t tick, bool keyframe)
{
	const bool due = tick - last > TWDEMO_KEYFRAME_TICKS;

	if (last < 0)
		return false;
	return keyframe ? !due || before - last > TWDEMO_KEYFRAME_TICKS : due;
}

/* Of the anchor, if it has that tick. */
static unsigned
count_anchor(const struct twdemo_anchor *a, int64_t tick)
{
	unsigned odd = a->before >= 0 && tick - a->before > TWDEMO_MOST_LAG;

	odd += is_odd(a->keyframe_before, a->before, tick, a->keyframe);
	return odd;
}

unsigned
twdemo_odd_as_read(const struct twdemo *d)
{
	return count_anchor(&d->anchor, d->anchor.tick);
}

/* Of both markers, if the anchor has that tick, and this one has this tick. */
static unsigned
count_odd(const struct twdemo_doubt *q, int64_t gap, int64_t anchor,
	  int64_t tick)
{
	const struct twdemo *d = q->d;
	const struct twdemo_anchor *a = &d->anchor;
	unsigned odd = gap > TWDEMO_MOST_LATE;

	if (!a->any)
		return odd + is_odd(d->keyframe_tick, d->tick, tick,
				    q->chunk->keyframe);
	odd += count_anchor(a, anchor);
	odd += is_odd(a->keyframe ? anchor : d->keyframe_tick,
		      anchor + d->tick - a->tick, tick, q->chunk->keyframe);
	return odd;
}

static void
consider(struct twdemo_other *best, const struct twdemo_other *other)
{
	if (!best->any || other->odd < best->odd ||
	    (other->odd == best->odd && other->gap < best->gap))
		*best = *other;
}

static int64_t
flip(int64_t tick, unsigned bit)
{
	return (int64_t)(int32_t)((uint32_t)tick ^ 1u << bit);
}

bool
twdemo_fits_items(const struct twdemo_doubt *q, int64_t shift)
{
	const struct twdemo_anchor *a = &q->d->anchor;

	return shift > 0 || (a->newest <= a->tick + shift &&
			     q->newest <= q->d->tick + shift);
}

/* One bit of the last tick in full is wrong, and the ticks since then are, too.  The
   first tick may be too low: nothing is before it. */
static struct twdemo_other
find_anchor(const struct twdemo_doubt *q)
{
	const struct twdemo_anchor *a = &q->d->anchor;
	const int64_t since = q->d->tick - a->tick, tick = q->chunk->ticks;
	struct twdemo_other best = { .any = false };

	if (!a->any || a->used || a->mended || tick < 0 ||
	    tick >= TWDEMO_MAX_TICK)
		return best;
	for (unsigned bit = 0; bit < 32; bit++) {
		struct twdemo_other o = { .any = true,
					  .tick = flip(a->tick, bit) };

		o.gap = tick - o.tick - since;
		o.odd = count_odd(q, o.gap, o.tick, tick);
		if (twdemo_may_follow(a->before, o.tick) && o.gap > 0 &&
		    o.gap <= TWDEMO_MOST_LAG &&
		    twdemo_fits_items(q, o.tick - a->tick))
			consider(&best, &o);
	}
	return best;
}

/* One bit of this tick is wrong.  Of the first one that must be the sign. */
static struct twdemo_other
find_own(const struct twdemo_doubt *q)
{
	const int64_t before = q->d->tick;
	struct twdemo_other best = { .any = false };

	if (!q->chunk->absolute)
		return best;
	for (unsigned bit = before < 0 ? 31 : 0; bit < 32; bit++) {
		struct twdemo_other o = { .any = true,
					  .tick = flip(q->chunk->ticks, bit) };

		o.gap = o.tick - before;
		o.odd = count_odd(q, o.gap, q->d->anchor.tick, o.tick);
		if (twdemo_may_follow(before, o.tick) &&
		    (before < 0 || o.gap <= TWDEMO_MOST_LAG))
			consider(&best, &o);
	}
	return best;
}

/* That costs time as what is tried does. */
static int64_t
find_newest(struct twdemo *d)
{
	if (!d->based || d->tick > INT32_MAX ||
	    !twdemo_may_try(d, d->now->n_slots))
		return INT32_MIN;
	return snapshot_newest_tick(d->now, d->header.protocol,
				    (int32_t)d->tick);
}

void
twdemo_find_ticks(struct twdemo_doubt *q)
{
	q->newest = find_newest(q->d);
	q->anchor = find_anchor(q);
	q->own = find_own(q);
}

/* Of two that are as good, this one would make all later ones wrong; but a first tick
   is seldom large. */
static bool
is_own_gap(const struct twdemo_doubt *q, bool both_fit)
{
	const struct twdemo_other *a = &q->anchor, *o = &q->own;

	if (a->odd != o->odd)
		return o->odd < a->odd;
	if (o->gap != a->gap)
		return 2 * o->gap < a->gap;
	return both_fit || a->tick > q->d->anchor.tick;
}

static enum twdemo_proof
look_on(struct twdemo_doubt *q, int64_t tick, int64_t most)
{
	const enum twdemo_proof proof = twdemo_probe_next(
		q->d, q->after, q->closed, tick, most);

	twdemo_note_probed(q);
	return proof;
}

/* A keyframe that would do if what came since the last tick in full were gone. */
static bool
may_be_right(const struct twdemo_doubt *q)
{
	const struct twdemo_anchor *a = &q->d->anchor;

	return q->chunk->keyframe && a->any &&
	       twdemo_may_follow(a->before, q->chunk->ticks);
}

/* Where the last tick in full has no bit that may be wrong, the next one may say that this
   one is right.  Then more than a bit is wrong before it, and to change it would make
   all later ones wrong. */
static enum twdemo_proof
is_own_alone(struct twdemo_doubt *q)
{
	const enum twdemo_proof as_read = look_on(q, q->chunk->ticks,
						  TWDEMO_MOST_LATE);
	enum twdemo_proof mended = TWDEMO_NO;

	if (q->own.any)
		mended = look_on(q, q->own.tick, TWDEMO_MOST_LAG);
	if (as_read == TWDEMO_MORE || mended == TWDEMO_MORE)
		return TWDEMO_MORE;
	q->right = as_read == TWDEMO_YES && mended == TWDEMO_NO;
	return q->own.any && !q->right ? TWDEMO_YES : TWDEMO_NO;
}

/* Where both may be, the next tick in full fits to one of them.  If it fits to both,
   to this one it is nearer.  After another tick a jump is seen at once. */
enum twdemo_proof
twdemo_is_own(struct twdemo_doubt *q)
{
	const struct twdemo_other *a = &q->anchor, *o = &q->own;
	enum twdemo_proof as_read, mended;

	if (!a->any && may_be_right(q))
		return is_own_alone(q);
	if (!a->any || !o->any)
		return o->any ? TWDEMO_YES : TWDEMO_NO;
	if (a->odd != o->odd && q->d->anchor.before >= 0)
		return o->odd < a->odd ? TWDEMO_YES : TWDEMO_NO;
	as_read = look_on(q, q->chunk->ticks, TWDEMO_MOST_LAG);
	mended = look_on(q, o->tick, TWDEMO_MOST_LAG);
	if (as_read == TWDEMO_MORE || mended == TWDEMO_MORE)
		return TWDEMO_MORE;
	if (as_read != mended)
		return mended;
	return is_own_gap(q, mended == TWDEMO_YES) ? TWDEMO_YES : TWDEMO_NO;
}

void
twdemo_note_probed(struct twdemo_doubt *q)
{
	if (q->d->probed > q->end)
		q->end = q->d->probed;
}
