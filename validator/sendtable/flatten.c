/* SPDX-License-Identifier: MIT */
/*
 * flatten.c - makes one list of properties from the tables of a class, with the way to
 * skip the value of each property (DEM-12.2)
 *
 * The properties of a collapsible table go into the list of the table around it.  Any
 * other table has its own list, which comes before the list of the table around it.
 *
 *   lists:  | of the outer table ... | of an inner one ... |
 *                                    ^ frame.list
 */
#include "validator/sendtable/tables.h"

struct frame {
	uint16_t table;
	uint16_t next; /* index of the next property */
	uint32_t list; /* beginning of the list of the table */
	bool collapsed;
};

struct flattener {
	struct sendtables *t;
	uint32_t n_flat, n_lists, depth;
	uint64_t steps;          /* steps so far, of all classes */
	bool too_many;           /* this class has too many properties */
	uint16_t class;          /* number of this class, from 1 on */
	struct growing excluded; /* by key: the last class that excludes the property */
	uint16_t reached[SENDTABLE_MOST_TABLES]; /* the last class that reaches the
	                                            table */
	uint16_t path[SENDTABLE_MOST_TABLES];
	uint16_t flat[SENDTABLE_MOST_FLAT], lists[SENDTABLE_MOST_FLAT];
	struct frame frames[SENDTABLE_MOST_TABLES];
};

static bool
is_inner(const struct sendtable_prop *p)
{
	return p->type == SENDTABLE_TABLE && !(p->flags & SENDTABLE_EXCLUDE);
}

static uint16_t *
excluded(const struct flattener *f, const struct sendtable_prop *p)
{
	return growing_at(&f->excluded, p->key);
}

/* -------------------------------------------------------------- exclusions */

/* Notes the exclusions of a table, and the tables inside it. */
static void
note_exclusions(struct flattener *f, const struct sendtable_table *table)
{
	for (uint32_t i = 0; i < table->count; i++) {
		const struct sendtable_prop *p = sendtables_prop(
			f->t, table->first + i);

		f->steps++;
		if (p->flags & SENDTABLE_EXCLUDE)
			*excluded(f, p) = f->class;
		if (!is_inner(p) || AT(f->reached, p->inner) == f->class)
			continue;
		AT(f->reached, p->inner) = f->class;
		AT(f->path, f->depth) = p->inner;
		f->depth++;
	}
}

static void
gather_exclusions(struct flattener *f, uint16_t root)
{
	AT(f->reached, root) = f->class;
	AT(f->path, 0) = root;
	f->depth = 1;
	while (f->depth > 0) {
		f->depth--;
		note_exclusions(f,
				sendtables_table(f->t, AT(f->path, f->depth)));
	}
}

/* -------------------------------------------------------------- flattening */

static void
push_frame(struct flattener *f, uint16_t table, bool collapsed)
{
	AT(f->frames, f->depth) = (struct frame){ .table = table,
						  .list = f->n_lists,
						  .collapsed = collapsed };
	f->depth++;
}

static void
append_prop(struct flattener *f, uint16_t *list, uint32_t *n, uint16_t prop)
{
	if (*n == SENDTABLE_MOST_FLAT)
		f->too_many = true;
	else
		memcpy(room_at(list, sizeof(f->flat), *n * sizeof(prop),
			       sizeof(prop)),
		       &prop, sizeof(prop));
	*n += !f->too_many;
}

static void
pop_frame(struct flattener *f)
{
	const struct frame *last = &AT(f->frames, f->depth - 1);

	f->depth--;
	if (last->collapsed)
		return;
	for (uint32_t i = last->list; i < f->n_lists; i++)
		append_prop(f, f->flat, &f->n_flat, AT(f->lists, i));
	f->n_lists = last->list;
}

static void
step(struct flattener *f)
{
	struct frame *at = &AT(f->frames, f->depth - 1);
	const struct sendtable_table *table = sendtables_table(f->t, at->table);
	const struct sendtable_prop *p;
	uint32_t index;

	f->steps++;
	if (at->next == table->count) {
		pop_frame(f);
		return;
	}
	index = table->first + at->next++;
	p = sendtables_prop(f->t, index);
	if (p->flags & (SENDTABLE_EXCLUDE | SENDTABLE_INSIDE_ARRAY) ||
	    *excluded(f, p) == f->class)
		return;
	if (p->type == SENDTABLE_TABLE)
		push_frame(f, p->inner, p->flags & SENDTABLE_COLLAPSIBLE);
	else
		append_prop(f, f->lists, &f->n_lists, (uint16_t)index);
}

/* ----------------------------------------------------------------- passing */

/* The ways to skip the value of a property without reading the value (DEM-16.1). */

static void
pass_fixed(struct sendtable_flat *flat, unsigned bits)
{
	flat->pass = SENDTABLE_PASS_FIXED;
	flat->width = (uint8_t)bits;
}

/* Each number has p->bits bits, or another width that the flags give. */
static void
pass_numbers(const struct sendtable_prop *p, struct sendtable_flat *flat,
	     unsigned numbers)
{
	enum { NORMAL_BITS = 12 };
	const bool short_normal = p->type == SENDTABLE_VECTOR;

	flat->width = (uint8_t)numbers;
	if (p->flags & SENDTABLE_COORD)
		flat->pass = SENDTABLE_PASS_COORD;
	else if (p->flags & SENDTABLE_COORD_MP)
		flat->pass = SENDTABLE_PASS_COORD_MP;
	else if (p->flags & SENDTABLE_COORD_MP_LOW)
		flat->pass = SENDTABLE_PASS_COORD_MP_LOW;
	else if (p->flags & SENDTABLE_COORD_MP_INTEGRAL)
		flat->pass = SENDTABLE_PASS_COORD_MP_INTEGRAL;
	else if (p->flags & SENDTABLE_NO_SCALE)
		flat->pass = SENDTABLE_PASS_FLOAT;
	else if (p->flags & SENDTABLE_NORMAL && short_normal)
		pass_fixed(flat, 2 * NORMAL_BITS + 1);
	else if (p->flags & SENDTABLE_NORMAL)
		pass_fixed(flat, numbers * NORMAL_BITS);
	else
		pass_fixed(flat, numbers * p->bits);
}

static void
set_pass(const struct sendtable_prop *p, struct sendtable_flat *flat)
{
	switch ((enum sendtable_type)p->type) {
	case SENDTABLE_INT:
		if (p->flags & SENDTABLE_NORMAL)
			flat->pass = SENDTABLE_PASS_VARINT;
		else
			pass_fixed(flat, p->bits);
		break;
	case SENDTABLE_FLOAT: pass_numbers(p, flat, 1); break;
	case SENDTABLE_VECTOR_XY: pass_numbers(p, flat, 2); break;
	case SENDTABLE_VECTOR: pass_numbers(p, flat, 3); break;
	case SENDTABLE_STRING:
	case SENDTABLE_ARRAY:
	case SENDTABLE_TABLE:
	case SENDTABLE_TYPES: break;
	}
}

/* ------------------------------------------------------------------- lists */

/* Moves properties that change often to the front.  The engine swaps properties, so the
   order of the other properties changes, too. */
static void
bring_forward(struct flattener *f)
{
	uint32_t first = 0;

	for (uint32_t i = 0; i < f->n_flat; i++) {
		const uint16_t prop = AT(f->flat, i);

		if (!(sendtables_prop(f->t, prop)->flags &
		      SENDTABLE_CHANGES_OFTEN))
			continue;
		AT(f->flat, i) = AT(f->flat, first);
		AT(f->flat, first) = prop;
		first++;
	}
}

/* Keeps the list of a class.  False: the budget is used up. */
static bool
keep_flat(struct flattener *f)
{
	struct growing *all = &f->t->flat;
	const size_t first = all->count;

	if (f->n_flat > 0 && !growing_add(all, f->t->budget, f->n_flat))
		return false;
	for (uint32_t i = 0; i < f->n_flat; i++) {
		struct sendtable_flat *flat = growing_at(all, first + i);

		*flat = (struct sendtable_flat){ .prop = AT(f->flat, i) };
		set_pass(sendtables_prop(f->t, flat->prop), flat);
	}
	return true;
}

/* Makes the list of a class.  False: the budget is used up, or there are too many
   steps. */
static bool
flatten_class(struct flattener *f, struct sendtable_class *c)
{
	const uint64_t most = f->t->limits->table_steps;

	f->class ++;
	f->n_flat = f->n_lists = 0;
	f->too_many = false;
	gather_exclusions(f, c->table);
	push_frame(f, c->table, false);
	while (f->depth > 0 && f->steps <= most && !f->too_many)
		step(f);
	if (f->steps > most)
		return false;
	c->first = (uint32_t)f->t->flat.count;
	if (f->too_many) {
		struct sendtable_place place;

		sendtables_report(f->t, RULE_dem_class_props,
				  sendtables_place_class(f->t, c, &place),
				  "more properties" WANTED
				  "at most %d properties",
				  SENDTABLE_MOST_FLAT);
		return true;
	}
	bring_forward(f);
	c->count = f->n_flat;
	return keep_flat(f);
}

static bool
flatten_all(struct flattener *f)
{
	bool done = true;

	for (size_t i = 0; done && i < f->t->classes.count; i++)
		done = flatten_class(f, growing_at(&f->t->classes, i));
	if (!done && f->steps > f->t->limits->table_steps)
		sendtables_report(f->t, RULE_limit_table_steps,
				  &(struct sendtable_place){ .bit = 0 },
				  "too many tables inside tables");
	return done;
}

bool
sendtables_flatten(struct sendtables *t)
{
	struct flattener f = { .t = t,
			       .excluded = { .size = sizeof(uint16_t) } };
	void *stamps = t->props.count ? growing_add(&f.excluded, t->budget,
						    t->props.count)
				      : t;
	bool done = stamps != NULL;

	if (done && t->props.count)
		memset(stamps, 0, t->props.count * f.excluded.size);
	done = done && flatten_all(&f);
	growing_free(&f.excluded, t->budget);
	return done;
}
