/* SPDX-License-Identifier: MIT */
/* given.c - reads the files that options name: the map of --map and the snapshot of
   --base */
#include "cli/read/given.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/read/input.h"
#include "cli/report/text.h"
#include "include/demofsck_map.h"
#include "include/demofsck_snapshot.h"

/* ------------------------ the snapshot that a raw delta is relative to -- */

/* One int more than a snapshot can have, so that a longer file is noticed. */
enum { MOST_INTS = 65536 / 4 + 1 };

struct base_ints {
	int32_t at[MOST_INTS];
	size_t n;
	uint32_t half; /* bytes of an int that is not complete yet */
	unsigned n_half;
};

static void
add_byte(struct base_ints *ints, unsigned char byte)
{
	ints->half |= (uint32_t)byte << 8 * ints->n_half;
	if (++ints->n_half < 4)
		return;
	if (ints->n < MOST_INTS)
		ints->at[ints->n++] = (int32_t)ints->half;
	ints->half = 0;
	ints->n_half = 0;
}

static int
read_base_ints(const char *path, struct base_ints *ints)
{
	struct input in;
	const void *bytes;
	size_t size;
	int error = input_open(&in, path);

	if (error != 0)
		return error;
	while ((error = input_read(&in, &bytes, &size)) == 0 && size > 0 &&
	       ints->n < MOST_INTS) {
		for (size_t i = 0; i < size; i++)
			add_byte(ints, ((const unsigned char *)bytes)[i]);
	}
	input_close(&in);
	return error;
}

static enum exitcode
read_base(struct args_what *what, struct base_ints *ints)
{
	enum dfk_status status;
	int error = read_base_ints(what->base_path, ints);

	if (error != 0) {
		text_complain(what->base_path, "%s", strerror(error));
		return EXITCODE_IO;
	}
	status = dfk_snapshot_open(NULL, what->protocol, &what->base);
	if (status == DFK_OK)
		status = dfk_snapshot_load(what->base, ints->at, ints->n);
	if (status == DFK_OK && ints->n_half == 0)
		return EXITCODE_OK;
	if (status == DFK_NO_MEMORY) {
		text_complain(NULL, "out of memory");
		return EXITCODE_IO;
	}
	text_complain(what->base_path, "is not a raw snapshot: %s",
		      status == DFK_OK
			      ? "it ends inside an int"
			      : dfk_snapshot_broken(what->base)->title);
	return EXITCODE_USAGE;
}

/* The ints are not on the stack: there they would cost every run 64 KiB, even without a
   base, because -fstack-clash-protection touches each page of a large frame. */
enum exitcode
given_read_base(struct args_what *what)
{
	struct base_ints *ints;
	enum exitcode code;

	if (what->base_path == NULL)
		return EXITCODE_OK;
	ints = calloc(1, sizeof(*ints));
	if (ints == NULL) {
		text_complain(NULL, "out of memory");
		return EXITCODE_IO;
	}
	code = read_base(what, ints);
	free(ints);
	return code;
}

/* --------------------------- the map that recordings are compared with -- */

struct map_file {
	unsigned char *at;
	size_t n, room;
};

/* Adds bytes of the map.  Returns 0 or ENOMEM. */
static int
add_map_bytes(struct map_file *map, const void *bytes, size_t size)
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
read_map(struct map_file *map, const char *path, uint64_t limit)
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
		error = add_map_bytes(map, bytes, size);
	}
	input_close(&in);
	return error;
}

enum exitcode
given_read_map(struct args_what *what, const struct args_how *how)
{
	const uint64_t limit = args_limit_value(how, "given_map_bytes");
	struct map_file map = { .n = 0 };
	int error;

	if (what->map_path == NULL)
		return EXITCODE_OK;
	error = read_map(&map, what->map_path, limit);
	what->map_bytes = map.at;
	if (error == 0 &&
	    dfk_map_open(NULL, map.at, map.n, &what->map) != DFK_OK)
		error = ENOMEM;
	if (error == 0)
		return EXITCODE_OK;
	text_complain(what->map_path, "%s", strerror(error));
	return EXITCODE_IO;
}
