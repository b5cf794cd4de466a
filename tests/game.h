/* SPDX-License-Identifier: MIT */
/* game.h - entities of two classes, for tests, and bits that are said of them */
#ifndef TESTS_GAME_H
#define TESTS_GAME_H

#include "corpus/builder/dem_messages.h"
#include "validator/entities/entities.h"

/* The one property of both classes, or the array that it is of bytes, which have
   its flags, too. */
struct property {
	enum sendtable_type type;
	unsigned flags, bits, elements;
};

struct game {
	struct report report;
	struct limits limits;
	struct budget budget;
	struct sendtables tables;
	struct entities entities;
	struct buffer tables_bytes, bytes;
	struct dem_writer_bits bits;
};

/* There is one at a time. */
struct game *game_begin(const struct property *p);
void game_end(struct game *g);

/* Says so many bits more; all that was said. */
void game_say(struct game *g, uint32_t value, unsigned bits);
struct bit_reader game_said(const struct game *g);

#endif
