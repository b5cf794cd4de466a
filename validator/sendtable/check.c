/* SPDX-License-Identifier: MIT */
/* check.c - checks each property, and the relations between tables (DEM-12) */
#include "validator/core/real.h"
#include "validator/sendtable/tables.h"

static void
report_prop(struct sendtables *t, enum rule_id rule,
	    const struct sendtable_prop *p, const char *found)
{
	struct sendtable_place place;

	sendtables_report(t, rule, sendtables_place_prop(t, p, &place), "%s",
			  found);
}

static void
check_bits(struct sendtables *t, const struct sendtable_prop *p)
{
	enum { MOST_BITS = 32 };
	const bool number = p->type != SENDTABLE_STRING;
	struct sendtable_place place;

	if (number && p->bits > MOST_BITS)
		sendtables_report(t, RULE_dem_prop_bits,
				  sendtables_place_prop(t, p, &place),
				  "%u bits" WANTED "at most %d bits", p->bits,
				  MOST_BITS);
	if (p->type == SENDTABLE_INT && p->bits == 0 &&
	    !(p->flags & SENDTABLE_NORMAL))
		report_prop(t, RULE_dem_prop_no_bits, p, "an int of 0 bits");
}

static bool
has_range(const struct sendtable_prop *p)
{
	return p->type != SENDTABLE_TABLE && p->type != SENDTABLE_ARRAY &&
	       !(p->flags & SENDTABLE_EXCLUDE);
}

static void
check_prop(struct sendtables *t, const struct sendtable_prop *p)
{
	if (has_range(p)) {
		check_bits(t, p);
		if (!real_is_finite(p->low) || !real_is_finite(p->high))
			report_prop(t, RULE_dem_prop_range, p,
				    "a bound that is NaN or infinite");
	} else if (p->flags & SENDTABLE_EXCLUDE) {
		if (p->inner == SENDTABLE_NONE)
			report_prop(t, RULE_dem_prop_exclude, p,
				    "a table that does not exist");
	} else if (p->type == SENDTABLE_TABLE && p->inner == SENDTABLE_NONE) {
		report_prop(t, RULE_dem_prop_table, p,
			    "a table that does not exist");
	}
}

void
sendtables_check(struct sendtables *t)
{
	for (size_t i = 0; i < t->props.count; i++)
		check_prop(t, sendtables_prop(t, i));
	for (size_t i = 0; i < t->classes.count; i++) {
		const struct sendtable_class *c = sendtables_class(t, i);
		struct sendtable_place place;

		if (c->table == SENDTABLE_NONE)
			sendtables_report(t, RULE_dem_class_table,
					  sendtables_place_class(t, c, &place),
					  "a table that does not exist");
	}
}

/* ----------------------------------------------------------------- cycles */

/* The tables that were entered and are not finished, and the next property of each
   table. */
struct table_path {
	struct sendtables *t;
	uint32_t depth;
	uint16_t path[SENDTABLE_MOST_TABLES];
	uint16_t next[SENDTABLE_MOST_TABLES]; /* index of the next property of each
	                                         table */
	uint8_t seen[SENDTABLE_MOST_TABLES];
};

enum { NOT_ENTERED, ENTERED, LEFT };

static void
enter_table(struct table_path *w, uint16_t table)
{
	AT(w->seen, table) = ENTERED;
	AT(w->next, table) = 0;
	AT(w->path, w->depth) = table;
	w->depth++;
}

/* Handles one property of the last table.  False: the property refers to a table of the
   path. */
static bool
step(struct table_path *w)
{
	const uint16_t at = AT(w->path, w->depth - 1);
	const struct sendtable_table *table = sendtables_table(w->t, at);
	const struct sendtable_prop *p;

	if (AT(w->next, at) == table->count) {
		AT(w->seen, at) = LEFT;
		w->depth--;
		return true;
	}
	p = sendtables_prop(w->t, table->first + AT(w->next, at)++);
	/* Tables that do not exist were reported before. */
	if (p->type != SENDTABLE_TABLE || p->flags & SENDTABLE_EXCLUDE ||
	    AT(w->seen, p->inner) == LEFT)
		return true;
	if (AT(w->seen, p->inner) == ENTERED) {
		report_prop(w->t, RULE_dem_table_cycle, p,
			    "a table that contains itself");
		return false;
	}
	enter_table(w, p->inner);
	return true;
}

bool
sendtables_check_cycles(struct sendtables *t)
{
	struct table_path w = { .t = t };

	for (size_t i = 0; i < t->tables.count; i++) {
		if (AT(w.seen, i) == NOT_ENTERED)
			enter_table(&w, (uint16_t)i);
		while (w.depth > 0)
			if (!step(&w))
				return false;
	}
	return true;
}
