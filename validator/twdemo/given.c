/* SPDX-License-Identifier: MIT */
/* given.c - compares the given map with the map that the header names (TW-5.2) */
#include "validator/core/given_map.h"
#include "validator/twdemo/twdemo.h"

/* Does the header name a map?  The map itself need not be in the demo. */
static bool
names_map(const struct twdemo_header *h)
{
	return h->map_size || h->map_crc || h->sha256_known;
}

static void
report_sha256_of_other_map(struct twdemo *d)
{
	char named[2 * SHA256_BYTES + 1];

	digest_print(d->header.sha256, named);
	report(d->report, RULE_twdemo_map_mismatch,
	       &(struct site){ .off = d->header.sha256_off,
			       .len = SHA256_BYTES,
			       .field = "map_sha256" },
	       "%s" WANTED "%s, the SHA-256 of the given map", named,
	       d->given.map->sha256_text);
}

static void
report_crc_of_other_map(struct twdemo *d)
{
	report(d->report, RULE_twdemo_map_mismatch,
	       &(struct site){ .off = d->header.version >= 3
					      ? TWDEMO_AT_MAP_CRC
					      : TWDEMO_AT_OLD_MAP_CRC,
			       .len = 4,
			       .field = "map_crc" },
	       "%08x" WANTED "%s, the CRC of the given map", d->header.map_crc,
	       d->given.map->crc_text);
}

void
twdemo_reach_map(struct twdemo *d)
{
	const struct twdemo_header *h = &d->header;
	const struct given_map *given = d->given.map;

	d->phase = TWDEMO_AT_MAP;
	if (!given_map_use(given, d->limits, d->report) || !names_map(h))
		return;
	/* One finding is enough, and a SHA-256 proves more than a CRC. */
	if (h->sha256_known &&
	    memcmp(h->sha256, given->sha256, sizeof(h->sha256)) != 0)
		report_sha256_of_other_map(d);
	else if (h->map_crc != given->crc)
		report_crc_of_other_map(d);
	else
		d->map.given = given;
}

void
twdemo_compare_given(struct twdemo_map *m, struct span bytes)
{
	if (!m->given || m->differs)
		return;
	const size_t n = span_common(bytes,
				     span_tail(m->given->bytes, m->same));

	m->same += n;
	m->differs = n < bytes.len;
}

uint64_t
twdemo_given_end(const struct twdemo_map *m)
{
	return m->given ? m->off + m->given->bytes.len : UINT64_MAX;
}

struct fix
twdemo_fix_from_given(const struct twdemo_map *m)
{
	const uint64_t off = m->off + m->same;
	struct fix fix = fix_replace(off, m->end - off,
				     span_tail(m->given->bytes, m->same));

	fix.lasting = true;
	fix.apart = true;
	/* If no chunks follow the map, the damage may reach into the chunks. */
	fix.lossy = !m->followed;
	return fix;
}
