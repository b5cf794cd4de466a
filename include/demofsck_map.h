/* SPDX-License-Identifier: MIT */
/*
 * demofsck_map.h - a map file beside the recordings: dfk_options.map
 *
 *   struct dfk_map *map;
 *
 *   if (dfk_map_open(NULL, bytes, size, &map) != DFK_OK)
 *           ...
 *   options.map = map;
 *
 * Teehistorian logs and demos name their map by its sums, and are compared with
 * this one.  If it is another one, there is a warning.  If it is the right one, and
 * the map in a demo is damaged, a repair puts this one in its place.
 *
 * The sums are computed once, and nothing changes afterwards: any number of checks
 * may use one map, in several threads too.
 */
#ifndef DEMOFSCK_MAP_H
#define DEMOFSCK_MAP_H

#include "demofsck.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * `bytes` are not copied: they must stay as they are up to dfk_map_close(), and
 * the map open as long as each check that has it.  They may be any bytes: whether
 * they are the map that a recording names is decided by its sums.  allocator:
 * NULL for malloc and free.  DFK_NO_MEMORY, or DFK_BAD_ARGUMENT: half an
 * allocator.
 */
DFK_API DFK_MUST_CHECK enum dfk_status
dfk_map_open(const struct dfk_allocator *allocator, const void *bytes,
	     size_t size, struct dfk_map **map);
DFK_API void dfk_map_close(struct dfk_map *map); /* NULL: does nothing */

#ifdef __cplusplus
}
#endif

#endif
