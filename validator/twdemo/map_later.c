/* SPDX-License-Identifier: MIT */
/*
 * map_later.c - a map that is longer than the header says (TW-5)
 *
 * The header has too small a size (bug B), or bytes were inserted into the map.
 */
#include <zlib.h>

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
	/* A datafile that goes on has its end behind the one of the header. */
	if (!m->read || df->phase < DATAFILE_IN_TABLES ||
	    df->phase > DATAFILE_IN_DATA)
		return 0;
	return m->off + df->layout.end;
}

/* Does the map have a sum of the header with these bytes, which come next? */
static bool
has_sums_with(const struct twdemo *d, struct span bytes)
{
	const struct twdemo_header *h = &d->header;
	const struct datafile *df = &d->map.datafile;
	struct digest digest = df->digest;
	uint8_t sha256[SHA256_DIGEST_SIZE];

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
twdemo_ends_later(const struct twdemo *d, const struct cursor *in)
{
	const uint64_t end = later_end(d, in);

	return end > d->map.end && end - d->at.pos <= cur_left(in) &&
	       has_sums_with(d, span_head(cur_rest(in),
					  (size_t)(end - d->at.pos)));
}

/* Does the map end there?  A sum proves it; else a demo begins there. */
static enum twdemo_proof
probe_later(struct twdemo *d, const struct cursor *in, bool closed,
	    uint64_t more)
{
	const uint64_t most = d->limits->map_ahead_bytes;
	/* Where the datafile is damaged, its end may be anywhere. */
	const bool doubtful = !d->map.given && d->report->demoted;
	struct cursor there = *in;

	if (doubtful && more > most)
		return TWDEMO_NO;
	cur_some(&there, more < most ? more : most);
	/* A limit is hit by bytes that are there. */
	if (cur_tell(&there) - cur_tell(in) < more && cur_left(&there)) {
		report(d->report, RULE_limit_map_ahead_bytes,
		       &(struct site){ .off = d->at.pos },
		       "a map that goes on for %llu bytes" WANTED
		       "up to %llu bytes",
		       (unsigned long long)more, (unsigned long long)most);
		return TWDEMO_NO;
	}
	if (cur_tell(&there) - cur_tell(in) < more)
		return closed ? TWDEMO_NO : TWDEMO_MORE;
	if (has_sums_with(d, span_head(cur_rest(in), (size_t)more)))
		return TWDEMO_YES;
	return doubtful ? TWDEMO_NO : twdemo_probe_start(d, &there, closed);
}

/*
 * TW-5.2: where bytes were inserted into the map, it ends later:
 *
 *   given    |----------|==========|
 *   in file  |----------|inserted|==========|  chunks
 *                        header says ^
 *
 * A demo begins behind the last bytes of the given map; close to the end that the header
 * says, behind any bytes.
 */
enum { MOST_INSERTED = 1 << 16, MOST_UNSEEN = 64, GIVEN_TAIL = 4 };

/* Are the last ones of these bytes the last ones of the given map? */
static bool
ends_as_given(const struct twdemo_map *m, struct span bytes)
{
	const struct span given = m->given->bytes;
	const struct span tail = span_tail(given, given.len - GIVEN_TAIL);

	return given.len >= GIVEN_TAIL && bytes.len >= GIVEN_TAIL &&
	       span_starts(span_tail(bytes, bytes.len - GIVEN_TAIL), tail.ptr,
			   tail.len);
}

static enum twdemo_proof
find_given_later(struct twdemo *d, struct cursor *in, bool closed,
		 uint64_t *end)
{
	const uint64_t limit = d->limits->map_ahead_bytes;
	const size_t most = limit < MOST_INSERTED ? (size_t)limit
						  : MOST_INSERTED;
	const struct span rest = cur_rest(in);
	enum twdemo_proof proof = TWDEMO_NO;

	if (rest.len < most && !closed) {
		in->need = most - rest.len;
		return TWDEMO_MORE;
	}
	for (size_t n = 1; n <= most && n <= rest.len; n++) {
		struct cursor there = *in;

		if (n > MOST_UNSEEN &&
		    !ends_as_given(&d->map, span_head(rest, n)))
			continue;
		cur_bytes(&there, n);
		proof = twdemo_probe_start(d, &there, closed);
		*end = cur_tell(in) + n;
		if (proof != TWDEMO_NO)
			return proof;
	}
	return TWDEMO_NO;
}

/* The same, and what follows from it. */
static enum twdemo_proof
look_for_end(struct twdemo *d, struct cursor *in, bool closed, uint64_t end)
{
	enum twdemo_proof proof = TWDEMO_NO;

	if (end)
		proof = probe_later(d, in, closed, end - d->map.end);
	if (proof == TWDEMO_NO && d->map.given)
		proof = find_given_later(d, in, closed, &end);
	if (proof == TWDEMO_YES) {
		twdemo_set_map_end(d, end);
		d->phase = TWDEMO_IN_MAP;
	}
	return proof;
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
	if (proof == TWDEMO_NO)
		proof = look_for_end(d, in, closed, end);
	if (proof == TWDEMO_MORE) {
		m->decided = false;
		return PULL_MORE;
	}
	return PULL_EVENT;
}
