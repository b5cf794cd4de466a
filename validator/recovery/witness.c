/* SPDX-License-Identifier: MIT */
/*
 * witness.c - the ticks that characters show (TW-13.3)
 *
 * A character that a delta moves carries the tick of its movement: the tick of the delta,
 * or a tick at most one step earlier.
 */
#include "validator/recovery/recovery.h"
#include "validator/twdemo/stream.h"

static struct span
payload_of(const struct recovery *r, const struct recovery_item *item)
{
	struct cursor in;
	struct twdemo_chunk chunk;
	const struct span bytes = span_head(
		span_tail(r->window.bytes, item->at), item->end - item->at);

	in = item->headed ? cur_span((struct span){ item->head, 3 }, 0)
			  : cur_span(bytes, 0);
	chunk = twdemo_read_chunk(&in, r->d->header.version);
	return span_tail(bytes, chunk.head);
}

bool
recovery_follow(struct recovery *r, const struct recovery_item *item,
		struct snapshot *s, int32_t *newest, bool *odd)
{
	struct twdemo *d = r->d;

	*newest = -1;
	*odd = false;
	twdemo_unpack(payload_of(r, item), &d->room.tried);
	return d->room.tried.problem == TWDEMO_FINE &&
	       twdemo_follow(d, s, newest, odd);
}

bool
recovery_is_faultless(struct recovery *r, const struct recovery_item *item)
{
	struct twdemo *d = r->d;
	int32_t newest;
	uint32_t n;

	twdemo_unpack(payload_of(r, item), &d->room.tried);
	return d->room.tried.problem == TWDEMO_FINE &&
	       twdemo_is_full_snapshot(d, &d->room.tried.ints, &n, &newest) &&
	       d->room.silent.errors == 0;
}

void
recovery_hear(struct recovery *r, const struct snapshot *start)
{
	struct twdemo *d = r->d;
	struct snapshot *s = &AT(d->room.states, RECOVERY_SCRATCH_STATE);
	bool based = start != NULL;

	if (start)
		snapshot_copy(s, start);
	for (uint32_t i = 0; i < r->n_items; i++) {
		struct recovery_item *item = &AT(r->items, i);
		int32_t newest;
		uint32_t n;
		bool odd;

		if (item->cause == RECOVERY_COPIED ||
		    item->cause == RECOVERY_BARE)
			continue; /* nothing is lost in such a gap */
		if (item->kind == RECOVERY_GAP ||
		    (item->doubtful && item->kind != RECOVERY_MARKER)) {
			based = false;
		} else if (item->kind == RECOVERY_SNAPSHOT) {
			twdemo_unpack(payload_of(r, item), &d->room.tried);
			based = twdemo_is_full_snapshot(d, &d->room.tried.ints,
							&n, &newest);
			if (based)
				snapshot_copy(s, &d->room.probe);
		} else if (item->kind == RECOVERY_DELTA && based) {
			based = recovery_follow(r, item, s, &newest, &odd);
			item->moved = based && newest >= 0;
			item->tick = item->moved ? newest : -1;
		}
	}
}
