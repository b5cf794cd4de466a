/* SPDX-License-Identifier: MIT */
/* describe_entities.c - what is said of entities, for inspection (DEM-16) */
#include "validator/netmessage/check.h"

void
netmessages_show_entities(const struct netmessages *n,
			  struct netmessages_shown *shown,
			  const struct netmessage *m)
{
	const struct entities *e = &n->world.entities;

	if (!e->tables)
		return;
	if (m->type == NETMESSAGE_svc_packetentities && !n->world.tainted &&
	    (n->world.read || n->failed) && !shown->snapshot) {
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

static void
add_name(const struct entities *e, struct description *out, const char *name,
	 uint32_t text)
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
		add_name(e, out, "class", at->class->name);
}

/* ------------------------------------------------------------------- values */

static void
add_part(struct description *out, const char *name,
	 const struct sendtable_prop *p, int64_t part)
{
	if (p->type == SENDTABLE_INT)
		description_add(out, name, part);
	else
		netmessages_add_real(out, name, entities_real(p, part));
}

static void
add_value(const struct entities_walk *w, const struct sendtable_prop *p,
	  struct description *out)
{
	static const char *const axes[] = { "x", "y", "z" };
	const struct entities_value *v = &w->at.value;

	if (p->type == SENDTABLE_STRING) {
		netmessages_add_bits(out, "value", w->b, v->bit, v->bytes)
			->payload = true;
		return;
	}
	if (v->parts == 1) {
		add_part(out, "value", p, v->part[0]);
		return;
	}
	for (unsigned i = 0; i < v->parts; i++)
		if (i == 2 && v->third_is_sign)
			description_add(out, "z_negative", AT(v->part, i));
		else
			add_part(out, AT(axes, i), p, AT(v->part, i));
}

static void
describe_property(const struct entities_walk *w, struct description *out)
{
	const struct sendtable_prop *p = w->at.prop;
	const struct sendtable_table *table = growing_at(&w->e->tables->tables,
							 p->table);

	out->record.name = "property";
	add_name(w->e, out, "table", table->name);
	add_name(w->e, out, "name", p->name);
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

bool
netmessages_describe_entity(struct netmessages_shown *shown,
			    struct description *out)
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
