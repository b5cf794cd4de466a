/* SPDX-License-Identifier: MIT */
/* ending.c - what compressed files are called */
#include "cli/write/ending.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

static const struct {
	const char *compression, *ending;
} endings[] = {
	{ "gzip", ".gz" },
	{ "xz", ".xz" },
	{ "zstd", ".zst" },
	{ "bzip2", ".bz2" },
};

#define N_ENDINGS (sizeof(endings) / sizeof(endings[0]))

const char *
ending_of(const char *compression)
{
	for (size_t i = 0; compression != NULL && i < N_ENDINGS; i++) {
		if (strcmp(compression, endings[i].compression) == 0)
			return endings[i].ending;
	}
	return "";
}

bool
ending_is(const char *name, const char *ending)
{
	const size_t length = strlen(name), size = strlen(ending);

	return size > 0 && length > size && name[length - size - 1] != '/' &&
	       strcasecmp(name + length - size, ending) == 0;
}
