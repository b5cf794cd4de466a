/* SPDX-License-Identifier: MIT */
/* known.c - a map that was judged before: it is compared, and not judged again */
#include "validator/core/known_maps.h"
#include "validator/twdemo/twdemo.h"

void
twdemo_open_known(struct twdemo *d)
{
	struct twdemo_map *m = &d->map;

	m->findings = d->report->findings;
	if (!d->known_maps || d->header.map_size == 0 ||
	    d->header.map_size > KNOWN_BYTES ||
	    !known_maps_hold(d->known_maps, d->limits, d->report))
		return;
	m->known = known_maps_find(d->known_maps, d->header.map_size,
				   d->header.map_crc);
	if (!m->known)
		m->written = known_maps_new(d->known_maps);
}

void
twdemo_leave_known(struct twdemo *d)
{
	struct twdemo_map *m = &d->map;

	if (m->known)
		known_maps_leave(d->known_maps, m->known);
	if (m->written)
		known_maps_leave(d->known_maps, m->written);
	m->known = m->written = NULL;
}

bool
twdemo_forget_known(struct twdemo *d, uint64_t end)
{
	struct known_map *known = d->map.known;
	uint64_t at = 0;
	bool done = true;

	while (done && at < end) {
		const struct span part = known_map_part(known, (size_t)at);
		const struct span bytes = span_head(part, (size_t)(end - at));
		size_t used;

		done = twdemo_feed_datafile(d, bytes, at, &used);
		at += bytes.len;
	}
	twdemo_leave_known(d);
	return done;
}

void
twdemo_write_known(struct twdemo *d, struct span bytes)
{
	if (d->map.written &&
	    !known_maps_append(d->known_maps, d->map.written, bytes))
		twdemo_leave_known(d);
}

void
twdemo_take_known(struct twdemo *d)
{
	const struct known_map *known = d->map.known;
	struct datafile *df = &d->map.datafile;

	df->phase = DATAFILE_ENDED;
	df->crc = known->crc;
	memcpy(df->sha256, known->sha256, sizeof(df->sha256));
	digest_print(df->sha256, df->sha256_text);
}

void
twdemo_keep_known(struct twdemo *d, bool good)
{
	struct twdemo_map *m = &d->map;

	if (m->written && good && m->findings == d->report->findings &&
	    m->end - m->off == d->header.map_size) {
		known_maps_keep(m->written, m->datafile.crc,
				m->datafile.sha256);
		m->written = NULL;
	}
	twdemo_leave_known(d);
}
