/* SPDX-License-Identifier: MIT */
/*
 * window.h - the bytes that a format has not consumed yet
 *
 * A window grows only as far as one record or header needs.  A size that the file
 * declares never makes the window grow.
 */
#ifndef VALIDATOR_CORE_WINDOW_H
#define VALIDATOR_CORE_WINDOW_H

#include "include/demofsck.h"
#include "validator/core/cursor.h"

struct window {
	void *buffer;
	size_t capacity, used;
	size_t want;  /* the format is not called before there are so many
	                 bytes */
	uint64_t off; /* offset of the first byte in the buffer */
};

/* Appends bytes.  False: no memory. */
bool window_add(struct window *w, const struct dfk_allocator *allocator,
		struct span bytes);
struct span window_span(const struct window *w);

/* Drops the first n bytes. */
void window_drop(struct window *w, size_t n);

/* Frees the memory; the window is then empty. */
void window_free(struct window *w, const struct dfk_allocator *allocator);

#endif
