/* SPDX-License-Identifier: MIT */
/*
 * map.c - where the map in a demo ends (TW-5)
 *
 * The header says how large the map is.  Some recorders wrote a wrong size, or a
 * size and no map.  The sums of the header prove a size right; where they do not,
 * what follows decides: a demo begins with messages, and a keyframe with its
 * snapshot.
 */
#include "validator/core/given_map.h"
#include "validator/core/known_maps.h"
#include "validator/twdemo/twdemo.h"

struct part
twdemo_enter_map(struct twdemo *d)
{
	return report_enter(d->report, &(struct part){
					       .name = "map",
					       .off = d->map.off,
					       .sealed = true,
					       .at_most = DFK_WARNING,
				       });
}

void
twdemo_begin_map(struct twdemo *d, bool read)
{
	const struct part outer = twdemo_enter_map(d);
	const uint64_t record = d->report->record;

	datafile_open(&d->map.datafile, d->report, d->limits,
		      (struct tap){ NULL, NULL }, d->allocator);
	d->report->record = record;
	report_leave(d->report, &outer);
	d->map.begun = true;
	d->map.read = read;
	d->map.zeros = true;
	d->phase = TWDEMO_IN_MAP;
	if (read)
		twdemo_open_known(d);
}

struct fix
twdemo_fix_size(const struct twdemo *d, uint32_t size, uint8_t out[4])
{
	/* The header of versions 1 and 2 is another one. */
	if (d->header.version < 3)
		return (struct fix){ .kind = FIX_NONE };
	put_be32(out, 4, 0, size);
	return fix_replace(TWDEMO_AT_MAP_SIZE, 4, (struct span){ out, 4 });
}

enum pull
twdemo_open_map(struct twdemo *d, struct cursor *in, bool closed)
{
	const struct span head = cur_rest(in);

	d->map.off = d->at.pos;
	d->map.end = d->at.pos + d->header.map_size;
	if (head.len < 4 && !closed) {
		in->need = 4 - head.len;
		return PULL_MORE;
	}
	if (span_starts(head, "DATA", 4) || span_starts(head, "ATAD", 4)) {
		/* Where it ends is in the map itself. */
		if (d->header.map_size == 0)
			d->map.end += UINT32_MAX;
		twdemo_begin_map(d, true);
	} else if (d->header.map_size == 0) {
		twdemo_no_map(d);
	} else {
		d->phase = TWDEMO_NO_DATAFILE;
	}
	return PULL_EVENT;
}

/* ------------------------------------------------------------------ bytes */

bool
twdemo_feed_datafile(struct twdemo *d, struct span bytes, uint64_t off,
		     size_t *used)
{
	struct twdemo_map *m = &d->map;
	struct cursor c = cur_span(bytes, off);
	const struct part outer = twdemo_enter_map(d);
	const uint64_t record = d->report->record;
	enum pull pull = PULL_END;

	if (m->read && !m->passed)
		pull = datafile_step(&m->datafile, &c, false);
	/* Where the datafile ends is asked what follows. */
	if (!m->read || m->passed || m->datafile.phase != DATAFILE_ENDED ||
	    m->decided) {
		datafile_tail(&m->datafile, cur_rest(&c));
		cur_some(&c, cur_left(&c));
	}
	d->report->record = record;
	report_leave(d->report, &outer);
	*used = bytes.len - cur_left(&c);
	twdemo_sum_lengths(&m->datafile, &m->lengths, span_head(bytes, *used));
	return pull != PULL_NO_MEMORY;
}

/* Reads as much of these bytes as belongs to the map; false: no memory. */
static bool
feed(struct twdemo *d, struct span bytes, size_t *used)
{
	struct twdemo_map *m = &d->map;
	const uint64_t off = d->at.pos - m->off;
	size_t known = 0;

	*used = 0;
	if (m->known) {
		known = known_map_common(m->known, (size_t)off, bytes);
		if (known < bytes.len && !twdemo_forget_known(d, off + known))
			return false;
	}
	if (!m->known && !twdemo_feed_datafile(d, span_tail(bytes, known),
					       off + known, used))
		return false;
	*used += known;
	twdemo_write_known(d, span_head(bytes, *used));
	twdemo_compare_given(m, span_head(bytes, *used));
	return true;
}

/* Is this where it may end? */
static bool
is_end(const struct twdemo *d)
{
	const struct twdemo_map *m = &d->map;

	return d->at.pos == m->end ||
	       (m->read && !m->passed && !m->decided &&
		m->datafile.phase == DATAFILE_ENDED);
}

/* Where the map ends, but for the size in the header. */
static uint64_t
declared_end(const struct twdemo *d)
{
	const struct datafile *df = &d->map.datafile;
	const bool read = df->phase == DATAFILE_IN_TABLES ||
			  df->phase == DATAFILE_IN_DATA;

	return d->map.read && read ? df->layout.end : 0;
}

/* A map of the size 0 has the one that the datafile has. */
static void
report_truncated(struct twdemo *d)
{
	const uint64_t size = d->header.map_size;
	const uint64_t want = size ? size : declared_end(d);
	const struct site site = { .off = d->at.pos };
	const unsigned long long have = d->at.pos - d->map.off;

	if (want)
		report(d->report, RULE_twdemo_map_truncated, &site,
		       "the end of the file after %llu bytes of the map" WANTED
		       "%llu bytes",
		       have, (unsigned long long)want);
	else
		report(d->report, RULE_twdemo_map_truncated, &site,
		       "the end of the file after %llu bytes of the map", have);
}

/* Before its last bytes are read: are they its last ones?  PULL_EVENT: they are, or whoever
   reads damage has to say where it ends. */
static enum pull
hold_end(struct twdemo *d, struct cursor *in, bool closed)
{
	struct twdemo_map *m = &d->map;
	const uint64_t left = m->end - d->at.pos;

	if (cur_left(in) < left && !closed) {
		in->need = (size_t)(left - cur_left(in));
		return PULL_MORE;
	}
	m->held = true;
	if (cur_left(in) >= left &&
	    twdemo_has_sums_with(d, span_head(cur_rest(in), (size_t)left)))
		return PULL_EVENT;
	if (m->known && !twdemo_forget_known(d, d->at.pos - m->off))
		return PULL_NO_MEMORY;
	d->phase = TWDEMO_MAP_DOUBTED;
	return PULL_EVENT;
}

/* Where it is held, before its end. */
static uint64_t
hold_of(const struct twdemo_map *m)
{
	const uint64_t tail = m->given ? TWDEMO_GIVEN_TAIL : TWDEMO_MAP_TAIL;

	return m->end - m->off > tail ? m->end - tail : m->off;
}

enum pull
twdemo_read_map(struct twdemo *d, struct cursor *in, bool closed)
{
	struct twdemo_map *m = &d->map;
	const bool holds = !m->held && d->header.map_size;
	const uint64_t end = holds ? hold_of(m) : m->end;
	struct span bytes = cur_rest(in);
	size_t used;

	if (holds && d->at.pos >= end)
		return hold_end(d, in, closed);
	if (end - d->at.pos < bytes.len)
		bytes = span_head(bytes, (size_t)(end - d->at.pos));
	if (!feed(d, bytes, &used))
		return PULL_NO_MEMORY;
	m->zeros = m->zeros && span_zeros(span_head(bytes, used)) == used;
	cur_bytes(in, used);
	d->at.pos += used;
	if (is_end(d)) {
		d->phase = TWDEMO_AFTER_MAP;
		return PULL_EVENT;
	}
	if (!closed)
		return PULL_MORE;
	report_truncated(d);
	d->phase = TWDEMO_ENDED;
	return PULL_END;
}

/* ------------------------------------------------------------------ its end */

void
twdemo_set_map_end(struct twdemo *d, uint64_t end)
{
	const uint32_t size = (uint32_t)(end - d->map.off);
	uint8_t bytes[4];
	struct site site = { .off = TWDEMO_AT_MAP_SIZE,
			     .len = 4,
			     .field = "map_size" };

	site.fix = twdemo_fix_size(d, size, bytes);
	/* Of a map that is known, bytes may be missing: then the size is right. */
	if (size != d->header.map_size &&
	    (!d->map.given || d->map.given->bytes.len != d->header.map_size)) {
		report(d->report, RULE_twdemo_map_size, &site, "%u" WANTED "%u",
		       d->header.map_size, size);
		if (!report_mended(d->report))
			twdemo_rely_on_start(d);
	}
	d->map.end = end;
	d->map.decided = true;
}

void
twdemo_pass_end(struct twdemo *d)
{
	struct twdemo_map *m = &d->map;

	m->passed |= m->datafile.phase == DATAFILE_ENDED;
	d->phase = TWDEMO_IN_MAP;
}

enum pull
twdemo_leave_map(struct twdemo *d)
{
	struct twdemo_map *m = &d->map;

	if (m->known && d->at.pos - m->off == m->known->size)
		twdemo_take_known(d);
	else if (m->known && !twdemo_forget_known(d, d->at.pos - m->off))
		return PULL_NO_MEMORY;
	/* The datafile, or the given map, ends before the size of the header. */
	if (d->at.pos < m->end && !twdemo_has_sums(d)) {
		d->phase = TWDEMO_MAP_MAY_END;
		return PULL_EVENT;
	}
	if (d->at.pos < m->end)
		twdemo_set_map_end(d, d->at.pos);
	twdemo_check_map(d);
	d->phase = TWDEMO_IN_CHUNKS;
	d->playable = true;
	twdemo_emit(d, &(struct twdemo_event){ .kind = TWDEMO_MAP,
					       .off = m->off,
					       .len = m->end - m->off });
	return PULL_EVENT;
}
