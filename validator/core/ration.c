/* SPDX-License-Identifier: MIT */
/* ration.c - the memory of a decoder, up to a limit */
#include "validator/core/ration.h"

#include "validator/core/foreign.h"
#include "validator/core/memory.h"
#include "validator/core/span.h"

void
ration_open(struct ration *r, const struct dfk_allocator *allocator,
	    uint64_t bytes)
{
	*r = (struct ration){ .allocator = allocator, .left = bytes };
}

static void
free_piece(struct ration *r, struct ration_piece *piece)
{
	if (piece->at)
		r->left += piece->size;
	memory_put(r->allocator, piece->at);
	*piece = (struct ration_piece){ .at = NULL };
}

void
ration_close(struct ration *r)
{
	for (size_t i = 0; i < RATION_PIECES; i++)
		free_piece(r, &AT(r->pieces, i));
}

/* Returns an unused piece of this size.  NULL: there is no such piece. */
static struct ration_piece *
unused_piece(struct ration *r, size_t size)
{
	for (size_t i = 0; i < RATION_PIECES; i++) {
		struct ration_piece *piece = &AT(r->pieces, i);

		if (piece->at && !piece->used && piece->size == size)
			return piece;
	}
	return NULL;
}

/* Frees unused pieces.  Returns a place for a new piece, or NULL. */
static struct ration_piece *
place(struct ration *r)
{
	struct ration_piece *found = NULL;

	for (size_t i = 0; i < RATION_PIECES; i++) {
		struct ration_piece *piece = &AT(r->pieces, i);

		if (piece->used)
			continue;
		free_piece(r, piece);
		found = piece;
	}
	return found;
}

void *
ration_get(void *ration, size_t items, size_t size)
{
	struct ration *r = ration;
	struct ration_piece *piece;
	size_t bytes;

	if (__builtin_mul_overflow(items, size, &bytes)) {
		r->over = true;
		return NULL;
	}
	/* liblzma and libzstd sometimes ask for 0 bytes, and need an address then,
	   too. */
	bytes += bytes == 0;
	piece = unused_piece(r, bytes);
	if (!piece) {
		piece = place(r);
		if (!piece || bytes > r->left) {
			r->over = true;
			return NULL;
		}
		piece->at = memory_get(r->allocator, bytes);
		if (!piece->at)
			return NULL;
		/* The decoder reads only bytes that it has written. */
		FOREIGN_WROTE(piece->at, bytes);
		piece->size = bytes;
		r->left -= bytes;
	}
	piece->used = true;
	return piece->at;
}

void
ration_put(void *ration, void *at)
{
	struct ration *r = ration;

	for (size_t i = 0; at && i < RATION_PIECES; i++) {
		struct ration_piece *piece = &AT(r->pieces, i);

		if (piece->at == at)
			piece->used = false;
	}
}
