/* SPDX-License-Identifier: MIT */
/*
 * ints.h - the 32-bit ints of one demo chunk, snapshot or snapshot delta
 *
 * A chunk's payload is a sequence of variable-width ints (cursor.h, cur_int) and
 * nothing else; 64 KiB of ints are the most that any player takes (ddnet
 * src/engine/shared/demo.cpp, CDemoPlayer::DoTick).
 */
#ifndef VALIDATOR_CORE_INTS_H
#define VALIDATOR_CORE_INTS_H

#include "validator/core/cursor.h"

enum { INTS_MAX = 16384 };

struct ints {
	uint32_t n;
	int32_t at[INTS_MAX];
};

enum ints_status {
	INTS_OK,
	INTS_OPEN, /* the bytes end inside an int, which is left out */
	INTS_FULL, /* there are more than INTS_MAX */
};

struct ints_unpacked {
	enum ints_status status;
	unsigned quirks; /* of all ints: INT_OVERLONG, INT_PADDING */
	uint32_t
		first_noncanonical; /* index of the first int with one of them */
};

/* Adds an int at the end, for which there has to be room. */
static inline void
ints_put(struct ints *out, int32_t value)
{
	AT(out->at, out->n) = value;
	out->n++;
}

/* Reads all of `packed`. */
struct ints_unpacked ints_unpack(struct span packed, struct ints *out);

/* Writes each int in its shortest form; returns the length, 0: no room. */
size_t ints_pack(const struct ints *in, uint8_t *out, size_t room);

/* Where in `packed` the int of that index begins. */
size_t ints_position(struct span packed, uint32_t index);

/* Little-endian ints, as many whole ones as there are and fit. */
void ints_append(struct ints *out, struct cursor *in);

#endif
