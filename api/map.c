/* SPDX-License-Identifier: MIT */
/* map.c - the public interface: maps beside the recordings */
#include "include/demofsck_map.h"

#include "api/handles.h"
#include "validator/core/memory.h"

enum dfk_status
dfk_map_open(const struct dfk_allocator *allocator, const void *bytes,
	     size_t size, struct dfk_map **out)
{
	struct dfk_allocator a = { .alloc = NULL };
	struct dfk_map *map;

	*out = NULL;
	if (allocator)
		a = *allocator;
	if (!memory_pick(&a))
		return DFK_BAD_ARGUMENT;
	map = memory_get(&a, sizeof(*map));
	if (!map)
		return DFK_NO_MEMORY;
	map->allocator = a;
	given_map_sum(&map->map, (struct span){ bytes, size });
	*out = map;
	return DFK_OK;
}

void
dfk_map_close(struct dfk_map *map)
{
	if (!map)
		return;
	const struct dfk_allocator allocator = map->allocator;

	memory_put(&allocator, map);
}

enum dfk_status
dfk_known_maps_open(const struct dfk_allocator *allocator,
		    struct dfk_known_maps **out)
{
	struct dfk_allocator a = { .alloc = NULL };
	struct dfk_known_maps *known;

	*out = NULL;
	if (allocator)
		a = *allocator;
	if (!memory_pick(&a))
		return DFK_BAD_ARGUMENT;
	known = memory_get(&a, sizeof(*known));
	if (!known)
		return DFK_NO_MEMORY;
	known_maps_open(&known->maps, &a);
	*out = known;
	return DFK_OK;
}

void
dfk_known_maps_close(struct dfk_known_maps *known)
{
	if (!known)
		return;
	const struct dfk_allocator allocator = known->maps.allocator;

	known_maps_close(&known->maps);
	memory_put(&allocator, known);
}
