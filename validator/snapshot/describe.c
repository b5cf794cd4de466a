/* SPDX-License-Identifier: MIT */
/* describe.c - describes a part of a snapshot as names and values, for the command
   inspect */
#include <stdio.h>

#include "validator/snapshot/file.h"

/* Adds the number of bytes of a part without fields. */
static void
add_byte_count(struct description *d, uint64_t size)
{
	struct dfk_field *field;

	if (size == 0)
		return;
	field = description_add(d, "bytes", 0);
	field->kind = DFK_FIELD_BYTES;
	field->size = size;
}

/* Adds ints of one kind with numbered names. */
static void
add_numbered_ints(const struct snapshot_file *f,
		  const struct snapshot_event *ev, const char *name,
		  struct description *d)
{
	enum { MOST = DESCRIPTION_FIELDS - 1 };

	for (uint32_t k = 0; k < ev->n && k < MOST; k++) {
		char text[DESCRIPTION_NAME];

		snprintf(text, sizeof(text), "%s_%u", name, k);
		description_add(d, text, AT(f->ints.at, ev->at + k));
	}
	if (ev->n > MOST)
		add_byte_count(d, 4ull * (ev->n - MOST));
}

/* Adds an update with the ints of the file. */
static void
add_update(const struct snapshot_file *f, const struct snapshot_event *ev,
	   struct description *d)
{
	const struct snapshot_update *u = &AT(f->delta.updates, ev->index);
	struct snapshot_values values = {
		.protocol = f->protocol,
		.s = f->made ? &f->now : f->base,
		.type = u->type,
		.differences = true,
		.n = u->n,
	};

	for (uint32_t k = 0; k < u->n && k < SNAPSHOT_SHOWN_INTS; k++)
		AT(values.at, k) = AT(f->ints.at, u->at + k);
	description_add(d, "item_type", u->type);
	description_add(d, "item_id", u->id);
	if (u->at - u->head > 2)
		description_add(d, "item_size", u->n);
	snapshot_describe_values(&values, d);
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
	case SNAPSHOT_PART_KEYS: add_numbered_ints(f, ev, "key", out); break;
	case SNAPSHOT_PART_OFFSETS:
		add_numbered_ints(f, ev, "offset", out);
		break;
	case SNAPSHOT_PART_REMOVED: add_numbered_ints(f, ev, "key", out); break;
	case SNAPSHOT_PART_ITEM:
		snapshot_describe_item(f->protocol, &f->now, ev->index, out);
		break;
	case SNAPSHOT_PART_UPDATE: add_update(f, ev, out); break;
	case SNAPSHOT_PART_HIDDEN:
	case SNAPSHOT_PART_REST: add_byte_count(out, ev->len); break;
	}
}

/* Describes the change of each item by a delta that was applied. */
bool
snapshot_describe_part(const struct snapshot_file *f,
		       const struct snapshot_event *ev, size_t index,
		       struct description *out)
{
	const struct snapshot_change change = { .protocol = f->protocol,
						.base = f->base,
						.now = &f->now,
						.delta = &f->delta,
						.ints = &f->ints };

	if (!f->is_delta || !f->made)
		return false;
	if (ev->part == SNAPSHOT_PART_REMOVED)
		return index < ev->n &&
		       snapshot_describe_change(&change, index, out);
	return ev->part == SNAPSHOT_PART_UPDATE && index == 0 &&
	       snapshot_describe_change(&change, f->delta.n_removed + ev->index,
					out);
}
