/* SPDX-License-Identifier: MIT */
/*
 * entity_pieces.h - data tables, and messages about entities, as pieces (pieces.h)
 *
 *   PIECE_TABLES  the payload of dem_datatables
 *   other kinds   | what it is, bits 0 and 1; bits that are left out, 4 to 6 |
 *                 | n u8 | room for entities u16 | body |
 */
#ifndef FUZZ_ENTITY_PIECES_H
#define FUZZ_ENTITY_PIECES_H

#include "fuzz/pieces.h"

enum entity_what { ALL_ENTITIES, CHANGED_ENTITIES, TEMPORARY, BASELINE };

enum { ENTITY_HEAD = 4 };

struct entity_piece {
	enum entity_what what;
	uint32_t n, room; /* number of updates; for a baseline the class */
	struct bit_reader body;
};

/* Reads a piece.  False: the piece is shorter than its head. */
static inline bool
entity_piece_of(struct span bytes, struct entity_piece *piece)
{
	struct cursor c = cur_span(bytes, 0);
	const uint8_t what = cur_u8(&c);
	uint64_t less;

	piece->what = (enum entity_what)(what & 3);
	piece->n = cur_u8(&c);
	piece->room = cur_u8(&c);
	piece->room |= (uint32_t)cur_u8(&c) << 8;
	piece->body = bits_of(cur_rest(&c));
	less = what >> 4 & 7;
	piece->body.end -= less < piece->body.end ? less : 0;
	return cur_ok(&c);
}

/* Writes the head of a piece, before a body with this number of bits. */
static inline void
entity_piece_begin(const struct entity_piece *piece, uint64_t bits,
		   uint8_t head[ENTITY_HEAD])
{
	head[0] = (uint8_t)((unsigned)piece->what | ((0 - bits) & 7) << 4);
	head[1] = (uint8_t)piece->n;
	head[2] = (uint8_t)piece->room;
	head[3] = (uint8_t)(piece->room >> 8);
}

#endif
