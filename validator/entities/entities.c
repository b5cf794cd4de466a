/* SPDX-License-Identifier: MIT */
/* entities.c - snapshots, temporary entities, and lists of properties (DEM-16) */
#include "validator/entities/entities.h"

#include <stdio.h>

void
entities_clear(struct entities *e)
{
	memset(e->entity, 0, sizeof(e->entity));
	memset(e->baseline, 0, sizeof(e->baseline));
}

static void
add_name(const struct entities *e, char *room, size_t size, uint32_t name)
{
	enum { MOST = 40 };
	const struct span text = sendtables_name(e->tables, name);
	const size_t used = strlen(room);

	snprintf(room_at(room, size, used, 0), size - used, "%s%.*s",
		 used ? " > " : "", text.len < MOST ? (int)text.len : MOST,
		 (const char *)text.ptr);
}

void
entities_path(const struct entities *e, char *room, size_t size)
{
	poke(room, size, 0, '\0');
	if (e->index >= 0)
		snprintf(room, size, "entity %d", (int)e->index);
	if (e->class)
		add_name(e, room, size, e->class->name);
	if (e->prop)
		add_name(e, room, size, e->prop->name);
}

/* --------------------------------------------------------------- properties */

/* A number in 4, 8, 12 or 32 bits, as two bits before it say. */
static uint32_t
read_distance(struct bit_reader *b)
{
	static const uint8_t widths[] = { 4, 8, 12, 32 };

	return bits_u(b, AT(widths, bits_u(b, 2)));
}

enum entities_error
entities_props(struct entities *e, struct bit_reader *b,
	       const struct sendtable_class *class,
	       struct entities_count *count)
{
	enum entities_error error = ENTITIES_READ;
	uint64_t next = 0;

	e->class = class;
	e->prop = NULL;
	e->bit = b->pos;
	while (error == ENTITIES_READ && bits_u(b, 1)) {
		const uint64_t index = next + read_distance(b);

		e->prop = NULL;
		if (b->fail)
			break;
		if (index >= class->count)
			return ENTITIES_PROP;
		e->prop = sendtables_flat(e->tables, class, (uint32_t)index);
		error = entities_value(e, b, e->prop, count);
		next = index + 1;
		count->props++;
		if (error == ENTITIES_READ && !b->fail)
			e->bit = b->pos;
	}
	return b->fail ? ENTITIES_OVERRUN : error;
}

/* -------------------------------------------------------------- snapshots */

static enum entities_error
enter(struct entities *e, struct bit_reader *b, struct entity *entity,
      struct entities_count *count)
{
	enum { SERIAL_BITS = 10 };
	const uint32_t class = bits_u(b, e->tables->class_bits);

	bits_pass(b, SERIAL_BITS);
	if (b->fail)
		return ENTITIES_OVERRUN;
	if (class >= e->tables->classes.count)
		return ENTITIES_CLASS;
	*entity = (struct entity){ true, (uint16_t) class };
	count->enters++;
	count->bare += !AT(e->baseline, class);
	return entities_props(e, b, sendtables_class(e->tables, class), count);
}

static enum entities_error
change(struct entities *e, struct bit_reader *b, const struct entity *entity,
       struct entities_count *count)
{
	if (!entity->known)
		return ENTITIES_UNKNOWN;
	count->changes++;
	return entities_props(e, b, sendtables_class(e->tables, entity->class),
			      count);
}

static enum entities_error
update(struct entities *e, struct bit_reader *b, struct entities_count *count)
{
	enum { CHANGE, LEAVE, ENTER, DELETE };
	struct entity *entity = &AT(e->entity, e->index);

	switch (bits_u(b, 2)) {
	case CHANGE:
		return b->fail ? ENTITIES_OVERRUN : change(e, b, entity, count);
	case ENTER: return enter(e, b, entity, count);
	case LEAVE:
		count->leaves++;
		count->unknown_leaves += !entity->known;
		break;
	default:
		count->deletes++;
		count->unknown_leaves += !entity->known;
		*entity = (struct entity){ .known = false };
		break;
	}
	return ENTITIES_READ;
}

/* Those that are gone.  An engine whose buffer is full leaves the end out. */
static void
read_removed(struct entities *e, struct bit_reader *b,
	     struct entities_count *count)
{
	count->cut = true;
	while (bits_left(b) > 0) {
		if (!bits_u(b, 1)) {
			count->cut = false;
			return;
		}
		if (bits_left(b) < ENTITIES_INDEX_BITS) {
			bits_pass(b, bits_left(b));
			return;
		}
		AT(e->entity, bits_u(b, ENTITIES_INDEX_BITS)).known = false;
		count->removed++;
	}
}

enum entities_error
entities_snapshot(struct entities *e, struct bit_reader *b, uint32_t updates,
		  bool delta, uint32_t most, struct entities_count *count)
{
	enum entities_error error = ENTITIES_READ;
	uint64_t next = 0;

	if (!delta)
		memset(e->entity, 0, sizeof(e->entity));
	for (uint32_t i = 0; i < updates && error == ENTITIES_READ; i++) {
		uint64_t index;

		e->bit = b->pos;
		e->index = -1;
		e->class = NULL;
		e->prop = NULL;
		index = next + read_distance(b);
		if (b->fail)
			return ENTITIES_OVERRUN;
		if (index >= ENTITIES_MOST)
			return ENTITIES_INDEX;
		e->index = (int32_t)index;
		count->too_high += index >= most;
		error = update(e, b, count);
		next = index + 1;
	}
	if (error == ENTITIES_READ && delta)
		read_removed(e, b, count);
	return error;
}

/* ------------------------------------------------------ temporary entities */

enum entities_error
entities_temporary(struct entities *e, struct bit_reader *b, uint32_t n,
		   struct entities_count *count)
{
	enum { DELAY_BITS = 8 };
	const struct sendtable_class *class = NULL;
	enum entities_error error = ENTITIES_READ;

	e->index = -1;
	for (uint32_t i = 0; i < (n ? n : 1) && error == ENTITIES_READ; i++) {
		e->bit = b->pos;
		e->class = NULL;
		e->prop = NULL;
		if (bits_u(b, 1))
			bits_pass(b, DELAY_BITS);
		if (bits_u(b, 1)) {
			const uint32_t number = bits_u(b,
						       e->tables->class_bits);

			if (b->fail)
				return ENTITIES_OVERRUN;
			if (number == 0 || number > e->tables->classes.count)
				return ENTITIES_CLASS;
			class = sendtables_class(e->tables, number - 1);
		}
		if (b->fail)
			return ENTITIES_OVERRUN;
		if (!class)
			return ENTITIES_FIRST;
		error = entities_props(e, b, class, count);
	}
	return error;
}
