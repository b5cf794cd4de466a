/* SPDX-License-Identifier: MIT */
/*
 * map.c - finds the end of the map in a demo, and checks its CRC and SHA-256 (TW-5)
 *
 * The header has the size of the map.  Some recorders wrote a wrong size, or a size
 * without a map.  If the CRC or the SHA-256 (the sums) of the header fits the map, the
 * size is right.  Otherwise the bytes after the map decide: the chunks of a demo begin
 * with messages, or with a keyframe and its snapshot.
 */
#include <zlib.h>

#include "validator/core/always.h"
#include "validator/core/given_map.h"
#include "validator/core/known_maps.h"
#include "validator/twdemo/twdemo.h"

/* Returns the edit that writes this size of the map into the header. */
static struct fix
fix_size(const struct twdemo *d, uint32_t size, uint8_t out[4])
{
	/* In versions 1 and 2 the size is at another offset. */
	if (d->header.version < 3)
		return (struct fix){ .kind = FIX_NONE };
	put_be32(out, 4, 0, size);
	return fix_replace(TWDEMO_AT_MAP_SIZE, 4, (struct span){ out, 4 });
}

/* ----------------------------------------------- the lengths in the datafile */

/*
 * A datafile contains its own length twice, and its tables determine both numbers:
 *
 *   map   DATA | version | size | swaplen | counts | tables | items | data
 *                        |<--- 8 bytes -->|
 *
 * If one of both numbers is wrong, players refuse the map.  Two pairs of checksums are
 * computed: for the map in the file, and for the map with the right numbers.  If the
 * header of the demo has a checksum of the second pair, nothing else in the map is wrong.
 */

static void
add_lengths(struct twdemo_lengths *l, struct span bytes)
{
	l->crc = (uint32_t)crc32(l->crc, bytes.ptr, (unsigned)bytes.len);
	digest_feed(&l->digest, bytes);
}

/* Begins the checksums of the map with the right lengths, after the header of the map
   was read. */
static void
begin_lengths(const struct datafile *df, struct twdemo_lengths *l)
{
	l->differ = datafile_right_lengths(df, l->right);
	if (!l->differ)
		return;
	memcpy(room_at(l->header, sizeof(l->header), DATAFILE_AT_SIZE,
		       TWDEMO_LENGTHS_BYTES),
	       l->right, TWDEMO_LENGTHS_BYTES);
	digest_open(&l->digest);
	l->crc = 0;
	add_lengths(l, (struct span){ l->header, sizeof(l->header) });
}

/* Adds the next bytes to these checksums, after the datafile has read the bytes. */
static void
sum_lengths(const struct datafile *df, struct twdemo_lengths *l,
	    struct span bytes)
{
	const struct span head = span_head(bytes, sizeof(l->header) - l->held);

	if (head.len) {
		memcpy(room_at(l->header, sizeof(l->header), l->held, head.len),
		       head.ptr, head.len);
		l->held += head.len;
		if (l->held == sizeof(l->header))
			begin_lengths(df, l);
	}
	if (l->differ && bytes.len > head.len)
		add_lengths(l, span_tail(bytes, head.len));
}

/* ---------------------------------------------------------- the datafile in it */

/* Begins reports about the map.  Findings in the map do not count against the demo.  The
   header has checksums of the map, so no byte of the map is edited. */
static struct part
enter_map(struct twdemo *d)
{
	return report_enter(d->report, &(struct part){
					       .name = "map",
					       .off = d->map.off,
					       .sealed = true,
					       .at_most = DFK_WARNING,
				       });
}

/* Passes bytes to the datafile, up to the end of the datafile.  False: no memory. */
static bool
feed_datafile(struct twdemo *d, struct span bytes, uint64_t off, size_t *used)
{
	struct twdemo_map *m = &d->map;
	struct cursor c = cur_span(bytes, off);
	const struct part outer = enter_map(d);
	const uint64_t record = d->report->record;
	enum pull pull = PULL_END;

	if (m->read && !m->passed)
		pull = datafile_step(&m->datafile, &c, false);
	/* At the end of the datafile, the bytes after it are examined first. */
	if (!m->read || m->passed || m->datafile.phase != DATAFILE_ENDED ||
	    m->decided) {
		datafile_tail(&m->datafile, cur_rest(&c));
		cur_some(&c, cur_left(&c));
	}
	d->report->record = record;
	report_leave(d->report, &outer);
	*used = bytes.len - cur_left(&c);
	sum_lengths(&m->datafile, &m->lengths, span_head(bytes, *used));
	return pull != PULL_NO_MEMORY;
}

/* ---------------------------------------------- a map that was judged before */

/* Was the same map judged in an earlier demo?  If not, its bytes are stored for later. */
static void
open_known(struct twdemo *d)
{
	struct twdemo_map *m = &d->map;

	m->findings = d->report->findings;
	if (!d->given.known || d->header.map_size == 0 ||
	    d->header.map_size > KNOWN_BYTES ||
	    !known_maps_hold(d->given.known, d->limits, d->report))
		return;
	m->known = known_maps_find(d->given.known, d->header.map_size,
				   d->header.map_crc);
	if (!m->known)
		m->written = known_maps_new(d->given.known);
}

void
twdemo_leave_known(struct twdemo *d)
{
	struct twdemo_map *m = &d->map;

	if (m->known)
		known_maps_leave(d->given.known, m->known);
	if (m->written)
		known_maps_leave(d->given.known, m->written);
	m->known = m->written = NULL;
}

/* The map differs from the known map after `end`.  So the datafile reads the bytes of
   the known map up to `end`.  False: no memory. */
static bool
forget_known(struct twdemo *d, uint64_t end)
{
	struct known_map *known = d->map.known;
	uint64_t at = 0;
	bool done = true;

	while (done && at < end) {
		const struct span part = known_map_part(known, (size_t)at);
		const struct span bytes = span_head(part, (size_t)(end - at));
		size_t used;

		done = feed_datafile(d, bytes, at, &used);
		at += bytes.len;
	}
	twdemo_leave_known(d);
	return done;
}

static void
write_known(struct twdemo *d, struct span bytes)
{
	if (d->map.written &&
	    !known_maps_append(d->given.known, d->map.written, bytes))
		twdemo_leave_known(d);
}

/* The map equals the known map, so its checksums are copied. */
static void
take_known(struct twdemo *d)
{
	const struct known_map *known = d->map.known;
	struct datafile *df = &d->map.datafile;

	df->phase = DATAFILE_ENDED;
	df->crc = known->crc;
	memcpy(df->sha256, known->sha256, sizeof(df->sha256));
	digest_print(df->sha256, df->sha256_text);
}

/* Stores the map for later demos if it is `good` and has no findings. */
static void
keep_known(struct twdemo *d, bool good)
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

/* ------------------------------------------------------------------ its sums */

/* Returns the place of a field of the header, with a fix that writes the value of the
   map. */
static struct site
field(const struct twdemo *d, const char *name, uint64_t off, struct span value)
{
	struct site site = { .off = off, .len = value.len, .field = name };

	/* In versions 1 and 2 the field is at another offset. */
	if (d->header.version >= 3)
		site.fix = fix_replace(off, value.len, value);
	return site;
}

/* Reports a wrong CRC.  `sure`: the SHA-256 proves that the map is the right map.  If
   not, the fix overwrites the CRC of a map that players may need. */
static void
report_wrong_crc(struct twdemo *d, bool sure)
{
	const uint32_t crc = d->map.datafile.crc;
	uint8_t bytes[4];

	put_be32(bytes, sizeof(bytes), 0, crc);
	struct site site = field(d, "map_crc", TWDEMO_AT_MAP_CRC,
				 (struct span){ bytes, 4 });

	site.fix.lossy = !sure;
	site.fix.ahead = true;
	report(d->report, RULE_twdemo_map_crc, &site,
	       "%08x in the header" WANTED "%08x, the CRC of the map",
	       d->header.map_crc, crc);
}

static void
report_wrong_sha256(struct twdemo *d, enum rule_id rule, bool sure)
{
	const struct datafile *df = &d->map.datafile;
	const struct twdemo_header *h = &d->header;
	uint8_t bytes[UUID_SIZE + SHA256_BYTES];
	/* If the UUID is missing, this fix also adds it, and replaces the earlier fix. */
	const size_t uuid = h->digest == TWDEMO_BARE_DIGEST ? UUID_SIZE : 0;
	const size_t n = uuid + sizeof(df->sha256);
	struct site site = { .off = h->sha256_off,
			     .len = sizeof(df->sha256),
			     .field = "map_sha256" };
	char found[65];

	memcpy(bytes, twdemo_uuid.bytes, UUID_SIZE);
	memcpy(room_at(bytes, sizeof(bytes), uuid, sizeof(df->sha256)),
	       df->sha256, sizeof(df->sha256));
	site.fix = fix_replace(site.off, site.len, (struct span){ bytes, n });
	site.fix.lossy = !sure;
	site.fix.ahead = true;
	digest_print(h->sha256, found);
	report(d->report, rule, &site,
	       "%s in the header" WANTED "%s, the SHA-256 of the map", found,
	       df->sha256_text);
}

/* For a demo without a map: reports an unknown SHA-256.  No map can replace this
   SHA-256. */
static void
check_lone_digest(struct twdemo *d)
{
	if (d->header.digest && !d->header.sha256_known)
		report(d->report, RULE_twdemo_sha256_unknown,
		       &(struct site){ .off = d->header.sha256_off,
				       .len = SHA256_BYTES,
				       .field = "map_sha256" },
		       "32 equal bytes");
}

/* Reports a map that is of no use.  A repair drops the map, or replaces it with the
   given map.  The checksums stay in the header, because players find the map by its
   checksums. */
static void
report_useless(struct twdemo *d, enum rule_id rule, const char *what)
{
	const struct twdemo_map *m = &d->map;
	const uint64_t len = m->end - m->off;
	const uint64_t left = m->given ? m->given->bytes.len : 0;
	const bool fits = left == len ||
			  (m->given && left == d->header.map_size);
	uint8_t bytes[4];
	struct fix size = fix_size(d, (uint32_t)left, bytes);
	struct site site = { .off = m->off, .len = len };

	/* If the SHA-256 has no UUID, only DATA after the SHA-256 shows that it is a
	   SHA-256. */
	if (size.kind != FIX_NONE &&
	    (d->header.digest != TWDEMO_BARE_AT_LAST || m->same >= 4))
		site.fix = m->given ? twdemo_fix_from_given(m)
				    : fix_drop(m->off, len,
					       twdemo_mark(d, m->off));
	site.fix.ahead = true;
	report(d->report, rule, &site, "%s", what);
	if (!report_mended(d->report))
		return;
	d->map.detached = !m->given;
	/* The size in the header may be the size of the given map.  Then the size is not
	   edited. */
	if (left == d->header.map_size)
		size.kind = FIX_KEEP;
	if (!fits)
		report_also(d->report, &size);
	check_lone_digest(d);
}

/* Closes the datafile.  True: the map is a datafile without errors. */
static bool
close_datafile(struct twdemo *d)
{
	struct twdemo_map *m = &d->map;
	const uint64_t record = d->report->record;
	const struct part outer = enter_map(d);

	if (m->known) {
		report_leave(d->report, &outer);
		return true;
	}
	/* Bytes that are not a datafile only need checksums. */
	if (!m->read)
		m->datafile.phase = DATAFILE_HALTED;
	datafile_close(&m->datafile, m->end - m->off);
	d->report->record = record;
	report_leave(d->report, &outer);
	return m->read && m->datafile.phase == DATAFILE_ENDED &&
	       !m->datafile.trailing && d->report->demoted == 0;
}

/* Would the map with the right lengths have a checksum of the header?  Sets `sha256` to
   the SHA-256 of this map. */
static bool
proves_lengths(const struct twdemo *d, uint8_t sha256[SHA256_BYTES])
{
	const struct twdemo_header *h = &d->header;
	const struct twdemo_lengths *l = &d->map.lengths;
	struct digest digest = l->digest;

	if (!l->differ)
		return false;
	digest_close(&digest, sha256);
	return l->crc == h->map_crc ||
	       (h->sha256_known &&
		memcmp(sha256, h->sha256, SHA256_BYTES) == 0);
}

/* Reports wrong lengths.  True: a repair writes the right lengths, and the resulting map
   has a checksum of the header. */
static bool
report_lengths(struct twdemo *d, const uint8_t sha256[SHA256_BYTES])
{
	const struct twdemo_lengths *l = &d->map.lengths;
	struct datafile *df = &d->map.datafile;
	struct span right = { l->right, TWDEMO_LENGTHS_BYTES };
	struct cursor c = cur_span(right, 0);
	const int32_t size = (int32_t)cur_le32(&c);
	const int32_t swaplen = (int32_t)cur_le32(&c);
	struct site site = { .off = d->map.off + DATAFILE_AT_SIZE };

	if (size == df->tables.header.size) {
		right = span_tail(right, 4);
		site.off += 4;
	} else if (swaplen == df->tables.header.swaplen) {
		right = span_head(right, 4);
	}
	site.len = right.len;
	site.fix = fix_replace(site.off, right.len, right);
	report(d->report, RULE_twdemo_map_damaged, &site,
	       "size %d and swaplen %d in the map" WANTED
	       "size %d and swaplen %d, which give the checksum in the header",
	       df->tables.header.size, df->tables.header.swaplen, size,
	       swaplen);
	if (!report_mended(d->report))
		return false;
	df->crc = l->crc;
	if (ALWAYS(sizeof(df->sha256) == SHA256_BYTES))
		memcpy(df->sha256, sha256, sizeof(df->sha256));
	digest_print(df->sha256, df->sha256_text);
	return true;
}

static bool
has_crc(const struct twdemo *d)
{
	return d->map.datafile.crc == d->header.map_crc;
}

static bool
has_sha256(const struct twdemo *d)
{
	const struct datafile *df = &d->map.datafile;

	return d->header.sha256_known &&
	       memcmp(df->sha256, d->header.sha256, sizeof(df->sha256)) == 0;
}

/* Reports wrong checksums, after the map was read up to map.end. */
static void
check_map(struct twdemo *d)
{
	const struct twdemo_header *h = &d->header;
	const bool good = close_datafile(d);
	uint8_t mended[SHA256_BYTES];
	bool crc = has_crc(d), sha256 = has_sha256(d);

	keep_known(d, good);
	if (!crc && !sha256 && proves_lengths(d, mended)) {
		if (!report_lengths(d, mended))
			return;
		crc = has_crc(d);
		sha256 = has_sha256(d);
	}
	if (!crc && !sha256 && d->map.zeros) {
		report_useless(d, RULE_twdemo_map_hole, "zero bytes only");
		return;
	}
	/* The given map has the checksums of the header, so the map in the demo is
	   damaged. */
	if (!crc && !sha256 && (!good || d->map.given)) {
		report_useless(d, RULE_twdemo_map_damaged,
			       h->sha256_known
				       ? "another CRC and SHA-256 than in the header"
				       : "another CRC than in the header");
		return;
	}
	if (!d->map.read)
		report(d->report, RULE_twdemo_map_invalid,
		       &(struct site){ .off = d->map.off,
				       .len = d->map.end - d->map.off },
		       "data with the checksum in the header" WANTED
		       "a datafile");
	if (!crc)
		report_wrong_crc(d, sha256);
	if (h->sha256_known && !sha256)
		report_wrong_sha256(d, RULE_twdemo_map_sha256, crc);
	if (h->digest && !h->sha256_known)
		report_wrong_sha256(d, RULE_twdemo_sha256_unknown, true);
}

/* -------------------------------------------------------------------- no map */

/* Do the next bytes lack the CRC of the map?  NO: the next bytes, up to the size in the
   header, have this CRC. */
static enum twdemo_proof
lacks_crc(const struct twdemo *d, const struct cursor *in, bool closed)
{
	const uint32_t size = d->header.map_size;

	if (cur_left(in) < size)
		return closed ? TWDEMO_YES : TWDEMO_MORE;
	return (uint32_t)crc32(crc32(0, NULL, 0), cur_rest(in).ptr, size) ==
			       d->header.map_crc
		       ? TWDEMO_NO
		       : TWDEMO_YES;
}

enum twdemo_proof
twdemo_lacks_map(struct twdemo *d, const struct cursor *in, bool closed)
{
	const uint32_t size = d->header.map_size;
	const uint64_t most = d->limits->map_ahead_bytes;

	if (size == 0)
		return TWDEMO_YES;
	if (size > most) {
		report(d->report, RULE_limit_map_ahead_bytes,
		       &(struct site){ .off = d->at.pos },
		       "%u bytes that may be a map, or a SHA-256 and chunks" WANTED
		       "a map of up to %llu bytes",
		       size, (unsigned long long)most);
		return TWDEMO_NO;
	}
	return lacks_crc(d, in, closed);
}

/* Handles a demo without a map, whose chunks begin at once. */
static void
no_map(struct twdemo *d)
{
	/* The bytes that were read as the map were the first chunks. */
	twdemo_leave_known(d);
	if (d->map.begun)
		datafile_release(&d->map.datafile);
	d->map.begun = false;
	check_lone_digest(d);
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

	site.fix = fix_size(d, 0, bytes);
	report(d->report, RULE_twdemo_map_absent, &site,
	       "chunks instead of a map of %u bytes",
	       d->header.map_size);
	no_map(d);
}

enum twdemo_proof
twdemo_is_absent(struct twdemo *d, const struct cursor *in, bool closed)
{
	const uint32_t size = d->header.map_size;

	if (size > d->limits->map_ahead_bytes) {
		d->map.unsure = size;
		return TWDEMO_YES;
	}
	return lacks_crc(d, in, closed);
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

/* -------------------------------------------------------- where it may end */

/* The header has a wrong size (bug B), or the map has lost or gained bytes. */

bool
twdemo_has_sums_with(const struct twdemo *d, struct span bytes)
{
	const struct twdemo_header *h = &d->header;
	const struct twdemo_map *m = &d->map;
	const struct datafile *df = &m->datafile;
	struct digest digest = df->digest;
	uint8_t sha256[SHA256_BYTES];

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

static bool
has_sums(const struct twdemo *d)
{
	return twdemo_has_sums_with(d, (struct span){ NULL, 0 });
}

/* Returns the end of a datafile whose header was not read yet. 0: the header is not in
   the window, or is impossible. */
static uint64_t
end_by_header(const struct twdemo_map *m, const struct cursor *in)
{
	const struct span held = window_span(&m->datafile.tables.bytes);
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

/* Returns the end of the datafile by its tables, or 0. */
static uint64_t
own_end(const struct twdemo_map *m, const struct cursor *in)
{
	const struct datafile *df = &m->datafile;

	if (m->read && df->phase == DATAFILE_IN_HEADER)
		return end_by_header(m, in);
	if (!m->read || df->phase < DATAFILE_IN_TABLES ||
	    df->phase > DATAFILE_IN_DATA)
		return 0;
	return m->off + df->tables.layout.end;
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

/* Returns the last offset at which the end of the map is searched.  This is a limit. */
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
	/* The limit counts only if the file has a byte after the limit. */
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
		       "a map that is %llu bytes longer than the header says" WANTED
		       "at most %llu bytes more",
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

/* ------------------------------------------------------------ reading the map */

void
twdemo_begin_map(struct twdemo *d, bool read)
{
	const struct part outer = enter_map(d);
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
		open_known(d);
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
		/* If the header has no size, the datafile decides the end. */
		if (d->header.map_size == 0)
			d->map.end += UINT32_MAX;
		twdemo_begin_map(d, true);
	} else if (d->header.map_size == 0) {
		no_map(d);
	} else {
		d->phase = TWDEMO_NO_DATAFILE;
	}
	return PULL_EVENT;
}

/* Reads these bytes, up to the end of the map. *used: the number of read bytes.  False:
   no memory. */
static bool
feed_map(struct twdemo *d, struct span bytes, size_t *used)
{
	struct twdemo_map *m = &d->map;
	const uint64_t off = d->at.pos - m->off;
	size_t known = 0;

	*used = 0;
	if (m->known) {
		known = known_map_common(m->known, (size_t)off, bytes);
		if (known < bytes.len && !forget_known(d, off + known))
			return false;
	}
	if (!m->known &&
	    !feed_datafile(d, span_tail(bytes, known), off + known, used))
		return false;
	*used += known;
	write_known(d, span_head(bytes, *used));
	twdemo_compare_given(m, span_head(bytes, *used));
	return true;
}

/* May the map end here: at the size of the header, or at the end of the datafile? */
static bool
is_possible_map_end(const struct twdemo *d)
{
	const struct twdemo_map *m = &d->map;

	return d->at.pos == m->end ||
	       (m->read && !m->passed && !m->decided &&
		m->datafile.phase == DATAFILE_ENDED);
}

/* Returns the length of the map by its tables. 0: the tables were not read. */
static uint64_t
declared_end(const struct twdemo *d)
{
	const struct datafile *df = &d->map.datafile;
	const bool read = df->phase == DATAFILE_IN_TABLES ||
			  df->phase == DATAFILE_IN_DATA;

	return d->map.read && read ? df->tables.layout.end : 0;
}

/* Reports a map that ends early.  If the header has the size 0, the datafile decides the
   expected size. */
static void
report_truncated_map(struct twdemo *d)
{
	const uint64_t size = d->header.map_size;
	const uint64_t want = size ? size : declared_end(d);
	const struct site site = { .off = d->at.pos };
	const unsigned long long have = d->at.pos - d->map.off;

	if (want)
		report(d->report, RULE_twdemo_map_truncated, &site,
		       "the end of the file after %llu bytes of the map" WANTED
		       "a map of %llu bytes",
		       have, (unsigned long long)want);
	else
		report(d->report, RULE_twdemo_map_truncated, &site,
		       "the end of the file after %llu bytes of the map", have);
}

/* Called before the last bytes of the map are read.  Do these bytes complete a checksum
   of the header?  If not, recovery decides where the map ends (TWDEMO_MAP_DOUBTED). */
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
	if (m->known && !forget_known(d, d->at.pos - m->off))
		return PULL_NO_MEMORY;
	d->phase = TWDEMO_MAP_DOUBTED;
	return PULL_EVENT;
}

/* Returns the offset before the end of the map at which hold_end() examines the last
   bytes. */
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
	if (!feed_map(d, bytes, &used))
		return PULL_NO_MEMORY;
	m->zeros = m->zeros && span_zeros(span_head(bytes, used)) == used;
	cur_bytes(in, used);
	d->at.pos += used;
	if (is_possible_map_end(d)) {
		d->phase = TWDEMO_AFTER_MAP;
		return PULL_EVENT;
	}
	if (!closed)
		return PULL_MORE;
	/* The last bytes of the map are in the window.  hold_end() examines these bytes
	   next. */
	if (holds && d->at.pos == end && cur_left(in))
		return PULL_EVENT;
	report_truncated_map(d);
	d->phase = TWDEMO_ENDED;
	return PULL_END;
}

/* ----------------------------------------------------------- the end of the map */

void
twdemo_set_map_end(struct twdemo *d, uint64_t end)
{
	const uint32_t size = (uint32_t)(end - d->map.off);
	uint8_t bytes[4];
	struct site site = { .off = TWDEMO_AT_MAP_SIZE,
			     .len = 4,
			     .field = "map_size" };

	site.fix = fix_size(d, size, bytes);
	/* If the header has the size of the given map, the size is right, and bytes of
	   the map may be missing. */
	if (size != d->header.map_size &&
	    (!d->map.given || d->map.given->bytes.len != d->header.map_size))
		report(d->report, RULE_twdemo_map_size, &site, "%u" WANTED "%u",
		       d->header.map_size, size);
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
		take_known(d);
	else if (m->known && !forget_known(d, d->at.pos - m->off))
		return PULL_NO_MEMORY;
	/* The datafile or the given map ends before the size of the header is reached. */
	if (d->at.pos < m->end && !has_sums(d)) {
		d->phase = TWDEMO_MAP_MAY_END;
		return PULL_EVENT;
	}
	if (d->at.pos < m->end)
		twdemo_set_map_end(d, d->at.pos);
	check_map(d);
	d->phase = TWDEMO_IN_CHUNKS;
	d->playable = true;
	twdemo_emit(d, &(struct twdemo_event){ .kind = TWDEMO_MAP,
					       .off = m->off,
					       .len = m->end - m->off });
	return PULL_EVENT;
}
