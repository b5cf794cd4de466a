/* SPDX-License-Identifier: MIT */
/* describe.c - a net message and its entities as names and values, for `inspect` */
#include "validator/core/printable.h"
#include "validator/core/real.h"
#include "validator/netmessage/check.h"

/* Returns room for a text that begins inside a byte of the file, or for a number as
   text.  NULL: the text is too long. */
static uint8_t *
reserve_text(struct description *out, struct dfk_field *field, size_t len)
{
	uint8_t *room;

	field->kind = DFK_FIELD_TEXT;
	field->size = len;
	if (len == 0 || len > DESCRIPTION_HELD - out->n_held)
		return NULL; /* the text is too long to be kept */
	room = &AT(out->held, out->n_held);
	field->bytes = room;
	out->n_held += len;
	return room;
}

static struct dfk_field *
add_bits(struct description *out, const char *name, struct bit_reader b,
	 uint64_t bit, size_t len)
{
	struct dfk_field *field = description_add(out, name, 0);
	uint8_t *room = reserve_text(out, field, len);

	b.pos = bit;
	for (size_t i = 0; room && i < len; i++)
		poke(room, len, i, (uint8_t)bits_u(&b, 8));
	return field;
}

static void
add_real(struct description *out, const char *name, double value)
{
	const struct real_text text = real_print(value, 9);
	const size_t n = strlen(text.at);
	uint8_t *room = reserve_text(out, description_add(out, name, 0), n);

	if (room)
		memcpy(room, text.at, n);
}

/* ---------------------------------------------------------------- message */

static void
add_field_by_kind(struct description *out, const struct netmessage_field *f,
		  const struct netmessage_value *v, struct bit_reader packet,
		  bool written)
{
	struct dfk_field *text;

	switch (f->kind) {
	case NETMESSAGE_UNSIGNED:
	case NETMESSAGE_SIGNED:
	case NETMESSAGE_FLAG:
	case NETMESSAGE_QUALITY:
	case NETMESSAGE_LENGTH:
	case NETMESSAGE_BYTES: description_add(out, f->name, v->integer); break;
	case NETMESSAGE_REAL:
		add_real(out, f->name, (double)real_of((uint32_t)v->integer));
		break;
	case NETMESSAGE_TEXT:
		text = add_bits(out, f->name, packet, v->bit,
				(size_t)v->length);
		text->payload = written;
		text->personal = strcmp(f->name, "host") == 0;
		break;
	case NETMESSAGE_SUM:
	case NETMESSAGE_PLACE:
	case NETMESSAGE_BODY:
	case NETMESSAGE_PAIRS:
	case NETMESSAGE_CLASSES: break;
	}
}

/* May the message contain text that a player wrote? */
static bool
may_be_from_player(unsigned type)
{
	return type != NETMESSAGE_svc_serverinfo &&
	       type != NETMESSAGE_svc_createstringtable &&
	       type != NETMESSAGE_svc_voiceinit;
}

static void
describe_message(const struct netmessages *n, const struct netmessage *m,
		 struct bit_reader packet, struct description *out)
{
	const struct netmessage_field *f;

	out->record.name = netmessage_name(&n->layout, m->type);
	description_add(out, "bit", (int64_t)m->bit);
	for (unsigned i = 0; (f = netmessage_field(m->type, i)); i++)
		if (AT(m->values, i).there)
			add_field_by_kind(out, f, &AT(m->values, i), packet,
					  may_be_from_player(m->type));
}

/* --------------------------------------------------------------- entities */

static void
add_sendtable_name(const struct entities *e, struct description *out,
		   const char *name, uint32_t text)
{
	description_bytes(out, name, DFK_FIELD_TEXT,
			  sendtables_name(e->tables, text));
}

static void
describe_update(const struct entities *e, const struct entities_at *at,
		struct description *out)
{
	static const char *const changes[] = { [ENTITIES_CHANGE] = "change",
					       [ENTITIES_LEAVE] = "leave",
					       [ENTITIES_ENTER] = "enter",
					       [ENTITIES_DELETE] = "delete" };

	out->record.name = "temporary_entity";
	if (at->index >= 0) {
		out->record.name = "entity";
		description_add(out, "index", at->index);
		description_text(out, "change", AT(changes, at->change));
	}
	if (at->class)
		add_sendtable_name(e, out, "class", at->class->name);
}

static void
add_value_part(struct description *out, const char *name,
	       const struct sendtable_prop *p, int64_t part)
{
	if (p->type == SENDTABLE_INT)
		description_add(out, name, part);
	else
		add_real(out, name, entities_real(p, part));
}

static void
add_value(const struct entities_walk *w, const struct sendtable_prop *p,
	  struct description *out)
{
	static const char *const axes[] = { "x", "y", "z" };
	const struct entities_value *v = &w->at.value;

	if (p->type == SENDTABLE_STRING) {
		add_bits(out, "value", w->b, v->bit, v->bytes)->payload = true;
		return;
	}
	if (v->parts == 1) {
		add_value_part(out, "value", p, v->part[0]);
		return;
	}
	for (unsigned i = 0; i < v->parts; i++)
		if (i == 2 && v->third_is_sign)
			description_add(out, "z_negative", AT(v->part, i));
		else
			add_value_part(out, AT(axes, i), p, AT(v->part, i));
}

static void
describe_property(const struct entities_walk *w, struct description *out)
{
	const struct sendtable_prop *p = w->at.prop;
	const struct sendtable_table *table = growing_at(&w->e->tables->tables,
							 p->table);

	out->record.name = "property";
	add_sendtable_name(w->e, out, "table", table->name);
	add_sendtable_name(w->e, out, "name", p->name);
	if (p->type == SENDTABLE_ARRAY)
		description_add(out, "elements", w->at.value.part[0]);
	else
		add_value(w, p, out);
}

static void
describe_element(const struct entities_walk *w, struct description *out)
{
	out->record.name = "element";
	description_add(out, "number", w->at.number);
	add_value(w, w->at.element, out);
}

static bool
describe_entity(struct netmessages_shown *shown, struct description *out)
{
	struct entities_walk *w = &shown->walk;
	const enum entities_event event = entities_next(w);

	if (event == ENTITIES_END)
		return false;
	if (event != ENTITIES_ELEMENT)
		description_add(out, "bit", (int64_t)w->at.bit);
	switch (event) {
	case ENTITIES_END: break;
	case ENTITIES_UPDATE: describe_update(w->e, &w->at, out); break;
	case ENTITIES_PROPERTY: describe_property(w, out); break;
	case ENTITIES_ELEMENT: describe_element(w, out); break;
	case ENTITIES_REMOVED:
		out->record.name = "entity";
		description_add(out, "index", w->at.index);
		description_text(out, "change", "removed");
		break;
	}
	return true;
}

/* Prepares to show the entities of the message. */
static void
show_entities(const struct netmessages *n, struct netmessages_shown *shown,
	      const struct netmessage *m)
{
	const struct entities *e = &n->world.entities;

	if (!e->tables)
		return;
	if (m->type == NETMESSAGE_svc_packetentities && !n->world.tainted &&
	    (n->world.read || n->result.failed) && !shown->snapshot) {
		shown->snapshot = shown->entities = true;
		shown->walk = entities_walk_snapshot(
			e, &m->body,
			(uint32_t)netmessage_get(
				m, NETMESSAGE_svc_packetentities_updated),
			netmessage_get(m,
				       NETMESSAGE_svc_packetentities_is_delta));
		shown->walk.applied = n->world.read;
	} else if (m->type == NETMESSAGE_svc_tempentities) {
		shown->entities = true;
		shown->walk = entities_walk_temporary(
			e, &m->body,
			(uint32_t)netmessage_get(
				m, NETMESSAGE_svc_tempentities_count));
	}
}

/* ----------------------------------------------------------------- packet */

struct netmessages_shown
netmessages_show(struct span payload)
{
	return (struct netmessages_shown){ .packet = bits_of(payload) };
}

bool
netmessages_describe(const struct netmessages *n,
		     struct netmessages_shown *shown, struct description *out)
{
	struct netmessage m;

	if (shown->entities && describe_entity(shown, out))
		return true;
	shown->entities = false;
	if (bits_left(&shown->packet) < n->layout.type_bits ||
	    netmessage_read(&m, &shown->packet, &n->layout) != NETMESSAGE_WHOLE)
		return false;
	describe_message(n, &m, shown->packet, out);
	show_entities(n, shown, &m);
	return true;
}
