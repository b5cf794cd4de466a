/* SPDX-License-Identifier: MIT */
/* describe.c - a part of a datafile as names and values, for inspection */
#include <stdio.h>

#include "validator/datafile/datafile.h"

static struct dfk_field *
add(struct description *d, const char *name, int64_t value)
{
	const size_t i = d->record.n_fields;

	if (i == COUNT_OF(d->fields))
		return NULL;
	d->record.n_fields++;
	snprintf(AT(d->names, i), DESCRIPTION_NAME, "%s", name);
	AT(d->fields, i) = (struct dfk_field){ .name = AT(d->names, i),
					       .integer = value };
	return &AT(d->fields, i);
}

static void
add_header(const struct datafile *df, struct description *d)
{
	const struct datafile_header *h = &df->header;

	add(d, "version", h->version);
	add(d, "size", h->size);
	add(d, "swaplen", h->swaplen);
	add(d, "num_item_types", h->n_types);
	add(d, "num_items", h->n_items);
	add(d, "num_data", h->n_data);
	add(d, "item_size", h->item_size);
	add(d, "data_size", h->data_size);
}

/* What does not fit, as the bytes it has in the file. */
static void
add_rest(const struct datafile *df, struct description *d, uint64_t off,
	 uint64_t end)
{
	struct cursor c = cur_span(window_span(&df->tables), 0);
	struct dfk_field *f = add(d, "bytes", 0);

	if (!f)
		return;
	cur_bytes(&c, (size_t)off);
	f->kind = DFK_FIELD_BYTES;
	f->size = end - off;
	f->bytes = cur_bytes(&c, (size_t)f->size).ptr;
}

static void
add_item(const struct datafile *df, struct description *d, uint32_t index)
{
	enum { MOST = DESCRIPTION_FIELDS - 3 };
	struct datafile_item item;

	datafile_item(df, index, &item);
	d->record.name = map_item_name(df, &item);
	add(d, "item_type", item.type);
	add(d, "item_id", item.id);
	for (uint32_t k = 0; k < item.n_ints && k < MOST; k++) {
		const char *known = map_int_name(df, &item, k);
		char name[DESCRIPTION_NAME];

		snprintf(name, sizeof(name), "int_%u", k);
		add(d, known ? known : name, datafile_value(df, &item, k));
	}
	if (item.n_ints > MOST)
		add_rest(df, d, item.off + DATAFILE_ITEM_BYTES + 4ull * MOST,
			 item.off + DATAFILE_ITEM_BYTES + 4ull * item.n_ints);
}

static void
add_data(const struct datafile *df, struct description *d, uint32_t index)
{
	uint64_t off, end;

	datafile_slice(df, index, &off, &end);
	add(d, "index", index);
	add(d, "stored", (int64_t)(end - off));
	add(d, "size", datafile_data_size(df, index));
	if (df->uses && map_use_of(df, index)->kinds)
		add(d, "item", map_use_of(df, index)->item);
}

void
datafile_describe(const struct datafile *df, const struct datafile_event *ev,
		  struct description *out)
{
	static const char *const names[] = {
		[DATAFILE_HEADER] = "header",
		[DATAFILE_TYPES] = "item_types",
		[DATAFILE_ITEM_OFFSETS] = "item_offsets",
		[DATAFILE_DATA_OFFSETS] = "data_offsets",
		[DATAFILE_DATA_SIZES] = "data_sizes",
		[DATAFILE_ITEMS] = "items",
		[DATAFILE_ITEM] = "item",
		[DATAFILE_ALL_DATA] = "data_area",
		[DATAFILE_DATA] = "data",
	};

	out->record = (struct dfk_record){
		.offset = df->origin + ev->off,
		.length = ev->len,
		.index = df->records - 1,
		.tick = -1,
		.name = AT(names, ev->kind),
		.fields = out->fields,
	};
	if (ev->kind == DATAFILE_HEADER)
		add_header(df, out);
	else if (ev->kind == DATAFILE_ITEM)
		add_item(df, out, ev->index);
	else if (ev->kind == DATAFILE_DATA)
		add_data(df, out, ev->index);
	else if (ev->kind != DATAFILE_ALL_DATA)
		add_rest(df, out, ev->off, ev->off + ev->len);
}
