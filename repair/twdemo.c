/* SPDX-License-Identifier: MIT */
/*
 * twdemo.c - the header of a repaired demo (SPEC.md, TW-14)
 *
 * The length and the timeline markers are changed to fit the kept ticks.  A demo has no
 * end mark.
 */
#include "repair/plan.h"
#include "validator/twdemo/twdemo.h"

/* Fills in the finding that changes the header.  This is the finding of the field, or
   the finding that cuts the demo.  False: there is no such finding. */
static bool
cite_own_or_cut(const struct plan *plan, const struct twdemo_pending *pending,
		struct edit *edit)
{
	edit->why = pending->rule;
	edit->finding = pending->finding;
	if (pending->mended)
		return true;
	edit->why = plan->end.why;
	edit->finding = plan->end.finding;
	return plan->end.kind == FIX_END;
}

/* Sets the type of the demo.  Only servers record system messages, and items of 0.7 in a
   demo of 0.6. */
static void
edit_type(struct plan *plan, const struct twdemo *d)
{
	const bool is_server = d->at.seen.system || d->at.sixup;
	static const char server[8] = "server", client[8] = "client";

	if (d->pending.type.mended)
		plan_edit(plan, &(struct edit){
					.off = TWDEMO_AT_TYPE,
					.del = sizeof(server),
					.ins = { (const uint8_t *)(is_server
									   ? server
									   : client),
						 sizeof(server) },
					.lossy = true,
					.why = d->pending.type.rule,
					.finding = d->pending.type.finding,
				});
}

static void
edit_length(struct plan *plan, const struct twdemo *d, int64_t last)
{
	const int32_t length = twdemo_length(d->at.first_tick, last);
	uint8_t bytes[4];
	struct edit edit = { .off = TWDEMO_AT_LENGTH,
			     .del = sizeof(bytes),
			     .ins = { bytes, sizeof(bytes) } };

	put_be32(bytes, sizeof(bytes), 0, (uint32_t)length);
	/* The old length shows how much is missing, or shows that an edit is wrong. */
	edit.lossy = d->header.length > 0 &&
		     ((d->pending.length.mended &&
		       d->pending.length.rule == RULE_twdemo_length_long) ||
		      plan->edits.n > 0);
	if (d->header.length > length + 1 &&
	    d->header.length < (TWDEMO_MAX_TICK - d->at.first_tick) / 50)
		plan->declared.s = d->header.length;
	if (length != d->header.length &&
	    cite_own_or_cut(plan, &d->pending.length, &edit))
		plan_edit(plan, &edit);
}

static void
edit_markers(struct plan *plan, const struct twdemo *d, int64_t last)
{
	const struct twdemo_header *h = &d->header;
	int32_t kept[TWDEMO_MAX_MARKERS] = { 0 };
	const size_t n = twdemo_good_markers(h, d->at.first_tick, last, kept);
	uint8_t bytes[TWDEMO_MARKERS_BYTES];
	struct edit edit = { .off = TWDEMO_AT_MARKERS,
			     .del = sizeof(bytes),
			     .ins = { bytes, sizeof(bytes) } };
	bool same = h->n_markers == (int32_t)n;

	put_be32(bytes, sizeof(bytes), 0, (uint32_t)n);
	for (size_t i = 0; i < TWDEMO_MAX_MARKERS; i++) {
		put_be32(bytes, sizeof(bytes), 4 + 4 * i,
			 (uint32_t)AT(kept, i));
		same &= AT(kept, i) == AT(h->markers, i);
	}
	/* If the number of markers is possible, the markers outside the kept ticks are
	   lost. */
	edit.lossy = h->n_markers >= 0 && h->n_markers <= TWDEMO_MAX_MARKERS &&
		     (size_t)h->n_markers > n;
	if (!same && cite_own_or_cut(plan, &d->pending.markers, &edit))
		plan_edit(plan, &edit);
}

static void
end(struct plan *plan, const void *state)
{
	const struct twdemo *d = state;
	const bool cut = plan->end.kind == FIX_END;
	const int64_t last = cut ? plan->end.mark.tick : d->at.tick;

	/* Without a full snapshot nothing can be played.  Players treat a demo of one
	   tick as empty (TW-14). */
	plan->impossible |= !d->playable || d->at.keyframes.first_end == 0;
	plan->empty = (cut && d->at.keyframes.first_end > plan->end.off) ||
		      last <= d->at.first_tick;
	if (!d->playable)
		return;
	edit_type(plan, d);
	if (d->header.version >= 3)
		edit_length(plan, d, last);
	if (d->header.version >= 4)
		edit_markers(plan, d, last);
}

static bool
field_of_length(const struct edit *edit, struct edit_field *field)
{
	struct cursor in = cur_span(edit->ins, 0);

	if (edit->off != TWDEMO_AT_LENGTH)
		return false;
	field->name = "length";
	field->value = real_print((double)cur_be32(&in), 10);
	return true;
}

const struct planner twdemo_planner = { .end = end, .field = field_of_length };
