/* SPDX-License-Identifier: MIT */
/*
 * runs.c - joins items to runs, in which ticks are known relative to each other (TW-13.3)
 *
 *   | key 1000 | +2 | +2 | ... | key 1252 | +2 | gap | +2 | +2 | ... | key 1504 |
 *   |---------- run ----------|--- run ---|     |----- run -----|---- run ...
 *
 * If two messages or two characters of a run agree that the run is later or earlier than
 * its steps show, one marker before them has a wrong bit.
 */
#include "validator/recovery/runs.h"

/* ----------------------------------------------------------------- tallies */

void
recovery_count(struct recovery_tally *t, int32_t value)
{
	t->total++;
	for (uint32_t i = 0; i < t->n; i++)
		if (AT(t->at, i).value == value) {
			AT(t->at, i).count++;
			return;
		}
	if (t->n == RECOVERY_TALLY)
		return;
	AT(t->at, t->n).value = value;
	AT(t->at, t->n).count = 1;
	t->n++;
}

uint32_t
recovery_count_of(const struct recovery_tally *t, int64_t value)
{
	for (uint32_t i = 0; i < t->n; i++)
		if (AT(t->at, i).value == value)
			return AT(t->at, i).count;
	return 0;
}

/* --------------------------------------------------------------------- runs */

/* The evidence of one kind of witnesses about the tick of the current run. */
struct ear {
	uint32_t n;      /* number of witnesses that agree */
	int64_t lo, hi;  /* range of ticks of the beginning of the run by these
			    witnesses */
	uint32_t agreed; /* first item whose marker is not confirmed yet */
	bool off;        /* a witness was off by `off_by` ticks: */
	int32_t off_by;
	uint32_t off_end; /* markers before this item may be wrong */
};

/* The current run, while its items are collected. */
struct builder {
	struct recovery *r;
	int32_t rel;    /* ticks since the beginning of the run */
	uint8_t before; /* kind of the item before */
	uint32_t keyframe; /* index of the marker of the last keyframe, or 0 */
	struct ear named, moved;
	struct recovery_steps steps;
};

enum { SURE = 3 }; /* The number of witnesses that is sure; the marker of a keyframe
		      counts as much. */

static struct recovery_run *
last_run(struct recovery *r)
{
	return &AT(r->runs, r->n_runs - 1);
}

static bool
open_run(struct builder *b, uint8_t link, uint32_t first, int32_t cause)
{
	struct recovery *r = b->r;
	const int32_t usual = r->n_runs ? last_run(r)->usual : r->past.usual;

	if (r->n_runs == RECOVERY_RUNS)
		return false;
	AT(r->runs, r->n_runs) = (struct recovery_run){
		.link = link,
		.cause = cause,
		.first = first,
		.absolute = -1,
		.usual = usual,
		.tick = -1,
	};
	r->n_runs++;
	b->rel = 0;
	b->before = RECOVERY_GAP;
	b->named = b->moved = (struct ear){ .agreed = first };
	b->steps = (struct recovery_steps){ .total = 0 };
	return true;
}

/* Makes the step of a marker smaller by `less` ticks. */
void
recovery_correct_step(struct recovery *r, struct recovery_run *run,
		      uint32_t marker, int32_t less)
{
	struct recovery_item *m = &AT(r->items, marker);
	const int32_t right = m->tick - less;

	m->cause = recovery_ones((uint32_t)(m->tick ^ right)) == 1
			   ? RECOVERY_ONE_BIT
			   : RECOVERY_ONE_BYTE;
	m->tick = right;
	run->len -= less;
	for (uint32_t i = marker; i < run->first + run->n; i++)
		AT(r->items, i).rel -= less;
}

/* Is there exactly one marker whose step may be `less` ticks smaller: with one bit
   changed, or as the usual step, or because the marker is only supposed? */
static bool
find_wrong_step(const struct recovery *r, const struct ear *ear, int32_t less,
		uint32_t *found)
{
	const int64_t most = twdemo_most_ticks(r->d->header.version);
	const int32_t usual = AT(r->runs, r->n_runs - 1).usual;
	unsigned n = 0;

	for (uint32_t i = ear->agreed; i < ear->off_end; i++) {
		const struct recovery_item *m = &AT(r->items, i);
		const int32_t right = m->tick - less;

		if (m->kind != RECOVERY_MARKER || m->absolute || right <= 0 ||
		    right > most || m->tick == usual ||
		    (m->cause == RECOVERY_STRICT && right != usual &&
		     recovery_ones((uint32_t)(m->tick ^ right)) != 1))
			continue;
		n++;
		*found = i;
	}
	return n == 1;
}

static bool
is_state(uint8_t kind)
{
	return kind == RECOVERY_SNAPSHOT || kind == RECOVERY_DELTA;
}

/* Does the tick of a marker have a snapshot or delta? */
static bool
has_state(const struct recovery *r, uint32_t marker)
{
	for (uint32_t i = marker + 1; i < r->n_items; i++) {
		if (AT(r->items, i).kind == RECOVERY_MARKER)
			return false;
		if (is_state(AT(r->items, i).kind))
			return true;
	}
	return false;
}

/* The doubt about a marker: 2 if its byte is supposed, its step is unusual, or the next
   marker follows directly; 1 if its tick has no snapshot or delta; otherwise 0. */
static unsigned
doubt_of(const struct recovery *r, uint32_t marker)
{
	const struct recovery_item *m = &AT(r->items, marker);
	const bool odd = m->cause == RECOVERY_ONE_BYTE ||
			 m->tick != AT(r->runs, r->n_runs - 1).usual;

	if (odd || AT(r->items, marker + 1).kind == RECOVERY_MARKER)
		return 2;
	return has_state(r, marker) ? 0 : 1;
}

/* Is there a marker whose step is exactly the surplus ticks `less`?  *found: the first
   marker with the highest doubt, if that doubt is at least `least`. */
static bool
find_needless(const struct recovery *r, const struct ear *ear, int32_t less,
	      unsigned least, uint32_t *found)
{
	unsigned most = least - 1;

	for (uint32_t i = ear->agreed; i < ear->off_end; i++) {
		const struct recovery_item *m = &AT(r->items, i);
		const unsigned doubt = doubt_of(r, i);

		if (m->kind != RECOVERY_MARKER || m->absolute ||
		    m->tick != less || doubt <= most)
			continue;
		most = doubt;
		*found = i;
	}
	return less > 0 && most >= least;
}

/* Forgets the evidence behind a marker whose step was corrected. */
static void
forget(struct ear *ear, uint32_t marker)
{
	if (ear->agreed > marker)
		*ear = (struct ear){ .agreed = ear->agreed };
}

/* Is the first tick of the run wrong, rather than a marker?  No witness agrees with that
   tick, one wrong bit of it explains as much, and the corrected marker would not have the
   usual step. */
static bool
is_first_wrong(const struct recovery *r, const struct recovery_run *run,
	       const struct ear *ear, uint32_t marker, int32_t less)
{
	const int32_t tick = run->absolute;

	return run->claimed && ear->agreed == run->first + 1 &&
	       recovery_ones((uint32_t)tick ^ (uint32_t)(tick - less)) == 1 &&
	       AT(r->items, marker).tick - less != run->usual;
}

/* Corrects a marker, if two witnesses are off by nearly the same number of ticks. */
static bool
correct_step(struct builder *b, const struct ear *ear, int32_t off_by,
	     int32_t slack)
{
	struct recovery_run *run = last_run(b->r);
	const int32_t low = off_by < ear->off_by ? off_by : ear->off_by;
	const int32_t high = off_by < ear->off_by ? ear->off_by : off_by;
	/* Characters are also late where the delta of a tick is lost and its marker is
	   left without a delta.  Then no keyframe is wrong. */
	const unsigned least = slack && ear->off_end > b->keyframe ? 2 : 1;
	uint32_t marker, best = UINT32_MAX;
	int32_t by = 0;

	for (int32_t less = low; less >= high - slack; less--) {
		if (!find_wrong_step(b->r, ear, less, &marker) &&
		    !find_needless(b->r, ear, less, least, &marker))
			continue;
		/* Of two markers prefer the one whose corrected step is usual. */
		if (best == UINT32_MAX ||
		    AT(b->r->items, marker).tick - less == run->usual) {
			best = marker;
			by = less;
		}
	}
	if (best == UINT32_MAX || is_first_wrong(b->r, run, ear, best, by))
		return false;
	recovery_correct_step(b->r, run, best, by);
	b->rel -= by;
	forget(&b->named, best);
	forget(&b->moved, best);
	return true;
}

/* The number of ticks by which a witness may be late. */
static int32_t
slack_of(const struct recovery_run *run, bool named)
{
	if (named)
		return 0;
	return run->usual < 3 ? 1 : run->usual - 1;
}

/* Compares the tick that an item names or shows with the ticks of earlier witnesses. */
static void
hear_witness(struct builder *b, uint32_t index)
{
	enum { LONGEST_STEP = 1024 };
	const struct recovery_item *item = &AT(b->r->items, index);
	struct ear *ear = item->named ? &b->named : &b->moved;
	const int32_t slack = slack_of(last_run(b->r), item->named);
	int64_t start = item->tick - b->rel;
	const int64_t lo = ear->n && ear->lo < start ? ear->lo : start;
	const int64_t hi = ear->n && ear->hi > start ? ear->hi : start;
	const int64_t off_by = ear->hi - start;

	if (ear->n == 0 || hi - lo <= slack) {
		*ear = (struct ear){ .n = ear->n + 1,
				     .lo = lo,
				     .hi = hi,
				     .agreed = index + 1 };
	} else if (ear->n < SURE || off_by > LONGEST_STEP ||
		   off_by < -LONGEST_STEP) {
		return;
	} else if (!ear->off) {
		ear->off = true;
		ear->off_by = (int32_t)off_by;
		ear->off_end = index;
	} else if (off_by - ear->off_by <= slack &&
		   ear->off_by - off_by <= slack) {
		if (correct_step(b, ear, (int32_t)off_by, slack))
			start = ear->hi;
		*ear = (struct ear){ .n = SURE,
				     .lo = start,
				     .hi = start,
				     .agreed = index + 1 };
	}
}

static void
count_witness(struct recovery_run *run, const struct recovery_item *item)
{
	const int32_t start = item->tick - item->rel;

	if (item->kind == RECOVERY_MARKER || item->tick < 0)
		return;
	if (item->named)
		recovery_count(&run->named, start);
	else if (item->moved)
		recovery_count(&run->moved, start);
	else if (item->kind == RECOVERY_SNAPSHOT)
		recovery_count(&run->shown, start);
}

static bool
add_marker(struct builder *b, uint32_t index, const struct recovery_item *item)
{
	struct recovery_run *run = last_run(b->r);

	if (!item->absolute) {
		b->rel += item->tick;
		recovery_count_step(&b->steps, item->tick);
		run->usual = recovery_usual(&b->steps, run->usual);
		return true;
	}
	if (run->n || run->claimed) {
		if (!open_run(b, RECOVERY_ABSOLUTE_TICK, index, -1))
			return false;
		run = last_run(b->r);
	}
	run->absolute = item->tick;
	run->keyframe = item->keyframe;
	run->claimed = true;
	b->rel = 0;
	b->named = b->moved = (struct ear){ .n = SURE,
					    .lo = item->tick,
					    .hi = item->tick,
					    .agreed = index + 1 };
	b->moved.lo -= slack_of(run, false);
	return true;
}

bool
recovery_may_be_none(const struct recovery_item *item)
{
	return item->doubtful && item->kind == RECOVERY_MARKER &&
	       !item->absolute;
}

/* The link before a snapshot or delta without a marker.  Up to version 4, the second
   delta of a tick has no marker: a repair removes the bare marker (bug F). */
static uint8_t
unmarked_link(const struct recovery *r, const struct recovery_item *item)
{
	return item->kind == RECOVERY_DELTA && r->d->header.version <= 4
		       ? RECOVERY_BARE
		       : RECOVERY_UNMARKED;
}

/* False: there is no room for another run. */
static bool
add_item_to_run(struct builder *b, uint32_t index)
{
	struct recovery *r = b->r;
	struct recovery_item *item = &AT(r->items, index);
	struct recovery_run *run;

	if (item->kind == RECOVERY_GAP)
		return item->cause == RECOVERY_AT_END ||
		       open_run(b, item->cause, index + 1, (int32_t)index);
	/* If this item is not a marker, all later ticks are earlier by its step.  So a
	   new run begins. */
	if (recovery_may_be_none(item) &&
	    !open_run(b, RECOVERY_ONE_BIT, index, (int32_t)index))
		return false;
	if (item->kind == RECOVERY_MARKER) {
		if (!add_marker(b, index, item))
			return false;
	} else if (is_state(item->kind) && b->before != RECOVERY_MARKER &&
		   b->before != RECOVERY_GAP) {
		if (!open_run(b, unmarked_link(r, item), index,
			      (int32_t)index))
			return false;
	}
	if (item->named || item->moved)
		hear_witness(b, index);
	run = last_run(r);
	item->rel = b->rel;
	run->n = index + 1 - run->first;
	run->len = b->rel;
	b->before = item->kind;
	count_witness(run, item);
	return !item->doubtful || recovery_may_be_none(item) ||
	       open_run(b, RECOVERY_ONE_BIT, index + 1, (int32_t)index);
}

/* Counts the witnesses again after steps were corrected. */
static void
count_again(struct recovery *r, struct recovery_run *run)
{
	run->named = run->moved = run->shown = (struct recovery_tally){ .n = 0 };
	for (uint32_t i = run->first; i < run->first + run->n; i++)
		count_witness(run, &AT(r->items, i));
}

/* --------------------------------------------------------- ticks that are lost */

/* The next message from item `i` on that names a tick.  *start: the tick of the beginning
   of its run by this message. */
static uint32_t
next_named(const struct recovery *r, const struct recovery_run *run, uint32_t i,
	   int32_t *start)
{
	for (; i < run->first + run->n; i++)
		if (AT(r->items, i).named) {
			*start = AT(r->items, i).tick - AT(r->items, i).rel;
			return i;
		}
	return UINT32_MAX;
}

/* Finds a place where ticks are lost: messages before it show one tick of the beginning,
   and messages behind it a later one.  Two messages before are needed, of which one may
   be the marker of a keyframe, and three behind.  *last, *next: the last item before and
   the first item behind. */
static bool
find_split(const struct recovery *r, const struct recovery_run *run,
	   uint32_t *last, uint32_t *next)
{
	int32_t v[5] = { 0 };
	uint32_t at[5] = { 0 };
	unsigned n = 0;

	if (run->keyframe) {
		AT(v, 4) = run->absolute;
		AT(at, 4) = run->first;
		n = 1;
	}
	for (uint32_t i = run->first;; i++) {
		int32_t start = 0;

		i = next_named(r, run, i, &start);
		if (i == UINT32_MAX)
			return false;
		for (unsigned k = 0; k < 4; k++) {
			AT(v, k) = AT(v, k + 1);
			AT(at, k) = AT(at, k + 1);
		}
		AT(v, 4) = start;
		AT(at, 4) = i;
		if (++n >= 5 && v[0] == v[1] && v[1] != v[2] && v[2] == v[3] &&
		    v[3] == v[4]) {
			*last = AT(at, 1);
			*next = AT(at, 2);
			return true;
		}
	}
}

/* Splits a run where ticks are lost. */
static bool
split_run(struct recovery *r, uint32_t index)
{
	struct recovery_run *a = &AT(r->runs, index), *b;
	const uint32_t end = a->first + a->n;
	uint32_t i, j;
	int32_t rel;

	if (r->n_runs == RECOVERY_RUNS || !find_split(r, a, &i, &j))
		return false;
	i++;
	for (uint32_t k = i; k <= j; k++)
		if (AT(r->items, k).kind == RECOVERY_MARKER) {
			j = k;
			break;
		}
	rel = AT(r->items, j).kind == RECOVERY_MARKER ? AT(r->items, j - 1).rel
						      : AT(r->items, j).rel;
	for (uint32_t k = r->n_runs; k > index + 1; k--)
		AT(r->runs, k) = AT(r->runs, k - 1);
	r->n_runs++;
	b = &AT(r->runs, index + 1);
	*b = (struct recovery_run){
		.link = RECOVERY_TICKS_LOST,
		.cause = -1,
		.first = j,
		.n = end - j,
		.absolute = -1,
		.len = a->len - rel,
		.usual = a->usual,
		.tick = -1,
	};
	for (uint32_t k = j; k < end; k++)
		AT(r->items, k).rel -= rel;
	a->n = i - a->first;
	a->len = AT(r->items, i - 1).rel;
	count_again(r, a);
	count_again(r, b);
	return true;
}

/* ----------------------------------------------------------------------- all */

void
recovery_find_runs(struct recovery *r)
{
	const struct recovery_past *p = &r->past;
	struct builder b = { .r = r };

	for (uint32_t i = 0; i < r->n_items; i++)
		if (AT(r->items, i).keyframe)
			b.keyframe = i;
	r->n_runs = 0;
	open_run(&b, RECOVERY_FIRST_RUN, 0, -1);
	if (p->tick >= 0) {
		struct recovery_run *run = last_run(r);

		run->absolute = (int32_t)p->tick;
		run->claimed = true;
		run->keyframe = true;
		/* The number of ticks in a hole before the window is not known. */
		if (p->broken)
			open_run(&b, RECOVERY_IN_HOLE, 0, -1);
	}
	for (uint32_t i = 0; i < r->n_items; i++)
		if (!add_item_to_run(&b, i)) {
			r->n_items = i;
			break;
		}
	for (uint32_t i = 0; i < r->n_runs; i++) {
		count_again(r, &AT(r->runs, i));
		split_run(r, i);
	}
}
