/* SPDX-License-Identifier: MIT */
/* snapshots.c - the snapshot that results from the chunks, one chunk after the other
   (TW-6.3) */
#include "validator/twdemo/stream.h"

/* fresh: receives the types that no item declares, or is NULL. */
static struct snapshot_context
context_of_chunk(struct twdemo *d, struct report *report,
		 struct snapshot_types *fresh)
{
	return (struct snapshot_context){
		.report = report,
		.protocol = d->header.protocol,
		.tick = (int32_t)d->at.tick,
		.order = &d->room.order,
		.before = d->at.base.known ? d->state.now : NULL,
		.undeclared = &d->at.base.undeclared,
		.fresh = fresh,
		.tried = report == &d->room.silent,
		.sizes = twdemo_sizes_of(d),
		.listed = d->at.sizes.with == TWDEMO_LISTED
	};
}

/* A report that only counts findings. */
static struct report *
silent(struct twdemo *d)
{
	if (!d->room.silent_open)
		report_open(&d->room.silent);
	d->room.silent_open = true;
	d->room.silent.findings = d->room.silent.errors = 0;
	return &d->room.silent;
}

/* ------------------------------------------------------------------ reading */

/* Applies the delta to d->state.now.  The command inspect also needs the snapshot before
   the delta, so for inspect the result is in d->state.next. */
static bool
apply_delta(struct twdemo *d, const struct snapshot_context *c)
{
	const struct ints *in = &d->room.payload.ints;

	if (d->tap.event)
		return snapshot_advance(c, in, d->state.now, &d->room.delta, d->state.next);
	d->state.applied = snapshot_apply(c, in, d->state.now, &d->room.delta);
	return d->state.applied;
}

static bool
read_delta(struct twdemo *d, const struct snapshot_context *c)
{
	const struct ints *in = &d->room.payload.ints;

	if (!d->at.base.known) {
		/* Without a base, a dry run only checks whether the delta is complete. */
		if (c->report == &d->room.silent)
			snapshot_find_parts(c, in, &d->room.delta);
		else
			snapshot_read_delta(c, in, NULL, &d->room.delta);
		return false;
	}
	snapshot_make_room(d->state.now, in->n, &d->room.delta);
	return snapshot_read_delta(c, in, d->state.now, &d->room.delta) &&
	       apply_delta(d, c);
}

static struct snapshot_context
context_of_state(struct twdemo *d, struct report *report)
{
	d->state.fresh.n = 0;
	return context_of_chunk(d, report, &d->state.fresh);
}

static void
read_state(struct twdemo *d, struct report *report, enum twdemo_type type)
{
	const struct snapshot_context c = context_of_state(d, report);
	struct snapshot_layout layout;

	d->state.applied = false;
	d->state.made = type == TWDEMO_SNAPSHOT ? snapshot_read(&c, &d->room.payload.ints,
							  d->state.next, &layout)
					  : read_delta(d, &c);
}

void
twdemo_take_back(struct twdemo *d)
{
	if (d->state.applied)
		snapshot_take_back(&d->room.payload.ints, d->state.now, &d->room.delta);
	d->state.applied = false;
}

/* Does the delta remove items of negative types?  Updates of such items are errors. */
static bool
has_sixup_keys(const struct twdemo *d)
{
	int32_t all = 0; /* OR of all keys: negative if at least one key is
	                    negative */

	for (uint32_t i = 0; i < d->room.delta.n_removed; i++)
		all |= AT(d->room.payload.ints.at, SNAPSHOT_DELTA_HEAD_INTS + i);
	return all < 0;
}

bool
twdemo_is_clean_delta(struct twdemo *d)
{
	bool clean;

	read_state(d, silent(d), TWDEMO_DELTA);
	clean = d->state.made &&
		d->room.delta.reading.end == d->room.payload.ints.n &&
		!d->room.silent.errors;
	if (!clean || d->room.payload.odd_ints || has_sixup_keys(d))
		twdemo_take_back(d);
	return clean;
}

/* Applies a delta without findings to d->state.now.  False: the delta may have a
   finding. */
static bool
advance_plain(struct twdemo *d)
{
	const struct snapshot_context c = context_of_chunk(d, silent(d), NULL);

	/* In a mod with its own sizes, several sizes may fit. */
	if (!d->at.base.known || d->tap.event || d->room.payload.odd_ints ||
	    twdemo_may_have(d, TWDEMO_ALL))
		return false;
	snapshot_make_room(d->state.now, d->room.payload.ints.n, &d->room.delta);
	if (!snapshot_advance_plain(&c, &d->room.payload.ints, d->state.now, &d->room.delta))
		return false;
	d->state.fresh.n = 0;
	d->state.made = d->state.applied = true;
	return true;
}

static bool
has_all_parts(const struct snapshot_context *c, const struct ints *in,
	      struct snapshot_delta *delta)
{
	snapshot_find_parts(c, in, delta);
	return delta->reading.whole && delta->reading.end == in->n;
}

/* Is the delta complete if it contains no sizes?  Then all sizes are the sizes in full
   snapshots. */
static bool
is_whole_without_sizes(struct twdemo *d, const struct ints *in,
		       struct snapshot_delta *delta)
{
	struct snapshot_context c = context_of_chunk(d, silent(d), NULL);
	struct snapshot_sizes all;

	if (d->at.sixup || !d->at.sized.shown.more)
		return false;
	all = d->at.sized.shown;
	memset(all.carried, 0, sizeof(all.carried));
	c.sizes = &all;
	c.listed = false;
	return has_all_parts(&c, in, delta);
}

/* Is the delta complete with any of the sizes?  Without a base, no snapshot shows the
   right sizes. */
static bool
is_whole(struct twdemo *d, const struct ints *in, struct snapshot_delta *delta)
{
	const enum twdemo_sizes last = d->at.sizes.with;
	bool whole = false;

	for (enum twdemo_sizes s = TWDEMO_AGREED; s <= TWDEMO_EARLIER; s++) {
		if (whole || !twdemo_may_have(d, s))
			continue;
		d->at.sizes.with = s;
		const struct snapshot_context c = context_of_chunk(d, silent(d),
								   NULL);

		whole = has_all_parts(&c, in, delta);
	}
	d->at.sizes.with = last;
	return whole || is_whole_without_sizes(d, in, delta);
}

bool
twdemo_try_state(struct twdemo *d, enum twdemo_type type)
{
	if (type == TWDEMO_SNAPSHOT) {
		read_state(d, silent(d), type);
		return d->state.made;
	}
	if (advance_plain(d))
		return true;
	return twdemo_find_sizes(d) || d->room.delta.reading.whole ||
	       (!d->at.base.known &&
		is_whole(d, &d->room.payload.ints, &d->room.probe_delta));
}

/* A character has the same number of ints in all protocols.  Its first int is the tick of
   its last movement. */
enum { CHARACTER_06 = 9, CHARACTER_07 = 10, CHARACTER_INTS = 22 };

static int32_t
character_type(const struct twdemo *d)
{
	return d->header.protocol == DFK_PROTOCOL_07 ? CHARACTER_07
						     : CHARACTER_06;
}

static int32_t
newest_character(const struct twdemo *d, const struct snapshot *s)
{
	int32_t newest = -1;

	for (uint32_t i = 0; i < s->n_items; i++) {
		const struct snapshot_item *item = &AT(s->items, i);

		if (snapshot_type(item->key) == character_type(d) &&
		    item->n == CHARACTER_INTS &&
		    snapshot_get(s, item, 0) > newest)
			newest = snapshot_get(s, item, 0);
	}
	return newest;
}

bool
twdemo_is_full_snapshot(struct twdemo *d, const struct ints *in,
			uint32_t *n_items, int32_t *newest)
{
	const struct snapshot_context c = context_of_chunk(d, silent(d), NULL);
	struct snapshot *s = &d->room.probe;
	struct snapshot_layout layout;

	if (!snapshot_read(&c, in, s, &layout) || layout.end != in->n ||
	    layout.offsets != SNAPSHOT_HEAD_INTS || !s->unique ||
	    (s->n_items && AT(in->at, layout.offsets) != 0))
		return false;
	*n_items = s->n_items;
	*newest = newest_character(d, s);
	return true;
}

bool
twdemo_is_readable(struct twdemo *d, const struct ints *in,
		   enum twdemo_type type)
{
	const struct snapshot_context c = context_of_chunk(d, silent(d), NULL);
	struct snapshot_layout layout;

	if (type == TWDEMO_SNAPSHOT)
		return snapshot_read(&c, in, &d->room.probe, &layout);
	return type == TWDEMO_MESSAGE ||
	       (type == TWDEMO_DELTA && is_whole(d, in, &d->room.probe_delta));
}

bool
twdemo_is_whole_delta(struct twdemo *d, const struct ints *in,
		      uint32_t *n_updates)
{
	struct snapshot_delta *delta = &d->room.probe_delta;

	if (in->n < SNAPSHOT_DELTA_HEAD_INTS || AT(in->at, 2) != 0 ||
	    AT(in->at, 1) > SNAPSHOT_MAX_ITEMS || !is_whole(d, in, delta))
		return false;
	*n_updates = delta->n_updates;
	return true;
}

bool
twdemo_follow(struct twdemo *d, struct snapshot *s, int32_t *newest, bool *odd)
{
	const struct snapshot_context c = context_of_chunk(d, silent(d), NULL);
	const struct ints *in = &d->room.tried.ints;
	struct snapshot_delta *delta = &d->room.probe_delta;

	*newest = -1;
	snapshot_make_room(s, in->n, delta);
	if (!snapshot_read_delta(&c, in, s, delta))
		return false;
	for (uint32_t i = 0; i < delta->n_updates; i++) {
		const struct snapshot_update *u = &AT(delta->updates, i);
		const struct snapshot_item *old;
		int32_t before, now;

		if (u->type != character_type(d) || u->n != CHARACTER_INTS ||
		    u->old == SNAPSHOT_NO_ITEM || AT(in->at, u->at) == 0)
			continue;
		old = &AT(s->items, u->old);
		before = snapshot_get(s, old, 0);
		now = (int32_t)((uint32_t)before + (uint32_t)AT(in->at, u->at));
		if (before > 0 && now > *newest)
			*newest = now;
	}
	*odd = d->room.silent.findings > 0;
	return snapshot_apply(&c, in, s, delta);
}

/* ------------------------------------------------------------------- state */

static void
keep_state(struct twdemo *d, const struct twdemo_chunk *chunk)
{
	const bool keyframe = d->at.group.any && d->at.group.marker.keyframe;
	struct snapshot *last = d->state.now;

	if (!d->state.applied) {
		d->state.now = d->state.next;
		d->state.next = last;
	}
	twdemo_have_state(d);
	d->at.base.undeclared.n = d->state.fresh.n;
	memcpy(d->at.base.undeclared.type, d->state.fresh.type,
	       d->state.fresh.n * sizeof(*d->state.fresh.type));
	twdemo_learn_sizes(d, chunk->type);
	if (chunk->type != TWDEMO_SNAPSHOT) {
		d->at.counts.deltas++;
		return;
	}
	d->at.counts.snapshots++;
	if (d->at.keyframes.first_end == 0 && keyframe)
		d->at.keyframes.first_end = chunk->off +
					    twdemo_chunk_bytes(chunk);
	d->at.keyframes.snapshots += keyframe;
	d->at.group.empty = false;
}

/* Reports the findings of the snapshot in d->state.next. */
static void
report_read_snapshot(struct twdemo *d)
{
	const struct snapshot_context c = context_of_state(d, d->report);

	snapshot_tell(&c, &d->room.payload.ints, d->state.next);
}

/* Reports the findings of a delta that was read, and perhaps applied. */
static void
report_read_delta(struct twdemo *d)
{
	const struct snapshot_context c = context_of_state(d, d->report);

	d->state.made = snapshot_tell_delta(&c, &d->room.payload.ints, d->state.now, &d->room.delta);
	if (d->state.applied)
		snapshot_check_applied(&c, d->state.now, &d->room.delta);
	else if (d->state.made)
		d->state.made = apply_delta(d, &c);
}

/* Reads the chunk again, and reports its findings.  False: the chunk is dropped, because
   of an error, or because of a warning whose repair drops the chunk. */
static bool
report_state(struct twdemo *d, const struct twdemo_chunk *chunk)
{
	if (!d->state.applied)
		d->state.cleaned = twdemo_clean_sixup(d, chunk);
	const struct part outer = twdemo_enter(d, chunk);
	const uint64_t errors = d->report->errors;
	const uint64_t drops = d->report->repairs.drops;

	if (!d->state.cleaned && chunk->type == TWDEMO_SNAPSHOT && d->state.made)
		report_read_snapshot(d);
	else if (!d->state.cleaned && chunk->type == TWDEMO_DELTA && d->room.delta.related)
		report_read_delta(d);
	else
		read_state(d, d->report, chunk->type);
	report_leave(d->report, &outer);
	if (d->state.made && d->report->errors == errors &&
	    d->report->repairs.drops == drops)
		return true;
	twdemo_take_back(d);
	return false;
}

bool
twdemo_take_state(struct twdemo *d, const struct twdemo_chunk *chunk)
{
	const struct twdemo_game before = d->at.game;
	bool found = false;

	if (chunk->type == TWDEMO_SNAPSHOT && d->state.made) {
		found = twdemo_find_game(d, d->state.next);
		if (found)
			read_state(d, silent(d), TWDEMO_SNAPSHOT);
	}
	if (d->room.silent.findings || !d->state.made) {
		if (!report_state(d, chunk)) {
			/* A dropped snapshot does not count as evidence for a game. */
			if (!found)
				d->at.game = before;
			twdemo_lose_state(d);
			return false;
		}
	} else if (chunk->type == TWDEMO_DELTA && !d->state.applied &&
		   !d->tap.event) {
		read_state(d, silent(d), TWDEMO_DELTA);
	}
	keep_state(d, chunk);
	if (chunk->type == TWDEMO_DELTA)
		twdemo_weigh_items(d, d->state.now);
	d->at.group.snapshots++;
	return true;
}
