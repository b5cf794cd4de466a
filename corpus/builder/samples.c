/* SPDX-License-Identifier: MIT */
/*
 * samples.c - the lists of all formats as one
 */
#include "corpus/builder/samples.h"

#include <string.h>

#define SAMPLES(source) extern const struct sample source[];
#include "corpus/samples.def"
#undef SAMPLES

#define SAMPLES(source) source,
static const struct sample *const lists[] = {
#include "corpus/samples.def"
};
#undef SAMPLES

const struct sample *
samples_at(size_t index)
{
	for (size_t i = 0; i < sizeof(lists) / sizeof(*lists); i++)
		for (const struct sample *s = lists[i]; s->path; s++)
			if (index-- == 0)
				return s;
	return NULL;
}

size_t
samples_count(void)
{
	size_t n = 0;

	while (samples_at(n))
		n++;
	return n;
}

const struct sample *
samples_find(const char *path)
{
	for (size_t i = 0; i < sizeof(lists) / sizeof(*lists); i++)
		for (const struct sample *s = lists[i]; s->path; s++)
			if (strcmp(s->path, path) == 0)
				return s;
	return NULL;
}
