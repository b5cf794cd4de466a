/* SPDX-License-Identifier: MIT */
/* packed_int.h - an int of one to five bytes, in a word */
#ifndef VALIDATOR_CORE_PACKED_INT_H
#define VALIDATOR_CORE_PACKED_INT_H

#include <stdint.h>

#include "validator/core/span.h"

/*
 * Teeworlds variable-width integer, 1 to 5 bytes.
 *
 *   ESDDDDDD EDDDDDDD EDDDDDDD EDDDDDDD PPPPDDDD
 *   E another byte follows   S sign (one's complement)   P padding, zero
 *
 * Decodes as DDNet does since 15.9 (ddnet src/engine/shared/compression.cpp,
 * CVariableInt::Unpack): five bytes at most, padding ignored.  Deviations from
 * the shortest form are OR-ed into *quirks for the caller to judge.
 */
enum { INT_OVERLONG = 1 << 0, INT_PADDING = 1 << 1 };
enum { INT_MAX_BYTES = 5 };

/* A first byte that no other follows. */
static inline int32_t
int_of_one_byte(uint32_t b)
{
	return (int32_t)((b & 0x3f) ^ (0u - (b >> 6)));
}

/*
 * An int of more than one byte, which begins with the lowest one of the word;
 * *size: its bytes.  No branch depends on how many they are, but for five: in texts
 * there are many of these in a row, and a guess comes sooner than a sum.
 */
static inline int32_t
int_of_word(uint64_t word, unsigned *size, unsigned *quirks)
{
	const uint64_t four = HIGH_BITS >> 32;
	uint64_t top = UINT64_C(0x80) << 32; /* highest bit of the last byte */

	*size = INT_MAX_BYTES;
	if ((word & four) != four) {
		top = ~word & HIGH_BITS;
		top &= 0 - top;
		*size = (unsigned)__builtin_ctzll(top) / 8 + 1;
	}

	const uint64_t all = word & (2 * top - 1);
	const uint64_t v = (all & 0x3f) | (all >> 2 & 0x7f << 6) |
			   (all >> 3 & 0x7f << 13) | (all >> 4 & 0x7f << 20) |
			   (all >> 5 & UINT64_C(0xf) << 27);

	if (all < top >> 7)
		*quirks |= INT_OVERLONG;
	if (all >> 36)
		*quirks |= INT_PADDING;
	return (int32_t)((uint32_t)v ^ (0u - (uint32_t)(all >> 6 & 1)));
}

#endif
