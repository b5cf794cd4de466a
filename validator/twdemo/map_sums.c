/* SPDX-License-Identifier: MIT */
/* map_sums.c - is the map in a demo the one that its header names? (TW-5) */
#include "validator/core/always.h"
#include "validator/core/given_map.h"
#include "validator/twdemo/twdemo.h"

/* A field of the header that the map proves wrong. */
static struct site
field(const struct twdemo *d, const char *name, uint64_t off, struct span value)
{
	struct site site = { .off = off, .len = value.len, .field = name };

	/* The header of versions 1 and 2 is another one. */
	if (d->header.version >= 3)
		site.fix = fix_replace(off, value.len, value);
	return site;
}

/* If no sum shows that the map is the right one, the sums of another map, by
   which players find it, are lost. */
static void
report_crc(struct twdemo *d, bool sure)
{
	const uint32_t crc = d->map.datafile.crc;
	uint8_t bytes[4];

	put_be32(bytes, sizeof(bytes), 0, crc);
	struct site site = field(d, "map_crc", TWDEMO_AT_MAP_CRC,
				 (struct span){ bytes, 4 });

	site.fix.lossy = !sure;
	site.fix.ahead = true;
	report(d->report, RULE_twdemo_map_crc, &site,
	       "%08x in the header" WANTED "%08x, that of the map",
	       d->header.map_crc, crc);
}

static void
report_sha256(struct twdemo *d, enum rule_id rule, bool sure)
{
	const struct datafile *df = &d->map.datafile;
	const struct twdemo_header *h = &d->header;
	uint8_t bytes[UUID_SIZE + SHA256_DIGEST_SIZE];
	/* Where the UUID is missing, the fix covers the one that adds it. */
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
	       "%s in the header" WANTED "%s, that of the map", found,
	       df->sha256_text);
}

void
twdemo_check_lone_digest(struct twdemo *d)
{
	if (d->header.digest && !d->header.sha256_known)
		report(d->report, RULE_twdemo_sha256_unknown,
		       &(struct site){ .off = d->header.sha256_off,
				       .len = SHA256_DIGEST_SIZE,
				       .field = "map_sha256" },
		       "one byte, again and again");
}

/* The map goes, or the given one comes in its place.  Its sums stay in the
   header: players find it by them. */
static void
report_useless(struct twdemo *d, enum rule_id rule, const char *what)
{
	const struct twdemo_map *m = &d->map;
	const uint64_t len = m->end - m->off;
	const uint64_t left = m->given ? m->given->bytes.len : 0;
	const bool fits = left == len ||
			  (m->given && left == d->header.map_size);
	uint8_t bytes[4];
	struct fix size = twdemo_fix_size(d, (uint32_t)left, bytes);
	struct site site = { .off = m->off, .len = len };

	/* DATA shows that the digest is one, where its UUID is missing. */
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
	/* A size that was wrong may be right for what is left. */
	if (left == d->header.map_size)
		size.kind = FIX_KEEP;
	if (!fits)
		report_also(d->report, &size);
	twdemo_check_lone_digest(d);
}

/* Closes the datafile; returns whether it is one without errors. */
static bool
close_datafile(struct twdemo *d)
{
	struct twdemo_map *m = &d->map;
	const uint64_t record = d->report->record;
	const struct part outer = twdemo_enter_map(d);

	if (m->known) {
		report_leave(d->report, &outer);
		return true;
	}
	/* Of what is no datafile only the sums are wanted. */
	if (!m->read)
		m->datafile.phase = DATAFILE_HALTED;
	datafile_close(&m->datafile, m->end - m->off);
	d->report->record = record;
	report_leave(d->report, &outer);
	return m->read && m->datafile.phase == DATAFILE_ENDED &&
	       !m->datafile.trailing && d->report->demoted == 0;
}

/* Would the map have a sum of the header with the right lengths?  Then this is its
   SHA-256. */
static bool
proves_lengths(const struct twdemo *d, uint8_t sha256[SHA256_DIGEST_SIZE])
{
	const struct twdemo_header *h = &d->header;
	const struct twdemo_lengths *l = &d->map.lengths;
	struct digest digest = l->digest;

	if (!l->differ)
		return false;
	digest_close(&digest, sha256);
	return l->crc == h->map_crc ||
	       (h->sha256_known &&
		memcmp(sha256, h->sha256, SHA256_DIGEST_SIZE) == 0);
}

/* True: the lengths are mended, and the sums of the map are those of the mended
   one. */
static bool
report_lengths(struct twdemo *d, const uint8_t sha256[SHA256_DIGEST_SIZE])
{
	const struct twdemo_lengths *l = &d->map.lengths;
	struct datafile *df = &d->map.datafile;
	struct span right = { l->right, TWDEMO_LENGTHS_BYTES };
	struct cursor c = cur_span(right, 0);
	const int32_t size = (int32_t)cur_le32(&c);
	const int32_t swaplen = (int32_t)cur_le32(&c);
	struct site site = { .off = d->map.off + DATAFILE_AT_SIZE };

	if (size == df->header.size) {
		right = span_tail(right, 4);
		site.off += 4;
	} else if (swaplen == df->header.swaplen) {
		right = span_head(right, 4);
	}
	site.len = right.len;
	site.fix = fix_replace(site.off, right.len, right);
	report(d->report, RULE_twdemo_map_damaged, &site,
	       "size %d and swaplen %d in it" WANTED
	       "%d and %d, with which it has the sums of the header",
	       df->header.size, df->header.swaplen, size, swaplen);
	if (!report_mended(d->report))
		return false;
	df->crc = l->crc;
	if (ALWAYS(sizeof(df->sha256) == SHA256_DIGEST_SIZE))
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

void
twdemo_check_map(struct twdemo *d)
{
	const struct twdemo_header *h = &d->header;
	const bool good = close_datafile(d);
	uint8_t mended[SHA256_DIGEST_SIZE];
	bool crc = has_crc(d), sha256 = has_sha256(d);

	twdemo_keep_known(d, good);
	if (!crc && !sha256 && proves_lengths(d, mended)) {
		if (!report_lengths(d, mended))
			return;
		crc = has_crc(d);
		sha256 = has_sha256(d);
	}
	if (!crc && !sha256 && d->map.zeros) {
		report_useless(d, RULE_twdemo_map_hole, "zeros only");
		return;
	}
	/* Of two maps, the one with the sums of the header is meant. */
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
		       "bytes with the sums of the header" WANTED
		       "a datafile");
	if (!crc)
		report_crc(d, sha256);
	if (h->sha256_known && !sha256)
		report_sha256(d, RULE_twdemo_map_sha256, crc);
	if (h->digest && !h->sha256_known)
		report_sha256(d, RULE_twdemo_sha256_unknown, true);
}
