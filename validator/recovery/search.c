/* SPDX-License-Identifier: MIT */
/*
 * search.c - framing: finds the best path through the offsets of a damaged stretch
 * (TW-13.2)
 *
 * Bytes are read strictly while each chunk gains enough.  Where that fails, a search
 * finds the path that explains the most bits and supposes the least, like a decoder of a
 * noisy channel (Viterbi): offset after offset, with the best bits for each.
 *
 *   |chunk|chunk| ?? ??? ?? ? ???? ?? |chunk|chunk|chunk|
 *               ^ base: a hole begins            ^ sure: so many bits are won
 */
#include "validator/recovery/recovery.h"
#include "validator/twdemo/stream.h"

/* What the grammar knows before an item. */
enum before {
	BEFORE_NOTHING = RECOVERY_GAP + 1, /* no absolute marker was read yet */
	BEFORE_KEYFRAME,
};

struct search {
	struct recovery *r;
	bool any;             /* strict reading failed somewhere */
	int32_t failed;       /* the most bits at which strict reading failed */
	bool based;           /* a hole may begin ... */
	uint32_t hole;        /* ... here, at best, ... */
	int32_t hole_bits;    /* ... with so many bits before it ... */
	uint8_t hole_before;  /* ... and what the grammar knows there */
	unsigned tries;
	uint32_t periods[4]; /* distances of supposed copies */
	uint32_t n_periods;
};

/* The node of an offset to which a path leads; NULL: no path leads there. */
static struct recovery_node *
node_at(struct recovery *r, uint32_t at)
{
	struct recovery_node *n = recovery_node(r, at);

	return n && n->age == r->offsets.age ? n : NULL;
}

/* The cost of an item out of place.  A keyframe marker comes before a snapshot, another
   marker before a delta, an absolute marker before all (TW-6.3). */
static int32_t
out_of_place(uint8_t before, const struct recovery_item *item)
{
	const bool snapshot = item->kind == RECOVERY_SNAPSHOT;

	if (snapshot || item->kind == RECOVERY_DELTA) {
		if (before == (snapshot ? (uint8_t)BEFORE_KEYFRAME
					: (uint8_t)RECOVERY_MARKER))
			return 0;
		return before == RECOVERY_GAP ? BITS_AFTER_HOLE
					      : BITS_OUT_OF_PLACE;
	}
	return item->kind == RECOVERY_MARKER && !item->absolute &&
			       before == BEFORE_NOTHING
		       ? BITS_STEP_FROM_NOTHING
		       : 0;
}

static uint8_t
before_next(uint8_t before, const struct recovery_item *item)
{
	if (before == BEFORE_NOTHING && (item->kind == RECOVERY_MESSAGE ||
					 item->kind == RECOVERY_GAP))
		return before;
	if (item->kind == RECOVERY_MARKER && item->keyframe)
		return BEFORE_KEYFRAME;
	return item->kind == RECOVERY_GAP && item->lost ? item->lost
							: item->kind;
}

/* ------------------------------------------------------------------- nodes */

static void
put_live(struct recovery_live *live, uint32_t at)
{
	if (live->n < COUNT_OF(live->at)) {
		AT(live->at, live->n) = at;
		live->n++;
	}
}

/* Updates the node of `end` with a path of `bits` bits, if the path is better.  `item`:
   the index of the supposition plus one, or 0. */
static void
relax(struct search *s, uint32_t end, int32_t bits, uint32_t from,
      uint32_t item, const struct recovery_item *what, uint8_t before)
{
	struct recovery *r = s->r;
	struct recovery_node *n = recovery_node(r, end);

	if (!n || (n->age == r->offsets.age && n->bits >= bits))
		return;
	if (n->age != r->offsets.age)
		put_live(&r->live, end);
	*n = (struct recovery_node){ .bits = bits,
				     .from = from,
				     .item = (uint16_t)item,
				     .before = before_next(before, what),
				     .age = r->offsets.age };
}

/* Has each other path that goes beyond this node fewer bits?  The question costs credit
   for each path, because it takes time. */
static bool
has_no_rival(struct recovery *r, uint32_t at, const struct recovery_node *node)
{
	struct recovery_live *live = &r->live;
	uint32_t kept = 0;
	bool none = true;

	if (r->budget.credit < live->n)
		return false;
	r->budget.credit -= live->n;

	for (uint32_t i = 0; i < live->n; i++) {
		const uint32_t end = AT(live->at, i);
		const struct recovery_node *n = recovery_reached_node(r, end);

		if (end <= at)
			continue;
		AT(live->at, kept) = end;
		kept++;
		none &= n->bits < node->bits - BITS_RIVAL || n->from == at;
	}
	live->n = kept;
	return none;
}

/* ------------------------------------------------------------------- items */

static bool
append_item(struct recovery *r, const struct recovery_item *item)
{
	if (r->n_items == RECOVERY_ITEMS)
		return false;
	AT(r->items, r->n_items) = *item;
	r->n_items++;
	return true;
}

/* The item that leads to a node. */
static struct recovery_item
item_of(struct recovery *r, uint32_t end, const struct recovery_node *n)
{
	struct recovery_item item;
	int32_t gain = 0;

	if (n->item == UINT16_MAX)
		return (struct recovery_item){ .at = n->from,
					       .end = end,
					       .tick = -1,
					       .kind = RECOVERY_GAP,
					       .cause = RECOVERY_IN_HOLE };
	if (n->item)
		return AT(r->supposed.items, n->item - 1);
	recovery_read(r, n->from, &item, &gain);
	return item;
}

/* Joins two holes that touch. */
static void
join_holes(struct recovery *r, uint32_t second)
{
	struct recovery_item *a, *b;

	if (second == 0 || second >= r->n_items)
		return;
	a = &AT(r->items, second - 1);
	b = &AT(r->items, second);
	if (a->cause != RECOVERY_IN_HOLE || a->end != b->at ||
	    (b->cause != RECOVERY_IN_HOLE && b->cause != RECOVERY_AT_END))
		return;
	a->cause = b->cause;
	a->end = b->end;
	r->n_items--;
	for (uint32_t i = second; i < r->n_items; i++)
		AT(r->items, i) = AT(r->items, i + 1);
}

/* Adds the items of the path that leads to `end`.  False: there is no room. */
static bool
append_path(struct recovery *r, uint32_t end)
{
	const uint32_t first = r->n_items;
	uint32_t n = 0;

	for (uint32_t at = end; at != r->offsets.base;
	     at = recovery_reached_node(r, at)->from)
		n++;
	if (n > RECOVERY_ITEMS - first)
		return false;
	/* The items are found from the last one to the first one. */
	r->n_items += n;
	for (uint32_t at = end; at != r->offsets.base; n--) {
		const struct recovery_node *node = recovery_reached_node(r, at);

		AT(r->items, first + n - 1) = item_of(r, at, node);
		at = node->from;
	}
	join_holes(r, first);
	return true;
}

/* ------------------------------------------------------------------ searching */

/* in_hole: the bytes from here on continue the hole before them. */
static void
open_search(struct search *s, struct recovery *r, uint32_t at, uint8_t before,
	    bool in_hole)
{
	*s = (struct search){ .r = r, .any = in_hole, .based = in_hole };
	s->hole = at;
	s->hole_before = before;
	recovery_forget(&r->offsets, at);
	r->supposed.n = 0;
	r->live.n = 0;
	*recovery_node(r, at) = (struct recovery_node){ .from = at,
							.before = before,
							.age = r->offsets.age };
}

/* Is the chunk a copy of the bytes one period before it?  Then it gains nothing. */
static bool
is_repeated(const struct search *s, const struct recovery_cell *c, uint32_t at)
{
	const struct span window = s->r->window.bytes;
	const struct span chunk = span_head(span_tail(window, at), c->end - at);

	for (uint32_t i = 0; i < s->n_periods; i++) {
		const uint32_t period = AT(s->periods, i);

		if (period <= at && span_starts(span_tail(window, at - period),
						chunk.ptr, chunk.len))
			return true;
	}
	return false;
}

static void
try_suppositions(struct search *s, uint32_t at, int32_t bits, uint8_t before)
{
	struct recovery *r = s->r;
	uint32_t i = r->supposed.n;

	s->tries++;
	if (s->tries > RECOVERY_TRIES || r->framing.plainly)
		return;
	recovery_suppose(r, at);
	for (; i < r->supposed.n; i++) {
		const struct recovery_item *item = &AT(r->supposed.items, i);

		relax(s, item->end,
		      bits + AT(r->supposed.gains, i) -
			      out_of_place(before, item),
		      at, i + 1, item, before);
		if (item->cause == RECOVERY_COPIED &&
		    s->n_periods < COUNT_OF(s->periods)) {
			AT(s->periods, s->n_periods) = item->end - at;
			s->n_periods++;
		}
	}
}

/* Follows the strict chunk at a reached offset.  Returns its gain. */
static int32_t
follow_strict_chunk(struct search *s, uint32_t at,
		    const struct recovery_node *node,
		    const struct recovery_cell *c)
{
	struct recovery_item item;
	int32_t gain;

	recovery_read(s->r, at, &item, &gain);
	gain = c->gain - out_of_place(node->before, &item);
	if (gain > 0 && s->n_periods && is_repeated(s, c, at))
		gain = 0;
	relax(s, c->end, node->bits + gain, at, 0, &item, node->before);
	return gain;
}

/* Lets a hole end at a strict chunk.  A one-byte marker with a rare step may also be a
   byte of the hole. */
static void
end_hole(struct search *s, uint32_t at, const struct recovery_cell *c)
{
	static const struct recovery_item gap = { .kind = RECOVERY_GAP };
	const bool rare = c->kind == RECOVERY_MARKER && c->end == at + 1 &&
			  c->gain < BITS_MARKER / 2;
	const int32_t cost = BITS_HOLE + recovery_log2(at - s->hole) / 2 +
			     (rare ? BITS_MARKER_AFTER_HOLE : 0);

	relax(s, at, s->hole_bits - cost, s->hole, UINT16_MAX, &gap,
	      s->hole_before);
}

/* Is the path to this node sure? */
static bool
is_sure(struct search *s, uint32_t at, const struct recovery_node *node)
{
	return at != s->r->offsets.base && node->item == 0 &&
	       node->bits > s->failed + BITS_SURE &&
	       node->from != s->r->offsets.base &&
	       (node->bits > s->failed + BITS_SURE_ALONE ||
		has_no_rival(s->r, at, node));
}

/* Strict reading fails at an offset, or is in doubt: tries suppositions, and lets a hole
   begin. */
static void
doubt(struct search *s, uint32_t at, const struct recovery_node *was,
      bool strict)
{
	try_suppositions(s, at, was->bits, was->before);
	if (!s->any || (!strict && was->bits > s->failed))
		s->failed = was->bits;
	s->any = true;
}

static bool
is_at_keyframe(const struct recovery_window *w, uint32_t at)
{
	struct cursor c = cur_span(span_tail(w->bytes, at), at);

	return twdemo_is_at_keyframe(&c);
}

/* Processes one offset.  *next: the offset to process next.  True: the path that leads
   here is sure. */
static bool
look(struct search *s, uint32_t at, uint32_t *next)
{
	struct recovery *r = s->r;
	const struct recovery_node *reached = node_at(r, at), *node;
	struct recovery_cell c;
	struct recovery_node was = { .bits = 0 };
	int32_t gain = 0;

	r->budget.shown = reached || is_at_keyframe(&r->window, at);
	c = recovery_strict(r, at);
	r->budget.shown = true;
	*next = at + 1;
	if (reached)
		was = *reached;
	if (s->based && c.kind)
		end_hole(s, at, &c);
	node = c.kind ? node_at(r, at) : NULL;
	if (node)
		gain = follow_strict_chunk(s, at, node, &c);
	if (!reached)
		return false;
	if (!c.kind || gain <= BITS_DOUBT ||
	    (was.before == BEFORE_KEYFRAME && c.kind != RECOVERY_SNAPSHOT))
		doubt(s, at, &was, c.kind);
	if (!s->any) {
		*next = c.end;
		return false;
	}
	if (!s->based || was.bits > s->hole_bits) {
		s->based = true;
		s->hole = at;
		s->hole_bits = was.bits;
		s->hole_before = was.before;
	}
	return is_sure(s, at, &was);
}

/* Adds a hole.  False: there is no room. */
static bool
put_hole(struct recovery *r, uint32_t at, uint32_t end)
{
	const bool last = end == r->window.end && r->window.closed;
	const struct recovery_item gap = {
		.at = at,
		.end = end,
		.tick = -1,
		.kind = RECOVERY_GAP,
		.cause = last ? RECOVERY_AT_END : RECOVERY_IN_HOLE,
	};

	if (!append_item(r, &gap))
		return false;
	join_holes(r, r->n_items - 1);
	return true;
}

/* Does the best path to the end of the window explain more than a hole up to that end?  A
   few chunks behind a hole do not. */
static bool
explains_more_than_hole(const struct search *s, uint32_t limit)
{
	struct recovery *r = s->r;
	const struct recovery_node *end = node_at(r, limit), *n = end;
	int32_t least = s->hole_bits - BITS_HOLE;

	for (uint32_t at = limit; n && at != r->offsets.base;
	     n = node_at(r, at)) {
		if (n->item == UINT16_MAX)
			least = s->hole_bits - BITS_HOLE + BITS_RIVAL;
		at = n->from;
	}
	return end && (!s->based || end->bits >= least);
}

static uint32_t
reach_from(const struct recovery_window *w, uint32_t at)
{
	return w->end - at < RECOVERY_REACH ? w->end : at + RECOVERY_REACH;
}

/* Without room for the items of a path, a hole replaces the path.  Returns its end. */
static uint32_t
put_rest(struct recovery *r, uint32_t at)
{
	const uint32_t end = reach_from(&r->window, at);

	put_hole(r, at, end);
	return end;
}

/*
 * Adds the items of the best path from `at` on, up to a sure offset, and returns that
 * offset.  It may also return an offset inside a hole, or an offset where the path is
 * `unsure`: then a search from there goes further.  The end of the demo is a place like
 * any other, except for the hole before it.
 */
static uint32_t
find_best_path(struct recovery *r, uint32_t at, uint8_t before, bool in_hole,
	       bool *unsure)
{
	const uint32_t limit = reach_from(&r->window, at);
	struct search s;

	*unsure = false;
	open_search(&s, r, at, before, in_hole);
	for (uint32_t o = at, next = at; o < limit; o = next)
		if (look(&s, o, &next))
			return append_path(r, o) ? o : at;
	if (limit == r->window.end && explains_more_than_hole(&s, limit))
		return append_path(r, limit) ? limit : at;
	if (!append_path(r, s.hole))
		return at;
	/* No path is sure yet.  A search from the hole goes further, if the hole is far
	   enough away, so that all searches together take linear time. */
	if (limit < r->window.end && s.hole - at >= RECOVERY_REACH / 8) {
		*unsure = true;
		return s.hole;
	}
	return put_hole(r, s.hole, limit) ? limit : at;
}

/* ------------------------------------------------------------------- framing */

/* What the grammar knows before the next item. */
static uint8_t
before_here(const struct recovery *r, bool anchored)
{
	uint8_t before = anchored ? (uint8_t)RECOVERY_GAP
				  : (uint8_t)BEFORE_NOTHING;

	if (!anchored)
		return before;
	return r->n_items ? before_next(before, &AT(r->items, r->n_items - 1))
			  : before;
}

/* Goes back a few chunks, because the damage may lie before the place where it is
   noticed.  The place where the last search ended is the limit. */
static uint32_t
step_back(struct recovery *r, uint32_t at, uint32_t ended)
{
	enum { CHUNKS = 3 };

	for (unsigned i = 0; i < CHUNKS && r->n_items; i++) {
		const struct recovery_item *last = &AT(r->items,
						       r->n_items - 1);

		if (last->cause != RECOVERY_STRICT || last->at < ended)
			break;
		at = last->at;
		r->n_items--;
	}
	return at;
}

/*
 * Keyframes since the last supposition whose distance from the tick before is usual: two
 * of them show that the ticks are right.
 */
struct anchors {
	unsigned good;
	int64_t tick; /* -1: not known */
	uint32_t at;  /* offset of the last keyframe */
	struct recovery_steps steps;
};

static void
pass_marker(struct recovery *r, struct anchors *a,
	    const struct recovery_item *item)
{
	const int32_t usual = recovery_usual(
		&a->steps, recovery_usual(&r->steps, 2));

	if (!item->absolute) {
		recovery_count_step(&r->steps, item->tick);
		recovery_count_step(&a->steps, item->tick);
		a->tick += a->tick >= 0 ? item->tick : 0;
		return;
	}
	if (item->keyframe && a->tick >= 0 && item->tick - a->tick == usual)
		a->good++;
	else
		a->good = 0;
	if (item->keyframe)
		a->at = item->at;
	a->tick = item->tick;
	a->steps = (struct recovery_steps){ .total = 0 };
}

/* Is nothing in doubt any more, behind a keyframe and its snapshot?  The strict reader
   goes on there. */
static bool
is_settled(const struct recovery *r, const struct anchors *a)
{
	const struct recovery_item *last = &AT(r->items, r->n_items - 1);

	return a->good > 1 && a->at > r->framing.doubt &&
	       last->kind == RECOVERY_SNAPSHOT && r->n_items > 1 &&
	       AT(r->items, r->n_items - 2).at == a->at;
}

/* Learns sizes of items from full snapshots, because deltas of mods are read with these
   sizes. */
static void
learn_sizes(struct recovery *r, uint32_t first)
{
	for (uint32_t i = first; i < r->n_items; i++) {
		struct recovery_item item;
		int32_t gain;

		if (AT(r->items, i).kind == RECOVERY_SNAPSHOT &&
		    AT(r->items, i).cause == RECOVERY_STRICT &&
		    recovery_read(r, AT(r->items, i).at, &item, &gain) &&
		    twdemo_learn_shown(r->d, &r->d->room.probe))
			recovery_forget(&r->offsets, r->offsets.base);
	}
}

/* Reads the next strict chunk.  False: there is none, or it is odd. */
static bool
read_plain(struct recovery *r, uint32_t at, bool anchored,
	   struct recovery_item *item)
{
	int32_t gain = 0;

	if (!recovery_read(r, at, item, &gain))
		return recovery_read_odd(r, at, item);
	return gain > BITS_DOUBT &&
	       (anchored || item->kind != RECOVERY_MARKER || item->absolute);
}

/* The number of counted items, and the number of ends of runs among them. */
struct ends {
	uint32_t items, n;
};

static bool
ends_run(const struct recovery *r, uint32_t i)
{
	const struct recovery_item *item = &AT(r->items, i);

	return item->kind == RECOVERY_GAP || item->absolute ||
	       item->doubtful ||
	       (item->kind != RECOVERY_MARKER &&
		item->kind != RECOVERY_MESSAGE &&
		(i == 0 || AT(r->items, i - 1).kind != RECOVERY_MARKER));
}

/* Is there room for more items, and for the runs of the items?  If most items had to be
   read again, the time would not be linear. */
static bool
has_room_for_items(const struct recovery *r, struct ends *ends)
{
	if (ends->items > r->n_items)
		ends->items = r->n_items;
	for (; ends->items < r->n_items; ends->items++)
		ends->n += ends_run(r, ends->items);
	return r->n_items < RECOVERY_ITEMS && ends->n < RECOVERY_RUNS / 2;
}

uint32_t
recovery_frame(struct recovery *r, uint32_t at)
{
	struct anchors a = { .tick = r->past.broken ? -1 : r->past.tick };
	bool anchored = r->past.anchored;
	bool in_hole = r->past.broken, unsure = false;
	uint32_t ended = at;
	struct ends ends = { 0 };

	r->n_items = 0;
	r->framing.full = true;
	recovery_forget(&r->offsets, at);
	while (at < r->window.end && has_room_for_items(r, &ends)) {
		const uint32_t first = r->n_items;
		struct recovery_item item;
		uint32_t from = at;

		if (!in_hole && !unsure && read_plain(r, at, anchored, &item)) {
			append_item(r, &item);
			at = item.end;
			anchored |= item.absolute;
			if (item.kind == RECOVERY_MARKER)
				pass_marker(r, &a, &item);
			else if (item.kind == RECOVERY_SNAPSHOT)
				learn_sizes(r, first);
			r->framing.full = !is_settled(r, &a);
			if (!r->framing.full)
				break;
			continue;
		}
		if (!in_hole && !unsure)
			from = step_back(r, at, ended);
		at = find_best_path(r, from, before_here(r, anchored), in_hole,
				    &unsure);
		if (at == from && r->n_items)
			break; /* no room is left */
		if (at == from)
			at = put_rest(r, from);
		ended = at;
		learn_sizes(r, first < r->n_items ? first : r->n_items);
		anchored = true;
		a = (struct anchors){ .tick = -1 };
		if (r->framing.doubt < at)
			r->framing.doubt = at;
		in_hole = at < r->window.end && r->n_items &&
			  AT(r->items, r->n_items - 1).cause ==
				  RECOVERY_IN_HOLE;
	}
	r->framing.full &= at < r->window.end;
	return at;
}

/* Do the items from `first` on have a chunk that is not a marker before a gap?  Any byte
   may look like a marker. */
static bool
has_data(const struct recovery *r, uint32_t first)
{
	for (uint32_t i = first; i < r->n_items; i++) {
		const uint8_t kind = AT(r->items, i).kind;

		if (kind != RECOVERY_MARKER)
			return kind != RECOVERY_GAP;
	}
	return false;
}

uint32_t
recovery_first_chain(struct recovery *r)
{
	uint32_t at = 0, chain = UINT32_MAX;
	bool unsure;

	r->n_items = 0;
	r->framing.plainly = true;
	for (uint32_t i = 0; chain == UINT32_MAX; i = r->n_items) {
		const uint32_t from = at;

		at = find_best_path(r, from, BEFORE_NOTHING, true, &unsure);
		for (; i < r->n_items && chain == UINT32_MAX; i++)
			if (has_data(r, i))
				chain = AT(r->items, i).at;
		if (at == from || at == r->window.end)
			break;
	}
	r->framing.plainly = false;
	return chain;
}
