/* SPDX-License-Identifier: MIT */
/* recycle.c - uses large blocks again instead of mapping new blocks */
#include "corpus/tool/recycle.h"

#include <stdlib.h>

#include "validator/core/poison.h"

enum { SLOTS = 16, LARGE = 64 * 1024 };

/* The number of bytes of a waiting block that are poisoned.  Code that still uses the
   block begins with its first members.  Poisoning the whole block would cost more than
   many executions. */
enum { POISONED = 16 * 1024 };

/* The address of a used block is stored inverted, so the leak of a block is still
   reported. */
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
		free(unused->waiting); /* the block has another size */
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
