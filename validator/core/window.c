/* SPDX-License-Identifier: MIT */
/* window.c - the bytes that a format has not consumed yet */
#include "validator/core/window.h"

#include "validator/core/memory.h"
#include "validator/core/poison.h"

enum { WINDOW_START = 4096 };

/* Returns the unused room of the buffer.  AddressSanitizer protects this room like
   memory after a block. */
static struct span
spare(const struct window *w)
{
	return span_tail((struct span){ w->buffer, w->capacity }, w->used);
}

static void
open_spare(const struct window *w)
{
	ASAN_UNPOISON_MEMORY_REGION(spare(w).ptr, spare(w).len);
}

static void
close_spare(const struct window *w)
{
	ASAN_POISON_MEMORY_REGION(spare(w).ptr, spare(w).len);
}

/* Makes room for `capacity` bytes in total. */
static bool
reserve(struct window *w, const struct dfk_allocator *allocator,
	size_t capacity)
{
	size_t size = w->capacity ? w->capacity : WINDOW_START;
	void *buffer;

	if (capacity <= w->capacity)
		return true;
	while (size < capacity)
		size *= 2;
	buffer = memory_get(allocator, size);
	if (!buffer)
		return false;
	if (w->used)
		memcpy(buffer, w->buffer, w->used);
	open_spare(w);
	memory_put(allocator, w->buffer);
	w->buffer = buffer;
	w->capacity = size;
	return true;
}

bool
window_add(struct window *w, const struct dfk_allocator *allocator,
	   struct span bytes)
{
	if (!bytes.len)
		return true;
	if (!reserve(w, allocator, w->used + bytes.len))
		return false;
	open_spare(w);
	memcpy(room_at(w->buffer, w->capacity, w->used, bytes.len), bytes.ptr,
	       bytes.len);
	w->used += bytes.len;
	close_spare(w);
	return true;
}

struct span
window_span(const struct window *w)
{
	return (struct span){ w->buffer, w->used };
}

void
window_drop(struct window *w, size_t n)
{
	const struct span rest = span_tail(window_span(w), n);

	if (rest.len)
		memmove(w->buffer, rest.ptr, rest.len);
	w->used = rest.len;
	w->off += n;
	close_spare(w);
}

void
window_free(struct window *w, const struct dfk_allocator *allocator)
{
	open_spare(w);
	memory_put(allocator, w->buffer);
	w->buffer = NULL;
	w->capacity = w->used = 0;
}
