/* SPDX-License-Identifier: MIT */
/* tables.c - access to the tables in memory, and functions that report findings and
   records */
#include "validator/datafile/datafile.h"

int32_t
datafile_int(const struct datafile_tables *t, uint64_t off)
{
	const struct span all = window_span(&t->bytes);
	struct cursor c = cur_span(all, 0);

	cur_bytes(&c, off < all.len ? (size_t)off : all.len);
	return cur_le32(&c);
}

struct datafile_type
datafile_type_at(const struct datafile_tables *t, uint32_t i)
{
	const uint64_t off = t->layout.types +
			     (uint64_t)i * DATAFILE_TYPE_BYTES;

	return (struct datafile_type){
		.id = datafile_int(t, off),
		.start = datafile_int(t, off + 4),
		.count = datafile_int(t, off + 8),
	};
}

/* Returns the offset of an item in the item area.  For the index after the last item,
   returns the end of the area. */
static uint64_t
item_offset(const struct datafile_tables *t, uint32_t index)
{
	if (index >= (uint32_t)t->header.n_items)
		return (uint64_t)t->header.item_size;
	return (uint32_t)datafile_int(t, t->layout.item_offsets +
						 (uint64_t)index * 4);
}

bool
datafile_item(const struct datafile_tables *t, uint32_t index,
	      struct datafile_item *item)
{
	const uint64_t off = item_offset(t, index);
	const uint64_t end = item_offset(t, index + 1);

	*item = (struct datafile_item){ .index = index };
	if (index >= (uint32_t)t->header.n_items)
		return false;
	item->off = t->layout.items + off;

	const uint32_t head = (uint32_t)datafile_int(t, item->off);

	item->type = (uint16_t)(head >> 16);
	item->id = (uint16_t)head;
	item->n_ints = (uint32_t)((end - off - DATAFILE_ITEM_BYTES) / 4);
	return true;
}

struct map_item
datafile_map_item(const struct datafile_tables *t, uint32_t index)
{
	struct cursor c = cur_span(window_span(&t->bytes), 0);
	struct datafile_item item;

	datafile_item(t, index, &item);
	cur_bytes(&c, (size_t)item.off + DATAFILE_ITEM_BYTES);
	return (struct map_item){
		.type = item.type,
		.id = item.id,
		.index = index,
		.off = item.off,
		.ints = cur_bytes(&c, 4 * (size_t)item.n_ints),
	};
}

bool
datafile_type(const struct datafile_tables *t, uint16_t type, uint32_t *start,
	      uint32_t *count)
{
	*start = *count = 0;
	for (uint32_t i = 0; i < (uint32_t)t->header.n_types; i++) {
		const struct datafile_type row = datafile_type_at(t, i);

		if (row.id == type) {
			*start = (uint32_t)row.start;
			*count = (uint32_t)row.count;
			return true;
		}
	}
	return false;
}

/* Does the same as item_offset() for a data item. */
static uint64_t
data_offset(const struct datafile_tables *t, uint32_t data)
{
	if (data >= (uint32_t)t->header.n_data)
		return (uint64_t)t->header.data_size;
	return (uint32_t)datafile_int(t, t->layout.data_offsets +
						 (uint64_t)data * 4);
}

void
datafile_slice(const struct datafile_tables *t, uint32_t data, uint64_t *off,
	       uint64_t *end)
{
	*off = t->layout.data + data_offset(t, data);
	*end = t->layout.data + data_offset(t, data + 1);
}

int64_t
datafile_data_size(const struct datafile_tables *t, uint32_t data)
{
	uint64_t off, end;

	if (t->header.version == 4)
		return datafile_int(t,
				    t->layout.data_sizes + (uint64_t)data * 4);
	datafile_slice(t, data, &off, &end);
	return (int64_t)(end - off);
}

/* -------------------------------------------------------------- findings */

struct site
datafile_site(uint64_t off, uint64_t len, const char *field)
{
	return (struct site){ .off = off, .len = len, .field = field };
}

void
datafile_report(const struct datafile *df, enum rule_id rule, struct site site,
		const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	report_list(df->report, rule, &site, format, arguments);
	va_end(arguments);
}

/* --------------------------------------------------------------- records */

void
datafile_emit(struct datafile *df, const struct datafile_event *event)
{
	if (event->len == 0)
		return;
	df->records++;
	df->report->record = df->records;
	if (df->tap.event)
		df->tap.event(df->tap.ctx, df, event);
}
