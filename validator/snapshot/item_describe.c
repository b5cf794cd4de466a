/* SPDX-License-Identifier: MIT */
/* item_describe.c - describes an item as names and values, for the command inspect
   (SN-9) */
#include <stdio.h>

#include "validator/snapshot/delta.h"

/* The last field is reserved for values that do not fit. */
static bool
has_room_for_field(const struct description *d)
{
	return d->record.n_fields < DESCRIPTION_FIELDS - 1;
}

static void
add_item_int(const struct snapshot_field *f, bool many, uint32_t k,
	     int32_t value, struct description *d)
{
	char name[DESCRIPTION_NAME];

	snprintf(name, sizeof(name), many ? "%.*s_%u" : "%.*s",
		 (int)f->name.len, (const char *)f->name.ptr, k);
	description_add(d, name, value);
}

/* ----------------------------------------------------------------- texts -- */

/* Returns byte k of a text in ints.  The most significant byte comes first, and each
   byte is stored plus 128. */
static uint8_t
text_byte(const struct snapshot_values *v, uint32_t at, uint32_t k)
{
	const uint32_t value = (uint32_t)AT(v->at, at + k / 4);

	return (uint8_t)((value >> (24 - 8 * (k % 4))) + 128);
}

/* The last byte of the last int is the end of the text, whatever its value is. */
static void
add_text_in_ints(const struct snapshot_values *v,
		 const struct snapshot_field *f, uint32_t k, uint32_t at,
		 struct description *d)
{
	const uint32_t most = 4 * f->ints - 1;
	const size_t begin = d->n_held;
	struct dfk_field *field;

	add_item_int(f, f->count > 1, k, 0, d);
	field = &AT(d->fields, d->record.n_fields - 1);
	field->kind = DFK_FIELD_TEXT;
	field->bytes = &AT(d->held, begin);
	field->payload = true;
	for (uint32_t i = 0; i < most && text_byte(v, at, i); i++)
		AT(d->held, d->n_held++) = text_byte(v, at, i);
	field->size = d->n_held - begin;
}

/* ---------------------------------------------------------------- values -- */

/* Adds four big-endian ints as one field. */
static void
add_uuid(const struct snapshot_values *v, struct description *d)
{
	struct dfk_field *field = description_add(d, "uuid", 0);

	field->kind = DFK_FIELD_UUID;
	field->bytes = &AT(d->held, d->n_held);
	field->size = 4ull * SNAPSHOT_UUID_INTS;
	for (uint32_t k = 0; k < field->size; k++)
		AT(d->held,
		   d->n_held++) = (uint8_t)((uint32_t)AT(v->at, k / 4) >>
					    (24 - 8 * (k % 4)));
}

/* Adds one field from int number `at` on.  Returns the number of the int after this
   field. */
static uint32_t
add_item_field(const struct snapshot_values *v, const struct snapshot_field *f,
	       uint32_t at, struct description *d)
{
	const uint32_t ints = f->ints ? f->count * f->ints : f->count;
	const bool text = f->ints && !v->differences && ints <= v->n - at;

	for (uint32_t k = 0; text && k < f->count && has_room_for_field(d); k++)
		add_text_in_ints(v, f, k, at + k * f->ints, d);
	if (text)
		return at + ints;
	for (uint32_t k = 0; k < ints && at < v->n && has_room_for_field(d);
	     k++, at++)
		add_item_int(f, ints > 1, k, AT(v->at, at), d);
	return at;
}

void
snapshot_describe_values(const struct snapshot_values *v, struct description *d)
{
	struct cursor fields = snapshot_open_fields(
		snapshot_fields_of(v->protocol, v->s, v->type));
	struct snapshot_field f;
	uint32_t at = 0;

	d->record.name = snapshot_type_name(v->protocol, v->s, v->type);
	if (v->type == 0 && v->n >= SNAPSHOT_UUID_INTS) {
		add_uuid(v, d);
		at = SNAPSHOT_UUID_INTS;
		snapshot_next_field(&fields, &f);
	}
	while (at < v->n && has_room_for_field(d) &&
	       snapshot_next_field(&fields, &f))
		at = add_item_field(v, &f, at, d);
	for (; at < v->n && has_room_for_field(d); at++) {
		char name[DESCRIPTION_NAME];

		snprintf(name, sizeof(name), "int_%u", at);
		description_add(d, name, AT(v->at, at));
	}
	if (at < v->n) {
		struct dfk_field *rest = description_add(d, "bytes", 0);

		rest->kind = DFK_FIELD_BYTES;
		rest->size = 4ull * (v->n - at);
	}
}

/* ----------------------------------------------------------------- items -- */

static void
add_key(int32_t type, int32_t id, struct description *d)
{
	description_add(d, "item_type", type);
	description_add(d, "item_id", id);
}

static void
add_item_values(enum dfk_protocol protocol, const struct snapshot *s,
		const struct snapshot_item *item, struct description *d)
{
	struct snapshot_values values = { .protocol = protocol,
					  .s = s,
					  .type = snapshot_type(item->key),
					  .n = item->n };

	for (uint32_t k = 0; k < item->n && k < SNAPSHOT_SHOWN_INTS; k++)
		AT(values.at, k) = snapshot_get(s, item, k);
	snapshot_describe_values(&values, d);
}

bool
snapshot_describe_item(enum dfk_protocol protocol, const struct snapshot *s,
		       uint32_t item, struct description *out)
{
	if (item >= s->n_items)
		return false;
	const struct snapshot_item *i = &AT(s->items, item);

	add_key((int16_t)snapshot_type(i->key), snapshot_id(i->key), out);
	add_item_values(protocol, s, i, out);
	return true;
}

/* --------------------------------------------------------------- changes -- */

bool
snapshot_describe_change(const struct snapshot_change *c, size_t index,
			 struct description *out)
{
	const struct snapshot_delta *delta = c->delta;

	if (index < delta->n_removed) {
		const int32_t key = AT(c->ints->at,
				       SNAPSHOT_DELTA_HEAD_INTS + index);

		out->record.name = snapshot_type_name(c->protocol, c->base,
						      snapshot_type(key));
		description_text(out, "change", "removed");
		add_key((int16_t)snapshot_type(key), snapshot_id(key), out);
		return true;
	}
	index -= delta->n_removed;
	if (index >= delta->n_updates)
		return false;
	const struct snapshot_update *u = &AT(delta->updates, index);

	description_text(out, "change",
			 u->old == SNAPSHOT_NO_ITEM ? "new" : "changed");
	add_key(u->type, u->id, out);
	add_item_values(c->protocol, c->now, &AT(c->now->items, u->item), out);
	return true;
}
