/* SPDX-License-Identifier: MIT */
/* given_map.c - computes size, CRC-32 and SHA-256 of a map file */
#include "validator/core/given_map.h"

#include <stdio.h>
#include <zlib.h>

void
given_map_sum(struct given_map *map, struct span bytes)
{
	struct digest digest;
	uint32_t crc = (uint32_t)crc32(0, NULL, 0);

	map->bytes = bytes;
	if (!bytes.len)
		map->bytes.ptr = (const uint8_t *)"";
	digest_open(&digest);
	while (bytes.len) {
		const struct span part = span_head(bytes, 1u << 30);

		crc = (uint32_t)crc32(crc, part.ptr, (unsigned)part.len);
		digest_feed(&digest, part);
		bytes = span_tail(bytes, part.len);
	}
	map->crc = crc;
	snprintf(map->crc_text, sizeof(map->crc_text), "%08x", crc);
	digest_close(&digest, map->sha256);
	digest_print(map->sha256, map->sha256_text);
}

bool
given_map_use(const struct given_map *map, const struct limits *limits,
	      struct report *r)
{
	if (!map || map->bytes.len <= limits->given_map_bytes)
		return map != NULL;
	report(r, RULE_limit_given_map_bytes, &(struct site){ .off = 0 },
	       "a given map of at least %zu bytes" WANTED "up to %llu bytes",
	       map->bytes.len, (unsigned long long)limits->given_map_bytes);
	return false;
}
