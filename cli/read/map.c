/* SPDX-License-Identifier: MIT */
/* map.c - size, SHA-256 and CRC-32 of a map */
#include "cli/read/map.h"

#include <inttypes.h>
#include <nettle/base16.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

#include "cli/read/input.h"

int
map_read(struct map_sums *map, const char *path)
{
	uint8_t digest[SHA256_DIGEST_SIZE];
	struct sha256_ctx sha256;
	struct input in;
	uint64_t total = 0;
	uLong crc = crc32(0, NULL, 0);
	const void *bytes;
	size_t size;
	int error = input_open(&in, path);

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
