/* SPDX-License-Identifier: MIT */
/* data.c - the data items, as they stream by (DF-5, DF-6) */
#include <stdio.h>

#include "validator/core/memory.h"
#include "validator/datafile/datafile.h"

/* No deflate stream decodes to more: 1032 times its size at most. */
enum { MOST_RATIO = 1040, MOST_EXTRA = 64 };

/* The data item's bytes, up to `end`. */
static struct site
slice_site(const struct datafile *df, uint64_t end)
{
	return (struct site){ .off = df->origin + df->stream.off,
			      .len = end - df->stream.off,
			      .field = "data" };
}

static struct site
size_site(const struct datafile *df)
{
	return (struct site){ .off = df->origin + df->layout.data_sizes +
				     (uint64_t)df->stream.index * 4,
			      .len = 4,
			      .field = "data_size" };
}

/* -------------------------------------------------------------- declared */

/* What is more than a limit allows. */
static void
report_limit(struct datafile *df, enum rule_id rule, uint64_t limit,
	     uint64_t found)
{
	char expected[40];
	struct site site = size_site(df);

	snprintf(expected, sizeof(expected), "up to %llu",
		 (unsigned long long)limit);
	site.expected = expected;
	report(df->report, rule, &site, "%llu bytes with data item %u",
	       (unsigned long long)found, df->stream.index);
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

/* Is it worth decoding? */
static bool
check_declared(struct datafile *df)
{
	const uint64_t held = df->stream.end - df->stream.off;
	const uint64_t most = held * MOST_RATIO + MOST_EXTRA;
	const int64_t size = datafile_data_size(df, df->stream.index);
	char expected[64];
	struct site site = size_site(df);

	site.expected = expected;
	if (size < 0) {
		snprintf(expected, sizeof(expected), "no negative number");
	} else if ((uint64_t)size > most) {
		snprintf(expected, sizeof(expected),
			 "%llu or less, from %llu compressed bytes",
			 (unsigned long long)most, (unsigned long long)held);
	} else {
		if (size == 0) {
			site.expected = NULL;
			report(df->report, RULE_datafile_data_size_zero, &site,
			       "0");
		}
		return within_limits(df, (uint64_t)size);
	}
	report(df->report, RULE_datafile_data_size, &site, "%lld",
	       (long long)size);
	return false;
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
	if (df->uses)
		map_data_begin(&s->map, df, s->index);
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
	if (df->uses)
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
	char expected[24];
	struct site site = slice_site(df, end);

	snprintf(expected, sizeof(expected), "%lld", (long long)size);
	site.expected = expected;
	report(df->report, RULE_datafile_zlib_length, &site,
	       "data item %u decodes to %s%llu bytes", df->stream.index, how,
	       (unsigned long long)made);
}

static void
report_whole(struct datafile *df, uint64_t end)
{
	const struct datafile_stream *s = &df->stream;
	const int64_t size = datafile_data_size(df, s->index);

	if (s->made != (uint64_t)size && size != 0)
		wrong_length(df, s->stop, "", s->made);
	if (s->stop < end)
		report(df->report, RULE_datafile_zlib_trailing,
		       &(struct site){ .off = df->origin + s->stop,
				       .len = end - s->stop,
				       .field = "data" },
		       "%llu bytes behind the stream of data item %u",
		       (unsigned long long)(end - s->stop), s->index);
}

/* The byte before `stop` gave it away. */
static void
report_bad(struct datafile *df, uint64_t end)
{
	const struct datafile_stream *s = &df->stream;

	report(df->report, RULE_datafile_zlib,
	       &(struct site){ .off = df->origin + s->stop - 1,
			       .len = end - (s->stop - 1),
			       .field = "data",
			       .expected = "a zlib stream" },
	       "data item %u: %s", s->index, df->inflate->why);
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
	const struct site site = slice_site(df, s->end);
	const int64_t size = datafile_data_size(df, s->index);
	const uint64_t most = size > 0 ? (uint64_t)size
				       : df->limits->data_bytes;

	if (s->decoding && df->header.version == 4)
		report(df->report, RULE_datafile_zlib_short, &site,
		       "the stream of data item %u does not end in its "
		       "%llu bytes",
		       s->index, (unsigned long long)site.len);
	else if (s->decoding)
		s->state = DATAFILE_STREAM_WHOLE;
	if (df->header.version == 4)
		datafile_report_stream(df, s->end);
	if (df->uses)
		map_data_end(&s->map, df, s->state == DATAFILE_STREAM_WHOLE);
	datafile_tell(df, &(struct datafile_event){ .kind = DATAFILE_DATA,
						    .index = s->index,
						    .off = s->off,
						    .len = site.len });
	/* How far a stream was read behind what counts depends on how the
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
