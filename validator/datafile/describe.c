/* SPDX-License-Identifier: MIT */
/* describe.c - describes a part of a datafile as names and values, for the command
   inspect */
#include <stdio.h>

#include "validator/datafile/datafile.h"

static void
add_header_ints(const struct datafile_header *h, struct description *d)
{
	description_add(d, "version", h->version);
	description_add(d, "size", h->size);
	description_add(d, "swaplen", h->swaplen);
	description_add(d, "num_item_types", h->n_types);
	description_add(d, "num_items", h->n_items);
	description_add(d, "num_data", h->n_data);
	description_add(d, "item_size", h->item_size);
	description_add(d, "data_size", h->data_size);
}

/* Adds the values that have no field of their own, as bytes of the file. */
static void
add_file_bytes(const struct datafile_tables *t, struct description *d,
	       uint64_t off, uint64_t end)
{
	struct cursor c = cur_span(window_span(&t->bytes), 0);

	cur_bytes(&c, (size_t)off);
	description_bytes(d, "bytes", DFK_FIELD_BYTES,
			  cur_bytes(&c, (size_t)(end - off)));
}

static void
add_map_item(const struct datafile *df, struct description *d, uint32_t index)
{
	enum { MOST = DESCRIPTION_FIELDS - 3 };
	const struct map_item item = datafile_map_item(&df->tables, index);
	const uint32_t n = (uint32_t)(item.ints.len / 4);

	d->record.name = map_item_name(&item);
	description_add(d, "item_type", item.type);
	description_add(d, "item_id", item.id);
	for (uint32_t k = 0; k < n && k < MOST; k++) {
		const char *known = map_int_name(&df->map, &item, k);
		char name[DESCRIPTION_NAME];

		snprintf(name, sizeof(name), "int_%u", k);
		description_add(d, known ? known : name, map_int(&item, k));
	}
	if (n > MOST) {
		const uint64_t ints = item.off + MAP_ITEM_HEAD;

		add_file_bytes(&df->tables, d, ints + 4ull * MOST,
			       ints + item.ints.len);
	}
}

static void
add_data(const struct datafile *df, struct description *d, uint32_t index)
{
	uint64_t off, end;

	datafile_slice(&df->tables, index, &off, &end);
	description_add(d, "index", index);
	description_add(d, "stored", (int64_t)(end - off));
	description_add(d, "size", datafile_data_size(&df->tables, index));
	if (df->map.uses && map_use_of(&df->map, index)->kinds)
		description_add(d, "item", map_use_of(&df->map, index)->item);
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
		.offset = report_offset(df->report, ev->off),
		.length = ev->len,
		.index = df->records - 1,
		.tick = -1,
		.name = AT(names, ev->kind),
		.fields = out->fields,
	};
	if (ev->kind == DATAFILE_HEADER)
		add_header_ints(&df->tables.header, out);
	else if (ev->kind == DATAFILE_ITEM)
		add_map_item(df, out, ev->index);
	else if (ev->kind == DATAFILE_DATA)
		add_data(df, out, ev->index);
	else if (ev->kind != DATAFILE_ALL_DATA)
		add_file_bytes(&df->tables, out, ev->off, ev->off + ev->len);
}
