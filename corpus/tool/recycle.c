/* SPDX-License-Identifier: MIT */
/* recycle.c - large blocks are used again instead of mapping new ones */
#include "corpus/tool/recycle.h"

#include <stdlib.h>

#include "validator/core/poison.h"

enum { SLOTS = 16, LARGE = 64 * 1024 };

/* Of a block that waits so much is poisoned.  Whoever still has one begins with
   its first members; poisoning all of it costs more than many executions. */
enum { POISONED = 16 * 1024 };

/* A block in use is kept inverted, so that a leak of it is still a leak. */
static struct slot {
	uintptr_t in_use;
	void *waiting;
	size_t size;
} slots[SLOTS];

static void *
take(struct slot *s)
{
	void *at = s->waiting;

	ASAN_UNPOISON_MEMORY_REGION(at, POISONED);
	s->in_use = ~(uintptr_t)at;
	s->waiting = NULL;
	return at;
}

static void *
get(void *ctx, size_t size)
{
	struct slot *unused = NULL;
	void *at;

	(void)ctx;
	for (size_t i = 0; size >= LARGE && i < SLOTS; i++) {
		if (slots[i].waiting && slots[i].size == size)
			return take(&slots[i]);
		if (!slots[i].in_use && (!unused || !slots[i].waiting))
			unused = &slots[i];
	}
	at = malloc(size);
	if (at && unused) {
		free(unused->waiting); /* of another size */
		*unused = (struct slot){ ~(uintptr_t)at, NULL, size };
	}
	return at;
}

static void
put(void *ctx, void *at)
{
	(void)ctx;
	for (size_t i = 0; at && i < SLOTS; i++)
		if (slots[i].in_use == ~(uintptr_t)at) {
			slots[i].in_use = 0;
			slots[i].waiting = at;
			ASAN_POISON_MEMORY_REGION(at, POISONED);
			return;
		}
	free(at);
}

const struct dfk_allocator recycle_allocator = { get, put, NULL };
