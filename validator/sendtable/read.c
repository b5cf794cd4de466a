/* SPDX-License-Identifier: MIT */
/*
 * read.c - reads the payload of dem_datatables, and then calls all checks (DEM-12)
 *
 *   | 1 | needs decoder | name | n | n properties | 1 | ... | 0 |
 *   | n | n classes: id, name, table |
 */
#include <stdio.h>

#include "validator/core/utf8.h"
#include "validator/sendtable/tables.h"

struct table_reader {
	struct sendtables *t;
	struct bit_reader b;
	const struct sendtable_layout *layout;
	bool has_template; /* the last property is the template of an array */
	bool stopped;      /* the rest cannot be read */
};

static uint32_t
bit_position(const struct table_reader *r)
{
	return (uint32_t)r->b.pos;
}

static bool
can_read_on(const struct table_reader *r)
{
	return !r->stopped && !r->b.fail;
}

/* Adds n items.  NULL: the budget is used up, and reading stops. */
static void *
add_items(struct table_reader *r, struct growing *g, size_t n)
{
	void *items = growing_add(g, r->t->budget, n);

	r->stopped |= items == NULL;
	return items;
}

/* Reads a text.  Returns its index among the names. */
static uint32_t
read_numbered_name(struct table_reader *r)
{
	struct sendtables *t = r->t;
	struct bit_reader ahead = r->b;
	const uint32_t off = (uint32_t)t->texts.count;
	const uint32_t index = (uint32_t)t->names.count;
	const uint32_t bit = bit_position(r);
	struct sendtable_name *name;
	void *room;
	size_t len;

	bits_pass_text(&ahead);
	len = (size_t)(ahead.pos - r->b.pos) / 8 - 1;
	if (ahead.fail || r->stopped) {
		r->b.fail = true;
		return 0;
	}
	/* One byte more is allocated, so the size is never 0. */
	room = add_items(r, &t->texts, len + 1);
	name = add_items(r, &t->names, 1);
	if (!room || !name)
		return 0;
	bits_text(&r->b, room, len);
	if (!utf8_is_text((struct span){ room, len }, ""))
		sendtables_report(t, RULE_dem_identifier,
				  &(struct sendtable_place){ .bit = bit }, "%s",
				  "bytes that are not text");
	*name = (struct sendtable_name){ off, (uint32_t)len, 0 };
	return index;
}

static void
stop_at_prop(struct table_reader *r, enum rule_id rule,
	     const struct sendtable_prop *prop, const char *found)
{
	struct sendtable_place place;

	sendtables_report(r->t, rule, sendtables_place_prop(r->t, prop, &place),
			  "%s", found);
	r->stopped = true;
}

/* ------------------------------------------------------------- properties */

/* The shortest property is a type, a NUL, flags and another NUL.  So no property has an
   index of more than 16 bits. */
enum { LEAST_PROP_BITS = 5 + 8 + 16 + 8 };
_Static_assert(8 * SENDTABLE_MOST_BYTES / LEAST_PROP_BITS < SENDTABLE_NONE,
	       "indices of properties have 16 bits");

/* The type of a property; SENDTABLE_TYPES: the type does not exist. */
static uint8_t
read_prop_type(struct table_reader *r)
{
	enum { BITS = 5 };
	uint32_t type = bits_u(&r->b, BITS);

	if (!r->layout->vector_xy && type >= SENDTABLE_VECTOR_XY)
		type++;
	return (uint8_t)(type < SENDTABLE_TYPES ? type : SENDTABLE_TYPES);
}

static void
read_range(struct table_reader *r, struct sendtable_prop *p)
{
	p->low = bits_float(&r->b);
	p->high = bits_float(&r->b);
	p->bits = (uint8_t)bits_u(&r->b, r->layout->size_bits);
}

/* Reads an array.  Its template is the property before it. */
static void
read_array(struct table_reader *r, struct sendtable_prop *p)
{
	enum { ELEMENT_BITS = 10 };

	p->elements = (uint16_t)bits_u(&r->b, ELEMENT_BITS);
	p->inner = (uint16_t)(r->t->props.count - 1);
}

/* Checks that the template of an array comes directly before the array. */
static void
check_template(struct table_reader *r, const struct sendtable_prop *p)
{
	const bool excluded = p->flags & SENDTABLE_EXCLUDE;
	const bool array = p->type == SENDTABLE_ARRAY && !excluded;
	const bool template = p->flags & SENDTABLE_INSIDE_ARRAY;

	if (r->has_template != array)
		stop_at_prop(r, RULE_dem_prop_array, p,
			     array ? "an array without a template first"
				   : "a template without an array next");
	else if (array && p->elements == 0)
		stop_at_prop(r, RULE_dem_prop_array, p,
			     "an array without elements");
	else if (template && (array || excluded || p->type == SENDTABLE_TABLE))
		stop_at_prop(r, RULE_dem_prop_array, p,
			     "a template that cannot be an element");
	r->has_template = template;
}

static void
read_prop(struct table_reader *r)
{
	enum { FLAG_BITS = 16 };
	struct sendtable_prop p = {
		.bit = bit_position(r),
		.table = (uint16_t)(r->t->tables.count - 1),
		.inner = SENDTABLE_NONE,
	};
	struct sendtable_prop *room;

	p.type = read_prop_type(r);
	p.name = read_numbered_name(r);
	p.flags = (uint16_t)bits_u(&r->b, FLAG_BITS);
	if (!can_read_on(r))
		return;
	if (p.type == SENDTABLE_TYPES) {
		stop_at_prop(r, RULE_dem_prop_type, &p, "an unknown type");
		return;
	}
	if (p.type == SENDTABLE_TABLE || p.flags & SENDTABLE_EXCLUDE)
		p.target = read_numbered_name(r);
	else if (p.type == SENDTABLE_ARRAY)
		read_array(r, &p);
	else
		read_range(r, &p);
	if (!can_read_on(r))
		return;
	check_template(r, &p);
	room = add_items(r, &r->t->props, 1);
	if (room)
		*room = p;
}

/* ------------------------------------------------------ tables and classes */

static void
read_send_table(struct table_reader *r)
{
	enum { COUNT_BITS = 10 };
	struct sendtable_table table = { .bit = bit_position(r) };
	const uint32_t first = (uint32_t)r->t->props.count;
	struct sendtable_table *room;
	uint32_t count;

	bits_pass(&r->b, 1); /* the flag "needs decoder" */
	table.name = read_numbered_name(r);
	count = bits_u(&r->b, COUNT_BITS);
	if (!can_read_on(r))
		return;
	if (r->t->tables.count == SENDTABLE_MOST_TABLES) {
		sendtables_report(r->t, RULE_dem_table_count,
				  &(struct sendtable_place){ .bit = table.bit },
				  "more tables" WANTED "at most %d tables",
				  SENDTABLE_MOST_TABLES);
		r->stopped = true;
		return;
	}
	table.first = first;
	table.count = count;
	room = add_items(r, &r->t->tables, 1);
	if (!room)
		return;
	*room = table;
	for (uint32_t i = 0; i < count && can_read_on(r); i++)
		read_prop(r);
	if (can_read_on(r) && r->has_template)
		stop_at_prop(r, RULE_dem_prop_array,
			     sendtables_prop(r->t, r->t->props.count - 1),
			     "a template without an array next");
}

static void
read_class(struct table_reader *r, uint32_t index)
{
	struct sendtable_class c = { .bit = bit_position(r) };
	const uint32_t id = bits_u(&r->b, 16);
	struct sendtable_class *room;

	c.name = read_numbered_name(r);
	c.table_name = read_numbered_name(r);
	if (!can_read_on(r))
		return;
	room = add_items(r, &r->t->classes, 1);
	if (room)
		*room = c;
	if (room && id != index)
		sendtables_report(r->t, RULE_dem_class_id,
				  &(struct sendtable_place){ .bit = c.bit },
				  "id %u" WANTED "id %u", id, index);
}

static void
read_classes(struct table_reader *r)
{
	const uint32_t bit = bit_position(r);
	const uint32_t count = bits_u(&r->b, 16);

	if (can_read_on(r) && (count == 0 || count > SENDTABLE_MOST_CLASSES)) {
		sendtables_report(r->t, RULE_dem_class_count,
				  &(struct sendtable_place){ .bit = bit },
				  "%u classes" WANTED "1 to %d classes", count,
				  SENDTABLE_MOST_CLASSES);
		r->stopped = true;
	}
	r->t->class_bits = bits_log2(count) + 1;
	for (uint32_t i = 0; i < count && can_read_on(r); i++)
		read_class(r, i);
}

bool
sendtables_read_all(struct sendtables *t, struct span payload,
		    const struct sendtable_layout *layout)
{
	struct table_reader r = { .t = t,
				  .b = bits_of(payload),
				  .layout = layout };

	while (can_read_on(&r) && bits_u(&r.b, 1))
		read_send_table(&r);
	if (can_read_on(&r))
		read_classes(&r);
	if (r.b.fail && !r.stopped)
		sendtables_report(t, RULE_dem_tables_overrun,
				  &(struct sendtable_place){
					  .bit = 8 * (uint32_t)payload.len - 1 },
				  "the end of the data tables");
	else if (can_read_on(&r) && bits_left(&r.b) >= 8)
		sendtables_report(
			t, RULE_dem_tables_rest,
			&(struct sendtable_place){ .bit = bit_position(&r) },
			"%u bits" WANTED "fewer than 8 bits",
			(unsigned)bits_left(&r.b));
	return can_read_on(&r);
}

/* ------------------------------------------------------------------- steps */

/* Reads and checks everything except the lists of classes.  False: the budget is used
   up, or an error was reported. */
static bool
read_and_check(struct sendtables *t, struct span payload,
	       const struct sendtable_layout *layout)
{
	if (!sendtables_read_all(t, payload, layout) || !sendtables_resolve(t))
		return false;
	sendtables_check(t);
	return !t->wrong && sendtables_check_cycles(t);
}

void
sendtables_check_whole(struct sendtables *t, struct span payload,
		       const struct sendtable_layout *layout)
{
	(void)read_and_check(t, payload, layout);
}

enum sendtable_status
sendtables_read(struct sendtables *t, struct span payload,
		const struct sendtable_layout *layout)
{
	enum sendtable_status status = SENDTABLE_READ;
	const bool done = read_and_check(t, payload, layout) &&
			  sendtables_flatten(t);

	if (t->budget->no_memory)
		status = SENDTABLE_NO_MEMORY;
	else if (t->budget->reached || t->report->limit_hits)
		status = SENDTABLE_UNDECIDED;
	else if (t->wrong || !done)
		status = SENDTABLE_WRONG;
	return status;
}
