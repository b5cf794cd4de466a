/* SPDX-License-Identifier: MIT */
/* header_map.c - is the map that the caller has the one of the header? (TH-3) */
#include <stdio.h>

#include "validator/core/given_map.h"
#include "validator/teehistorian/header_scan.h"

/* Hexadecimal digits, in either case. */
static bool
is_same_hex(const char *text, const char *sum)
{
	const size_t n = strlen(sum);
	struct cursor a = cur_init(text, strlen(text), 0);
	struct cursor b = cur_init(sum, n, 0);
	bool same = cur_left(&a) == n;

	while (same && cur_left(&a)) {
		const uint8_t digit = cur_u8(&a), want = cur_u8(&b);

		same = digit == want ||
		       (digit >= 'A' && digit <= 'F' && digit + 32 == want);
	}
	return same;
}

static void
report_mismatch(const struct header_scan *s, enum teehistorian_key key,
		const char *named, const char *given)
{
	const struct json_token *t = &AT(s->value, key);

	report(s->th->report, RULE_teehistorian_map_mismatch,
	       &(struct site){ .off = t->off,
			       .len = t->text.len,
			       .field = teehistorian_header_key(key)->name },
	       "%s" WANTED "%s, that of the map given",
	       teehistorian_is_hex(named, strlen(named)) ? named
							 : "another text",
	       given);
}

static bool
is_text(const struct header_scan *s, enum teehistorian_key key)
{
	return AT(s->present, key) && AT(s->value, key).type == TOKEN_STRING;
}

void
teehistorian_compare_map(const struct header_scan *s)
{
	const struct given_map *given = s->th->given_map;
	const struct teehistorian_header *h = &s->th->header;
	char size_text[24];
	uint64_t size;

	if (!given_map_use(given, s->th->limits, s->th->report))
		return;
	/* One finding is enough; a digest says most. */
	if (is_text(s, TEEHISTORIAN_KEY_map_sha256) &&
	    !is_same_hex(h->map_sha256, given->sha256_text)) {
		report_mismatch(s, TEEHISTORIAN_KEY_map_sha256, h->map_sha256,
				given->sha256_text);
	} else if (is_text(s, TEEHISTORIAN_KEY_map_crc) &&
		   !is_same_hex(h->map_crc, given->crc_text)) {
		report_mismatch(s, TEEHISTORIAN_KEY_map_crc, h->map_crc,
				given->crc_text);
	} else if (is_text(s, TEEHISTORIAN_KEY_map_size) &&
		   teehistorian_decimal(h->map_size, UINT32_MAX, &size) &&
		   size != given->bytes.len) {
		snprintf(size_text, sizeof(size_text), "%zu", given->bytes.len);
		report_mismatch(s, TEEHISTORIAN_KEY_map_size, h->map_size,
				size_text);
	}
}
