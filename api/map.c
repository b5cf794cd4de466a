/* SPDX-License-Identifier: MIT */
/* map.c - the public interface: a map file beside the recordings */
#include "include/demofsck_map.h"

#include "api/check.h"
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
