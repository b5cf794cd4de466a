/* SPDX-License-Identifier: MIT */
/* handles.c - gets the memory of a handle of the public interface */
#include "api/handles.h"

#include "validator/core/memory.h"

void *
handle_get(const struct dfk_allocator *given, size_t size,
	   struct dfk_allocator *allocator, enum dfk_status *status)
{
	void *handle;

	*allocator = given ? *given : (struct dfk_allocator){ .alloc = NULL };
	if (!memory_pick(allocator)) {
		*status = DFK_BAD_ARGUMENT;
		return NULL;
	}
	handle = memory_get(allocator, size);
	*status = handle ? DFK_OK : DFK_NO_MEMORY;
	return handle;
}
