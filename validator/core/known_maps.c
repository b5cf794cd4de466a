/* SPDX-License-Identifier: MIT */
/* known_maps.c - maps that were checked without a finding */
#include "validator/core/known_maps.h"

#include "validator/core/memory.h"

void
known_maps_open(struct known_maps *k, const struct dfk_allocator *allocator)
{
	memset(k, 0, sizeof(*k));
	k->allocator = *allocator;
}

static void
forget_map(struct known_maps *k, struct known_map *map)
{
	for (size_t i = 0; i < map->n_blocks; i++)
		memory_put(&k->allocator, AT(map->blocks, i));
	k->n_blocks -= map->n_blocks;
	map->n_blocks = map->size = 0;
	map->whole = false;
}

void
known_maps_close(struct known_maps *k)
{
	for (size_t i = 0; i < KNOWN_MAPS; i++)
		forget_map(k, &AT(k->maps, i));
}

bool
known_maps_hold(struct known_maps *k, const struct limits *limits,
		const struct report *r)
{
	if (!k->bound) {
		k->limits = *limits;
		memcpy(k->severity, r->severity, sizeof(k->severity));
		k->bound = true;
	}
	return memcmp(&k->limits, limits, sizeof(*limits)) == 0 &&
	       memcmp(k->severity, r->severity, sizeof(k->severity)) == 0;
}

/* Frees an unused map, a different map each time.  False: every map is in use. */
static bool
give_up(struct known_maps *k)
{
	for (size_t i = 0; i < KNOWN_MAPS; i++) {
		struct known_map *map = &AT(k->maps, k->next);

		k->next = (k->next + 1) % KNOWN_MAPS;
		if (!map->whole || map->users)
			continue;
		forget_map(k, map);
		return true;
	}
	return false;
}

struct known_map *
known_maps_find(struct known_maps *k, uint64_t size, uint32_t crc)
{
	for (size_t i = 0; i < KNOWN_MAPS; i++) {
		struct known_map *map = &AT(k->maps, i);

		if (!map->whole || map->size != size || map->crc != crc)
			continue;
		map->users++;
		return map;
	}
	return NULL;
}

static struct known_map *
unused_map(struct known_maps *k)
{
	for (size_t i = 0; i < KNOWN_MAPS; i++) {
		struct known_map *map = &AT(k->maps, i);

		if (!map->whole && !map->users)
			return map;
	}
	return NULL;
}

struct known_map *
known_maps_new(struct known_maps *k)
{
	struct known_map *map = unused_map(k);

	if (!map && give_up(k))
		map = unused_map(k);
	if (map)
		map->users = 1;
	return map;
}

/* Adds a block to the map. */
static bool
add_block(struct known_maps *k, struct known_map *map)
{
	void *block;

	if (k->n_blocks == KNOWN_BLOCKS && !give_up(k))
		return false;
	block = memory_get(&k->allocator, KNOWN_BLOCK);
	if (!block)
		return false;
	AT(map->blocks, map->n_blocks) = block;
	map->n_blocks++;
	k->n_blocks++;
	return true;
}

bool
known_maps_append(struct known_maps *k, struct known_map *map,
		  struct span bytes)
{
	while (bytes.len) {
		const size_t at = map->size % KNOWN_BLOCK;
		const struct span part = span_head(bytes, KNOWN_BLOCK - at);

		if (at == 0 && !add_block(k, map))
			return false;
		memcpy(room_at(AT(map->blocks, map->n_blocks - 1), KNOWN_BLOCK,
			       at, part.len),
		       part.ptr, part.len);
		map->size += part.len;
		bytes = span_tail(bytes, part.len);
	}
	return true;
}

void
known_maps_keep(struct known_map *map, uint32_t crc,
		const uint8_t sha256[SHA256_BYTES])
{
	map->crc = crc;
	memcpy(map->sha256, sha256, sizeof(map->sha256));
	map->whole = true;
	map->users--;
}

void
known_maps_leave(struct known_maps *k, struct known_map *map)
{
	map->users--;
	if (!map->whole)
		forget_map(k, map);
}

struct span
known_map_part(const struct known_map *map, size_t pos)
{
	const size_t at = pos % KNOWN_BLOCK, left = KNOWN_BLOCK - at;
	const size_t n = map->size - pos < left ? map->size - pos : left;

	if (!n)
		return (struct span){ NULL, 0 };
	return (struct span){ room_at(AT(map->blocks, pos / KNOWN_BLOCK),
				      KNOWN_BLOCK, at, n),
			      n };
}

size_t
known_map_common(const struct known_map *map, size_t pos, struct span bytes)
{
	size_t n = 0;

	while (n < bytes.len) {
		const struct span mine = known_map_part(map, pos + n);
		const struct span rest = span_tail(bytes, n);
		const size_t same = span_common(mine, rest);

		n += same;
		if (same < mine.len || !mine.len)
			break;
	}
	return n;
}
