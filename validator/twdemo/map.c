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

#include "validator/twdemo/twdemo.h"

/* Tables of sizes that old maps do not count: few kilobytes in real ones. */
enum { MOST_UNCOUNTED = 1 << 20, MOST_COMPARED = 1 << 16 };

struct part
twdemo_enter_map(struct twdemo *d)
{
	return report_enter(d->report, &(struct part){
					       .name = "map",
					       .off = d->map.off,
					       .len = d->map.end - d->map.off,
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

static void
no_map(struct twdemo *d)
{
	twdemo_check_lone_digest(d);
	d->map.end = d->map.off;
	d->phase = TWDEMO_IN_CHUNKS;
	d->playable = true;
}

/* TW-5, bug A. */
static void
report_absent(struct twdemo *d)
{
	struct site site = { .off = TWDEMO_AT_MAP_SIZE,
			     .len = 4,
			     .field = "map_size" };
	uint8_t bytes[4];

	site.fix = twdemo_fix_size(d, 0, bytes);
	report(d->report, RULE_twdemo_map_absent, &site,
	       "%u bytes announced, and chunks in their place",
	       d->header.map_size);
}

/* Bug A: chunks in the place of the map.  A small map is one, whatever it looks
   like, if it has the CRC. */
static enum twdemo_proof
is_absent(struct twdemo *d, const struct cursor *in, bool closed)
{
	const uint32_t size = d->header.map_size;
	const enum twdemo_proof proof = twdemo_probe_start(d, in, closed);

	if (proof != TWDEMO_YES || size > MOST_COMPARED)
		return proof;
	if (cur_left(in) < size)
		return closed ? TWDEMO_YES : TWDEMO_MORE;
	return (uint32_t)crc32(crc32(0, NULL, 0), cur_rest(in).ptr, size) ==
			       d->header.map_crc
		       ? TWDEMO_NO
		       : TWDEMO_YES;
}

enum pull
twdemo_open_map(struct twdemo *d, struct cursor *in, bool closed)
{
	const struct span head = cur_rest(in);
	enum twdemo_proof proof;

	d->map.off = d->pos;
	d->map.end = d->pos + d->header.map_size;
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
		no_map(d);
		return PULL_EVENT;
	}
	proof = is_absent(d, in, closed);
	if (proof == TWDEMO_MORE) {
		in->need = 1;
		return PULL_MORE;
	}
	if (proof == TWDEMO_YES) {
		report_absent(d);
		no_map(d);
	} else {
		begin(d, false);
	}
	return PULL_EVENT;
}

/* ------------------------------------------------------------------ bytes */

/* Reads as much of these bytes as belongs to the map; false: no memory. */
static bool
feed(struct twdemo *d, struct span bytes, size_t *used)
{
	struct twdemo_map *m = &d->map;
	struct cursor c = cur_span(bytes, d->pos - m->off);
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
	return pull != PULL_NO_MEMORY;
}

enum pull
twdemo_read_map(struct twdemo *d, struct cursor *in, bool closed)
{
	struct twdemo_map *m = &d->map;
	const uint64_t left = m->end - d->pos;
	const struct span rest = cur_rest(in);
	const struct span bytes = span_head(
		rest, left < rest.len ? (size_t)left : rest.len);
	size_t used;

	if (!feed(d, bytes, &used))
		return PULL_NO_MEMORY;
	m->zeros = m->zeros && span_zeros(span_head(bytes, used)) == used;
	cur_bytes(in, used);
	d->pos += used;
	if (d->pos == m->end ||
	    (m->read && !m->passed && m->datafile.phase == DATAFILE_ENDED)) {
		d->phase = TWDEMO_AFTER_MAP;
		return PULL_EVENT;
	}
	if (!closed) {
		in->need = 1;
		return PULL_MORE;
	}
	report(d->report, RULE_twdemo_map_truncated,
	       &(struct site){ .off = d->pos },
	       "the end of the file after %llu bytes of the map" WANTED
	       "%u bytes",
	       (unsigned long long)(d->pos - m->off), d->header.map_size);
	d->phase = TWDEMO_ENDED;
	return PULL_END;
}

/* ------------------------------------------------------------------ its end */

static bool
has_its_sums(const struct twdemo *d)
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

static void
set_end(struct twdemo *d, uint64_t end)
{
	const uint32_t size = (uint32_t)(end - d->map.off);
	uint8_t bytes[4];
	struct site site = { .off = TWDEMO_AT_MAP_SIZE,
			     .len = 4,
			     .field = "map_size" };

	site.fix = twdemo_fix_size(d, size, bytes);
	report(d->report, RULE_twdemo_map_size, &site, "%u" WANTED "%u",
	       d->header.map_size, size);
	d->map.end = end;
	d->map.decided = true;
}

/* The datafile has ended before the size of the header. */
static enum pull
leave_early(struct twdemo *d, struct cursor *in, bool closed)
{
	const enum twdemo_proof proof =
		has_its_sums(d) ? TWDEMO_YES
				: twdemo_probe_start(d, in, closed);

	if (proof == TWDEMO_MORE) {
		in->need = 1;
		return PULL_MORE;
	}
	d->map.passed = true;
	if (proof == TWDEMO_YES)
		set_end(d, d->pos);
	else
		d->phase = TWDEMO_IN_MAP;
	return PULL_EVENT;
}

/* TW-5, bug B: is the map longer than the header says?  PULL_EVENT: decided. */
static enum pull
look_further(struct twdemo *d, struct cursor *in, bool closed)
{
	const struct datafile *df = &d->map.datafile;
	const uint64_t end = d->map.off + df->layout.end;
	struct cursor there = *in;
	enum twdemo_proof proof;

	d->map.decided = true;
	/* A datafile that goes on has its end behind the one of the header. */
	if (!d->map.read || df->phase < DATAFILE_IN_TABLES ||
	    df->phase > DATAFILE_IN_DATA || end - d->map.end > MOST_UNCOUNTED)
		return PULL_EVENT;
	proof = twdemo_probe_start(d, in, closed);
	if (proof == TWDEMO_NO) {
		cur_bytes(&there, (size_t)(end - d->map.end));
		if (cur_ok(&there))
			proof = twdemo_probe_start(d, &there, closed);
		else
			proof = closed ? TWDEMO_NO : TWDEMO_MORE;
		if (proof == TWDEMO_YES) {
			set_end(d, end);
			d->phase = TWDEMO_IN_MAP;
		}
	}
	if (proof == TWDEMO_MORE) {
		d->map.decided = false;
		in->need = 1;
		return PULL_MORE;
	}
	return PULL_EVENT;
}

enum pull
twdemo_leave_map(struct twdemo *d, struct cursor *in, bool closed)
{
	struct twdemo_map *m = &d->map;

	if (d->pos < m->end) {
		const enum pull pull = leave_early(d, in, closed);

		if (pull == PULL_MORE || d->phase != TWDEMO_AFTER_MAP)
			return pull;
	}
	if (!m->decided && !has_its_sums(d)) {
		const enum pull pull = look_further(d, in, closed);

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
