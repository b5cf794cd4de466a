/* SPDX-License-Identifier: MIT */
/*
 * lost.c - repairs a map without the data items that cannot be read (DF-8)
 *
 * The item that refers to the data item stays, and no index changes.  The repair writes
 * an empty stream, and declares a size of 0.  Readers recognize missing data by the size
 * 0:
 *
 *   tables | good | damaged | good | cut|       | size 0, empty stream
 *   tables | good |  empty  | good | empty | empty |
 */
#include "validator/datafile/datafile.h"

/* A zlib stream: header, one empty block, Adler-32. */
static const uint8_t empty_stream[] = { 0x78, 0x9c, 3, 0, 0, 0, 0, 1 };

static bool
is_error(const struct datafile *df, enum rule_id rule)
{
	return AT(df->report->severity, rule) == DFK_ERROR;
}

/*
 * DF-8: can the repaired map lack this data item?  DDNet refuses a map without the data
 * of the game layer.  Version 3 has no sizes, so its data cannot be marked as missing.
 * The repaired map has warnings.  If the caller made these rules errors, the repaired map
 * would not be valid.
 */
static bool
can_be_dropped(const struct datafile *df, uint32_t data)
{
	const struct map_use *use;

	if (!df->map.known || df->tables.header.version != 4 ||
	    is_error(df, RULE_datafile_data_size_zero) ||
	    is_error(df, RULE_map_data_unused))
		return false;
	use = map_use_of(&df->map, data);
	return !use->game && !(use->kinds & (MAP_TEXT | MAP_SETTINGS) &&
			       is_error(df, RULE_map_text_nul));
}

void
datafile_print_use(const struct datafile *df, enum rule_id rule, uint32_t data,
		   char out[MAP_USE_TEXT])
{
	*out = '\0';
	if (report_need(df->report, rule) == REPORT_EACH)
		map_print_use(&df->map, data, out);
}

/* Marks n data items as dropped, if the last finding has a fix. */
static void
mark_lost(struct datafile *df, uint32_t data, uint32_t n)
{
	if (!report_mended(df->report))
		return;
	for (uint32_t i = data; i < data + n; i++)
		map_use_of(&df->map, i)->lost = true;
	if (!df->lost.any)
		df->lost.first = df->report->said;
	df->lost.any = true;
}

void
datafile_report_lost(struct datafile *df, enum rule_id rule, struct site site,
		     const char *format, ...)
{
	const struct datafile_stream *s = &df->stream;
	const uint64_t end = site.off + site.len;
	va_list arguments;

	if (can_be_dropped(df, s->index)) {
		site.fix = fix_drop(s->off, end - s->off,
				    (struct mark){ .off = s->off });
		site.fix.ins = (struct span){ empty_stream,
					      sizeof(empty_stream) };
		site.fix.lasting = site.fix.ahead = true;
		site.fix.loss.records = 1;
	}
	va_start(arguments, format);
	report_list(df->report, rule, &site, format, arguments);
	va_end(arguments);
	mark_lost(df, s->index, 1);
}

/* ------------------------------------------------------------------- cut */

/* DF-1: reports a data item that the end of the file cuts off. */
static void
report_cut_item(const struct datafile *df, uint32_t data, enum fix_kind fix)
{
	char of[MAP_USE_TEXT];
	uint64_t off, end;
	struct site site = datafile_site(df->tables.layout.data_offsets +
						 (uint64_t)data * 4,
					 4, "data_offset");

	site.fix.kind = fix;
	datafile_slice(&df->tables, data, &off, &end);
	datafile_print_use(df, RULE_datafile_data_cut, data, of);
	datafile_report(df, RULE_datafile_data_cut, site,
			"data item %u%s, from %llu to %llu" WANTED
			"up to %llu, the end of the file",
			data, of, (unsigned long long)off,
			(unsigned long long)end, (unsigned long long)df->size);
}

/* Returns the kind of fix of datafile.truncated, and of the findings about each data
   item. */
static enum fix_kind
truncated_fix(const struct datafile *df)
{
	const enum rule_id rule = RULE_datafile_truncated;
	bool drop = report_mends(df->report, rule,
				  AT(df->report->severity, rule));

	for (uint32_t i = df->stream.index;
	     drop && i < (uint32_t)df->tables.header.n_data; i++)
		drop = can_be_dropped(df, i);
	return drop ? FIX_APART : FIX_NONE;
}

void
datafile_report_cut(struct datafile *df)
{
	const uint32_t first = df->stream.index;
	const uint32_t n = (uint32_t)df->tables.header.n_data;
	struct site site = { .off = df->size };

	if (df->tables.data_known) {
		site.fix.kind = truncated_fix(df);
		for (uint32_t i = first; i < n; i++)
			report_cut_item(df, i, site.fix.kind);
	}
	report(df->report, RULE_datafile_truncated, &site,
	       "the end of the file inside the %s" WANTED "%llu bytes in all",
	       df->phase == DATAFILE_IN_TABLES ? "tables and items" : "data",
	       (unsigned long long)df->tables.layout.end);
	df->lost.cut = df->report->said;
	mark_lost(df, first, n - first);
}

/* ---------------------------------------------------------------- tables */

/*
 * The new tables overwrite the old tables in memory, after the last read of the old
 * tables.  So the plan of a repair needs no further memory.
 */
struct written {
	uint64_t off, end; /* range from the first to the last int that
	                      differs */
};

static void
write_int(struct datafile *df, uint64_t off, int64_t value, struct written *w)
{
	if (datafile_int(&df->tables, off) == (int32_t)(uint32_t)value)
		return;
	put_le32(df->tables.bytes.buffer, df->tables.bytes.used, (size_t)off,
		 (uint32_t)value);
	if (w->end == 0 || off < w->off)
		w->off = off;
	if (off + 4 > w->end)
		w->end = off + 4;
}

static struct span
held(const struct datafile_tables *t, uint64_t off, uint64_t len)
{
	return span_head(span_tail(window_span(&t->bytes), (size_t)off),
			 (size_t)len);
}

/* Adds the edit of the tables, as a fix of the first finding about a lost data item. */
static void
replace_written(struct datafile *df, const struct written *w)
{
	const uint64_t len = w->end - w->off;
	struct fix fix = fix_replace(w->off, len,
				     held(&df->tables, w->off, len));

	if (len == 0)
		return;
	fix.lossy = fix.ahead = true;
	df->report->said = df->lost.first;
	report_also(df->report, &fix);
}

static void
replace_table_int(struct datafile *df, uint64_t off, int64_t value)
{
	struct written w = { 0, 0 };

	write_int(df, off, value, &w);
	replace_written(df, &w);
}

/* Writes new offsets of all data items, and sizes of the lost data items.  Returns the
   new data_size. */
static int64_t
replace_tables(struct datafile *df)
{
	struct written w = { 0, 0 };
	uint64_t off, end;
	int64_t next = 0;

	for (uint32_t i = 0; i < (uint32_t)df->tables.header.n_data; i++) {
		const bool lost = map_use_of(&df->map, i)->lost;
		const uint64_t at = (uint64_t)i * 4;

		datafile_slice(&df->tables, i, &off, &end);
		write_int(df, df->tables.layout.data_offsets + at, next, &w);
		if (lost)
			write_int(df, df->tables.layout.data_sizes + at, 0, &w);
		next += lost ? (int64_t)sizeof(empty_stream)
			     : (int64_t)(end - off);
	}
	replace_written(df, &w);
	return next;
}

static void
replace_sizes(struct datafile *df, int64_t data_size)
{
	const int64_t more = data_size - df->tables.header.data_size;
	const int64_t size = datafile_right_size(df) + more;

	df->lost.too_large = (size > data_size ? size : data_size) > INT32_MAX;
	replace_table_int(df, DATAFILE_AT_SIZE, size);
	replace_table_int(df, DATAFILE_AT_DATA_SIZE, data_size);
}

/*
 * Adds an empty stream for each data item that the end of the file cuts off.  The new
 * streams replace the remaining bytes of the first such data item.  The new streams are
 * written into the memory of the two tables about data, which have 8 bytes for each data
 * item.
 */
static void
replace_cut(struct datafile *df)
{
	const struct datafile_stream *s = &df->stream;
	const uint32_t n = (uint32_t)df->tables.header.n_data - s->index;
	const size_t size = (size_t)n * sizeof(empty_stream);
	const uint64_t at = df->tables.layout.data_offsets;
	const uint64_t off = s->begun ? s->off : df->size;
	struct fix fix = fix_drop(off, df->size - off,
				  (struct mark){ .off = off });

	for (size_t i = 0; i < size; i += sizeof(empty_stream))
		memcpy(room_at(df->tables.bytes.buffer, df->tables.bytes.used,
			       (size_t)at + i, sizeof(empty_stream)),
		       empty_stream, sizeof(empty_stream));
	fix.ins = held(&df->tables, at, size);
	fix.ahead = true;
	fix.loss.records = n;
	df->report->said = df->lost.cut;
	report_also(df->report, &fix);
}

void
datafile_repair_lost(struct datafile *df)
{
	if (!df->lost.any)
		return;
	replace_sizes(df, replace_tables(df));
	if (df->lost.cut.kind == FIX_APART)
		replace_cut(df);
}
