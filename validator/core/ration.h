/* SPDX-License-Identifier: MIT */
/*
 * ration.h - the memory of a decoder: from the caller's allocator, up to a limit
 *
 * The file declares how much memory a decoder needs, such as the dictionary of xz and the
 * window of zstd.  Memory that a decoder frees is kept for its next stream, because a
 * file may have millions of empty streams.
 */
#ifndef VALIDATOR_CORE_RATION_H
#define VALIDATOR_CORE_RATION_H

#include "include/demofsck.h"

struct ration_piece {
	void *at; /* NULL: no piece */
	size_t size;
	bool used;
};

/* xz has 9 pieces at once if it uses all four of its filters. zstd has 3, bzip2 has 2. */
enum { RATION_PIECES = 32 };

struct ration {
	const struct dfk_allocator *allocator;
	uint64_t left;
	bool over; /* the decoder asked for more memory than is left */
	struct ration_piece pieces[RATION_PIECES];
};

void ration_open(struct ration *r, const struct dfk_allocator *allocator,
		 uint64_t bytes);
void ration_close(struct ration *r);

/* The types of these functions are those that the libraries need.  `ration` is a struct
   ration. */
void *ration_get(void *ration, size_t items, size_t size);
void ration_put(void *ration, void *at); /* NULL: does nothing */

#endif
