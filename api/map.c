/* SPDX-License-Identifier: MIT */
/* map.c - the public interface: maps beside the recordings */
#include "include/demofsck_map.h"

#include "api/handles.h"
#include "validator/core/memory.h"

enum dfk_status
dfk_map_open(const struct dfk_allocator *allocator, const void *bytes,
	     size_t size, struct dfk_map **out)
{
	struct dfk_allocator a;
	enum dfk_status status;
	struct dfk_map *map = handle_get(allocator, sizeof(*map), &a, &status);

	*out = map;
	if (!map)
		return status;
	map->allocator = a;
	given_map_sum(&map->map, (struct span){ bytes, size });
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
	struct dfk_allocator a;
	enum dfk_status status;
	struct dfk_known_maps *known = handle_get(allocator, sizeof(*known), &a,
						  &status);

	*out = known;
	if (!known)
		return status;
	known_maps_open(&known->maps, &a);
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
