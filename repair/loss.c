/* SPDX-License-Identifier: MIT */
/* loss.c - computes the sum of the losses of all edits */
#include "repair/edit.h"

/* Adds the ticks of an edit to the range of times.  In another level of a Source demo
   ticks begin anew, so the last loss may have a lower tick than an earlier loss. */
static void
add_time(struct edits_loss *out, const struct edit *edit)
{
	const int64_t last = (int64_t)edit->tick + edit->ticks -
			     (edit->ticks > 0);

	if (edit->tick == 0 && edit->ticks == 0)
		return;
	if (out->from < 0)
		out->from = edit->tick;
	out->to = last;
}

struct edits_loss
edits_loss(const struct edits *e)
{
	struct edits_loss out = { .first_tick = -1,
				  .last_tick = -1,
				  .from = -1,
				  .to = -1 };
	struct edit edit;

	for (size_t i = 0; edits_at(e, i, &edit); i++) {
		out.records += edit.loss.records;
		out.messages += edit.loss.messages;
		out.snapshots += edit.loss.snapshots;
		add_time(&out, &edit);
		if (edit.ticks == 0)
			continue;
		if (out.ticks == 0)
			out.first_tick = edit.tick;
		out.places += edit.tick != out.last_tick + 1;
		out.last_tick = (int64_t)edit.tick + edit.ticks - 1;
		out.ticks += (uint64_t)edit.ticks;
	}
	return out;
}
