/* SPDX-License-Identifier: MIT */
/*
 * known_maps.h - maps in which a check has found nothing
 *
 * Many demos have the same map in them, and to judge it takes longer than all
 * else.  So the bytes of a map without a finding are kept, and the map of the next
 * demo is compared with them.  Nothing is taken from what a header says: where a
 * byte differs, what was compared is judged after all, from the bytes that are
 * kept, and then the rest of the file.
 *
 * They are kept in blocks, as many bytes arrive, and not more than all of these.
 */
#ifndef VALIDATOR_CORE_KNOWN_MAPS_H
#define VALIDATOR_CORE_KNOWN_MAPS_H

#include "validator/core/digest.h"

#include "validator/core/limits.h"
#include "validator/core/report.h"

enum {
	KNOWN_MAPS = 16,
	KNOWN_BLOCK = 1 << 14,
	KNOWN_BLOCKS = 192, /* of all maps together */
	KNOWN_BYTES = KNOWN_BLOCK * KNOWN_BLOCKS,
};

struct known_map {
	void *blocks[KNOWN_BLOCKS];
	size_t n_blocks, size;
	unsigned users; /* checks that compare with it, or write it */
	bool whole;     /* else it is being written */
	uint32_t crc;
	uint8_t sha256[SHA256_DIGEST_SIZE];
};

struct known_maps {
	struct dfk_allocator allocator;
	size_t n_blocks;
	size_t next; /* of the maps, to be given up */

	/* What was found with other limits or severities is not known. */
	bool bound;
	struct limits limits;
	enum dfk_severity severity[RULE_COUNT];

	struct known_map maps[KNOWN_MAPS];
};

void known_maps_open(struct known_maps *k,
		     const struct dfk_allocator *allocator);
void known_maps_close(struct known_maps *k);

/* Do they hold for a check with these limits and severities?  The first one
   decides. */
bool known_maps_hold(struct known_maps *k, const struct limits *limits,
		     const struct report *report);

/* A map of that size and CRC, which may be the one; NULL: there is none.  Both
   this and a new one are to be given to known_maps_leave() or _keep(). */
struct known_map *known_maps_find(struct known_maps *k, uint64_t size,
				  uint32_t crc);

/* An empty map to write to, or NULL. */
struct known_map *known_maps_new(struct known_maps *k);

/* False: there is no room for it; it is useless then. */
bool known_maps_append(struct known_maps *k, struct known_map *map,
		       struct span bytes);

/* It is whole, and there was no finding in it. */
void known_maps_keep(struct known_map *map, uint32_t crc,
		     const uint8_t sha256[SHA256_DIGEST_SIZE]);
void known_maps_leave(struct known_maps *k, struct known_map *map);

/* Its bytes from `pos` on, as many as lie together; none at its end. */
struct span known_map_part(const struct known_map *map, size_t pos);

/* How many of these bytes are those of the map from `pos` on? */
size_t known_map_common(const struct known_map *map, size_t pos,
			struct span bytes);

#endif
