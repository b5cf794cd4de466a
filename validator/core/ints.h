/* SPDX-License-Identifier: MIT */
/*
 * ints.h - reads the 32-bit ints of a demo chunk, snapshot or snapshot delta
 *
 * The payload of a chunk is a sequence of ints of variable width (packed_int.h), without
 * other bytes.  No player accepts more than 64 KiB of ints (ddnet
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
	INTS_OPEN, /* the bytes end inside an int, and this int is not in the
	              result */
	INTS_FULL, /* there are more than INTS_MAX ints */
};

struct ints_unpacked {
	enum ints_status status;
	unsigned quirks; /* OR of the quirks of all ints: INT_OVERLONG,
	                    INT_PADDING */
	uint32_t
		first_noncanonical; /* index of the first int that has a
		                       quirk */
};

/* Adds an int at the end.  There must be room for the int. */
static inline void
ints_put(struct ints *out, int32_t value)
{
	AT(out->at, out->n) = value;
	out->n++;
}

/* Reads all ints of `packed`. */
struct ints_unpacked ints_unpack(struct span packed, struct ints *out);

/* Writes each int in its shortest form.  Returns the length, or 0 if there is no room. */
size_t ints_pack(const struct ints *in, uint8_t *out, size_t room);

/* Returns the position in `packed` at which the int with this index begins. */
size_t ints_position(struct span packed, uint32_t index);

/* Adds little-endian ints: as many whole ints as `in` has and as fit. */
void ints_append(struct ints *out, struct cursor *in);

#endif
