/* SPDX-License-Identifier: MIT */
/* map.h - the map that a recording names, against one that is given */
#ifndef CLI_MAP_H
#define CLI_MAP_H

#include "cli/outcome.h"

struct map {
	char size[24], sha256[65], crc[9]; /* as recordings write them */
};

/* Reads the map once.  Returns 0 or an errno value. */
int map_read(struct map *map, const char *path);

/* After the recording was read; adds a finding if it names another map. */
void map_compare(const struct map *map, struct outcome *outcome);

#endif
