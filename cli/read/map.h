/* SPDX-License-Identifier: MIT */
/* map.h - a map file, described as recordings do */
#ifndef CLI_READ_MAP_H
#define CLI_READ_MAP_H

struct map_sums {
	char size[24], sha256[65], crc[9]; /* as recordings write them */
};

/* Reads the map once.  Returns 0 or an errno value. */
int map_read(struct map_sums *map, const char *path);

#endif
