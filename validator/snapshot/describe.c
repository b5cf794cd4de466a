/* SPDX-License-Identifier: MIT */
/* describe.c - a part of a snapshot as names and values, for inspection */
#include <stdio.h>

#include "validator/snapshot/file.h"

/* What has no field of its own: how many bytes it is. */
static void
add_bytes(struct description *d, uint64_t size)
{
	struct dfk_field *field;

	if (size == 0)
		return;
	field = description_add(d, "bytes", 0);
	field->kind = DFK_FIELD_BYTES;
	field->size = size;
}

/* Ints of one kind, numbered. */
static void
add_list(const struct snapshot_file *f, const struct snapshot_event *ev,
	 const char *name, struct description *d)
{
	enum { MOST = DESCRIPTION_FIELDS - 1 };

	for (uint32_t k = 0; k < ev->n && k < MOST; k++) {
		char text[DESCRIPTION_NAME];

		snprintf(text, sizeof(text), "%s_%u", name, k);
		description_add(d, text, AT(f->ints.at, ev->at + k));
	}
	if (ev->n > MOST)
		add_bytes(d, 4ull * (ev->n - MOST));
}

/* Four ints, big-endian, as one field; returns how many that were. */
static uint32_t
add_uuid(const struct snapshot_file *f, uint32_t at, uint32_t end,
	 struct description *d)
{
	struct dfk_field *field;

	if (end - at < SNAPSHOT_UUID_INTS)
		return 0;
	for (uint32_t k = 0; k < sizeof(d->uuid); k++)
		AT(d->uuid,
		   k) = (uint8_t)((uint32_t)AT(f->ints.at, at + k / 4) >>
				  (24 - 8 * (k % 4)));
	field = description_add(d, "uuid", 0);
	field->kind = DFK_FIELD_UUID;
	field->bytes = d->uuid;
	field->size = sizeof(d->uuid);
	return SNAPSHOT_UUID_INTS;
}

/* The ints of an item or update, from index `at` up to `end`. */
static void
add_values(const struct snapshot_file *f, int32_t type, uint32_t at,
	   uint32_t end, struct description *d)
{
	const struct snapshot *s = f->made ? &f->now : f->base;

	d->record.name = snapshot_type_name(f->protocol, s, type);
	for (uint32_t k = type == 0 ? add_uuid(f, at, end, d) : 0; at + k < end;
	     k++) {
		char text[DESCRIPTION_NAME];

		if (d->record.n_fields == DESCRIPTION_FIELDS - 1) {
			add_bytes(d, 4ull * (end - at - k));
			return;
		}
		if (!snapshot_field_name(f->protocol, s, type, k, text,
					 sizeof(text)))
			snprintf(text, sizeof(text), "int_%u", k);
		description_add(d, text, AT(f->ints.at, at + k));
	}
}

static void
add_item(const struct snapshot_file *f, const struct snapshot_event *ev,
	 struct description *d)
{
	const int32_t key = AT(f->ints.at, ev->at);

	description_add(d, "item_type", (int16_t)snapshot_type(key));
	description_add(d, "item_id", snapshot_id(key));
	add_values(f, snapshot_type(key), ev->at + 1, ev->at + ev->n, d);
}

static void
add_update(const struct snapshot_file *f, const struct snapshot_event *ev,
	   struct description *d)
{
	const struct snapshot_update *u = &AT(f->delta.updates, ev->index);

	description_add(d, "item_type", u->type);
	description_add(d, "item_id", u->id);
	if (u->at - u->head > 2)
		description_add(d, "item_size", u->n);
	add_values(f, u->type, u->at, (uint32_t)u->at + u->n, d);
}

static void
add_head(const struct snapshot_file *f, struct description *d)
{
	description_add(d, f->is_delta ? "num_removed" : "data_size",
			AT(f->ints.at, 0));
	description_add(d, f->is_delta ? "num_updates" : "num_items",
			AT(f->ints.at, 1));
	if (f->is_delta)
		description_add(d, "zero", AT(f->ints.at, 2));
}

void
snapshot_describe(const struct snapshot_file *f,
		  const struct snapshot_event *ev, struct description *out)
{
	static const char *const names[] = {
		[SNAPSHOT_PART_HEAD] = "head",
		[SNAPSHOT_PART_KEYS] = "keys",
		[SNAPSHOT_PART_OFFSETS] = "offsets",
		[SNAPSHOT_PART_HIDDEN] = "hidden",
		[SNAPSHOT_PART_ITEM] = "item",
		[SNAPSHOT_PART_REMOVED] = "removed",
		[SNAPSHOT_PART_UPDATE] = "item",
		[SNAPSHOT_PART_REST] = "rest",
	};

	out->record = (struct dfk_record){
		.offset = ev->off,
		.length = ev->len,
		.index = f->records - 1,
		.tick = -1,
		.name = AT(names, ev->part),
		.fields = out->fields,
	};
	switch (ev->part) {
	case SNAPSHOT_PART_HEAD: add_head(f, out); break;
	case SNAPSHOT_PART_KEYS: add_list(f, ev, "key", out); break;
	case SNAPSHOT_PART_OFFSETS: add_list(f, ev, "offset", out); break;
	case SNAPSHOT_PART_REMOVED: add_list(f, ev, "key", out); break;
	case SNAPSHOT_PART_ITEM: add_item(f, ev, out); break;
	case SNAPSHOT_PART_UPDATE: add_update(f, ev, out); break;
	case SNAPSHOT_PART_HIDDEN:
	case SNAPSHOT_PART_REST: add_bytes(out, ev->len); break;
	}
}
