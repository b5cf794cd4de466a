/* SPDX-License-Identifier: MIT */
/* data.c - reads the data items (DF-5, DF-6) */
#include "validator/core/memory.h"
#include "validator/datafile/datafile.h"

/* An upper bound.  A deflate stream decodes to at most 1032 times its size. */
enum { MOST_RATIO = 1040, MOST_EXTRA = 64 };

/* Returns the site of the bytes of the data item, up to `end`. */
static struct site
slice_site(const struct datafile *df, uint64_t end)
{
	return datafile_site(df->stream.off, end - df->stream.off, "data");
}

static struct site
size_site(const struct datafile *df)
{
	return datafile_site(df->tables.layout.data_sizes +
				     (uint64_t)df->stream.index * 4,
			     4, "data_size");
}

/* -------------------------------------------------------------- declared */

/* Returns the limit for the decoded bytes of the current data item. *rule: the rule of
   the limit. */
static uint64_t
allowance(const struct datafile *df, enum rule_id *rule)
{
	const struct limits *l = df->limits;
	const uint64_t left = l->map_bytes - df->stream.decoded;

	*rule = l->data_bytes <= left ? RULE_limit_data_bytes
				      : RULE_limit_map_bytes;
	return l->data_bytes <= left ? l->data_bytes : left;
}

/* DF-6: reports that the current data item decodes to `size` bytes or more.  The limit
   of all data items together is reported once. */
static void
report_limit(struct datafile *df, enum rule_id rule, const char *how,
	     uint64_t size)
{
	const bool all = rule == RULE_limit_map_bytes;
	const unsigned long long sum = size + (all ? df->stream.decoded : 0);
	const unsigned long long limit = all ? df->limits->map_bytes
					     : df->limits->data_bytes;

	if (!all || !df->stream.map_limit_reported)
		datafile_report(
			df, rule, size_site(df),
			"%s%llu bytes %s data item %u" WANTED
			"up to %llu bytes",
			how, sum, all ? "with" : "in", df->stream.index, limit);
	df->stream.map_limit_reported |= all;
}

/* DF-5: can the data item have the declared size?  If not, the data item is not
   decoded. */
static bool
check_declared_size(struct datafile *df)
{
	const uint64_t held = df->stream.end - df->stream.off;
	const uint64_t most = held * MOST_RATIO + MOST_EXTRA;
	const int64_t size = datafile_data_size(&df->tables, df->stream.index);
	enum rule_id limit;

	if (size < 0) {
		datafile_report(df, RULE_datafile_data_size, size_site(df),
				"%lld" WANTED "0 or more", (long long)size);
		return false;
	}
	if ((uint64_t)size > most) {
		datafile_report(df, RULE_datafile_data_size, size_site(df),
				"%lld" WANTED
				"at most %llu, for %llu compressed bytes",
				(long long)size, (unsigned long long)most,
				(unsigned long long)held);
		return false;
	}
	if (size == 0)
		datafile_report(df, RULE_datafile_data_size_zero, size_site(df),
				"0");
	if ((uint64_t)size <= allowance(df, &limit))
		return true;
	report_limit(df, limit, "", (uint64_t)size);
	return false;
}

/* ---------------------------------------------------------------- stream */

static bool
open_inflate(struct datafile *df)
{
	if (df->stream.inflate) {
		inflate_again(df->stream.inflate);
		return true;
	}
	df->stream.inflate = memory_get(df->allocator,
					sizeof(*df->stream.inflate));
	if (!df->stream.inflate)
		return false;
	if (inflate_open(df->stream.inflate, df->allocator, INFLATE_ZLIB))
		return true;
	memory_put(df->allocator, df->stream.inflate);
	df->stream.inflate = NULL;
	return false;
}

static bool
begin_data_item(struct datafile *df)
{
	struct datafile_stream *s = &df->stream;

	datafile_slice(&df->tables, s->index, &s->off, &s->end);
	s->begun = true;
	s->state = DATAFILE_STREAM_GOING;
	s->made = 0;
	s->decoding = true;
	df->report->record = df->records;
	if (df->map.uses)
		map_data_begin(&s->map, &df->map, s->index);
	if (df->tables.header.version != 4)
		return true;
	s->decoding = check_declared_size(df);
	return !s->decoding || open_inflate(df);
}

/*
 * DF-5: receives decoded bytes.  Their number in one call depends on the pieces of the
 * file, and no finding may depend on these pieces.  So bytes beyond the size of the data
 * item do not count, and the rest of the stream does not count.  False: there were such
 * bytes.
 */
static bool
accept_decoded(struct datafile *df, struct span made)
{
	struct datafile_stream *s = &df->stream;
	const uint64_t size = (uint64_t)datafile_data_size(&df->tables,
							   s->index);
	enum rule_id limit;
	/* Some editors wrote 0 for an unknown size. */
	const uint64_t most = size ? size : allowance(df, &limit);
	const struct span part = span_head(made, (size_t)(most - s->made));

	s->made += part.len;
	if (df->map.uses && part.len)
		map_data_feed(&s->map, part);
	if (part.len == made.len)
		return true;
	s->state = DATAFILE_STREAM_LONG;
	if (size == 0) {
		s->state = DATAFILE_STREAM_LIMITED;
		report_limit(df, limit, "more than ", most);
	}
	return false;
}

/* Decodes bytes of the slice from `off` on.  False: no memory. */
static bool
decode_slice(struct datafile *df, struct span in, uint64_t off)
{
	struct datafile_stream *s = &df->stream;

	while (s->decoding && (in.len || df->stream.inflate->full)) {
		const size_t before = in.len;
		struct span made;
		const enum inflate_state state = inflate_some(
			df->stream.inflate, &in, &made);

		if (state == INFLATE_NO_MEMORY)
			return false;
		off += before - in.len;
		s->decoding = accept_decoded(df, made);
		if (!s->decoding || state == INFLATE_GOING)
			continue;
		s->decoding = false;
		s->stop = off;
		s->state = state == INFLATE_END ? DATAFILE_STREAM_WHOLE
						: DATAFILE_STREAM_BAD;
	}
	return true;
}

/* -------------------------------------------------------------- findings */

/* DF-5 */
static void
report_long_stream(struct datafile *df, uint64_t end)
{
	const long long size = datafile_data_size(&df->tables,
						  df->stream.index);
	char of[MAP_USE_TEXT];

	datafile_print_use(df, RULE_datafile_zlib_length, df->stream.index, of);
	datafile_report_lost(
		df, RULE_datafile_zlib_length, slice_site(df, end),
		"data item %u%s, which decodes to more than %lld bytes" WANTED
		"%lld bytes",
		df->stream.index, of, size, size);
}

/* DF-5 */
static void
report_whole_stream(struct datafile *df, uint64_t end)
{
	const struct datafile_stream *s = &df->stream;
	const int64_t size = datafile_data_size(&df->tables, s->index);

	if (s->made != (uint64_t)size && size != 0)
		datafile_report(df, RULE_datafile_zlib_length,
				slice_site(df, s->stop),
				"data item %u, which decodes to %llu bytes" WANTED
				"%lld bytes",
				s->index, (unsigned long long)s->made,
				(long long)size);
	if (s->stop < end)
		datafile_report(df, RULE_datafile_zlib_trailing,
				datafile_site(s->stop, end - s->stop, "data"),
				"%llu bytes after the stream of data item %u",
				(unsigned long long)(end - s->stop), s->index);
}

/* DF-5: reports damage.  The byte before `stop` is the first byte that cannot belong to
   a valid stream. */
static void
report_damaged_stream(struct datafile *df, uint64_t end)
{
	const struct datafile_stream *s = &df->stream;
	char of[MAP_USE_TEXT];

	datafile_print_use(df, RULE_datafile_zlib, s->index, of);
	datafile_report_lost(
		df, RULE_datafile_zlib,
		datafile_site(s->stop - 1, end - (s->stop - 1), "data"),
		"data item %u%s: %s" WANTED "a zlib stream", s->index, of,
		df->stream.inflate->why);
}

/*
 * DF-5: reports a data item whose stream ends early, and a data item whose stream is
 * damaged:
 *
 *   off                 stop           end      off          stop     end
 *    |--- zlib stream ---|-- trailing --|        |--- good ---x| unread |
 *
 *   x: the byte that shows the damage, or the checksum at the end of the stream
 */
void
datafile_report_stream(struct datafile *df, uint64_t end)
{
	const struct datafile_stream *s = &df->stream;

	if (s->state == DATAFILE_STREAM_WHOLE)
		report_whole_stream(df, end);
	else if (s->state == DATAFILE_STREAM_LONG)
		report_long_stream(df, end);
	else if (s->state == DATAFILE_STREAM_BAD)
		report_damaged_stream(df, end);
}

/* DF-5 */
static void
report_unended_stream(struct datafile *df)
{
	const struct datafile_stream *s = &df->stream;
	char of[MAP_USE_TEXT];

	datafile_print_use(df, RULE_datafile_zlib_short, s->index, of);
	datafile_report_lost(
		df, RULE_datafile_zlib_short, slice_site(df, s->end),
		"the stream of data item %u%s, which goes on after its %llu "
		"bytes",
		s->index, of, (unsigned long long)(s->end - s->off));
}

/* DF-5: ends the data item, after all bytes of its slice. */
static void
end_data_item(struct datafile *df)
{
	struct datafile_stream *s = &df->stream;

	if (s->decoding && df->tables.header.version == 4)
		report_unended_stream(df);
	else if (s->decoding)
		s->state = DATAFILE_STREAM_WHOLE;
	if (df->tables.header.version == 4)
		datafile_report_stream(df, s->end);
	if (df->map.uses && s->state == DATAFILE_STREAM_WHOLE)
		map_data_end(&s->map, &df->map);
	datafile_emit(df, &(struct datafile_event){ .kind = DATAFILE_DATA,
						    .index = s->index,
						    .off = s->off,
						    .len = s->end - s->off });
	df->stream.decoded += s->made;
	s->begun = false;
	s->index++;
}

bool
datafile_read_data(struct datafile *df, struct cursor *in)
{
	struct datafile_stream *s = &df->stream;

	if (!s->begun && !begin_data_item(df))
		return false;
	const struct span bytes = cur_some(in, s->end - df->pos);

	if (df->tables.header.version != 4)
		accept_decoded(df, bytes);
	else if (!decode_slice(df, bytes, df->pos))
		return false;
	df->pos += bytes.len;
	if (df->pos == s->end)
		end_data_item(df);
	return true;
}
