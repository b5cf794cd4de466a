/* SPDX-License-Identifier: MIT */
/* afl_mutator.c - the mutator as a plug-in for afl-fuzz */
#include <stdlib.h>
#include <string.h>

#include "fuzz/mutate.h"

struct plugin {
	uint32_t seed;
	uint8_t *buffer;
	size_t capacity;
};

/* afl-fuzz has no such function.  Its havoc stage does this work. */
size_t
LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size)
{
	static struct mutate_random r = { 88172645463325252u };
	const size_t at = size ? mutate_pick(&r, (uint32_t)size) : 0;

	switch (mutate_pick(&r, 4)) {
	case 0:
		if (size)
			data[at] ^= (uint8_t)(1u << mutate_pick(&r, 8));
		break;
	case 1:
		if (size)
			data[at] = (uint8_t)mutate_pick(&r, 256);
		break;
	case 2: return size > 1 ? size - 1 : size;
	default:
		if (size < max_size)
			data[size++] = (uint8_t)mutate_pick(&r, 256);
		break;
	}
	return size;
}

void *afl_custom_init(void *afl, unsigned seed);
size_t afl_custom_fuzz(void *data, uint8_t *in, size_t size, uint8_t **out,
		       uint8_t *other, size_t other_size, size_t max_size);
void afl_custom_deinit(void *data);

__attribute__((visibility("default"))) void *
afl_custom_init(void *afl, unsigned seed)
{
	struct plugin *p = calloc(1, sizeof(*p));

	(void)afl;
	if (p)
		p->seed = seed | 1u;
	return p;
}

__attribute__((visibility("default"))) size_t
afl_custom_fuzz(void *data, uint8_t *in, size_t size, uint8_t **out,
		uint8_t *other, size_t other_size, size_t max_size)
{
	struct plugin *p = data;

	*out = NULL;
	if (p->capacity < max_size) {
		uint8_t *buffer = realloc(p->buffer, max_size);

		if (!buffer)
			return 0;
		p->buffer = buffer;
		p->capacity = max_size;
	}
	p->seed = p->seed * 1103515245u + 12345u;
	*out = p->buffer;
	if (other && p->seed >> 16 & 1)
		return LLVMFuzzerCustomCrossOver(in, size, other, other_size,
						 p->buffer, max_size, p->seed);
	if (size > max_size)
		size = max_size;
	memcpy(p->buffer, in, size);
	return LLVMFuzzerCustomMutator(p->buffer, size, max_size, p->seed);
}

__attribute__((visibility("default"))) void
afl_custom_deinit(void *data)
{
	struct plugin *p = data;

	free(p->buffer);
	free(p);
}
