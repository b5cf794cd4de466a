/* SPDX-License-Identifier: MIT */
/* tables.c - the data tables in memory, and reports of errors in them (DEM-12) */
#include "validator/sendtable/sendtable.h"

#include <stdio.h>

#include "validator/sendtable/tables.h"

void
sendtables_open(struct sendtables *t, struct report *report,
		const struct limits *limits, struct budget *budget)
{
	*t = (struct sendtables){
		.report = report,
		.limits = limits,
		.budget = budget,
		.texts.size = 1,
		.names.size = sizeof(struct sendtable_name),
		.props.size = sizeof(struct sendtable_prop),
		.tables.size = sizeof(struct sendtable_table),
		.classes.size = sizeof(struct sendtable_class),
		.flat.size = sizeof(struct sendtable_flat),
	};
}

void
sendtables_free(struct sendtables *t)
{
	growing_free(&t->texts, t->budget);
	growing_free(&t->names, t->budget);
	growing_free(&t->props, t->budget);
	growing_free(&t->tables, t->budget);
	growing_free(&t->classes, t->budget);
	growing_free(&t->flat, t->budget);
}

/* ----------------------------------------------------------------- access */

struct span
sendtables_name(const struct sendtables *t, uint32_t name)
{
	const struct sendtable_name *n = sendtables_name_at(t, name);

	return (struct span){
		bytes_at(t->texts.items, t->texts.count, n->off, n->len), n->len
	};
}

const struct sendtable_prop *
sendtables_flat(const struct sendtables *t, const struct sendtable_class *c,
		uint32_t index)
{
	return sendtables_prop(t, sendtables_flat_at(t, c, index)->prop);
}

const struct sendtable_prop *
sendtables_element(const struct sendtables *t,
		   const struct sendtable_prop *array)
{
	return sendtables_prop(t, array->inner);
}

/* -------------------------------------------------------------- reporting */

void
sendtables_report(struct sendtables *t, enum rule_id rule,
		  const struct sendtable_place *place, const char *format, ...)
{
	const struct site site = { .off = place->bit / 8,
				   .len = 1,
				   .bit = place->bit % 8,
				   .path = place->path };
	va_list arguments;

	va_start(arguments, format);
	report_list(t->report, rule, &site, format, arguments);
	va_end(arguments);
	/* This does not depend on the severity that the user set. */
	t->wrong |= rule_row(rule)->severity == DFK_ERROR;
}

/* Returns the length of a name as it is shown in a finding. */
static int
shown(struct span name)
{
	enum { MOST = 56 };

	return name.len < MOST ? (int)name.len : MOST;
}

const struct sendtable_place *
sendtables_place_prop(const struct sendtables *t,
		      const struct sendtable_prop *prop,
		      struct sendtable_place *place)
{
	const struct span table = sendtables_name(
		t, sendtables_table(t, prop->table)->name);
	const struct span name = sendtables_name(t, prop->name);

	place->bit = prop->bit;
	snprintf(place->path, sizeof(place->path), "%.*s > %.*s", shown(table),
		 (const char *)table.ptr, shown(name), (const char *)name.ptr);
	return place;
}

const struct sendtable_place *
sendtables_place_class(const struct sendtables *t,
		       const struct sendtable_class *c,
		       struct sendtable_place *place)
{
	const struct span name = sendtables_name(t, c->name);

	place->bit = c->bit;
	snprintf(place->path, sizeof(place->path), "class %.*s", shown(name),
		 (const char *)name.ptr);
	return place;
}
