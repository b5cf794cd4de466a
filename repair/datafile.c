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

/* A field, and what it should be. */
struct field {
	enum rule_id rule;
	uint64_t off;
	int32_t value;
	int64_t want;
};

static bool
is_crude(const struct datafile *df, const struct field *f)
{
	return datafile_is_crude(df, f->value, f->want);
}

/* Are the values of old editors to be replaced? */
static bool
replaces_crude(const struct plan *plan)
{
	return plan->fix_warnings || AT(plan->report->severity,
					RULE_datafile_crude_size) == DFK_ERROR;
}

static void
fix_length(struct plan *plan, const struct datafile *df, const struct field *f,
	   const struct field *other)
{
	const enum rule_id why = is_crude(df, f) ? RULE_datafile_crude_size
						 : f->rule;
	int64_t want = f->want;
	uint8_t bytes[4];

	/* What old editors wrote is right, and part of the map's hash: where
	   the other field still has it, this one had it, too. */
	if (!replaces_crude(plan)) {
		if (is_crude(df, f))
			return;
		if (is_crude(df, other))
			want -= other->want - other->value;
	}
	if (f->value == f->want || !plan_answers(plan, why))
		return;
	/* Beyond what the field can hold there is nothing to write. */
	if (want > INT32_MAX) {
		plan->impossible = true;
		return;
	}
	for (size_t i = 0; i < sizeof(bytes); i++)
		AT(bytes, i) = (uint8_t)((uint64_t)want >> (8 * i));
	plan_edit(plan, why, false, f->off, sizeof(bytes),
		  (struct span){ bytes, sizeof(bytes) });
}

static void
end(struct plan *plan, const void *state)
{
	const struct datafile *df = state;

	if (df->phase != DATAFILE_ENDED) {
		/* A piece of a map is of no use. */
		plan->impossible = plan->report->errors > 0;
		return;
	}
	/* Its fix is with the finding, and is not carried out yet. */
	if (AT(plan->report->hits, RULE_map_envelope_duplicate))
		plan->impossible = true;
	const struct field size = { RULE_datafile_size, AT_SIZE,
				    df->header.size, datafile_true_size(df) };
	const struct field swaplen = { RULE_datafile_swaplen, AT_SWAPLEN,
				       df->header.swaplen,
				       datafile_true_swaplen(df) };

	fix_length(plan, df, &size, &swaplen);
	fix_length(plan, df, &swaplen, &size);
	if (df->trailing && plan_answers(plan, RULE_datafile_trailing_data))
		plan_edit(plan, RULE_datafile_trailing_data, true,
			  df->trailing_off, df->size - df->trailing_off,
			  (struct span){ NULL, 0 });
}

const struct planner datafile_planner = {
	.end = end,
};
