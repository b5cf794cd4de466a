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
 * Teehistorian logs and demos contain the checksums of their map.  A check compares these
 * checksums with the checksums of the given map.  A different map gives a warning.  If
 * the map in a demo is damaged, and the given map has the right checksums, a repair puts
 * the given map into the demo.
 *
 * The checksums are computed once, and the map does not change afterwards.  So any number
 * of checks may use one map, also in several threads.
 */
#ifndef DEMOFSCK_MAP_H
#define DEMOFSCK_MAP_H

#include "demofsck.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * `bytes` are not copied.  The bytes must not change before dfk_map_close().  The map
 * must stay open as long as each check that uses the map.  The bytes may be any bytes:
 * their checksums decide whether they are the map that a recording names. allocator: NULL
 * for malloc and free.  Failures are DFK_NO_MEMORY, and DFK_BAD_ARGUMENT if only one
 * function of the allocator is set.
 */
DFK_API DFK_MUST_CHECK enum dfk_status
dfk_map_open(const struct dfk_allocator *allocator, const void *bytes,
	     size_t size, struct dfk_map **map);
DFK_API void dfk_map_close(struct dfk_map *map); /* NULL: does nothing */

/*
 * Maps in demos in which checks found nothing: up to 16 maps of at most 3 MiB together.
 * If many demos have the same map, only the first check judges the map.  Later checks
 * compare the map byte by byte (dfk_options.known_maps), which is faster.  No finding
 * changes.  One thread at a time may use the known maps and the checks that have them.
 * The known maps must stay open as long as these checks.  Known maps help only checks
 * that have the same limits and severities as the first check.  Statuses: as
 * dfk_map_open().
 */
DFK_API DFK_MUST_CHECK enum dfk_status
dfk_known_maps_open(const struct dfk_allocator *allocator,
		    struct dfk_known_maps **known);
DFK_API void dfk_known_maps_close(struct dfk_known_maps *known);

#ifdef __cplusplus
}
#endif

#endif
