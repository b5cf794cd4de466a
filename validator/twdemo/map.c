/* SPDX-License-Identifier: MIT */
/*
 * map.c - where the map in a demo ends (TW-5)
 *
 * The header says how large the map is.  Some recorders wrote a wrong size, or a
 * size and no map.  The sums of the header prove a size right; where they do not,
 * what follows decides: a demo begins with messages, and a keyframe with its
 * snapshot.
 */
#include <zlib.h>

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

static void
begin(struct twdemo *d, bool read)
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
	enum twdemo_proof proof;

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
		begin(d, true);
		return PULL_EVENT;
	}
	if (d->header.map_size == 0) {
		twdemo_no_map(d);
		return PULL_EVENT;
	}
	proof = twdemo_skip_absent(d, in, closed);
	if (proof == TWDEMO_MORE)
		return PULL_MORE;
	if (proof == TWDEMO_NO)
		begin(d, false);
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

/* So many bytes can be read before it is asked what follows. */
static uint64_t
left_of_map(const struct twdemo *d)
{
	const struct twdemo_map *m = &d->map;
	const uint64_t given = twdemo_given_end(m);

	return (given > d->at.pos && given < m->end ? given : m->end) - d->at.pos;
}

/* Is this where it may end? */
static bool
is_end(const struct twdemo *d)
{
	const struct twdemo_map *m = &d->map;

	return d->at.pos == m->end ||
	       (d->at.pos == twdemo_given_end(m) && !m->given_passed) ||
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

/* Has the map, with these bytes as its end, a sum of the header? */
static bool
ends_with(struct twdemo *d, struct span rest)
{
	const struct twdemo_header *h = &d->header;
	const struct twdemo_map *m = &d->map;
	struct digest digest = m->datafile.digest;
	uint8_t sha256[SHA256_DIGEST_SIZE];

	if (m->known)
		return known_map_common(m->known,
					(size_t)(d->at.pos - m->off),
					rest) == rest.len;
	if (crc32(m->datafile.crc, rest.ptr, (unsigned)rest.len) == h->map_crc)
		return true;
	digest_feed(&digest, rest);
	digest_close(&digest, sha256);
	return h->sha256_known &&
	       memcmp(sha256, h->sha256, sizeof(sha256)) == 0;
}

/* Before its last bytes are read: are they its last ones?  PULL_EVENT: they are, or whoever
   reads damage has to say where it ends. */
static enum pull
hold_end(struct twdemo *d, struct cursor *in, bool closed)
{
	struct twdemo_map *m = &d->map;
	const uint64_t left = m->end - d->at.pos;
	const uint64_t need = left + TWDEMO_MAP_AHEAD;

	if (cur_left(in) < need && !closed) {
		in->need = (size_t)(need - cur_left(in));
		return PULL_MORE;
	}
	m->held = true;
	if (cur_left(in) >= left &&
	    !ends_with(d, span_head(cur_rest(in), (size_t)left)))
		d->phase = TWDEMO_MAP_DOUBTED;
	return PULL_EVENT;
}

enum pull
twdemo_read_map(struct twdemo *d, struct cursor *in, bool closed)
{
	struct twdemo_map *m = &d->map;
	const bool holds = !m->held && d->header.map_size;
	const uint64_t hold = m->end - m->off > TWDEMO_MAP_TAIL
				      ? m->end - TWDEMO_MAP_TAIL
				      : m->off;
	uint64_t left = left_of_map(d);
	const struct span rest = cur_rest(in);
	struct span bytes;
	bool tail, last;
	size_t used;

	if (holds && d->at.pos >= hold)
		return hold_end(d, in, closed);
	if (holds && left > hold - d->at.pos)
		left = hold - d->at.pos;
	bytes = left < rest.len ? span_head(rest, (size_t)left) : rest;
	last = closed || bytes.len == left;

	bytes = span_head(bytes, twdemo_find_given_end(m, bytes, last, &tail));
	if (!feed(d, bytes, &used))
		return PULL_NO_MEMORY;
	m->zeros = m->zeros && span_zeros(span_head(bytes, used)) == used;
	cur_bytes(in, used);
	d->at.pos += used;
	if (is_end(d) || (tail && used == bytes.len)) {
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

bool
twdemo_has_sums(const struct twdemo *d)
{
	const struct twdemo_header *h = &d->header;
	struct digest digest = d->map.datafile.digest;
	uint8_t sha256[SHA256_DIGEST_SIZE];

	if (d->map.datafile.crc == h->map_crc)
		return true;
	digest_close(&digest, sha256);
	return h->sha256_known &&
	       memcmp(sha256, h->sha256, sizeof(sha256)) == 0;
}

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
	if (!d->map.given || d->map.given->bytes.len != d->header.map_size) {
		report(d->report, RULE_twdemo_map_size, &site, "%u" WANTED "%u",
		       d->header.map_size, size);
	}
	d->map.end = end;
	d->map.decided = d->map.followed = true;
}

/* The datafile, or the given map, has ended before the size of the header. */
static enum pull
leave_early(struct twdemo *d, struct cursor *in, bool closed)
{
	const enum twdemo_proof proof = twdemo_has_sums(d)
						? TWDEMO_YES
						: twdemo_probe_start(d, in,
								     closed);

	if (proof == TWDEMO_MORE)
		return PULL_MORE;
	d->map.passed |= d->map.datafile.phase == DATAFILE_ENDED;
	d->map.given_passed |= d->at.pos == twdemo_given_end(&d->map);
	if (proof == TWDEMO_YES)
		twdemo_set_map_end(d, d->at.pos);
	else
		d->phase = TWDEMO_IN_MAP;
	return PULL_EVENT;
}

enum pull
twdemo_leave_map(struct twdemo *d, struct cursor *in, bool closed)
{
	struct twdemo_map *m = &d->map;

	if (m->known && d->at.pos == m->end)
		twdemo_take_known(d);
	else if (m->known && !twdemo_forget_known(d, d->at.pos - m->off))
		return PULL_NO_MEMORY;
	if (d->at.pos < m->end) {
		const enum pull pull = leave_early(d, in, closed);

		if (pull == PULL_MORE || d->phase != TWDEMO_AFTER_MAP)
			return pull;
	}
	if (!m->decided && !twdemo_has_sums(d)) {
		const enum pull pull = twdemo_look_further(d, in, closed);

		if (pull == PULL_MORE || d->phase != TWDEMO_AFTER_MAP)
			return pull;
	}
	twdemo_check_map(d);
	d->phase = TWDEMO_IN_CHUNKS;
	d->playable = true;
	twdemo_emit(d, &(struct twdemo_event){ .kind = TWDEMO_MAP,
					       .off = m->off,
					       .len = m->end - m->off });
	return PULL_EVENT;
}
