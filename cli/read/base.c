/* SPDX-License-Identifier: MIT */
/* base.c - the snapshot that a raw delta is relative to */
#include "cli/read/base.h"

#include <stdlib.h>
#include <string.h>

#include "cli/read/input.h"
#include "cli/report/text.h"
#include "include/demofsck_snapshot.h"

/* One int more than a snapshot can have, to notice that there are too many. */
enum { MOST_INTS = 65536 / 4 + 1 };

struct base_ints {
	int32_t at[MOST_INTS];
	size_t n;
	uint32_t half; /* the bytes of the next one */
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
read_ints(const char *path, struct base_ints *ints)
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
read_base(struct args *args, struct base_ints *ints)
{
	enum dfk_status status;
	int error = read_ints(args->base_path, ints);

	if (error != 0) {
		text_complain(args->base_path, "%s", strerror(error));
		return EXITCODE_IO;
	}
	status = dfk_snapshot_open(NULL, args->protocol, &args->base);
	if (status == DFK_OK)
		status = dfk_snapshot_load(args->base, ints->at, ints->n);
	if (status == DFK_OK && ints->n_half == 0)
		return EXITCODE_OK;
	if (status == DFK_NO_MEMORY) {
		text_complain(NULL, "out of memory");
		return EXITCODE_IO;
	}
	text_complain(args->base_path, "is not a raw snapshot: %s",
		      status == DFK_OK
			      ? "it ends inside an int"
			      : dfk_snapshot_broken(args->base)->title);
	return EXITCODE_USAGE;
}

/* On the stack the ints would cost every run 64 KiB, with or without a base: each
   page of a large frame is touched (-fstack-clash-protection). */
enum exitcode
base_read(struct args *args)
{
	struct base_ints *ints;
	enum exitcode code;

	if (args->base_path == NULL)
		return EXITCODE_OK;
	ints = calloc(1, sizeof(*ints));
	if (ints == NULL) {
		text_complain(NULL, "out of memory");
		return EXITCODE_IO;
	}
	code = read_base(args, ints);
	free(ints);
	return code;
}
