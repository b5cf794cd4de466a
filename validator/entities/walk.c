/* SPDX-License-Identifier: MIT */
/* walk.c - reads the elements of entities one after the other (DEM-16) */
#include "validator/entities/entities.h"

struct entities_walk
entities_walk_snapshot(const struct entities *e, const struct bit_reader *body,
		       uint32_t updates, bool delta)
{
	return (struct entities_walk){ .e = e,
				       .b = *body,
				       .left = updates,
				       .delta = delta,
				       .at.index = -1 };
}

struct entities_walk
entities_walk_temporary(const struct entities *e, const struct bit_reader *body,
			uint32_t n)
{
	return (struct entities_walk){ .e = e,
				       .b = *body,
				       .left = n ? n : 1,
				       .temporary = true,
				       .at.index = -1 };
}

struct entities_walk
entities_walk_props(const struct entities *e, const struct bit_reader *body,
		    uint32_t class)
{
	return (struct entities_walk){ .e = e,
				       .b = *body,
				       .in_props = true,
				       .at = { .bit = body->pos,
					       .index = -1,
					       .class_index = class,
					       .class = sendtables_class(
						       e->tables, class) } };
}

static enum entities_event
end_with_error(struct entities_walk *w, enum entities_error error)
{
	w->error = w->b.fail ? ENTITIES_OVERRUN : error;
	return ENTITIES_END;
}

/* Inlined, because each property has a distance; see bits_u(). */
__attribute__((always_inline)) static inline uint32_t
read_distance(struct bit_reader *b)
{
	return bits_u(b, entities_distance_bits(bits_u(b, 2)));
}

/* --------------------------------------------------------------- properties */

static enum entities_event
next_element(struct entities_walk *w)
{
	const enum entities_error error = entities_value(
		w->e->varint, &w->b, w->at.element, &w->at.value);

	w->elements--;
	w->at.number++;
	return error || w->b.fail ? end_with_error(w, error) : ENTITIES_ELEMENT;
}

/* Do the values have no bits?  Then a few bits of the file could stand for a thousand
   elements. */
static bool
is_empty(const struct entities_walk *w, const struct sendtable_prop *p)
{
	const unsigned flags = SENDTABLE_COORD | SENDTABLE_COORD_MP |
			       SENDTABLE_COORD_MP_LOW |
			       SENDTABLE_COORD_MP_INTEGRAL |
			       SENDTABLE_NO_SCALE | SENDTABLE_NORMAL;

	if (p->bits > 0 || p->type == SENDTABLE_STRING)
		return false;
	return p->type == SENDTABLE_INT
		       ? !(w->e->varint && p->flags & SENDTABLE_NORMAL)
		       : !(p->flags & flags);
}

static enum entities_event
begin_array(struct entities_walk *w)
{
	const struct sendtable_prop *p = w->at.prop;

	w->elements = bits_u(&w->b, bits_log2(p->elements) + 1);
	if (w->elements > p->elements || w->b.fail)
		return end_with_error(w, ENTITIES_ELEMENTS);
	w->at.element = sendtables_element(w->e->tables, p);
	w->at.number = UINT32_MAX;
	w->at.value = (struct entities_value){ .parts = 1,
					       .part = { w->elements } };
	if (is_empty(w, w->at.element))
		w->elements = 0;
	return ENTITIES_PROPERTY;
}

static enum entities_event
read_property(struct entities_walk *w)
{
	struct entities_at *at = &w->at;
	uint64_t index;
	enum entities_error error;

	at->prop = NULL;
	index = w->next_prop + read_distance(&w->b);
	if (w->b.fail || index >= at->class->count)
		return end_with_error(w, ENTITIES_PROP);
	at->prop = sendtables_flat(w->e->tables, at->class, (uint32_t)index);
	w->next_prop = index + 1;
	if (at->prop->type == SENDTABLE_ARRAY)
		return begin_array(w);
	error = entities_value(w->e->varint, &w->b, at->prop, &at->value);
	return error || w->b.fail ? end_with_error(w, error)
				  : ENTITIES_PROPERTY;
}

static void
begin_props(struct entities_walk *w)
{
	w->in_props = true;
	w->next_prop = 0;
}

/* ---------------------------------------------------------------- updates */

static void
begin_update(struct entities_walk *w)
{
	w->left--;
	w->at.bit = w->b.pos;
	w->at.index = -1;
	w->at.class = NULL;
	w->at.prop = NULL;
}

static enum entities_event
enter_entity(struct entities_walk *w)
{
	enum { SERIAL_BITS = 10 };
	struct entities_at *at = &w->at;

	at->class_index = bits_u(&w->b, w->e->tables->class_bits);
	bits_pass(&w->b, SERIAL_BITS);
	if (w->b.fail || at->class_index >= w->e->tables->classes.count)
		return end_with_error(w, ENTITIES_CLASS);
	at->class = sendtables_class(w->e->tables, at->class_index);
	begin_props(w);
	return ENTITIES_UPDATE;
}

static enum entities_event
change_entity(struct entities_walk *w)
{
	struct entities_at *at = &w->at;
	const struct entity *entity = &AT(w->e->entity, at->index);

	/* A full snapshot has no entities before it. */
	if (w->b.fail || !w->delta || !(entity->known || w->applied))
		return end_with_error(w, ENTITIES_UNKNOWN);
	at->class_index = entity->class;
	at->class = sendtables_class(w->e->tables, at->class_index);
	begin_props(w);
	return ENTITIES_UPDATE;
}

static enum entities_event
next_update(struct entities_walk *w)
{
	struct entities_at *at = &w->at;
	uint64_t index;

	begin_update(w);
	index = w->next + read_distance(&w->b);
	if (w->b.fail || index >= ENTITIES_MOST)
		return end_with_error(w, ENTITIES_INDEX);
	at->index = (int32_t)index;
	w->next = index + 1;
	at->change = bits_u(&w->b, 2);
	switch (at->change) {
	case ENTITIES_CHANGE: return change_entity(w);
	case ENTITIES_ENTER: return enter_entity(w);
	case ENTITIES_LEAVE:
	case ENTITIES_DELETE: break;
	}
	return ENTITIES_UPDATE;
}

/* Reads the list of removed entities.  An engine whose buffer is full leaves out the end
   of the list.  The caller finds out whether the buffer was full. */
static enum entities_event
next_removed(struct entities_walk *w)
{
	w->at.bit = w->b.pos;
	if (!w->in_removed)
		w->removed = w->b.pos;
	w->in_removed = true;
	w->cut = bits_left(&w->b) == 0;
	if (w->cut || !bits_u(&w->b, 1))
		return ENTITIES_END;
	if (bits_left(&w->b) < ENTITIES_INDEX_BITS) {
		bits_pass(&w->b, bits_left(&w->b));
		w->cut = true;
		return ENTITIES_END;
	}
	w->at.index = (int32_t)bits_u(&w->b, ENTITIES_INDEX_BITS);
	w->at.class = NULL;
	w->at.prop = NULL;
	return ENTITIES_REMOVED;
}

/* Reads a temporary entity.  Without a class it has the class of the one before. */
static enum entities_event
next_temporary(struct entities_walk *w)
{
	enum { DELAY_BITS = 8 };
	struct entities_at *at = &w->at;

	begin_update(w);
	at->change = ENTITIES_ENTER;
	if (bits_u(&w->b, 1))
		bits_pass(&w->b, DELAY_BITS);
	if (bits_u(&w->b, 1)) {
		const uint32_t number = bits_u(&w->b, w->e->tables->class_bits);

		if (w->b.fail || number == 0 ||
		    number > w->e->tables->classes.count)
			return end_with_error(w, ENTITIES_CLASS);
		w->any_class = true;
		at->class_index = number - 1;
	}
	if (w->b.fail || !w->any_class)
		return end_with_error(w, ENTITIES_FIRST);
	at->class = sendtables_class(w->e->tables, at->class_index);
	begin_props(w);
	return ENTITIES_UPDATE;
}

enum entities_event
entities_next(struct entities_walk *w)
{
	if (w->elements > 0)
		return next_element(w);
	if (w->in_props) {
		w->at.bit = w->b.pos;
		w->in_props = bits_u(&w->b, 1);
		if (w->b.fail)
			return end_with_error(w, ENTITIES_OVERRUN);
		if (w->in_props)
			return read_property(w);
	}
	if (w->left > 0)
		return w->temporary ? next_temporary(w) : next_update(w);
	return w->delta ? next_removed(w) : ENTITIES_END;
}
