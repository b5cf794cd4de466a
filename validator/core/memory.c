/* SPDX-License-Identifier: MIT */
/* memory.c - calls the allocator of the caller; no other file does */
#include "validator/core/memory.h"

#include <stdlib.h>

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
	return allocator->alloc(allocator->ctx, size);
}

void
memory_put(const struct dfk_allocator *allocator, void *ptr)
{
	if (ptr)
		allocator->free(allocator->ctx, ptr);
}
