/* SPDX-License-Identifier: MIT */
/*
 * known_maps.h - maps that were checked without a finding
 *
 * Many demos contain the same map, and the check of the map takes longer than the rest.
 * So a map without a finding is kept, and the map of the next demo is compared with the
 * kept map.  The checksum in the header is never trusted.  If a byte differs, the equal
 * bytes are checked from the kept map, and then the rest of the file is checked.
 *
 * Maps are kept in blocks.  The number of blocks of all maps together is limited.
 */
#ifndef VALIDATOR_CORE_KNOWN_MAPS_H
#define VALIDATOR_CORE_KNOWN_MAPS_H

#include "validator/core/digest.h"

#include "validator/core/limits.h"
#include "validator/core/report.h"

enum {
	KNOWN_MAPS = 16,
	KNOWN_BLOCK = 1 << 14,
	KNOWN_BLOCKS = 192, /* number of blocks of all maps together */
	KNOWN_BYTES = KNOWN_BLOCK * KNOWN_BLOCKS,
};

struct known_map {
	void *blocks[KNOWN_BLOCKS];
	size_t n_blocks, size;
	unsigned users; /* number of checks that compare with this map, or
	                   write it */
	bool whole;     /* false: the map is still being written */
	uint32_t crc;
	uint8_t sha256[SHA256_BYTES];
};

struct known_maps {
	struct dfk_allocator allocator;
	size_t n_blocks;
	size_t next; /* index of the map that is freed next */

	/* The limits and severities of the checks, which must all be the same. */
	bool bound;
	struct limits limits;
	enum dfk_severity severity[RULE_COUNT];

	struct known_map maps[KNOWN_MAPS];
};

void known_maps_open(struct known_maps *k,
		     const struct dfk_allocator *allocator);
void known_maps_close(struct known_maps *k);

/* May a check with these limits and severities use the maps?  The first check sets the
   limits and severities. */
bool known_maps_hold(struct known_maps *k, const struct limits *limits,
		     const struct report *report);

/* Returns a known map of this size and CRC, which may be the same map.  NULL: there is
   no such map.  Call known_maps_leave() or known_maps_keep() to end the use of the map.
   A new map also needs this call. */
struct known_map *known_maps_find(struct known_maps *k, uint64_t size,
				  uint32_t crc);

/* Returns an empty map to write to, or NULL. */
struct known_map *known_maps_new(struct known_maps *k);

/* Appends bytes.  False: there is no room, and the map cannot be used. */
bool known_maps_append(struct known_maps *k, struct known_map *map,
		       struct span bytes);

/* Keeps a complete map that has no finding. */
void known_maps_keep(struct known_map *map, uint32_t crc,
		     const uint8_t sha256[SHA256_BYTES]);
void known_maps_leave(struct known_maps *k, struct known_map *map);

/* Returns the bytes of the map from `pos` to the end of their block.  Returns no bytes
   at the end of the map. */
struct span known_map_part(const struct known_map *map, size_t pos);

/* Returns how many of these bytes equal the map from `pos` on. */
size_t known_map_common(const struct known_map *map, size_t pos,
			struct span bytes);

#endif
