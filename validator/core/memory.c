/* SPDX-License-Identifier: MIT */
/* memory.c - the one door to the caller's allocator */
#include "validator/core/memory.h"

#include <stdlib.h>
#include <string.h>

static void *
default_alloc(void *ctx, size_t size)
{
	(void)ctx;
	return malloc(size);
}

static void
default_free(void *ctx, void *ptr)
{
	(void)ctx;
	free(ptr);
}

bool
memory_pick(struct dfk_allocator *allocator)
{
	if (!allocator->alloc && !allocator->free) {
		allocator->alloc = default_alloc;
		allocator->free = default_free;
	}
	return allocator->alloc && allocator->free;
}

void *
memory_get(const struct dfk_allocator *allocator, size_t size)
{
	void *ptr;

	/* calloc() need not touch pages that are zero already. */
	if (allocator->alloc == default_alloc)
		return calloc(1, size);
	ptr = allocator->alloc(allocator->ctx, size);
	if (ptr)
		memset(ptr, 0, size);
	return ptr;
}

void
memory_put(const struct dfk_allocator *allocator, void *ptr)
{
	if (ptr)
		allocator->free(allocator->ctx, ptr);
}
