/* SPDX-License-Identifier: MIT */
/*
 * mutate_pieces.h - adds, removes and changes payloads of a demo (pieces.h)
 *
 * A target adds one file with the function that changes a piece; mutate_pieces.c does the
 * rest for both engines.
 */
#ifndef FUZZ_MUTATE_PIECES_H
#define FUZZ_MUTATE_PIECES_H

#include "fuzz/mutate_bits.h"
#include "fuzz/pieces.h"

enum { PIECES_MOST = 64, PIECES_ROOM = 1 << 16 };

struct pieces_seed {
	uint8_t head;
	struct netmessage_layout layout;
	size_t n;
	struct payload_piece piece[PIECES_MOST];
	uint8_t changed[PIECES_ROOM]; /* the bytes of the changed piece */
};

/* Changes one piece.  Each input has one changed piece. */
void mutate_pieces_change(struct pieces_seed *m, size_t at,
			  struct mutate_random *r);

/* Sets the bits of the piece.  Without bits, some of its own bits are changed. */
void mutate_pieces_set(struct pieces_seed *m, size_t at,
		       const struct bit_string *s);
void mutate_pieces_damage(struct pieces_seed *m, size_t at,
			  struct mutate_random *r);

#endif
