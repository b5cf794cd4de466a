/* SPDX-License-Identifier: MIT */
/* place.c - the place of reading: marks, losses, records, and the part of a report for a
   chunk */
#include "validator/twdemo/stream.h"

struct mark
twdemo_mark(const struct twdemo *d, uint64_t off)
{
	const uint32_t messages = AT(d->at.counts.passed, TWDEMO_MESSAGE);
	const uint32_t full = AT(d->at.counts.passed, TWDEMO_SNAPSHOT);
	const uint32_t deltas = AT(d->at.counts.passed, TWDEMO_DELTA);

	return (struct mark){ .off = off,
			      .records = d->at.records,
			      .messages = messages,
			      .snapshots = full + deltas,
			      .tick = d->at.tick };
}

struct mark
twdemo_cut(const struct twdemo *d, uint64_t off)
{
	return d->at.group.empty ? d->at.group.before : twdemo_mark(d, off);
}

struct fix
twdemo_drop(const struct twdemo *d, const struct twdemo_chunk *chunk,
	    uint64_t bytes)
{
	struct fix fix = fix_drop(chunk->off, bytes, twdemo_cut(d, chunk->off));

	fix.loss.records = 1;
	fix.loss.messages = chunk->type == TWDEMO_MESSAGE;
	fix.loss.snapshots = chunk->type == TWDEMO_SNAPSHOT ||
			     chunk->type == TWDEMO_DELTA;
	return fix;
}

void
twdemo_emit(struct twdemo *d, const struct twdemo_event *event)
{
	if (event->len == 0)
		return;
	if (d->tap.event)
		d->tap.event(d->tap.ctx, d, event);
	d->at.records += event->kind == TWDEMO_CHUNK;
	d->report->record = d->at.records;
}

void
twdemo_pass(struct twdemo *d, const struct twdemo_event *event)
{
	d->at.pos += event->len;
	twdemo_emit(d, event);
}

struct part
twdemo_enter(struct twdemo *d, const struct twdemo_chunk *chunk)
{
	/* TW-5.1: the values of 0.7 that remain cannot be repaired. */
	static const struct soft_rules after_sixup = {
		2,
		{ RULE_snapshot_item_size, RULE_snapshot_character_range },
	};
	static const struct soft_rules none = { 0 };
	const uint64_t bytes = twdemo_chunk_bytes(chunk);

	return report_enter(d->report,
			    &(struct part){
				    .name = "chunk",
				    .soft = d->at.sixup ? after_sixup : none,
				    .off = chunk->off,
				    .len = bytes,
				    .decoded = true,
				    .ints = d->room.payload.packed,
				    .other_ints = d->state.cleaned,
				    .fix = twdemo_drop(d, chunk, bytes),
			    });
}

void
twdemo_lose_state(struct twdemo *d)
{
	if (d->at.base.lost_tick < 0)
		d->at.base.lost_tick = d->at.tick;
	d->at.base.known = false;
	d->at.sizes.with = d->at.sized.used;
}

uint32_t
twdemo_still_ticks(const struct twdemo_place *at)
{
	return at->base.still +
	       (at->base.lost_tick < 0
			? 0
			: (uint32_t)(at->tick - at->base.lost_tick));
}

void
twdemo_have_state(struct twdemo *d)
{
	d->at.base.still = twdemo_still_ticks(&d->at);
	d->at.base.lost_tick = -1;
	d->at.base.known = true;
}
