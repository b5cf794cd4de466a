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
	/* What was taken for it were the first chunks. */
	twdemo_leave_known(d);
	if (d->map.begun)
		datafile_release(&d->map.datafile);
	d->map.begun = false;
	twdemo_check_lone_digest(d);
	d->map.end = d->at.pos;
	d->phase = TWDEMO_IN_CHUNKS;
	d->playable = true;
}

void
twdemo_skip_absent(struct twdemo *d)
{
	struct site site = { .off = TWDEMO_AT_MAP_SIZE,
			     .len = 4,
			     .field = "map_size" };
	uint8_t bytes[4];

	site.fix = twdemo_fix_size(d, 0, bytes);
	report(d->report, RULE_twdemo_map_absent, &site,
	       "%u bytes announced, and chunks in their place",
	       d->header.map_size);
	/* As many bytes as the map has, and their CRC. */
	if (!report_mended(d->report)) {
		twdemo_rely_on_start(d);
		twdemo_rely(d, d->map.off, d->map.off + d->header.map_size);
	}
	twdemo_no_map(d);
}

enum twdemo_proof
twdemo_is_absent(struct twdemo *d, const struct cursor *in, bool closed)
{
	const uint32_t size = d->header.map_size;

	if (size > d->limits->map_ahead_bytes) {
		d->map.unsure = size;
		return TWDEMO_YES;
	}
	return twdemo_lacks_crc(d, in, closed);
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
