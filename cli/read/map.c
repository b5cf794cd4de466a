/* SPDX-License-Identifier: MIT */
/* map.c - the map that recordings are compared with */
#include "cli/read/map.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/read/input.h"
#include "cli/report/text.h"
#include "include/demofsck_map.h"

struct map_file {
	unsigned char *at;
	size_t n, room;
};

/* 0 or ENOMEM. */
static int
add(struct map_file *map, const void *bytes, size_t size)
{
	size_t room = map->room ? map->room : 4096;
	unsigned char *grown;

	while (room - map->n < size)
		room *= 2;
	if (!map->at || room > map->room) {
		grown = realloc(map->at, room);
		if (!grown)
			return ENOMEM;
		map->at = grown;
		map->room = room;
	}
	memcpy(map->at + map->n, bytes, size);
	map->n += size;
	return 0;
}

static int
read_bytes(struct map_file *map, const char *path, uint64_t limit)
{
	struct input in;
	const void *bytes;
	size_t size;
	int error = input_open(&in, path);

	if (error != 0)
		return error;
	while (error == 0 && map->n <= limit) {
		error = input_read(&in, &bytes, &size);
		if (error != 0 || size == 0)
			break;
		if (size > limit + 1 - map->n)
			size = (size_t)(limit + 1 - map->n);
		error = add(map, bytes, size);
	}
	input_close(&in);
	return error;
}

enum exitcode
map_read(struct args *args)
{
	const uint64_t limit = args_limit_value(args, "given_map_bytes");
	struct map_file map = { .n = 0 };
	int error;

	if (args->map_path == NULL)
		return EXITCODE_OK;
	error = read_bytes(&map, args->map_path, limit);
	args->map_bytes = map.at;
	if (error == 0 &&
	    dfk_map_open(NULL, map.at, map.n, &args->map) != DFK_OK)
		error = ENOMEM;
	if (error == 0)
		return EXITCODE_OK;
	text_complain(args->map_path, "%s", strerror(error));
	return EXITCODE_IO;
}
