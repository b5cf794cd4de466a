/* SPDX-License-Identifier: MIT */
/* parse.c - reads bytes into tables, items and data items */
#include <stdio.h>

#include "validator/core/extract.h"
#include "validator/core/memory.h"
#include "validator/datafile/datafile.h"

void
datafile_open(struct datafile *df, struct report *report,
	      const struct limits *limits, struct tap tap,
	      const struct dfk_allocator *allocator)
{
	*df = (struct datafile){
		.report = report,
		.limits = limits,
		.tap = tap,
		.allocator = allocator,
		.crc = (uint32_t)crc32(0, NULL, 0),
	};
	digest_open(&df->digest);
	map_open(&df->map, report, allocator);
}

void
datafile_release(struct datafile *df)
{
	if (df->stream.inflate)
		inflate_close(df->stream.inflate);
	memory_put(df->allocator, df->stream.inflate);
	map_release(&df->map);
	memory_put(df->allocator, df->tables.bytes.buffer);
}

/* ---------------------------------------------------------------- tables */

static void
emit_part(struct datafile *df, enum datafile_kind kind, uint64_t off,
	  uint64_t end)
{
	datafile_emit(df, &(struct datafile_event){
				  .kind = kind, .off = off, .len = end - off });
}

static void
emit_tables(struct datafile *df)
{
	const struct datafile_layout *l = &df->tables.layout;
	struct datafile_item item;

	emit_part(df, DATAFILE_TYPES, l->types, l->item_offsets);
	emit_part(df, DATAFILE_ITEM_OFFSETS, l->item_offsets, l->data_offsets);
	emit_part(df, DATAFILE_DATA_OFFSETS, l->data_offsets, l->data_sizes);
	emit_part(df, DATAFILE_DATA_SIZES, l->data_sizes, l->items);
	if (!df->tables.items_known)
		emit_part(df, DATAFILE_ITEMS, l->items, l->data);
	for (uint32_t i = 0;
	     df->tables.items_known && datafile_item(&df->tables, i, &item);
	     i++)
		datafile_emit(df, &(struct datafile_event){
					  .kind = DATAFILE_ITEM,
					  .index = i,
					  .off = item.off,
					  .len = DATAFILE_ITEM_BYTES +
						 (uint64_t)item.n_ints * 4 });
}

/* The functions of struct map_source. */
static struct map_items
map_items(const void *container, uint16_t type)
{
	struct map_items items;

	datafile_type(container, type, &items.first, &items.count);
	return items;
}

static struct map_item
map_item(const void *container, uint32_t index)
{
	return datafile_map_item(container, index);
}

static struct map_slice
map_slice(const void *container, uint32_t data)
{
	uint64_t off, end;

	datafile_slice(container, data, &off, &end);
	return (struct map_slice){ .off = off,
				   .len = end - off,
				   .size = datafile_data_size(container,
							      data) };
}

/* Checks the tables and items, after all of them were read. */
static bool
check_all_tables(struct datafile *df)
{
	const struct map_source source = {
		.container = &df->tables,
		.n_data = (uint32_t)df->tables.header.n_data,
		.items = map_items,
		.item = map_item,
		.data = map_slice,
	};

	datafile_check_types(df);
	datafile_check_items(df);
	datafile_check_data(df);
	if (df->tables.items_known &&
	    (df->tables.data_known || df->tables.header.n_data == 0) &&
	    !map_check(&df->map, &source))
		return false;
	emit_tables(df);
	df->phase = DATAFILE_IN_DATA;
	return true;
}

/* ----------------------------------------------------------------- bytes */

/* Adds the bytes that were read to CRC-32 and SHA-256. */
static void
sum(struct datafile *df, struct span bytes)
{
	while (bytes.len) {
		const struct span part = span_head(bytes, 1u << 30);

		df->crc = (uint32_t)crc32(df->crc, part.ptr,
					  (unsigned)part.len);
		if (!df->given_sha256)
			digest_feed(&df->digest, part);
		bytes = span_tail(bytes, part.len);
	}
}

/* Keeps bytes of the tables, up to `end`.  False: no memory. */
static bool
keep_table_bytes(struct datafile *df, struct cursor *in, uint64_t end)
{
	const struct span bytes = cur_some(in, end - df->pos);

	df->pos += bytes.len;
	return window_add(&df->tables.bytes, df->allocator, bytes);
}

static bool
read_header_bytes(struct datafile *df, struct cursor *in)
{
	if (!keep_table_bytes(df, in, DATAFILE_HEADER_BYTES))
		return false;
	if (df->pos < DATAFILE_HEADER_BYTES)
		return true;
	df->phase = datafile_read_header(df) ? DATAFILE_IN_TABLES
					     : DATAFILE_HALTED;
	if (df->phase == DATAFILE_IN_TABLES)
		emit_part(df, DATAFILE_HEADER, 0, DATAFILE_HEADER_BYTES);
	return true;
}

/* DF-6 */
static bool
read_table_area(struct datafile *df, struct cursor *in)
{
	const uint64_t most = df->limits->table_bytes;
	const uint64_t end = df->tables.layout.data;
	const uint64_t stop = end < most ? end : most;

	/* The header is already in memory, even if the limit is lower. */
	if (df->pos < stop && !keep_table_bytes(df, in, stop))
		return false;
	if (df->pos == end)
		return check_all_tables(df);
	/* The limit counts bytes that arrived, not declared sizes. */
	if (df->pos >= most && cur_left(in)) {
		report(df->report, RULE_limit_table_bytes,
		       &(struct site){ .off = df->pos },
		       "tables and items of %llu bytes" WANTED
		       "up to %llu bytes",
		       (unsigned long long)end, (unsigned long long)most);
		df->phase = DATAFILE_HALTED;
	}
	return true;
}

/* Reads the data items, or only their bytes if their offsets are wrong. */
static bool
read_data_area(struct datafile *df, struct cursor *in)
{
	if (df->pos == df->tables.layout.end) {
		if (!df->tables.data_known)
			emit_part(df, DATAFILE_ALL_DATA, df->tables.layout.data,
				  df->tables.layout.end);
		df->phase = DATAFILE_ENDED;
		return true;
	}
	if (df->tables.data_known)
		return datafile_read_data(df, in);
	df->pos += cur_some(in, df->tables.layout.end - df->pos).len;
	return true;
}

/* Can a step be done without further bytes? */
static bool
is_ready(const struct datafile *df)
{
	return (df->phase == DATAFILE_IN_TABLES &&
		df->pos == df->tables.layout.data) ||
	       (df->phase == DATAFILE_IN_DATA &&
		df->pos == df->tables.layout.end);
}

enum pull
datafile_step(void *state, struct cursor *in, bool closed)
{
	struct datafile *df = state;
	bool ok = true;

	(void)closed;
	if (df->report->record == 0)
		df->report->record = df->records;
	while (ok && (cur_left(in) || is_ready(df))) {
		const struct cursor before = *in;

		switch (df->phase) {
		case DATAFILE_IN_HEADER: ok = read_header_bytes(df, in); break;
		case DATAFILE_IN_TABLES: ok = read_table_area(df, in); break;
		case DATAFILE_IN_DATA: ok = read_data_area(df, in); break;
		case DATAFILE_ENDED: return PULL_END;
		case DATAFILE_HALTED: return PULL_HALT;
		}
		sum(df, span_head(cur_rest(&before), in->pos - before.pos));
	}
	if (!ok)
		return PULL_NO_MEMORY;
	return PULL_MORE;
}

void
datafile_tail(struct datafile *df, struct span bytes)
{
	df->trailing |= bytes.len && df->phase == DATAFILE_ENDED;
	sum(df, bytes);
}

/* ------------------------------------------------------------------- end */

/* DF-1 */
static void
report_truncated_file(struct datafile *df)
{
	const struct site site = { .off = df->size };

	if (df->phase == DATAFILE_IN_HEADER)
		report(df->report, RULE_datafile_short, &site,
		       "the end of the file inside the header" WANTED
		       "a header of %d bytes",
		       DATAFILE_HEADER_BYTES);
	else
		datafile_report_cut(df);
}

/* DF-1 */
static void
report_trailing(struct datafile *df)
{
	const uint64_t off = df->pos;
	const uint64_t len = df->size - off;
	const struct mark kept = { .off = off,
				   .records = df->records,
				   .tick = -1 };

	const struct site site = { .off = off,
				   .len = len,
				   .fix = fix_drop(off, len, kept) };

	if (df->report->input.behind[0])
		report(df->report, RULE_datafile_trailing_data, &site,
		       "%s, and `%s` copies this part",
		       df->report->input.behind,
		       extract_from(df->report, off).command);
	else
		report(df->report, RULE_datafile_trailing_data, &site,
		       "%llu byte%s after the end", (unsigned long long)len,
		       len == 1 ? "" : "s");
}

void
datafile_close(struct datafile *df, uint64_t size)
{
	df->size = size;
	if (df->given_sha256)
		memcpy(df->sha256, df->given_sha256, sizeof(df->sha256));
	else
		digest_close(&df->digest, df->sha256);
	digest_print(df->sha256, df->sha256_text);
	snprintf(df->crc_text, sizeof(df->crc_text), "%08x", df->crc);
	if (df->trailing) {
		report_trailing(df);
	} else if (df->phase != DATAFILE_ENDED &&
		   df->phase != DATAFILE_HALTED) {
		if (df->stream.begun && df->tables.header.version == 4)
			datafile_report_stream(df, size);
		report_truncated_file(df);
	}
	if (df->phase == DATAFILE_ENDED && df->tables.data_known &&
	    df->map.uses)
		map_end(&df->map);
	datafile_repair_lost(df);
}
