/* SPDX-License-Identifier: MIT */
/* format.c - the formats of raw snapshots and deltas, which the user selects by name */
#include <stdio.h>

#include "validator/snapshot/file.h"

/* ---------------------------------------------------------------- records */

static void
add_event(struct snapshot_file *f, const struct snapshot_event *event)
{
	if (event->len == 0)
		return;
	f->records++;
	if (f->tap.event)
		f->tap.event(f->tap.ctx, f, event);
}

/* Adds an event for the ints from index `at` up to `end`. */
static void
add_part_event(struct snapshot_file *f, enum snapshot_part part, uint32_t index,
	       uint32_t at, uint32_t end)
{
	add_event(f, &(struct snapshot_event){ .part = part,
					       .index = index,
					       .at = at,
					       .n = end - at,
					       .off = 4ull * at,
					       .len = 4ull * (end - at) });
}

/* Adds an event for all bytes from index `at` on. */
static void
add_rest_event(struct snapshot_file *f, uint32_t at)
{
	add_event(f, &(struct snapshot_event){ .part = SNAPSHOT_PART_REST,
					       .at = at,
					       .off = 4ull * at,
					       .len = f->size - 4ull * at });
}

static void
add_snapshot_events(struct snapshot_file *f)
{
	const struct snapshot_layout *l = &f->layout;
	uint32_t at = l->items;

	add_part_event(f, SNAPSHOT_PART_HEAD, 0, 0, SNAPSHOT_HEAD_INTS);
	add_part_event(f, SNAPSHOT_PART_KEYS, 0, SNAPSHOT_HEAD_INTS,
		       l->offsets);
	add_part_event(f, SNAPSHOT_PART_OFFSETS, 0, l->offsets, l->items);
	if (l->n_items)
		at += (uint32_t)AT(f->ints.at, l->offsets) / 4;
	else
		at = l->end;
	add_part_event(f, SNAPSHOT_PART_HIDDEN, 0, l->items, at);
	for (uint32_t i = 0; i < f->now.n_items; i++) {
		const uint32_t end = at + 1 + AT(f->now.items, i).n;

		add_part_event(f, SNAPSHOT_PART_ITEM, i, at, end);
		at = end;
	}
	add_rest_event(f, at);
}

static void
add_delta_events(struct snapshot_file *f)
{
	const struct snapshot_delta *d = &f->delta;
	uint32_t at = SNAPSHOT_DELTA_HEAD_INTS + d->n_removed;

	add_part_event(f, SNAPSHOT_PART_HEAD, 0, 0, SNAPSHOT_DELTA_HEAD_INTS);
	add_part_event(f, SNAPSHOT_PART_REMOVED, 0, SNAPSHOT_DELTA_HEAD_INTS,
		       at);
	for (uint32_t i = 0; i < d->n_updates; i++) {
		const struct snapshot_update *u = &AT(d->updates, i);

		add_part_event(f, SNAPSHOT_PART_UPDATE, i, u->head,
			       (uint32_t)u->at + u->n);
		at = (uint32_t)u->at + u->n;
	}
	add_rest_event(f, at);
}

static void
add_all_events(struct snapshot_file *f)
{
	const uint32_t head = f->is_delta ? SNAPSHOT_DELTA_HEAD_INTS
					  : SNAPSHOT_HEAD_INTS;

	if (f->ints.n < head) {
		add_rest_event(f, 0);
	} else if (f->is_delta) {
		add_delta_events(f);
	} else if (f->made) {
		add_snapshot_events(f);
	} else {
		add_part_event(f, SNAPSHOT_PART_HEAD, 0, 0, head);
		add_rest_event(f, head);
	}
}

/* ------------------------------------------------------------------ check */

static void
check_ints(struct snapshot_file *f)
{
	const struct snapshot_context c = {
		.report = f->report,
		.protocol = f->protocol,
		.tick = -1,
		.order = &f->order,
	};

	if (f->is_delta) {
		f->made = snapshot_read_delta(&c, &f->ints, f->base,
					      &f->delta) &&
			  f->base &&
			  snapshot_advance(&c, &f->ints, f->base, &f->delta,
					   &f->now);
	} else {
		f->made = snapshot_read(&c, &f->ints, &f->now, &f->layout);
	}
	if (f->made)
		snprintf(f->checksum, sizeof(f->checksum), "%08x",
			 snapshot_checksum(&f->now));
}

/* A file that is too long is not read, because no part of it would be complete. */
static void
check_whole_file(struct snapshot_file *f)
{
	const uint64_t half = f->size % 4;

	if (f->size > SNAPSHOT_MAX_BYTES) {
		report(f->report, RULE_snapshot_too_big,
		       &(struct site){ .off = SNAPSHOT_MAX_BYTES,
				       .len = f->size - SNAPSHOT_MAX_BYTES,
				       .expected = "up to 65536 bytes" },
		       "%llu bytes", (unsigned long long)f->size);
	} else {
		check_ints(f);
		if (half)
			report(f->report, RULE_snapshot_half_int,
			       &(struct site){ .off = f->size - half,
					       .len = half },
			       "%u of 4 bytes", (unsigned)half);
	}
	add_all_events(f);
}

/* ----------------------------------------------------------------- format */

static unsigned
match(struct span head, bool closed)
{
	(void)head;
	(void)closed;
	return EVIDENCE_NONE; /* counts and sizes do not identify a format */
}

static void
open_ints_file(void *state, struct report *report, struct tap tap,
	       bool is_delta)
{
	struct snapshot_file *f = state;

	f->report = report;
	f->tap = tap;
	f->is_delta = is_delta;
	f->protocol = DFK_PROTOCOL_06;
	f->base = NULL;
	f->size = f->records = 0;
	f->made = false;
	f->ints.n = 0;
	f->delta.n_removed = f->delta.n_updates = 0;
	snapshot_clear(&f->now);
	report->tick = -1;
}

static void
open_snapshot(void *state, struct report *report, const struct limits *limits,
	      struct tap tap, const struct dfk_allocator *allocator)
{
	(void)limits;
	(void)allocator;
	open_ints_file(state, report, tap, false);
}

static void
open_delta(void *state, struct report *report, const struct limits *limits,
	   struct tap tap, const struct dfk_allocator *allocator)
{
	(void)limits;
	(void)allocator;
	open_ints_file(state, report, tap, true);
}

static void
given(void *state, const struct given *given)
{
	struct snapshot_file *f = state;

	f->protocol = given->protocol;
	f->base = given->base;
}

static enum pull
step(void *state, struct cursor *in, bool closed)
{
	struct snapshot_file *f = state;
	const size_t left = cur_left(in);

	ints_append(&f->ints, in);
	if (closed || f->ints.n == INTS_MAX)
		cur_some(in, cur_left(in));
	f->size += left - cur_left(in);
	if (closed) {
		check_whole_file(f);
		return PULL_END;
	}
	in->need = sizeof(int32_t) - cur_left(in);
	return PULL_MORE;
}

static void
tail(void *state, struct span bytes)
{
	(void)state;
	(void)bytes; /* only the end of the file ends the recording */
}

static void
close_file(void *state, uint64_t size)
{
	(void)state;
	(void)size;
}

static struct mark
here(const void *state)
{
	const struct snapshot_file *f = state;

	return (struct mark){ .off = f->size,
			      .records = f->records,
			      .tick = -1 };
}

static const char *
version(const void *state)
{
	static const char *const names[] = {
		[DFK_PROTOCOL_06] = "0.6",
		[DFK_PROTOCOL_05] = "0.5",
		[DFK_PROTOCOL_07] = "0.7",
	};
	const struct snapshot_file *f = state;

	return AT(names, f->protocol);
}

static bool
unsupported(const void *state)
{
	(void)state;
	return false;
}

static bool
fact(const void *state, const struct mark *kept, size_t index,
     struct dfk_fact *fact)
{
	const struct snapshot_file *f = state;
	const struct dfk_fact facts[] = {
		{ .name = "items",
		  .kind = f->made ? DFK_FACT_INT : DFK_FACT_TEXT,
		  .integer = f->now.n_items },
		{ .name = "checksum",
		  .kind = DFK_FACT_TEXT,
		  .text = f->made ? f->checksum : NULL },
		{ .name = "removed", .integer = f->delta.n_removed },
		{ .name = "updates", .integer = f->delta.n_updates },
	};

	(void)kept;
	/* The last two facts are about deltas. */
	if (index >= COUNT_OF(facts) - (f->is_delta ? 0 : 2))
		return false;
	*fact = AT(facts, index);
	return true;
}

static void
describe(const void *state, const void *event, struct description *out)
{
	snapshot_describe(state, event, out);
}

static bool
item(const void *state, const void *event, size_t index,
     struct description *out)
{
	return snapshot_describe_part(state, event, index, out);
}

#define METHODS \
	.state_size = sizeof(struct snapshot_file), .match = match, \
	.given = given, .step = step, .tail = tail, .close = close_file, \
	.here = here, .version = version, .unsupported = unsupported, \
	.fact = fact, .describe = describe, .item = item

const struct format snapshot_format = {
	.id = FORMAT_snapshot,
	.open = open_snapshot,
	METHODS,
};

const struct format snapshot_delta_format = {
	.id = FORMAT_snapshot_delta,
	.open = open_delta,
	METHODS,
};
