/* SPDX-License-Identifier: MIT */
/*
 * ticks.c - one search over all runs gives each run its tick (TW-13.3)
 *
 * Candidates for the tick of a run are the tick that the run claims, the ticks that
 * messages name and characters show, and the ticks that follow from the neighbours.  The
 * cheapest path of candidates wins.  The path may end before a gap: then the rest belongs
 * to another recording.
 */
#include "validator/recovery/runs.h"

static struct recovery_row *
row_of(struct recovery *r, uint32_t run)
{
	return &AT(r->rows, run);
}

static uint32_t
most_usual(const struct recovery_run *run)
{
	return run->usual > 2 ? (uint32_t)run->usual : 2;
}

static const struct recovery_item *
first_item(const struct recovery *r, const struct recovery_run *run)
{
	return run->n ? &AT(r->items, run->first) : NULL;
}

/* The offset of an item, or the end of the last item.  Runs may be empty, because a tick
   may precede a gap. */
static uint32_t
begin_of_item(const struct recovery *r, uint32_t item)
{
	return item < r->n_items ? AT(r->items, item).at
				 : AT(r->items, r->n_items - 1).end;
}

static const struct recovery_item *
cause_of(const struct recovery *r, const struct recovery_run *run)
{
	return run->cause >= 0 ? &AT(r->items, run->cause) : NULL;
}

static const struct recovery_item *
gap_before(const struct recovery *r, const struct recovery_run *run)
{
	const struct recovery_item *cause = cause_of(r, run);

	return cause && cause->kind == RECOVERY_GAP ? cause : NULL;
}

/* --------------------------------------------------------- what a tick costs */

/* The numbers of witnesses of a run that are later than a tick, or at least `most` ticks
   earlier. */
struct against {
	uint32_t ahead, late;
};

/* The number of counted witnesses.  It may be less than the total, because a tally has
   room for few ticks only. */
static uint32_t
counted(const struct recovery_tally *t)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < t->n; i++)
		n += AT(t->at, i).count;
	return n;
}

static struct against
count_against(const struct recovery_tally *t, int64_t tick, int64_t most)
{
	struct against n = { .ahead = 0 };

	for (uint32_t i = 0; i < t->n; i++) {
		const int64_t late = tick - AT(t->at, i).value;

		if (late < 0)
			n.ahead += AT(t->at, i).count;
		else if (late >= most)
			n.late += AT(t->at, i).count;
	}
	return n;
}

static int32_t
times(uint32_t n, int32_t bits, int32_t most)
{
	return n < (uint32_t)(most / bits) ? (int32_t)n * bits : most;
}

static int32_t
claim_cost(const struct recovery_run *run, int64_t tick)
{
	if (run->absolute < 0 || tick == run->absolute)
		return 0;
	if (recovery_ones((uint32_t)tick ^ (uint32_t)run->absolute) == 1)
		return BITS_TICK_BIT;
	return run->keyframe ? BITS_TICK_OTHER : BITS_TICK_PLAIN;
}

/* Characters may be late, because a server may be late.  No character is ahead of its
   tick. */
static int32_t
characters_cost(const struct recovery_run *run, int64_t tick)
{
	enum { OLD = 200 };
	const struct against moved = count_against(&run->moved, tick,
						   most_usual(run));
	const struct against shown = count_against(&run->shown, tick, OLD);
	const int32_t cost = times(moved.late, BITS_MOVED, BITS_MOVED_MOST) +
			     times(moved.ahead, BITS_MOVED_AHEAD,
				   BITS_MOVED_MOST);

	return (cost < BITS_MOVED_MOST ? cost : BITS_MOVED_MOST) +
	       times(shown.late, BITS_SHOWN, BITS_SHOWN_MOST) +
	       times(shown.ahead, BITS_SHOWN_AHEAD, BITS_SHOWN_MOST);
}

/* The cost of a tick by the contents of the run.  Characters are no reason to give up a
   claimed tick, because those of a mod may count other ticks.  But characters are a
   reason not to choose another tick instead. */
static int32_t
own_cost(const struct recovery_run *run, int64_t tick)
{
	const uint32_t other = run->named.total -
			       recovery_count_of(&run->named, tick);
	const int32_t characters = characters_cost(run, tick);

	return claim_cost(run, tick) +
	       times(other, BITS_NAMED, BITS_NAMED_MOST) +
	       (tick == run->absolute && characters > BITS_MOVED_MOST
			? BITS_MOVED_MOST
			: characters);
}

/* The ticks from the end of run a to run b, if nothing is lost between the runs. */
int32_t
recovery_expected_step(const struct recovery *r, const struct recovery_run *a,
		       const struct recovery_run *b)
{
	const struct recovery_item *gap = gap_before(r, b);
	const struct recovery_item *first = first_item(r, b);
	const bool chunk = b->link == RECOVERY_DROPPED ||
			   b->link == RECOVERY_RESIZED;

	if (b->claimed || b->link == RECOVERY_UNMARKED)
		return a->usual;
	return chunk && gap && gap->lost && first &&
			       (first->kind == RECOVERY_SNAPSHOT ||
				first->kind == RECOVERY_DELTA)
		       ? a->usual
		       : 0;
}

/* May the step of the item, a marker, be wrong by `less` ticks? */
static bool
may_be_wrong_step(const struct recovery_run *run,
		  const struct recovery_item *m, int64_t less)
{
	const int64_t right = m->tick - less;

	return m->kind == RECOVERY_MARKER && !m->absolute && m->tick > 0 &&
	       right > 0 && right < RECOVERY_STEPS && m->tick != run->usual &&
	       (right == run->usual ||
		recovery_ones((uint32_t)m->tick ^ (uint32_t)right) == 1);
}

static uint32_t
wrong_steps(const struct recovery *r, const struct recovery_run *run,
	    int64_t less, uint32_t *last)
{
	uint32_t n = 0;

	for (uint32_t i = run->first; less && i < run->first + run->n; i++)
		if (may_be_wrong_step(run, &AT(r->items, i), less)) {
			n++;
			*last = i;
		}
	return n;
}

/* The cost of ticks that are missing before a run.  In the output a run with a claimed
   tick is read without the gap before it, so it costs the same with a gap. */
static int32_t
slip_cost(const struct recovery_run *b)
{
	if (b->claimed)
		return BITS_SLIP_KEYFRAME;
	switch (b->link) {
	case RECOVERY_COPIED: return BITS_SLIP_COPY;
	case RECOVERY_DROPPED: return BITS_SLIP_DROP;
	case RECOVERY_RESIZED: return BITS_SLIP_RESIZE;
	case RECOVERY_ONE_BIT: return BITS_SLIP_EDIT;
	case RECOVERY_UNMARKED: return BITS_SLIP_UNMARKED;
	default: return BITS_SLIP_HOLE;
	}
}

/* Are bytes lost before the run? */
static bool
is_behind_gap(const struct recovery_run *run)
{
	return run->link == RECOVERY_IN_HOLE || run->link == RECOVERY_RESIZED ||
	       run->link == RECOVERY_DROPPED;
}

static bool
is_hole(const struct recovery_run *run)
{
	return run->link == RECOVERY_IN_HOLE ||
	       run->link == RECOVERY_TICKS_LOST;
}

/* The step of the first marker of a run, if that item may be no marker; otherwise 0. */
static int32_t
doubtful_step(const struct recovery *r, const struct recovery_run *b)
{
	const struct recovery_item *first = first_item(r, b);

	return first && recovery_may_be_none(first) ? first->tick : 0;
}

/* The step of the last marker of a run before a gap, as the first lost byte may look like
   a marker; otherwise 0. */
static int32_t
last_step(const struct recovery *r, const struct recovery_run *a,
	  const struct recovery_run *b)
{
	const struct recovery_item *last =
		a->n ? &AT(r->items, a->first + a->n - 1) : NULL;

	return last && gap_before(r, b) && last->kind == RECOVERY_MARKER &&
			       !last->absolute
		       ? last->tick
		       : 0;
}

/* The link between two runs, independent of their ticks. */
struct link {
	const struct recovery_run *a, *b;
	int32_t step;     /* step with which the second run begins, if it is in doubt */
	int32_t last;     /* step with which the first run ends, if it may be no marker */
	int32_t expected; /* expected ticks from the end of the first run */
};

static struct link
link_between(const struct recovery *r, const struct recovery_run *a,
	     const struct recovery_run *b)
{
	return (struct link){ a, b, doubtful_step(r, b), last_step(r, a, b),
			      recovery_expected_step(r, a, b) };
}

/* Do ticks go back only because of the last marker of the first run? */
static bool
is_none_at_end(int32_t last, int64_t distance)
{
	return last && distance < 0 && distance + last > 0;
}

/* The cost of the distance between two runs. */
static int32_t
link_cost(const struct recovery *r, const struct link *l, int64_t tick_a,
	  int64_t tick_b)
{
	const struct recovery_run *a = l->a, *b = l->b;
	const int32_t step = l->step;
	const int64_t distance = tick_b - tick_a - a->len;
	const int64_t expected = l->expected;
	const int64_t slip = distance > expected ? distance - expected
						 : expected - distance;
	uint32_t last;
	int32_t log;

	if (a->before && b->claimed)
		return 0;
	if (b->claimed && !b->keyframe && b->absolute >= 0) {
		if (distance <= 0 || distance > TWDEMO_MOST_PAUSE)
			return BITS_BACK;
		return distance > twdemo_most_ticks(r->d->header.version)
			       ? BITS_PAUSE +
					 recovery_log2((uint64_t)distance) / 4
			       : BITS_PAUSE_SHORT;
	}
	if (slip == 0 && !is_hole(b))
		return 0;
	/* The first item of b is no marker, or has a smaller step; or the last item of a
	   is no marker. */
	if ((step && distance < 0 && distance >= -step) ||
	    (l->last && distance == expected - l->last))
		return BITS_SLIP_EDIT;
	if (is_none_at_end(l->last, distance))
		return BITS_SLIP_EDIT + slip_cost(b) +
		       recovery_log2((uint64_t)(distance + l->last)) / 2;
	if (distance < 0 || (distance == 0 && b->claimed))
		return b->link == RECOVERY_ABSOLUTE_TICK &&
				       wrong_steps(r, a, expected - distance,
						   &last)
			       ? BITS_BACK_STEP
			       : BITS_BACK;
	log = recovery_log2((uint64_t)slip) / 2;
	return slip_cost(b) + (log < BITS_SLIP_MOST ? log : BITS_SLIP_MOST);
}

/* ------------------------------------------------------------- candidates */

static void
add_candidate(struct recovery_row *row, int64_t tick)
{
	if (tick < 0 || tick >= TWDEMO_MAX_TICK ||
	    row->n == RECOVERY_TICKS)
		return;
	for (uint32_t i = 0; i < row->n; i++)
		if (AT(row->at, i).tick == tick)
			return;
	AT(row->at, row->n).tick = tick;
	AT(row->at, row->n).foreign = false;
	row->n++;
}

/* Adds the most frequent values, at most `most` of them. */
static void
add_common(struct recovery_row *row, const struct recovery_tally *t, uint32_t most)
{
	uint32_t least = UINT32_MAX;

	for (uint32_t k = 0; k < most; k++) {
		uint32_t best = 0;

		for (uint32_t i = 0; i < t->n; i++)
			if (AT(t->at, i).count > best &&
			    AT(t->at, i).count < least)
				best = AT(t->at, i).count;
		for (uint32_t i = 0; best && i < t->n; i++)
			if (AT(t->at, i).count == best)
				add_candidate(row, AT(t->at, i).value);
		least = best;
	}
}

static void
find_candidates(struct recovery *r)
{
	enum { FROM_NEIGHBOUR = 4 };

	for (uint32_t i = 0; i < r->n_runs; i++) {
		const struct recovery_run *run = &AT(r->runs, i);
		struct recovery_row *row = row_of(r, i);

		row->n = 0;
		add_candidate(row, run->absolute);
		add_common(row, &run->named, 2);
		add_common(row, &run->moved, 1);
	}
	for (uint32_t i = 1; i < r->n_runs; i++) {
		const struct recovery_run *a = &AT(r->runs, i - 1);
		const struct link link = link_between(r, a, &AT(r->runs, i));
		const struct recovery_row *from = row_of(r, i - 1);

		for (uint32_t k = 0; k < from->n && k < FROM_NEIGHBOUR; k++) {
			const int64_t end = AT(from->at, k).tick + a->len;

			add_candidate(row_of(r, i), end + link.expected);
			add_candidate(row_of(r, i), end);
			add_candidate(row_of(r, i), end - link.step);
		}
	}
	for (uint32_t i = r->n_runs - 1; i-- > 0;) {
		const struct recovery_run *a = &AT(r->runs, i);
		const struct link link = link_between(r, a, &AT(r->runs, i + 1));
		const struct recovery_row *from = row_of(r, i + 1);

		for (uint32_t k = 0; k < from->n && k < FROM_NEIGHBOUR; k++) {
			const int64_t end = AT(from->at, k).tick - a->len;

			add_candidate(row_of(r, i), end - link.expected);
			add_candidate(row_of(r, i), end);
			add_candidate(row_of(r, i), end + link.step);
		}
	}
	for (uint32_t i = 0; i < r->n_runs; i++) {
		const struct recovery_row *from = i ? row_of(r, i - 1) : NULL;

		add_candidate(row_of(r, i),
			      from && from->n ? AT(from->at, 0).tick +
							AT(r->runs, i - 1).len
					      : 0);
		if (row_of(r, i)->n == 0)
			add_candidate(row_of(r, i), 0);
	}
}

/* Finds runs of chunks before the first tick: at the start, or behind a hole that is too
   small for a keyframe.  The messages of such runs are kept. */
static void
find_messages_before(struct recovery *r)
{
	for (uint32_t i = 0; i < r->n_runs; i++) {
		struct recovery_run *run = &AT(r->runs, i);
		const struct recovery_item *gap = gap_before(r, run);
		uint32_t room = 0;
		bool only = !run->claimed;

		for (uint32_t k = run->first; only && k < run->first + run->n;
		     k++)
			only = AT(r->items, k).kind == RECOVERY_MESSAGE ||
			       AT(r->items, k).kind == RECOVERY_DELTA;
		if (i + 1 < r->n_runs) {
			const struct recovery_run *next = &AT(r->runs, i + 1);

			for (uint32_t k = next->first;
			     k < next->first + next->n; k++) {
				const struct recovery_item *item =
					&AT(r->items, k);
				const uint32_t size = item->end - item->at;

				if (item->kind == RECOVERY_SNAPSHOT &&
				    size > room)
					room = size;
			}
		}
		run->before = only &&
			      (i == 0 || (AT(r->runs, i - 1).before && gap &&
					  gap->end - gap->at < room / 2));
	}
}

/* ------------------------------------------------------------------- the path */

/* May candidate c follow candidate f?  A run of another recording ends at the tick where
   the run before ends.  Its island begins behind a gap and ends before a gap. */
static bool
may_follow(const struct recovery *r, const struct link *link,
	   const struct recovery_candidate *f, const struct recovery_candidate *c)
{
	if (!gap_before(r, link->b) && f->foreign != c->foreign)
		return false;
	return !c->foreign ||
	       c->tick + link->b->len == f->tick + link->a->len;
}

/* Finds the cheapest candidate of the run before.  Without islands the test of each pair
   is left out. */
__attribute__((always_inline)) static inline void
find_best(const struct recovery *r, const struct recovery_row *from,
	  const struct link *link, bool islands, struct recovery_candidate *c)
{
	int32_t best = INT32_MAX;

	for (uint32_t j = 0; j < from->n; j++) {
		const struct recovery_candidate *f = &AT(from->at, j);
		int32_t bits = f->bits;

		if (islands && !may_follow(r, link, f, c))
			continue;
		/* No link has a negative cost. */
		if (bits < best && !(islands && c->foreign))
			bits += link_cost(r, link, f->tick, c->tick);
		if (bits >= best)
			continue;
		best = bits;
		c->from = (uint8_t)j;
		if (!link->a->before || (islands && c->foreign))
			c->first = f->first;
	}
	c->bits += best;
}

static int32_t
foreign_cost(const struct recovery *r, const struct recovery_run *run)
{
	return gap_before(r, run) ? BITS_FOREIGN : 0;
}

__attribute__((always_inline)) static inline void
find_paths(struct recovery *r, bool islands)
{
	struct link link = { 0 };

	for (uint32_t i = 0; i < r->n_runs; i++) {
		const struct recovery_run *b = &AT(r->runs, i);
		struct recovery_row *row = row_of(r, i);

		if (i)
			link = link_between(r, &AT(r->runs, i - 1), b);
		for (uint32_t k = 0; k < row->n; k++) {
			struct recovery_candidate *c = &AT(row->at, k);

			c->bits = islands && c->foreign ? foreign_cost(r, b)
							: own_cost(b, c->tick);
			c->first = r->past.first_tick >= 0 ? r->past.first_tick
							   : c->tick;
			if (i)
				find_best(r, row_of(r, i - 1), &link, islands,
					  c);
		}
	}
}

/* ---------------------------------------------------------------- islands */

/* Adds the cheapest ways to leave a run out.  Inside an island only candidates whose run
   before is left out count. */
static void
add_foreign(struct recovery *r, uint32_t index)
{
	const struct recovery_run *a = &AT(r->runs, index - 1);
	const struct recovery_run *b = &AT(r->runs, index);
	const struct recovery_row *from = row_of(r, index - 1);
	struct recovery_row *row = row_of(r, index);
	const bool begins = gap_before(r, b) != NULL;
	int32_t least = INT32_MIN;

	for (uint32_t n = 0; n < RECOVERY_FOREIGN; n++) {
		const struct recovery_candidate *best = NULL;

		for (uint32_t k = 0; k < from->n; k++) {
			const struct recovery_candidate *f = &AT(from->at, k);

			if ((begins || f->foreign) && f->bits > least &&
			    (!best || f->bits < best->bits))
				best = f;
		}
		if (!best)
			return;
		least = best->bits;
		AT(row->at, row->n) = (struct recovery_candidate){
			.tick = best->tick + a->len - b->len, .foreign = true
		};
		row->n++;
	}
}

/* Adds an island: the runs between two gaps that are not far apart. */
static bool
add_island(struct recovery *r, uint32_t begin, uint32_t end)
{
	enum { SPAN = 8192 };
	const uint32_t from = gap_before(r, &AT(r->runs, begin))->at;
	const uint32_t to = gap_before(r, &AT(r->runs, end))->end;

	if (to - from > SPAN)
		return false;
	for (uint32_t i = begin; i < end; i++)
		add_foreign(r, i);
	return true;
}

/*
 * A sector of another recording may replace a sector of this recording.  It may have
 * whole chunks with any ticks:
 *
 *   100 .. 119 | gap | 119 .. 125 | gap | 121 .. 351 | keyframe 352
 *                      ^ island
 *
 * False: there is no island.
 */
static bool
find_islands(struct recovery *r)
{
	bool any = false;
	uint32_t begin = 0;

	for (uint32_t i = 1; i < r->n_runs; i++) {
		if (!gap_before(r, &AT(r->runs, i)))
			continue;
		if (begin)
			any |= add_island(r, begin, i);
		begin = i;
	}
	return any;
}

static uint32_t
cheapest(const struct recovery_row *row)
{
	uint32_t best = 0;

	for (uint32_t k = 1; k < row->n; k++)
		if (AT(row->at, k).bits < AT(row->at, best).bits)
			best = k;
	return best;
}

/* Does the cheapest path give a run another tick than its marker, or go back in time? */
static bool
is_doubtful(struct recovery *r)
{
	uint32_t k = cheapest(row_of(r, r->n_runs - 1));

	for (uint32_t i = r->n_runs - 1; i > 0; i--) {
		const struct recovery_run *a = &AT(r->runs, i - 1);
		const struct recovery_candidate *c = &AT(row_of(r, i)->at, k);
		const struct recovery_candidate *f =
			&AT(row_of(r, i - 1)->at, c->from);

		if (c->tick < f->tick + a->len ||
		    claim_cost(&AT(r->runs, i), c->tick))
			return true;
		k = c->from;
	}
	return false;
}

/* The number of suppositions in a run and before it. */
static int32_t
suppositions(const struct recovery *r, uint32_t run)
{
	const struct recovery_run *b = &AT(r->runs, run);
	int32_t n = gap_before(r, b) != NULL;

	for (uint32_t k = b->first; k < b->first + b->n; k++)
		n += AT(r->items, k).cause != RECOVERY_STRICT;
	return n;
}

struct stop {
	uint32_t run;
	uint8_t candidate;
	int32_t bits;
};

/* The tick that the run itself claims or names, or -1. */
static int64_t
said_tick(const struct recovery_run *run)
{
	if (run->claimed)
		return run->absolute;
	return run->named.n ? AT(run->named.at, 0).value : -1;
}

/* Collects the claims of the runs behind each run. */
static void
look_behind(struct recovery *r)
{
	int64_t earliest = INT64_MAX, latest = -1;

	for (uint32_t i = r->n_runs; i-- > 0;) {
		const struct recovery_run *b = &AT(r->runs, i);
		const int64_t tick = said_tick(b);
		const int64_t first = tick + doubtful_step(r, b) - b->claimed;

		row_of(r, i)->earliest = earliest;
		row_of(r, i)->latest = latest;
		if (tick >= 0 && first < earliest)
			earliest = first;
		if (tick >= 0 && tick + b->len > latest)
			latest = tick + b->len;
	}
}

/* Do the runs behind a run belong to another recording?  Their ticks go back, or are
   beyond the length in the header. */
static bool
is_contradicted(const struct recovery_row *row, int64_t end, int64_t first,
		int64_t length)
{
	return row->earliest < end ||
	       (length > 0 && row->latest >= 0 &&
		row->latest - first >=
			TWDEMO_TICKS_PER_SECOND * (length + 2));
}

/* Do the runs behind end at the length in the header? */
static bool
ends_at_length(const struct recovery_row *row, int64_t first, int64_t length)
{
	const int64_t s = (row->latest - first) / TWDEMO_TICKS_PER_SECOND;

	return row->latest >= 0 && s >= length - 1 && s <= length + 1;
}

/*
 * Do the runs behind a run continue the ticks before an island, or begin before the first
 * tick, and are they the larger part?  Then the island does not belong to the recording:
 *
 *   100 .. 200 | 650 .. 700 | 201 .. 700
 *              ^ island      ^ earliest
 */
static bool
goes_on_from_before(const struct recovery *r, uint32_t run, int64_t earliest)
{
	const struct recovery_run *last = &AT(r->runs, r->n_runs - 1);
	const struct recovery_run *b = &AT(r->runs, run);
	const uint32_t behind = last->first + last->n - b->first - b->n;
	uint32_t island = b->n;

	for (uint32_t i = run; i-- > 0 && island < behind;) {
		const struct recovery_run *a = &AT(r->runs, i);
		const int64_t tick = said_tick(a);

		if (a->before || (tick >= 0 && tick + a->len <= earliest))
			return true;
		island += a->n;
	}
	return false;
}

/* The tick that a run claims, or that a later run before the next gap claims; or -1. */
static int64_t
said_behind_gap(const struct recovery *r, uint32_t run)
{
	int64_t tick = said_tick(&AT(r->runs, run));

	for (uint32_t i = run + 1; tick < 0 && i < r->n_runs; i++) {
		if (is_behind_gap(&AT(r->runs, i)))
			break;
		tick = said_tick(&AT(r->runs, i));
	}
	return tick;
}

/*
 * Do ticks continue soon behind an island, in the larger part?
 *
 *   100 .. 200 | 20 .. 40 | gap | 205 .. 700
 *           end  island
 *
 * Ticks may go back a little over repeated bytes.  Ticks that go back without a gap
 * belong to an older recording, and so do ticks far behind.
 */
static bool
goes_on_behind(const struct recovery *r, uint32_t run, int64_t end)
{
	enum { SOON = 2 * TWDEMO_KEYFRAME_TICKS, BACK = 50, RUNS = 4 };
	const struct recovery_run *last = &AT(r->runs, r->n_runs - 1);
	const struct recovery_run *a = &AT(r->runs, run);
	const uint32_t from = begin_of_item(r, a->first + a->n);
	uint32_t island = 0;

	for (uint32_t i = run + 1; i < r->n_runs && i <= run + RUNS; i++) {
		const struct recovery_run *b = &AT(r->runs, i);
		const uint32_t behind = last->first + last->n - b->first;

		if (island > behind ||
		    begin_of_item(r, b->first) - from > RECOVERY_BEYOND)
			break;
		if (b->link != RECOVERY_ABSOLUTE_TICK) {
			const int64_t tick = said_behind_gap(r, i);

			if (tick >= end - BACK && tick <= end + SOON)
				return true;
		}
		island += b->n;
	}
	return false;
}

/* The item at which the recording may end before a run: a gap or a supposed item; or
   -1. */
static int64_t
end_before(const struct recovery *r, uint32_t run)
{
	const struct recovery_run *b = &AT(r->runs, run);
	const struct recovery_item *first = first_item(r, b);

	if (b->cause >= 0)
		return b->cause;
	return first && first->cause != RECOVERY_STRICT ? (int64_t)b->first : -1;
}

/* Tries to end the recording behind a run.  length: the length in the header in seconds,
   or 0. */
static void
try_end(struct recovery *r, uint32_t run, int32_t supposed, int64_t length,
	struct stop *best)
{
	const struct recovery_run *b = &AT(r->runs, run);
	const struct recovery_run *next =
		run + 1 < r->n_runs ? &AT(r->runs, run + 1) : NULL;
	const bool more = next != NULL;
	const struct recovery_row *row = row_of(r, run);
	const int32_t unsure = more ? last_step(r, b, next) : 0;

	/* No recording ends before the first tick. */
	if (more && (b->before || end_before(r, run + 1) < 0))
		return;
	for (uint32_t k = 0; k < row->n; k++) {
		const struct recovery_candidate *c = &AT(row->at, k);

		if (c->foreign)
			continue;
		const int64_t s = (c->tick + b->len - c->first) /
				  TWDEMO_TICKS_PER_SECOND;
		const bool open = !more && !r->window.closed;
		const bool fits = length <= 0 || s == length ||
				  (open && s < length);
		int32_t bits = c->bits + BITS_STOP_EDIT * supposed;
		/* The supposed edit at the end is not needed then. */
		if (more && next->link == RECOVERY_ONE_BIT &&
		    !doubtful_step(r, next))
			bits -= BITS_STOP_EDIT;

		if (more && (claim_cost(b, c->tick) || (!fits && s != length + 1) ||
			     !is_contradicted(row, c->tick + b->len - unsure,
					      c->first, length)))
			continue;
		if (!fits)
			bits += more ? BITS_LENGTH_OVER : BITS_LENGTH_MISSED;
		if (more)
			bits += length > 0 ? BITS_STOP : BITS_STOP_UNTOLD;
		if (bits < best->bits &&
		    !(more &&
		      (length <= 0 || ends_at_length(row, c->first, length)) &&
		      (goes_on_from_before(r, run, row->earliest) ||
		       goes_on_behind(r, run, c->tick + b->len))))
			*best = (struct stop){ run, (uint8_t)k, bits };
	}
}

static void
choose_path(struct recovery *r, int32_t length, int64_t *first)
{
	struct stop best = { .bits = INT32_MAX };
	int32_t supposed = 0;
	uint8_t k;

	look_behind(r);
	for (uint32_t i = 0; i < r->n_runs; i++) {
		supposed += suppositions(r, i);
		try_end(r, i, supposed, length, &best);
	}
	r->n_runs = best.run + 1;
	*first = AT(row_of(r, best.run)->at, best.candidate).first;
	k = best.candidate;
	for (uint32_t i = best.run + 1; i-- > 0;) {
		AT(r->runs, i).tick = AT(row_of(r, i)->at, k).tick;
		AT(r->runs, i).foreign = AT(row_of(r, i)->at, k).foreign;
		k = AT(row_of(r, i)->at, k).from;
	}
}

/* --------------------------------------------------------------- what is proven */

/* The number of characters that show the tick of a run, or are at most a step late. */
static uint32_t
count_moved(const struct recovery_run *run)
{
	const struct against not = count_against(&run->moved, run->tick,
						 most_usual(run));

	return counted(&run->moved) - not.ahead - not.late;
}

uint32_t
recovery_witnesses(const struct recovery_run *run)
{
	return recovery_count_of(&run->named, run->tick) + count_moved(run);
}

/* Does the tick of one of two runs prove the tick of the other? */
static bool
is_tight(const struct recovery *r, uint32_t index, int64_t distance)
{
	const struct recovery_run *a = &AT(r->runs, index - 1);
	const struct recovery_run *b = &AT(r->runs, index);
	const struct recovery_item *gap = gap_before(r, b);
	const struct recovery_run *next =
		index + 1 < r->n_runs ? &AT(r->runs, index + 1) : NULL;
	const uint32_t bytes = gap ? gap->end - gap->at : 0;
	const bool follows = next && next->known;

	if (is_hole(b) && !b->claimed && distance == 0 && follows &&
	    next->keyframe && next->tick - b->tick - b->len == b->usual)
		return true; /* both neighbours leave no room for other ticks */
	if (distance != recovery_expected_step(r, a, b))
		return false;
	if (b->link == RECOVERY_RESIZED && gap && !b->claimed && !follows &&
	    (gap->more > 1 || gap->more < -1))
		return false;
	return !is_hole(b) || (!b->claimed && bytes < 4 && distance == 0);
}

static void
prove(struct recovery *r, uint32_t index)
{
	struct recovery_run *a = &AT(r->runs, index - 1);
	struct recovery_run *b = &AT(r->runs, index);
	int64_t distance = b->tick - a->tick - a->len;
	int64_t less = recovery_expected_step(r, a, b) - distance;
	const bool absolute = b->link == RECOVERY_ABSOLUTE_TICK;
	uint32_t marker;
	int32_t last;
	bool tight;

	if (a->foreign || b->foreign)
		return;
	last = less > 0 || distance < 0 ? last_step(r, a, b) : 0;
	if (last && (less == last || is_none_at_end(last, distance))) {
		recovery_correct_step(r, a, a->first + a->n - 1, last);
		distance += last;
		less -= last;
	}
	tight = is_tight(r, index, distance);

	if (a->known && tight)
		b->known = true;
	/* An absolute tick without a keyframe does not prove the run before. */
	if (b->known && !a->before &&
	    ((absolute && b->keyframe && distance == a->usual) ||
	     (tight && !(absolute && !b->keyframe))))
		a->known = true;
	if (absolute && distance != 0 && distance < a->usual &&
	    wrong_steps(r, a, less, &marker) == 1)
		recovery_correct_step(r, a, marker, (int32_t)less);
}

/* Is the keyframe behind a run at its expected tick? */
static bool
leads_to_keyframe(const struct recovery *r, uint32_t index)
{
	const struct recovery_run *run = &AT(r->runs, index);
	const struct recovery_run *next =
		index + 1 < r->n_runs ? &AT(r->runs, index + 1) : NULL;

	return next && next->known && next->keyframe &&
	       next->tick - run->tick - run->len == run->usual;
}

/* May another recording begin with this run?  Behind a gap, or with a tick that no
   snapshot follows. */
static bool
may_be_foreign(const struct recovery *r, const struct recovery_run *run)
{
	const bool snapshot = run->n > 1 && AT(r->items, run->first + 1).kind ==
						    RECOVERY_SNAPSHOT;

	return is_behind_gap(run) || (run->claimed && !snapshot);
}

/* The number of items of the runs from `index` on that are not after a tick. */
static uint32_t
count_up_to(const struct recovery *r, uint32_t index, int64_t tick)
{
	uint32_t n = 0;

	for (uint32_t i = index; i < r->n_runs && AT(r->runs, i).tick <= tick; i++) {
		const struct recovery_run *run = &AT(r->runs, i);

		for (uint32_t k = run->first; run->known && k < run->first + run->n; k++)
			n += run->tick + AT(r->items, k).rel <= tick;
	}
	return n;
}

/*
 * Chunks of another recording may replace lost ones.  Then ticks go back behind a second
 * hole:
 *
 *   100 .. 122 | hole | 5763 .. 5800 | hole | 174 .. 583
 *
 * The larger part stays: the chunks between the holes, or those behind them.  Chunks
 * whose ticks go back have no known tick, unless a keyframe before or behind them, or
 * messages, show it.
 */
static void
doubt_foreign(struct recovery *r, uint32_t index)
{
	struct recovery_run *b = &AT(r->runs, index);
	uint32_t first = index, ahead = 0;
	int64_t last = b->tick;

	if (!b->known || !is_behind_gap(b))
		return;
	for (; first > 0; first--) {
		const struct recovery_run *a = &AT(r->runs, first - 1);

		if (a->before || (a->known && a->tick + a->len <= b->tick))
			break;
		if (!a->known)
			continue;
		ahead += a->n;
		if (last < a->tick + a->len)
			last = a->tick + a->len;
	}
	if (last == b->tick)
		return;
	if (!b->claimed && !leads_to_keyframe(r, index) &&
	    recovery_count_of(&b->named, b->tick) < RECOVERY_WITNESSES) {
		b->known = false;
		return;
	}
	if (may_be_foreign(r, &AT(r->runs, first)) &&
	    count_up_to(r, index, last) > ahead)
		for (uint32_t i = first; i < index; i++)
			AT(r->runs, i).known = false;
}

static void
prove_all(struct recovery *r)
{
	for (uint32_t i = 0; i < r->n_runs; i++) {
		struct recovery_run *run = &AT(r->runs, i);

		run->known = !run->foreign &&
			     ((run->absolute >= 0 &&
			       run->tick == run->absolute) ||
			      recovery_count_of(&run->named, run->tick) ||
			      count_moved(run) > 1);
	}
	for (uint32_t i = 1; i < r->n_runs; i++)
		prove(r, i);
	for (uint32_t i = r->n_runs; i-- > 1;)
		prove(r, i);
	for (uint32_t i = 1; i < r->n_runs; i++)
		doubt_foreign(r, i);
}

/* Do all messages name the tick of the run, and do nearly all characters show it?
   Characters that come to life do not. */
static bool
is_agreed(const struct recovery_run *run)
{
	return recovery_count_of(&run->named, run->tick) == run->named.total &&
	       run->moved.total - count_moved(run) <= run->moved.total / 4;
}

/* Are a marker or ticks lost between a run and the last run, as messages show?  Up to
   version 4, a missing marker need not be a loss. */
static bool
is_lost_between(const struct recovery_run *a, const struct recovery_run *b)
{
	const bool unmarked = b->link == RECOVERY_UNMARKED ||
			      b->link == RECOVERY_BARE;

	return b->link == RECOVERY_TICKS_LOST ||
	       (a && unmarked && b->named.n && b->tick != a->tick + a->len);
}

bool
recovery_lost_nothing(const struct recovery *r, const struct recovery_run *a,
		      const struct recovery_run *b)
{
	const int64_t distance = b->tick - a->tick - a->len;
	const int32_t step = doubtful_step(r, b);

	/* The first item is no marker, or its step is at most the usual step. */
	return distance == recovery_expected_step(r, a, b) ||
	       (step && distance + step >= 0 && distance + step <= a->usual);
}

static bool
is_plain_link(const struct recovery *r, const struct recovery_run *a,
	      const struct recovery_run *b)
{
	const struct link link = link_between(r, a, b);

	return link_cost(r, &link, a->tick, b->tick) == 0;
}

/* The number of wrong markers of a run; *wrong: one of them. */
static uint32_t
count_changes(const struct recovery *r, const struct recovery_run *a,
	      const struct recovery_run *b, uint32_t *wrong)
{
	uint32_t n = 0;

	if (is_lost_between(a, b) || (b->absolute >= 0 && b->tick != b->absolute)) {
		n++;
		*wrong = b->first;
	}
	for (uint32_t i = a ? a->first + a->n : 0; i < b->first + b->n; i++)
		if (AT(r->items, i).cause != RECOVERY_STRICT) {
			n++;
			*wrong = i;
		}
	return n;
}

bool
recovery_explains(const struct recovery *r, bool part, uint32_t *wrong)
{
	uint32_t changes = 0;

	for (uint32_t i = 0; i < r->n_runs; i++) {
		const struct recovery_run *b = &AT(r->runs, i);
		const struct recovery_run *a = i ? &AT(r->runs, i - 1) : NULL;
		const bool follows = !a || is_lost_between(a, b) ||
				     is_plain_link(r, a, b);

		if (!part && !(follows && is_agreed(b)))
			return false;
		/* A part may begin behind an oddity. */
		if (!follows)
			changes = 0;
		changes += count_changes(r, a, b, wrong);
		if (!is_agreed(b))
			changes = 0;
		if (part && changes == 1 && b->keyframe)
			return true;
	}
	return changes == 1;
}

uint32_t
recovery_find_ticks(struct recovery *r, int32_t length)
{
	const uint32_t n = r->n_runs;
	struct recovery_run *last;
	uint32_t end = r->n_items;
	int64_t first;

	find_messages_before(r);
	find_candidates(r);
	find_paths(r, false);
	if (is_doubtful(r) && find_islands(r))
		find_paths(r, true);
	choose_path(r, length, &first);
	last = &AT(r->runs, r->n_runs - 1);
	if (r->n_runs < n) {
		end = (uint32_t)end_before(r, r->n_runs);
		/* Chunks beyond the length are not part of the recording, either. */
		while (length > 0 && end > last->first &&
		       last->tick + AT(r->items, end - 1).rel - first >=
			       TWDEMO_TICKS_PER_SECOND * ((int64_t)length + 1))
			end--;
		if (last->n > end - last->first)
			last->n = end - last->first;
	}
	prove_all(r);
	return end;
}
