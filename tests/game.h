/* SPDX-License-Identifier: MIT */
/* game.h - entities of two classes for tests, and bits of messages about them */
#ifndef TESTS_GAME_H
#define TESTS_GAME_H

#include "corpus/builder/dem_messages.h"
#include "validator/entities/entities.h"

/* The only property of both classes.  If the property is an array, its bytes have the
   same flags. */
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

/* Begins a game.  There is only one game at a time. */
struct game *game_begin(const struct property *p);
void game_end(struct game *g);

/* Appends this number of bits to the message, and returns the whole message. */
void game_say(struct game *g, uint32_t value, unsigned bits);
struct bit_reader game_said(const struct game *g);

#endif
