/* SPDX-License-Identifier: MIT */
/* entities.c - the entities after each snapshot (DEM-16) */
#include "validator/entities/entities.h"

#include <stdio.h>

void
entities_clear(struct entities *e)
{
	memset(e->entity, 0, sizeof(e->entity));
	memset(e->baseline, 0, sizeof(e->baseline));
}

static void
append_name(const struct sendtables *tables, char *room, size_t size,
	    uint32_t name)
{
	enum { MOST = 40 };
	const struct span text = sendtables_name(tables, name);
	const size_t used = strlen(room);

	snprintf(room_at(room, size, used, 0), size - used, "%s%.*s",
		 used ? " > " : "", text.len < MOST ? (int)text.len : MOST,
		 (const char *)text.ptr);
}

void
entities_path(const struct entities *e, char *room, size_t size)
{
	const struct entities_at *at = &e->walk.at;

	poke(room, size, 0, '\0');
	if (at->index >= 0)
		snprintf(room, size, "entity %d", (int)at->index);
	if (at->class)
		append_name(e->tables, room, size, at->class->name);
	if (at->prop)
		append_name(e->tables, room, size, at->prop->name);
}

/* ------------------------------------------------------------------ changes */

/* A snapshot names each index at most once, in ascending order. */
static void
keep_new_entity(struct entities *e, struct entity entity)
{
	AT(e->new,
	   e->n_new++) = (struct entities_new){ (uint16_t)e->walk.at.index,
						entity };
}

static void
update(struct entities *e, struct entities_count *count)
{
	const struct entities_at *at = &e->walk.at;
	const bool known = !e->anew && AT(e->entity, at->index).known;

	switch (at->change) {
	case ENTITIES_CHANGE: count->changes++; return;
	case ENTITIES_ENTER:
		keep_new_entity(
			e, (struct entity){ true, (uint16_t)at->class_index });
		count->enters++;
		count->bare += !AT(e->baseline, at->class_index);
		return;
	case ENTITIES_LEAVE: count->leaves++; break;
	case ENTITIES_DELETE: count->deletes++; break;
	}
	count->unknown_leaves += !known;
	if (at->change == ENTITIES_DELETE)
		keep_new_entity(e, (struct entity){ .known = false });
}

static void
apply(struct entities *e, enum entities_event event, uint32_t most,
      struct entities_count *count)
{
	const struct entities_at *at = &e->walk.at;

	switch (event) {
	case ENTITIES_END: break;
	case ENTITIES_UPDATE:
		if (at->index < 0)
			break; /* a temporary entity */
		count->too_high += (uint32_t)at->index >= most;
		update(e, count);
		break;
	case ENTITIES_PROPERTY:
		count->props++;
		if (at->prop->type != SENDTABLE_ARRAY)
			count->odd_floats += entities_odd_floats(at->prop,
								 &at->value);
		break;
	case ENTITIES_ELEMENT:
		count->odd_floats += entities_odd_floats(at->element,
							 &at->value);
		break;
	case ENTITIES_REMOVED: count->removed++; break;
	}
}

static enum entities_error
apply_events(struct entities *e, struct bit_reader *b, uint32_t most,
	     struct entities_count *count)
{
	enum entities_event event;

	do {
		if (e->walk.in_props && e->walk.elements == 0)
			entities_pass_plain(&e->walk, most, count);
		event = entities_next(&e->walk);
		apply(e, event, most, count);
	} while (event != ENTITIES_END);
	count->cut = e->walk.cut;
	*b = e->walk.b;
	return e->walk.error;
}

enum entities_error
entities_snapshot(struct entities *e, struct bit_reader *b, uint32_t updates,
		  bool delta, uint32_t most, struct entities_count *count)
{
	e->anew = !delta;
	e->n_new = 0;
	e->walk = entities_walk_snapshot(e, b, updates, delta);
	return apply_events(e, b, most, count);
}

void
entities_commit(struct entities *e)
{
	struct entities_walk removed = e->walk;

	if (e->anew)
		memset(e->entity, 0, sizeof(e->entity));
	for (uint32_t i = 0; i < e->n_new; i++)
		AT(e->entity, AT(e->new, i).index) = AT(e->new, i).entity;
	removed.b.pos = removed.removed;
	while (removed.delta && entities_next(&removed) == ENTITIES_REMOVED)
		AT(e->entity, removed.at.index).known = false;
}

enum entities_error
entities_temporary(struct entities *e, struct bit_reader *b, uint32_t n,
		   struct entities_count *count)
{
	e->walk = entities_walk_temporary(e, b, n);
	return apply_events(e, b, 0, count);
}

enum entities_error
entities_props(struct entities *e, struct bit_reader *b, uint32_t class,
	       struct entities_count *count)
{
	e->walk = entities_walk_props(e, b, class);
	return apply_events(e, b, 0, count);
}
