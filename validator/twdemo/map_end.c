/* SPDX-License-Identifier: MIT */
/*
 * map_end.c - where the map may end, if not where the header says (TW-5)
 *
 * The header has a wrong size (bug B), or bytes of the map are missing, or too many.
 */
#include <zlib.h>

#include "validator/core/given_map.h"
#include "validator/core/known_maps.h"
#include "validator/twdemo/twdemo.h"

bool
twdemo_has_sums_with(const struct twdemo *d, struct span bytes)
{
	const struct twdemo_header *h = &d->header;
	const struct twdemo_map *m = &d->map;
	const struct datafile *df = &m->datafile;
	struct digest digest = df->digest;
	uint8_t sha256[SHA256_DIGEST_SIZE];

	if (m->known) {
		const size_t n = (size_t)(d->at.pos - m->off);

		return n + bytes.len == m->known->size &&
		       known_map_common(m->known, n, bytes) == bytes.len;
	}
	if ((uint32_t)crc32(df->crc, bytes.ptr, (unsigned)bytes.len) ==
	    h->map_crc)
		return true;
	if (!h->sha256_known)
		return false;
	digest_feed(&digest, bytes);
	digest_close(&digest, sha256);
	return memcmp(sha256, h->sha256, sizeof(sha256)) == 0;
}

bool
twdemo_has_sums(const struct twdemo *d)
{
	return twdemo_has_sums_with(d, (struct span){ NULL, 0 });
}

/* The end of a datafile whose header is not read yet; 0: it is not there, or no such
   header can be. */
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

/* Where the tables of the datafile say that it ends, or 0. */
static uint64_t
own_end(const struct twdemo_map *m, const struct cursor *in)
{
	const struct datafile *df = &m->datafile;

	if (m->read && df->phase == DATAFILE_IN_HEADER)
		return end_by_header(m, in);
	if (!m->read || df->phase < DATAFILE_IN_TABLES ||
	    df->phase > DATAFILE_IN_DATA)
		return 0;
	return m->off + df->layout.end;
}

struct twdemo_ends
twdemo_likely_ends(const struct twdemo *d, const struct cursor *in)
{
	const struct twdemo_map *m = &d->map;
	const uint64_t all[] = { own_end(m, in),
				 m->given ? twdemo_given_end(m) : 0 };
	struct twdemo_ends ends = { 0 };

	for (size_t i = 0; i < COUNT_OF(all); i++)
		if (AT(all, i) >= d->at.pos && AT(all, i) != m->end)
			AT(ends.at, ends.n++) = AT(all, i);
	return ends;
}

/* Up to where it is looked for an end: a limit. */
static uint64_t
last_end(const struct twdemo *d)
{
	return d->map.end + d->limits->map_ahead_bytes;
}

enum twdemo_proof
twdemo_reaches(const struct twdemo *d, struct cursor *in, bool closed,
	       uint64_t end)
{
	const uint64_t last = last_end(d);
	/* A limit is hit by bytes that are there. */
	const uint64_t want = end <= last ? end : last + 1;

	if (cur_end(in) >= want)
		return end <= last ? TWDEMO_YES : TWDEMO_NO;
	if (closed)
		return TWDEMO_NO;
	in->need = (size_t)(want - cur_end(in));
	return TWDEMO_MORE;
}

void
twdemo_report_far_end(struct twdemo *d, const struct cursor *in)
{
	const struct twdemo_ends ends = twdemo_likely_ends(d, in);
	const uint64_t end = AT(ends.at, 0);

	if (end > last_end(d) && cur_end(in) > last_end(d))
		report(d->report, RULE_limit_map_ahead_bytes,
		       &(struct site){ .off = d->map.end },
		       "a map that goes on for %llu bytes" WANTED
		       "up to %llu bytes",
		       (unsigned long long)(end - d->map.end),
		       (unsigned long long)d->limits->map_ahead_bytes);
}

bool
twdemo_is_of_given(const struct twdemo *d, struct span bytes)
{
	enum { TAIL = 4 };
	const struct twdemo_map *m = &d->map;
	struct span given, tail;

	if (!m->given)
		return false;
	given = m->given->bytes;
	if (!m->differs && span_starts(span_tail(given, m->same), bytes.ptr,
				       bytes.len))
		return true;
	tail = span_tail(given, given.len - TAIL);
	return given.len >= TAIL && bytes.len >= TAIL &&
	       span_starts(span_tail(bytes, bytes.len - TAIL), tail.ptr,
			   tail.len);
}
