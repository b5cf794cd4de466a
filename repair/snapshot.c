/* SPDX-License-Identifier: MIT */
/* snapshot.c - raw snapshots and deltas are checked, but not repaired (SN-7) */
#include "repair/plan.h"
#include "validator/snapshot/file.h"

/* Rules name a repair for demos, which can do without one snapshot. */
static void
end(struct plan *plan, const void *state)
{
	(void)state;
	if (plan->report->errors)
		plan->impossible = true;
}

const struct planner snapshot_planner = {
	.format = &snapshot_format,
	.end = end,
};

const struct planner snapshot_delta_planner = {
	.format = &snapshot_delta_format,
	.end = end,
};
