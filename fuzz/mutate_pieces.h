/* SPDX-License-Identifier: MIT */
/*
 * mutate_pieces.h - payloads of a demo (pieces.h), which come, go and change
 *
 * A target adds one file with the function that changes a piece; mutate_pieces.c
 * does the rest for both engines.
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
	uint8_t changed[PIECES_ROOM]; /* the bytes of the one that is */
};

/* Changes one piece; of each input one at a time. */
void mutate_pieces_change(struct pieces_seed *m, size_t at,
			  struct mutate_random *r);

/* The piece is made of these bits then; or of its own, some of them changed. */
void mutate_pieces_set(struct pieces_seed *m, size_t at,
		       const struct bit_string *s);
void mutate_pieces_damage(struct pieces_seed *m, size_t at,
			  struct mutate_random *r);

#endif
