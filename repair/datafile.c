/* SPDX-License-Identifier: MIT */
/* datafile.c - decides whether a map can be written without its lost data items (SPEC.md,
   DF-8) */
#include "repair/plan.h"
#include "validator/datafile/datafile.h"

/* A map does not end before its first loss, so level `prefix` has no output. */
static void
end(struct plan *plan, const void *state)
{
	const struct datafile *df = state;

	plan->impossible |= df->lost.too_large;
	plan->empty = df->lost.any && plan->level == DFK_LEVEL_PREFIX;
}

const struct planner datafile_planner = { .end = end };
