/* SPDX-License-Identifier: MIT */
/* loss.c - what the edits of a plan lose */
#include "repair/edit.h"

struct edits_loss
edits_loss(const struct edits *e)
{
	struct edits_loss out = { .first_tick = -1, .last_tick = -1 };
	struct edit edit;

	for (size_t i = 0; edits_at(e, i, &edit); i++) {
		out.records += edit.loss.records;
		out.messages += edit.loss.messages;
		out.snapshots += edit.loss.snapshots;
		if (edit.ticks == 0)
			continue;
		if (out.ticks == 0)
			out.first_tick = edit.tick;
		out.last_tick = (int64_t)edit.tick + edit.ticks - 1;
		out.ticks += (uint64_t)edit.ticks;
		out.places++;
	}
	return out;
}
