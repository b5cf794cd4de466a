/* SPDX-License-Identifier: MIT */
/*
 * stream.c - reads the chunks of a demo strictly, and where that stops, takes the most
 * likely reading
 *
 *   | key 1000 ............ | key 1252 ........... | key 1504 ...
 *   ^ from                  ^ on trial ...         ^ and then it is taken
 *
 * Everything read since a keyframe is on trial until the next keyframe is at its expected
 * tick.  If strict reading stops before, the trial is undone, and the window from the
 * first of these keyframes on is searched for the most likely reading.  The size of the
 * window does not depend on the pieces in which the bytes arrive.
 */
#include "validator/core/memory.h"
#include "validator/recovery/recovery.h"
#include "validator/recovery/runs.h"
#include "validator/twdemo/stream.h"

/* ------------------------------------------------------------------- trials */

/* Releases bytes before the place to go back to, except the last ones, which may be
   repeated later.  Many bytes are released together, because the remaining bytes are
   moved then. */
static void
let_go(const struct twdemo *d, struct cursor *in)
{
	enum { TOGETHER = 2 * RECOVERY_BEHIND };
	const uint64_t pos = d->trial.on ? d->trial.from.at.pos : d->at.pos;

	if (pos > cur_tell(in) + RECOVERY_BEHIND + TOGETHER)
		cur_bytes(in, (size_t)(pos - RECOVERY_BEHIND - cur_tell(in)));
}

static void
note_place(struct twdemo *d, struct twdemo_checkpoint *place)
{
	d->at.game.protocol = d->header.protocol;
	place->at = d->at;
	place->state = d->state.now;
	report_note(&d->trial.hold, &place->said);
}

/* Goes back to a checkpoint.  Its snapshot must still exist. */
static void
go_back(struct twdemo *d, const struct twdemo_checkpoint *place)
{
	d->at = place->at;
	d->header.protocol = d->at.game.protocol;
	report_go_back(&d->trial.hold, &place->said);
}

/* Saves the snapshot at `from`, because the next full snapshot would be read into its
   memory. */
static void
save_state(struct twdemo *d)
{
	struct snapshot *saved = d->state.saved;

	if (!d->trial.from.at.base.known)
		return;
	if (d->trial.from.state == d->state.next) {
		d->state.saved = d->state.next;
		d->state.next = saved;
	} else {
		*saved = *d->trial.from.state;
	}
}

/* Begins a trial, which may be undone. */
static void
begin_trial(struct twdemo *d)
{
	d->trial.earnest_tap = d->tap;
	d->trial.on = true;
	report_hold(&d->trial.hold, d->report);
	/* A tap must see each record once. */
	d->trial.hold.over |= d->tap.event != NULL;
	d->tap.event = NULL;
	note_place(d, &d->trial.from);
	save_state(d);
}

static void
end_trial(struct twdemo *d)
{
	d->trial.on = false;
	report_let_go(&d->trial.hold);
	d->tap = d->trial.earnest_tap;
}

/* Undoes a trial: goes back to its beginning. */
static void
undo_trial(struct twdemo *d)
{
	if (!d->trial.on)
		return;
	go_back(d, &d->trial.from);
	if (d->at.base.known)
		snapshot_copy(d->state.now, d->state.saved);
	d->phase = TWDEMO_IN_CHUNKS;
	end_trial(d);
}

static struct cursor
cursor_moved_to(const struct cursor *in, uint64_t pos)
{
	struct cursor c = *in;

	cur_bytes(&c, (size_t)(pos - cur_tell(in)));
	return c;
}

static void
read_up_to(struct twdemo *d, struct cursor *in, uint64_t pos, bool closed)
{
	enum twdemo_outcome outcome = TWDEMO_TAKEN;

	while (d->at.pos < pos && outcome == TWDEMO_TAKEN)
		outcome = twdemo_read_next(d, in, closed);
}

/* Confirms a trial up to `pos`.  If it held findings back, the bytes are read again. */
static void
settle_trial(struct twdemo *d, const struct cursor *in, uint64_t pos,
	     bool closed)
{
	struct cursor c;

	if (!d->trial.hold.over) {
		end_trial(d);
		return;
	}
	undo_trial(d);
	c = cursor_moved_to(in, d->at.pos);
	read_up_to(d, &c, pos, closed);
}

/* ----------------------------------------------------------------- recovery */

enum { HEADER_BYTES = 10 }; /* bytes of a header that are compared */

/* Does the header of a demo begin at `in`, which is at a T? */
static bool
is_header(const struct cursor *in)
{
	static const uint8_t magic[] = { 'T', 'W', 'D', 'E', 'M', 'O', '\0' };
	struct cursor c = *in;
	uint8_t version;

	if (!span_starts(cur_rest(in), magic, sizeof(magic)))
		return false;
	cur_bytes(&c, sizeof(magic));
	version = cur_u8(&c);
	return version >= 3 && version <= 6 && span_starts(cur_rest(&c), "0.", 2);
}

/* Is the header a copy of the header of this demo?  A server never begins two recordings
   of one map in the same second. */
static bool
is_own_header(const struct twdemo_header *h, const struct cursor *in)
{
	enum { AT_MAP_NAME = 72, MAP_NAME = 64, AT_TIME = 156, TIME = 20 };
	struct cursor map = *in, time = *in;
	bool ends;

	cur_bytes(&map, AT_MAP_NAME);
	cur_bytes(&time, AT_TIME);
	return h->timestamp[0] != '\0' &&
	       span_is(cur_until_nul(&map, MAP_NAME, &ends), h->map_name) &&
	       span_is(cur_until_nul(&time, TIME, &ends), h->timestamp);
}

/* The offset before `end` at which another demo begins; or `end`. */
static uint64_t
find_another(const struct twdemo_header *h, struct cursor in, uint64_t end)
{
	while (end - cur_tell(&in) > HEADER_BYTES) {
		bool found;

		cur_until(&in, 'T', end - cur_tell(&in), &found);
		if (!found || end - cur_tell(&in) <= HEADER_BYTES)
			break;
		if (is_header(&in) && !is_own_header(h, &in))
			return cur_tell(&in);
		cur_u8(&in);
	}
	return end;
}

/* Adds credit for the bytes before `end` that gave none yet. */
static void
grant_credit(struct recovery_budget *b, uint64_t end)
{
	const uint64_t more = end > b->credited ? end - b->credited : 0;

	b->credit += RECOVERY_CREDIT * more;
	b->reserve += RECOVERY_RESERVE * more;
	b->credited += more;
}

static void
open_window_at_stop(struct recovery *r, const struct cursor *in, bool closed,
		    uint64_t stopped)
{
	const struct twdemo *d = r->d;
	struct recovery_window *w = &r->window;
	const uint64_t held = d->at.pos - cur_tell(in);
	const size_t behind = held < RECOVERY_BEHIND ? (size_t)held
						     : RECOVERY_BEHIND;
	struct cursor from = cursor_moved_to(in, d->at.pos - behind);
	const struct span rest = cur_rest(&from);

	w->bytes = span_head(rest, behind + RECOVERY_WINDOW);
	w->off = cur_tell(&from);
	w->start = (uint32_t)behind;
	w->closed = closed && rest.len <= behind + RECOVERY_WINDOW;
	from = cursor_moved_to(in,
			       w->single < d->at.pos ? d->at.pos : w->single);
	w->end = (uint32_t)(find_another(&d->header, from,
					 w->off + w->bytes.len) -
			    w->off);
	w->another = w->end < w->bytes.len;
	if (w->end - w->start > HEADER_BYTES)
		w->single = w->off + w->end - HEADER_BYTES;
	w->closed |= w->another;
	r->framing.doubt = (uint32_t)(stopped - w->off);
	grant_credit(&r->budget, w->off + w->end);
	r->past.tick = d->at.tick;
	r->past.first_tick = d->at.first_tick;
	r->past.usual = twdemo_usual_step(&d->at.steps);
	r->past.anchored = d->at.tick >= 0 || r->past.broken;
}

/* Leaves the unfinished end of a window for the next window, unless the demo ends
   there. */
static void
leave_rest(struct recovery *r, uint32_t end)
{
	struct recovery_item *last;

	r->past.broken = false;
	if (r->window.closed || end < r->window.end || r->n_items == 0)
		return;
	last = &AT(r->items, r->n_items - 1);
	if (last->cause != RECOVERY_IN_HOLE || last->end != r->window.end)
		return;
	r->past.broken = r->window.end - last->at > RECOVERY_MARGIN;
	if (r->past.broken)
		last->end = r->window.end - RECOVERY_MARGIN;
	else
		r->n_items--;
}

/* The kinds of suppositions in a reading. */
struct supposed {
	bool any;
	bool gone; /* chunks or other bytes are lost */
};

static struct supposed
what_is_supposed(const struct recovery *r)
{
	struct supposed s = { .any = r->past.broken || r->window.another };

	for (uint32_t i = 0; i < r->n_items; i++) {
		const uint8_t cause = AT(r->items, i).cause;

		s.any |= cause != RECOVERY_STRICT;
		s.gone |= cause == RECOVERY_DROPPED || cause == RECOVERY_RESIZED ||
			  cause == RECOVERY_IN_HOLE || cause == RECOVERY_AT_END;
	}
	return s;
}

/* The number of messages that name their own tick, if no marker is wrong. */
static uint32_t
count_named(const struct recovery *r)
{
	int64_t tick = r->past.tick;
	uint32_t n = 0;

	for (uint32_t i = 0; i < r->n_items; i++) {
		const struct recovery_item *item = &AT(r->items, i);

		if (item->kind == RECOVERY_MARKER)
			tick = item->absolute ? item->tick : tick + item->tick;
		else
			n += item->named && item->tick == tick;
	}
	return n;
}

/* The same number with the ticks of the runs. */
static uint32_t
count_named_in_runs(const struct recovery *r)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < r->n_runs; i++) {
		const struct recovery_run *run = &AT(r->runs, i);

		n += recovery_count_of(&run->named, run->tick);
	}
	return n;
}

/* Would the demo be longer than the length in its header, if no marker is wrong? */
static bool
exceeds_length(const struct recovery *r)
{
	const int64_t length = r->d->header.length;
	int64_t first = r->past.first_tick, tick = r->past.tick;

	for (uint32_t i = 0; length > 0 && i < r->n_items; i++) {
		const struct recovery_item *item = &AT(r->items, i);

		if (item->kind != RECOVERY_MARKER)
			continue;
		tick = item->absolute ? item->tick : tick + item->tick;
		if (first < 0)
			first = tick;
	}
	return length > 0 && twdemo_length(first, tick) > length + 1;
}

/* Can the window be read strictly up to `end`, with its odd ticks?  True: the chunks are
   read, and the next search begins at `end`. */
static bool
read_as_it_is(struct twdemo *d, const struct cursor *in, uint64_t end,
	      bool closed)
{
	struct cursor c = cursor_moved_to(in, d->at.pos);
	bool reads;

	d->at.trusted = end;
	begin_trial(d);
	read_up_to(d, &c, end, closed);
	reads = d->at.pos == end && !d->at.group.empty;
	if (reads)
		settle_trial(d, in, end, closed);
	else
		undo_trial(d);
	d->at.trusted = 0;
	return reads;
}

/* Finds the ticks of the items: characters, runs, and the ticks of runs. */
static uint32_t
find_ticks(struct recovery *r)
{
	const struct twdemo *d = r->d;

	recovery_hear(r, d->at.base.known ? d->state.now : NULL);
	recovery_find_runs(r);
	return recovery_find_ticks(r, d->header.length);
}

/* Reads the kept items as a reader of the output will.  True: a marker contradicts the
   others in that reading; *wrong: its item. */
static bool
contradicts(struct recovery *r, uint32_t *wrong)
{
	const uint32_t n_items = r->n_items, n_runs = r->n_runs;
	struct recovery_output *o = &r->room.output;
	bool found;

	memcpy(o->held_items, r->items, n_items * sizeof(*r->items));
	/* A single memcpy of all runs would be counted by the byte (bench/worst). */
	for (uint32_t i = 0; i < n_runs; i++)
		AT(o->held_runs, i) = AT(r->runs, i);
	memcpy(r->items, o->kept, o->n_kept * sizeof(*r->items));
	r->n_items = o->n_kept;
	found = find_ticks(r) == r->n_items &&
		recovery_explains(r, true, wrong);
	if (found)
		*wrong = (uint32_t)AT(o->kept, *wrong).more;
	memcpy(r->items, o->held_items, n_items * sizeof(*r->items));
	for (uint32_t i = 0; i < n_runs; i++)
		AT(r->runs, i) = AT(o->held_runs, i);
	r->n_items = n_items;
	r->n_runs = n_runs;
	return found;
}

/*
 * A reader of the output finds other runs, because the gaps are gone.  If a marker is
 * wrong in those runs, its tick is not known, and the items that count from it are
 * dropped.
 */
static void
agree(struct twdemo *d, uint32_t last)
{
	enum { TIMES = 4 };
	struct recovery *r = d->recovery;

	for (unsigned i = 0; i < TIMES; i++) {
		uint32_t wrong = 0, run = 0;

		begin_trial(d);
		recovery_keep(r, last);
		undo_trial(d);
		if (!contradicts(r, &wrong))
			return;
		while (run + 1 < r->n_runs &&
		       AT(r->runs, run + 1).first <= wrong)
			run++;
		/* Items that count from an absolute tick are less sure than that tick. */
		if (AT(r->runs, run).claimed && run + 1 < r->n_runs &&
		    !AT(r->runs, run + 1).claimed &&
		    AT(r->runs, run + 1).known)
			run++;
		AT(r->runs, run).known = AT(r->runs, run).before = false;
	}
}

/* Takes the most likely reading of the window.  The reading may go on in the next
   window. */
static enum pull
recover(struct twdemo *d, struct cursor *in, bool closed, uint64_t stopped)
{
	struct recovery *r;
	struct twdemo_sized sized;
	struct supposed supposed;
	uint32_t end, last, wrong, named;
	bool odd;

	undo_trial(d);
	if (!recovery_open(d))
		return PULL_NO_MEMORY;
	r = d->recovery;
	open_window_at_stop(r, in, closed, stopped);
	if (r->past.tick < 0 && !d->at.keyframes.confirmed)
		recovery_choose_version(r);
	sized = d->at.sized;
	end = recovery_frame(r, r->window.start);
	d->at.sized = sized; /* the kept chunks show the sizes again */
	/* Items without room are left for the next window. */
	r->window.closed &= !r->framing.full;
	/* Bytes that the strict reader can read are left, too. */
	r->window.another &= end == r->window.end;
	d->unsettled = !r->window.closed &&
		       (end == r->window.end || r->framing.full);
	leave_rest(r, end);
	supposed = what_is_supposed(r);
	named = count_named(r);
	last = find_ticks(r);
	/* The strict reader knows the snapshot before a chunk, and the search does not.
	   So the strict reader may read chunks that the search gave up. */
	odd = supposed.any
		      ? supposed.gone && !r->window.another && !r->past.broken
		      : last < r->n_items ||
				!recovery_explains(r, false, &wrong);
	odd = odd && count_named_in_runs(r) < named + RECOVERY_WITNESSES &&
	      !exceeds_length(r);
	if (odd && read_as_it_is(d, in, r->window.off + end, closed)) {
		d->unsettled = false;
		let_go(d, in);
		return PULL_EVENT;
	}
	r->offsets.looked = 0; /* the results of the search are no longer needed */
	/* The strict reader begins with the last keyframe and its snapshot. */
	if (!r->window.closed && !d->unsettled && last == r->n_items)
		last = r->n_items = r->n_items - 2;
	if (d->on_reading)
		d->on_reading(r, last);
	agree(d, last);
	recovery_keep(r, last);
	let_go(d, in);
	return PULL_EVENT;
}

/* -------------------------------------------------------------------- reading */

/* Ends the demo: all bytes are read, and the trial is confirmed. */
static enum pull
finish(struct twdemo *d, struct cursor *in)
{
	settle_trial(d, in, d->at.pos, true);
	cur_bytes(in, (size_t)(d->at.pos - cur_tell(in)));
	d->phase = TWDEMO_ENDED;
	return PULL_END;
}

/* Reads a keyframe: the marker and its snapshot.  Success confirms the chunks before
   it. */
static enum twdemo_outcome
read_keyframe(struct twdemo *d, struct cursor *c, bool closed,
	      struct twdemo_checkpoint *keyframe)
{
	const struct cursor before = *c;
	enum twdemo_outcome outcome;

	note_place(d, keyframe);
	outcome = twdemo_read_next(d, c, closed);
	if (outcome == TWDEMO_TAKEN)
		outcome = twdemo_read_next(d, c, closed);
	if (outcome == TWDEMO_SHORT) {
		const size_t need = c->need + (c->pos - before.pos);

		go_back(d, keyframe);
		*c = before;
		c->need = need;
	}
	return outcome;
}

/* Confirms the chunks before a keyframe, which becomes the next place to go back to. */
static void
pass_keyframe(struct twdemo *d, struct cursor *in, struct cursor *c,
	      struct twdemo_checkpoint *keyframe, bool closed)
{
	if (keyframe->at.pos == d->trial.from.at.pos)
		return; /* no chunk was read before the keyframe */
	if (keyframe->said.over) {
		settle_trial(d, in, keyframe->at.pos, closed);
		begin_trial(d);
		*c = cursor_moved_to(in, d->at.pos);
	} else {
		report_release(&d->trial.hold, &keyframe->said);
		d->trial.from = *keyframe;
		save_state(d);
	}
	let_go(d, in);
}

enum pull
recovery_read_chunks(struct twdemo *d, struct cursor *in, bool closed)
{
	struct cursor c;

	if (twdemo_is_version_open(&d->header) && d->at.records == 0 &&
	    !d->trial.on) {
		const enum pull pull = recovery_check_version(d, in, closed);

		if (pull != PULL_EVENT)
			return pull;
	}
	if (!d->trial.on && !d->unsettled)
		begin_trial(d);
	c = cursor_moved_to(in, d->at.pos);
	while (!d->unsettled) {
		enum twdemo_outcome outcome;

		if (cur_left(&c) == 0 && !(closed && d->at.group.empty)) {
			if (closed)
				return finish(d, in);
			in->need = 1;
			return PULL_MORE;
		}
		if (d->at.pos - d->trial.from.at.pos > RECOVERY_WINDOW / 2) {
			settle_trial(d, in, d->at.pos, closed);
			begin_trial(d);
			let_go(d, in);
		}
		if (twdemo_is_at_keyframe(&c)) {
			outcome = read_keyframe(d, &c, closed,
						&d->trial.keyframe);
			if (outcome == TWDEMO_TAKEN)
				pass_keyframe(d, in, &c, &d->trial.keyframe,
					      closed);
		} else {
			outcome = twdemo_read_next(d, &c, closed);
		}
		if (outcome == TWDEMO_SHORT) {
			in->need = c.need;
			return PULL_MORE;
		}
		if (outcome == TWDEMO_STOPPED)
			break;
	}
	c = cursor_moved_to(in, d->trial.on ? d->trial.from.at.pos : d->at.pos);
	if (!closed && cur_left(&c) < RECOVERY_WINDOW) {
		in->need = RECOVERY_WINDOW - cur_left(&c);
		return PULL_MORE;
	}
	return recover(d, in, closed, d->at.pos);
}
