/* SPDX-License-Identifier: MIT */
/* snapshots.c - the snapshot that the chunks make, one after the other (TW-6.3) */
#include "validator/twdemo/stream.h"

/* fresh: where types are gathered that nothing declares, or NULL. */
static struct snapshot_context
context(struct twdemo *d, struct report *report, struct snapshot_types *fresh)
{
	return (struct snapshot_context){ .report = report,
					  .protocol = d->header.protocol,
					  .tick = (int32_t)d->tick,
					  .order = &d->order,
					  .before = d->based ? d->now : NULL,
					  .undeclared = &d->undeclared,
					  .fresh = fresh,
					  .tried = report == &d->silent,
					  .sizes = twdemo_sizes_of(d),
					  .listed = d->sizes == TWDEMO_LISTED };
}

/* Findings that are only counted. */
static struct report *
silent(struct twdemo *d)
{
	if (!d->silent_open)
		report_open(&d->silent);
	d->silent_open = true;
	d->silent.findings = d->silent.errors = 0;
	return &d->silent;
}

/* ------------------------------------------------------------------ reading */

/* A delta is applied to d->now.  Whoever is shown what it changes needs the
   snapshot before it, too: then d->next is what follows. */
static bool
apply_delta(struct twdemo *d, const struct snapshot_context *c)
{
	const struct ints *in = &d->payload.ints;

	if (d->tap.event)
		return snapshot_advance(c, in, d->now, &d->delta, d->next);
	d->applied = snapshot_apply(c, in, d->now, &d->delta);
	return d->applied;
}

static bool
read_delta(struct twdemo *d, const struct snapshot_context *c)
{
	const struct ints *in = &d->payload.ints;

	if (!d->based) {
		/* It only counts whether all of it is there. */
		if (c->report == &d->silent)
			snapshot_find_parts(c, in, &d->delta);
		else
			snapshot_read_delta(c, in, NULL, &d->delta);
		return false;
	}
	snapshot_make_room(d->now, in->n, &d->delta);
	return snapshot_read_delta(c, in, d->now, &d->delta) &&
	       apply_delta(d, c);
}

static struct snapshot_context
context_of_state(struct twdemo *d, struct report *report)
{
	d->fresh.n = 0;
	return context(d, report, &d->fresh);
}

static void
read_state(struct twdemo *d, struct report *report, enum twdemo_type type)
{
	const struct snapshot_context c = context_of_state(d, report);
	struct snapshot_layout layout;

	d->applied = false;
	d->made = type == TWDEMO_SNAPSHOT ? snapshot_read(&c, &d->payload.ints,
							  d->next, &layout)
					  : read_delta(d, &c);
}

void
twdemo_take_back(struct twdemo *d)
{
	if (d->applied)
		snapshot_take_back(&d->payload.ints, d->now, &d->delta);
	d->applied = false;
}

/* Updates of them are errors. */
static bool
has_sixup_keys(const struct twdemo *d)
{
	int32_t all = 0; /* their bits; the highest one is the sign */

	for (uint32_t i = 0; i < d->delta.n_removed; i++)
		all |= AT(d->payload.ints.at, SNAPSHOT_DELTA_HEAD_INTS + i);
	return all < 0;
}

bool
twdemo_is_clean_delta(struct twdemo *d)
{
	bool clean;

	read_state(d, silent(d), TWDEMO_DELTA);
	clean = d->made && d->delta.end == d->payload.ints.n &&
		!d->silent.errors;
	if (!clean || d->payload.odd_ints || has_sixup_keys(d))
		twdemo_take_back(d);
	return clean;
}

/* True: the delta gives no finding, and d->now is what follows. */
static bool
advance_plain(struct twdemo *d)
{
	const struct snapshot_context c = context(d, silent(d), NULL);

	/* Where a mod has sizes of its own, more than one may do. */
	if (!d->based || d->tap.event || d->payload.odd_ints ||
	    twdemo_may_have(d, TWDEMO_ALL))
		return false;
	snapshot_make_room(d->now, d->payload.ints.n, &d->delta);
	if (!snapshot_advance_plain(&c, &d->payload.ints, d->now, &d->delta))
		return false;
	d->fresh.n = 0;
	d->made = d->applied = true;
	return true;
}

static bool
has_all_parts(const struct snapshot_context *c, const struct ints *in,
	      struct snapshot_delta *delta)
{
	snapshot_find_parts(c, in, delta);
	return delta->whole && delta->end == in->n;
}

/* With the sizes of all types, also of those whose size deltas seem to have? */
static bool
is_whole_without_sizes(struct twdemo *d, const struct ints *in,
		       struct snapshot_delta *delta)
{
	struct snapshot_context c = context(d, silent(d), NULL);
	struct snapshot_sizes all;

	if (d->sixup || !d->sized.shown.more)
		return false;
	all = d->sized.shown;
	memset(all.carried, 0, sizeof(all.carried));
	c.sizes = &all;
	c.listed = false;
	return has_all_parts(&c, in, delta);
}

/* Is all of it there?  Tried with all sizes, as no snapshot helps to tell. */
static bool
is_whole(struct twdemo *d, const struct ints *in, struct snapshot_delta *delta)
{
	const enum twdemo_sizes last = d->sizes;
	bool whole = false;

	for (enum twdemo_sizes s = TWDEMO_AGREED; s <= TWDEMO_EARLIER; s++) {
		if (whole || !twdemo_may_have(d, s))
			continue;
		d->sizes = s;
		const struct snapshot_context c = context(d, silent(d), NULL);

		whole = has_all_parts(&c, in, delta);
	}
	d->sizes = last;
	return whole || is_whole_without_sizes(d, in, delta);
}

bool
twdemo_try_state(struct twdemo *d, enum twdemo_type type)
{
	if (type == TWDEMO_SNAPSHOT) {
		read_state(d, silent(d), type);
		return d->made;
	}
	if (advance_plain(d))
		return true;
	return twdemo_find_sizes(d) || d->delta.whole ||
	       (!d->based && is_whole(d, &d->payload.ints, &d->probe_delta));
}

bool
twdemo_is_readable(struct twdemo *d, struct twdemo_payload *p,
		   enum twdemo_type type)
{
	const struct snapshot_context c = context(d, silent(d), NULL);
	struct twdemo_message message;
	struct snapshot_layout layout;

	switch (type) {
	case TWDEMO_SNAPSHOT:
		return snapshot_read(&c, &p->ints, &d->probe, &layout) &&
		       layout.end == p->ints.n;
	case TWDEMO_DELTA: return is_whole(d, &p->ints, &d->probe_delta);
	case TWDEMO_MESSAGE:
		twdemo_read_message(twdemo_bytes(p), d->header.protocol,
				    &message);
		return message.head == TWDEMO_MESSAGE_OK;
	case TWDEMO_UNKNOWN:
	case TWDEMO_TICK: break;
	}
	return false;
}

/* ------------------------------------------------------------------ losses */

void
twdemo_lose_state(struct twdemo *d, enum twdemo_type type)
{
	/* A keyframe waits for its snapshot still, and is found empty. */
	if (type == TWDEMO_MESSAGE)
		return;
	d->based = false;
	d->sizes = d->sized.used;
}

/* ------------------------------------------------------------------- state */

/* TW-6.3: which chunks may be in this group. */
static void
check_place(struct twdemo *d, const struct twdemo_chunk *chunk)
{
	struct site site = { .off = chunk->off,
			     .len = twdemo_chunk_bytes(chunk) };
	const struct twdemo_chunk *m = &d->group.marker;
	uint8_t bytes[TWDEMO_MARKER_BYTES];

	if (d->group.snapshots)
		report(d->report, RULE_twdemo_snapshot_repeated, &site,
		       d->group.any ? "another snapshot in this tick"
				    : "another snapshot before the first tick");
	if (chunk->type != TWDEMO_SNAPSHOT || d->group.empty ||
	    (d->group.any && m->keyframe))
		return;
	/* In full, a tick cannot repeat the one before. */
	if (d->group.any && d->group.tick > d->group.before.tick) {
		twdemo_write_marker(true, d->group.tick, bytes);
		site.fix = fix_replace(m->off, m->head,
				       (struct span){ bytes, sizeof(bytes) });
		/* A demo that ends at a chunk dropped between them would end with a
		   keyframe that lacks its snapshot. */
		site.fix.lossy = d->report->drops != d->group.drops;
		site.fix.mark = d->group.cut;
	}
	report(d->report, RULE_twdemo_snapshot_no_keyframe, &site,
	       d->group.any ? "a snapshot in a tick without the keyframe bit"
			    : "a snapshot before the first tick");
	if (!d->group.any || !report_mended(d->report))
		return;
	twdemo_check_distance(d, m->off, m->head, d->group.tick,
			      d->group.before.tick);
	d->keyframe_tick = d->group.tick;
	d->group.made = d->keyframe_made = true;
	d->anchor.used = true;
}

static void
keep_state(struct twdemo *d, const struct twdemo_chunk *chunk)
{
	const bool keyframe = d->group.any && d->group.marker.keyframe;
	struct snapshot *last = d->now;

	if (!d->applied) {
		d->now = d->next;
		d->next = last;
	}
	d->based = true;
	d->undeclared.n = d->fresh.n;
	memcpy(d->undeclared.type, d->fresh.type,
	       d->fresh.n * sizeof(*d->fresh.type));
	twdemo_learn_sizes(d, chunk);
	if (chunk->type != TWDEMO_SNAPSHOT) {
		d->counts.deltas++;
		return;
	}
	d->counts.snapshots++;
	if (keyframe && d->group.marker.off == d->anchor.off)
		d->anchor.newest = snapshot_newest_tick(
			d->now, d->header.protocol, (int32_t)d->tick);
	if (d->first_snapshot_end == 0 && (keyframe || d->group.made))
		d->first_snapshot_end = chunk->off + twdemo_chunk_bytes(chunk);
	d->under_keyframes += keyframe;
	d->group.empty = false;
}

static void
report_baseless(struct twdemo *d, const struct twdemo_chunk *chunk)
{
	const uint64_t bytes = twdemo_chunk_bytes(chunk);

	report(d->report, RULE_twdemo_delta_no_base,
	       &(struct site){ .off = chunk->off,
			       .len = bytes,
			       .fix = twdemo_drop(d, chunk, bytes) },
	       "no whole snapshot before it");
	d->counts.deltas++;
}

void
twdemo_tell_state(struct twdemo *d, const struct twdemo_chunk *chunk)
{
	const struct part outer = twdemo_enter(d, chunk);

	read_state(d, d->report, chunk->type);
	twdemo_take_back(d);
	report_leave(d->report, &outer);
}

/* The findings of the snapshot in d->next. */
static void
tell_snapshot(struct twdemo *d)
{
	const struct snapshot_context c = context_of_state(d, d->report);

	snapshot_tell(&c, &d->payload.ints, d->next);
}

/* The findings of a delta that was read, and may be applied. */
static void
tell_delta(struct twdemo *d)
{
	const struct snapshot_context c = context_of_state(d, d->report);

	d->made = snapshot_tell_delta(&c, &d->payload.ints, d->now, &d->delta);
	if (d->applied)
		snapshot_check_applied(&c, d->now, &d->delta);
	else if (d->made)
		d->made = apply_delta(d, &c);
}

/* Again, with findings; false: an error, or a warning that is to be mended, costs
   the chunk. */
static bool
tell_state(struct twdemo *d, const struct twdemo_chunk *chunk)
{
	if (!d->applied)
		d->cleaned = twdemo_clean_sixup(d, chunk);
	const struct part outer = twdemo_enter(d, chunk);
	const uint64_t errors = d->report->errors, drops = d->report->drops;

	if (!d->cleaned && chunk->type == TWDEMO_SNAPSHOT && d->made)
		tell_snapshot(d);
	else if (!d->cleaned && chunk->type == TWDEMO_DELTA && d->delta.related)
		tell_delta(d);
	else
		read_state(d, d->report, chunk->type);
	report_leave(d->report, &outer);
	if (d->made && d->report->errors == errors && d->report->drops == drops)
		return true;
	twdemo_take_back(d);
	return false;
}

void
twdemo_take_state(struct twdemo *d, const struct twdemo_chunk *chunk)
{
	if (chunk->type == TWDEMO_DELTA && !d->based) {
		report_baseless(d, chunk);
		return;
	}
	if (chunk->type == TWDEMO_SNAPSHOT && d->made &&
	    twdemo_find_game(d, chunk, d->next))
		read_state(d, silent(d), TWDEMO_SNAPSHOT);
	if (d->silent.findings || !d->made) {
		if (!tell_state(d, chunk)) {
			twdemo_lose_state(d, chunk->type);
			return;
		}
	} else if (chunk->type == TWDEMO_DELTA && !d->applied &&
		   !d->tap.event) {
		read_state(d, silent(d), TWDEMO_DELTA);
	}
	check_place(d, chunk);
	keep_state(d, chunk);
	d->group.snapshots++;
}
