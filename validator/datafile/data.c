/* SPDX-License-Identifier: MIT */
/* data.c - the data items, as they stream by (DF-5, DF-6) */
#include "validator/core/memory.h"
#include "validator/datafile/datafile.h"

/* No deflate stream decodes to more: 1032 times its size at most. */
enum { MOST_RATIO = 1040, MOST_EXTRA = 64 };

/* The data item's bytes, up to `end`. */
static struct site
slice_site(const struct datafile *df, uint64_t end)
{
	return datafile_site(df, df->stream.off, end - df->stream.off, "data");
}

static struct site
size_site(const struct datafile *df)
{
	return datafile_site(
		df, df->layout.data_sizes + (uint64_t)df->stream.index * 4, 4,
		"data_size");
}

/* -------------------------------------------------------------- declared */

/* What is more than a limit allows. */
static void
report_limit(struct datafile *df, enum rule_id rule, uint64_t limit,
	     uint64_t found)
{
	datafile_report(df, rule, size_site(df),
			"%llu bytes with data item %u" WANTED "up to %llu",
			(unsigned long long)found, df->stream.index,
			(unsigned long long)limit);
}

static bool
within_limits(struct datafile *df, uint64_t size)
{
	if (size > df->limits->data_bytes) {
		report_limit(df, RULE_limit_data_bytes, df->limits->data_bytes,
			     size);
		return false;
	}
	if (df->decoded <= df->limits->map_bytes &&
	    size <= df->limits->map_bytes - df->decoded)
		return true;
	if (!df->map_limit)
		report_limit(df, RULE_limit_map_bytes, df->limits->map_bytes,
			     df->decoded + size);
	df->map_limit = true;
	return false;
}

/* DF-5: is it worth decoding? */
static bool
check_declared(struct datafile *df)
{
	const uint64_t held = df->stream.end - df->stream.off;
	const uint64_t most = held * MOST_RATIO + MOST_EXTRA;
	const int64_t size = datafile_data_size(df, df->stream.index);

	if (size < 0) {
		datafile_report(df, RULE_datafile_data_size, size_site(df),
				"%lld" WANTED "no negative number",
				(long long)size);
		return false;
	}
	if ((uint64_t)size > most) {
		datafile_report(df, RULE_datafile_data_size, size_site(df),
				"%lld" WANTED
				"%llu or less, from %llu compressed bytes",
				(long long)size, (unsigned long long)most,
				(unsigned long long)held);
		return false;
	}
	if (size == 0)
		datafile_report(df, RULE_datafile_data_size_zero, size_site(df),
				"0");
	return within_limits(df, (uint64_t)size);
}

/* ---------------------------------------------------------------- stream */

static bool
open_inflate(struct datafile *df)
{
	if (df->inflate) {
		inflate_again(df->inflate);
		return true;
	}
	df->inflate = memory_get(df->allocator, sizeof(*df->inflate));
	if (!df->inflate)
		return false;
	if (inflate_open(df->inflate, df->allocator, INFLATE_ZLIB))
		return true;
	memory_put(df->allocator, df->inflate);
	df->inflate = NULL;
	return false;
}

static bool
begin(struct datafile *df)
{
	struct datafile_stream *s = &df->stream;

	datafile_slice(df, s->index, &s->off, &s->end);
	s->begun = true;
	s->state = DATAFILE_STREAM_GOING;
	s->made = 0;
	s->decoding = true;
	df->report->record = df->records;
	if (df->map.uses)
		map_data_begin(&s->map, &df->map, s->index);
	if (df->header.version != 4)
		return true;
	s->decoding = check_declared(df);
	return !s->decoding || open_inflate(df);
}

/* Decoded bytes; false: there are more than there should be. */
static bool
take(struct datafile *df, struct span made)
{
	struct datafile_stream *s = &df->stream;
	const int64_t size = datafile_data_size(df, s->index);

	s->made += made.len;
	if (df->map.uses)
		map_data_feed(&s->map, made);
	if (s->made <= (uint64_t)size)
		return true;
	/* An unknown size was written as 0 by some editors. */
	if (size == 0)
		return within_limits(df, s->made);
	s->state = DATAFILE_STREAM_LONG;
	return false;
}

/* Bytes of the slice, which begin at `off`; false: no memory. */
static bool
decode(struct datafile *df, struct span in, uint64_t off)
{
	struct datafile_stream *s = &df->stream;

	while (s->decoding && (in.len || df->inflate->full)) {
		const size_t before = in.len;
		struct span made;
		const enum inflate_state state = inflate_some(df->inflate, &in,
							      &made);

		if (state == INFLATE_NO_MEMORY)
			return false;
		off += before - in.len;
		s->decoding = (!made.len || take(df, made)) &&
			      state == INFLATE_GOING;
		if (s->state == DATAFILE_STREAM_LONG || s->decoding)
			continue;
		s->stop = off;
		if (state == INFLATE_END)
			s->state = DATAFILE_STREAM_WHOLE;
		else if (state == INFLATE_BAD)
			s->state = DATAFILE_STREAM_BAD;
	}
	return true;
}

/* -------------------------------------------------------------- findings */

static void
wrong_length(struct datafile *df, uint64_t end, const char *how, uint64_t made)
{
	const int64_t size = datafile_data_size(df, df->stream.index);

	datafile_report(df, RULE_datafile_zlib_length, slice_site(df, end),
			"data item %u decodes to %s%llu bytes" WANTED "%lld",
			df->stream.index, how, (unsigned long long)made,
			(long long)size);
}

static void
report_whole(struct datafile *df, uint64_t end)
{
	const struct datafile_stream *s = &df->stream;
	const int64_t size = datafile_data_size(df, s->index);

	if (s->made != (uint64_t)size && size != 0)
		wrong_length(df, s->stop, "", s->made);
	if (s->stop < end)
		datafile_report(
			df, RULE_datafile_zlib_trailing,
			datafile_site(df, s->stop, end - s->stop, "data"),
			"%llu bytes after the stream of data item %u",
			(unsigned long long)(end - s->stop), s->index);
}

/* The byte before `stop` gave it away. */
static void
report_bad(struct datafile *df, uint64_t end)
{
	const struct datafile_stream *s = &df->stream;

	datafile_report(
		df, RULE_datafile_zlib,
		datafile_site(df, s->stop - 1, end - (s->stop - 1), "data"),
		"data item %u: %s" WANTED "a zlib stream", s->index,
		df->inflate->why);
}

void
datafile_report_stream(struct datafile *df, uint64_t end)
{
	const struct datafile_stream *s = &df->stream;

	if (s->state == DATAFILE_STREAM_WHOLE)
		report_whole(df, end);
	else if (s->state == DATAFILE_STREAM_LONG)
		wrong_length(df, end, "more than ",
			     (uint64_t)datafile_data_size(df, s->index));
	else if (s->state == DATAFILE_STREAM_BAD)
		report_bad(df, end);
}

/* All bytes of the slice went by. */
static void
finish(struct datafile *df)
{
	struct datafile_stream *s = &df->stream;
	const int64_t size = datafile_data_size(df, s->index);
	const uint64_t most = size > 0 ? (uint64_t)size
				       : df->limits->data_bytes;

	if (s->decoding && df->header.version == 4)
		datafile_report(
			df, RULE_datafile_zlib_short, slice_site(df, s->end),
			"the stream of data item %u does not end in "
			"its %llu bytes",
			s->index, (unsigned long long)(s->end - s->off));
	else if (s->decoding)
		s->state = DATAFILE_STREAM_WHOLE;
	if (df->header.version == 4)
		datafile_report_stream(df, s->end);
	if (df->map.uses && s->state == DATAFILE_STREAM_WHOLE)
		map_data_end(&s->map, &df->map);
	datafile_tell(df, &(struct datafile_event){ .kind = DATAFILE_DATA,
						    .index = s->index,
						    .off = s->off,
						    .len = s->end - s->off });
	/* How far a stream was read after what counts depends on how the
	   bytes came: it must not matter for the next one. */
	df->decoded += s->made < most ? s->made : most;
	s->begun = false;
	s->index++;
}

bool
datafile_read_data(struct datafile *df, struct cursor *in)
{
	struct datafile_stream *s = &df->stream;

	if (!s->begun && !begin(df))
		return false;
	const struct span bytes = cur_some(in, s->end - df->pos);

	if (df->header.version != 4)
		take(df, bytes);
	else if (!decode(df, bytes, df->pos))
		return false;
	df->pos += bytes.len;
	if (df->pos == s->end)
		finish(df);
	return true;
}
