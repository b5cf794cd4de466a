/* SPDX-License-Identifier: MIT */
/* map_absent.c - a demo without its map (TW-5, bug A) */
#include <zlib.h>

#include "validator/twdemo/twdemo.h"

enum twdemo_proof
twdemo_lacks_crc(const struct twdemo *d, const struct cursor *in, bool closed)
{
	const uint32_t size = d->header.map_size;

	if (cur_left(in) < size)
		return closed ? TWDEMO_YES : TWDEMO_MORE;
	return (uint32_t)crc32(crc32(0, NULL, 0), cur_rest(in).ptr, size) ==
			       d->header.map_crc
		       ? TWDEMO_NO
		       : TWDEMO_YES;
}

void
twdemo_no_map(struct twdemo *d)
{
	twdemo_check_lone_digest(d);
	d->map.end = d->at.pos;
	d->phase = TWDEMO_IN_CHUNKS;
	d->playable = true;
}

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

/* These bytes look like chunks, but it is a map if it has the CRC. */
static enum twdemo_proof
is_other(struct twdemo *d, const struct cursor *in, bool closed)
{
	const uint32_t size = d->header.map_size;

	if (size > d->limits->map_ahead_bytes) {
		d->map.unsure = size;
		return TWDEMO_YES;
	}
	return twdemo_lacks_crc(d, in, closed);
}

enum twdemo_proof
twdemo_skip_absent(struct twdemo *d, const struct cursor *in, bool closed)
{
	enum twdemo_proof proof = twdemo_probe_start(d, in, closed);

	if (proof == TWDEMO_YES)
		proof = is_other(d, in, closed);
	if (proof != TWDEMO_YES)
		return proof;
	report_absent(d);
	twdemo_no_map(d);
	return TWDEMO_YES;
}

void
twdemo_watch_absent(struct twdemo *d, struct span bytes)
{
	struct twdemo_map *m = &d->map;
	const struct span part = span_head(bytes, m->unsure);

	if (!part.len)
		return;
	m->unsure_crc = (uint32_t)crc32(m->unsure_crc, part.ptr,
					(unsigned)part.len);
	m->unsure -= (uint32_t)part.len;
	if (m->unsure == 0 && m->unsure_crc == d->header.map_crc)
		report(d->report, RULE_limit_map_ahead_bytes,
		       &(struct site){ .off = m->off,
				       .len = d->header.map_size },
		       "chunks that have the CRC of the map" WANTED
		       "a map of up to %llu bytes",
		       (unsigned long long)d->limits->map_ahead_bytes);
}
