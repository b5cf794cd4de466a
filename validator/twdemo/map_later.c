/* SPDX-License-Identifier: MIT */
/* map_later.c - a map that is longer than the header says (TW-5, bug B) */
#include "validator/core/given_map.h"
#include "validator/twdemo/twdemo.h"

/* The end of a datafile whose header goes on after the size that the demo has for
   all of it; 0: it is not there, or no such header can be. */
static uint64_t
end_by_header(const struct twdemo_map *m, const struct cursor *in)
{
	const struct span held = window_span(&m->datafile.tables);
	const struct span more = span_head(cur_rest(in),
					   DATAFILE_HEADER_BYTES - held.len);
	uint8_t head[DATAFILE_HEADER_BYTES] = { 0 };
	uint64_t length;

	if (held.len)
		memcpy(room_at(head, sizeof(head), 0, held.len), held.ptr,
		       held.len);
	if (more.len)
		memcpy(room_at(head, sizeof(head), held.len, more.len),
		       more.ptr, more.len);
	length = datafile_find_end((struct span){ head, held.len + more.len });
	return length ? m->off + length : 0;
}

/* Where the map ends if it is longer than the header says; 0: nothing says so. */
static uint64_t
later_end(const struct twdemo *d, const struct cursor *in)
{
	const struct twdemo_map *m = &d->map;
	const struct datafile *df = &m->datafile;

	if (m->given)
		return twdemo_given_end(m) > m->end ? twdemo_given_end(m) : 0;
	if (m->read && df->phase == DATAFILE_IN_HEADER)
		return end_by_header(m, in);
	/* A datafile that goes on has its end behind the one of the header; where
	   it is damaged, its end may be anywhere. */
	if (!m->read || df->phase < DATAFILE_IN_TABLES ||
	    df->phase > DATAFILE_IN_DATA || d->report->demoted)
		return 0;
	return m->off + df->layout.end;
}

/* Does a demo begin there? */
static enum twdemo_proof
probe_later(struct twdemo *d, const struct cursor *in, bool closed,
	    uint64_t more)
{
	const uint64_t most = d->limits->map_ahead_bytes;
	struct cursor there = *in;

	cur_some(&there, more < most ? more : most);
	/* A limit is hit by bytes that are there. */
	if (cur_tell(&there) - cur_tell(in) < more && cur_left(&there)) {
		report(d->report, RULE_limit_map_ahead_bytes,
		       &(struct site){ .off = d->pos },
		       "a map that goes on for %llu bytes" WANTED
		       "up to %llu bytes",
		       (unsigned long long)more, (unsigned long long)most);
		return TWDEMO_NO;
	}
	if (cur_tell(&there) - cur_tell(in) < more)
		return closed ? TWDEMO_NO : TWDEMO_MORE;
	return twdemo_probe_start(d, &there, closed);
}

enum pull
twdemo_look_further(struct twdemo *d, struct cursor *in, bool closed)
{
	struct twdemo_map *m = &d->map;
	const bool in_header = m->read && !m->given &&
			       m->datafile.phase == DATAFILE_IN_HEADER;
	enum twdemo_proof proof;
	uint64_t end;

	if (in_header && cur_left(in) < DATAFILE_HEADER_BYTES && !closed) {
		in->need = DATAFILE_HEADER_BYTES - cur_left(in);
		return PULL_MORE;
	}
	end = later_end(d, in);
	m->decided = true;
	if (!end && !m->given)
		return PULL_EVENT;
	proof = twdemo_probe_start(d, in, closed);
	m->followed = proof == TWDEMO_YES;
	if (proof == TWDEMO_NO && end) {
		proof = probe_later(d, in, closed, end - m->end);
		if (proof == TWDEMO_YES) {
			twdemo_set_map_end(d, end);
			d->phase = TWDEMO_IN_MAP;
		}
	}
	if (proof == TWDEMO_MORE) {
		m->decided = false;
		return PULL_MORE;
	}
	return PULL_EVENT;
}
