/* SPDX-License-Identifier: MIT */
/*
 * demofsck_map.h - maps beside the recordings: dfk_options.map and known_maps
 *
 *   struct dfk_map *map;
 *
 *   if (dfk_map_open(NULL, bytes, size, &map) != DFK_OK)
 *           ...
 *   options.map = map;
 *
 * Teehistorian logs and demos name their map by its checksums, which are compared with
 * the given map.  A different map gives a warning.  If the map in a demo is damaged, and
 * the given map is the right one, a repair puts it into the demo.
 *
 * The checksums are computed once, and the map does not change afterwards: any number of
 * checks may use one map, also in several threads.
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

/*
 * Maps in demos in which checks found nothing: up to 16, and 3 MiB of them.  If
 * many demos have the same map, it is judged in the first one, and compared byte
 * by byte in the others (dfk_options.known_maps), which is faster.  No finding
 * depends on that.  One thread at a time may use it and the checks that have it,
 * and it must stay open as long as they.  It is of use for checks that have the
 * limits and severities of the first one.  Statuses: as dfk_map_open().
 */
DFK_API DFK_MUST_CHECK enum dfk_status
dfk_known_maps_open(const struct dfk_allocator *allocator,
		    struct dfk_known_maps **known);
DFK_API void dfk_known_maps_close(struct dfk_known_maps *known);

#ifdef __cplusplus
}
#endif

#endif
