/* SPDX-License-Identifier: MIT */
/*
 * datafile.c - how a datafile is repaired (SPEC.md, DF-8)
 *
 * Servers know a map by its hash, so little is worth writing anew: the two
 * header fields that the tables determine, and the end.
 */
#include "validator/datafile/datafile.h"
#include "repair/plan.h"

enum { AT_SIZE = 8, AT_SWAPLEN = 12 };

static void
fix_length(struct plan *plan, const struct datafile *df, enum rule_id rule,
	   uint64_t off, int32_t value, int64_t want)
{
	const bool crude = datafile_is_crude(df, value, want);
	const enum rule_id why = crude ? RULE_datafile_crude_size : rule;
	uint8_t bytes[4];

	/* Beyond what the field can hold there is nothing to write.  What old
	   editors wrote is right, and part of the map's hash. */
	if (value == want || want > INT32_MAX || !plan_answers(plan, why) ||
	    (crude && !plan->fix_warnings))
		return;
	for (size_t i = 0; i < sizeof(bytes); i++)
		AT(bytes, i) = (uint8_t)((uint64_t)want >> (8 * i));
	plan_edit(plan, why, false, off, sizeof(bytes),
		  (struct span){ bytes, sizeof(bytes) });
}

static void
end(struct plan *plan, const void *state)
{
	const struct datafile *df = state;

	if (df->phase != DATAFILE_ENDED)
		return;
	fix_length(plan, df, RULE_datafile_size, AT_SIZE, df->header.size,
		   datafile_true_size(df));
	fix_length(plan, df, RULE_datafile_swaplen, AT_SWAPLEN,
		   df->header.swaplen, datafile_true_swaplen(df));
	if (df->trailing && plan_answers(plan, RULE_datafile_trailing_data))
		plan_edit(plan, RULE_datafile_trailing_data, true,
			  df->trailing_off, df->size - df->trailing_off,
			  (struct span){ NULL, 0 });
}

const struct planner datafile_planner = {
	.format = &datafile_format,
	.end = end,
};
