/* SPDX-License-Identifier: MIT */
/* map.c - size, SHA-256 and CRC-32 of a map */
#include "cli/map.h"

#include <inttypes.h>
#include <nettle/base16.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <zlib.h>

#include "cli/text.h"

int
map_read(struct map *map, const char *path)
{
	uint8_t digest[SHA256_DIGEST_SIZE];
	struct sha256_ctx sha256;
	struct input in;
	uint64_t total = 0;
	uLong crc = crc32(0, NULL, 0);
	const void *bytes;
	size_t size;
	int error = input_open(&in, path, false);

	if (error != 0)
		return error;
	sha256_init(&sha256);
	while ((error = input_read(&in, &bytes, &size)) == 0 && size > 0) {
		sha256_update(&sha256, size, bytes);
		crc = crc32(crc, bytes, (uInt)size);
		total += size;
	}
	input_close(&in);
	sha256_digest(&sha256, sizeof(digest), digest);
	base16_encode_update(map->sha256, sizeof(digest), digest);
	map->sha256[BASE16_ENCODE_LENGTH(sizeof(digest))] = '\0';
	snprintf(map->size, sizeof(map->size), "%" PRIu64, total);
	snprintf(map->crc, sizeof(map->crc), "%08lx", crc & 0xffffffffUL);
	return error;
}

void
map_compare(const struct map *map, struct outcome *outcome)
{
	const struct {
		const char *fact, *actual;
	} rows[] = { { "map_sha256", map->sha256 },
		     { "map_crc", map->crc },
		     { "map_size", map->size } };
	char found[160];
	struct dfk_fact fact;

	if (outcome->result == NULL)
		return;
	/* One finding tells it; the first row is the strongest evidence. */
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (!outcome_fact(outcome, rows[i].fact, &fact))
			continue;
		if (fact.kind == DFK_FACT_INT)
			snprintf(found, sizeof(found), "%" PRId64,
				 fact.integer);
		else if (fact.text != NULL)
			text_ascii(found, sizeof(found), fact.text);
		else
			continue;
		if (strcasecmp(found, rows[i].actual) == 0)
			continue;
		outcome_add(outcome, "teehistorian.map_mismatch",
			    OUTCOME_HEADER_OFFSET, rows[i].fact, found,
			    rows[i].actual);
		return;
	}
}
