/* SPDX-License-Identifier: MIT */
/* packed_int.h - decodes an int of one to five bytes from a word */
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
 * CVariableInt::Unpack).  An int has at most five bytes, and padding is ignored.  If an
 * int has another form than its shortest form, the deviation is OR-ed into *quirks.
 */
enum { INT_OVERLONG = 1 << 0, INT_PADDING = 1 << 1 };
enum { INT_MAX_BYTES = 5 };

/* Returns the value of an int of one byte. */
static inline int32_t
int_of_one_byte(uint32_t b)
{
	return (int32_t)((b & 0x3f) ^ (0u - (b >> 6)));
}

UNCHECKED_BEGIN

/* Does the same for INT_VECTOR bytes.  Two separate steps let the compiler use vectors
   of bytes. */
enum { INT_VECTOR = 16 };

static inline void
ints_of_bytes(int32_t *restrict out, const uint8_t *restrict in)
{
	int8_t v[INT_VECTOR];

	for (size_t i = 0; i < INT_VECTOR; i++)
		v[i] = (int8_t)((in[i] & 0x3f) ^
				((int8_t)(in[i] << 1) < 0 ? -1 : 0));
	for (size_t i = 0; i < INT_VECTOR; i++)
		out[i] = v[i];
}

UNCHECKED_END

/* Returns the bits of the first four bytes, with the sign of the first byte. */
static inline uint32_t
int_of_bits(uint32_t four, uint32_t more)
{
	const uint32_t v = (four & 0x3f) | (four >> 2 & 0x7f << 6) |
			   (four >> 3 & 0x7f << 13) | (four >> 4 & 0x7f << 20) |
			   more << 27;

	return v ^ (0u - (four >> 6 & 1));
}

/*
 * Returns an int of more than one byte, which begins at the lowest byte of the word.
 * *size: the number of its bytes.  Only ints of five bytes need a branch.  Texts have
 * many such ints in a row, so the processor predicts this branch.
 */
static inline int32_t
int_of_word(uint64_t word, unsigned *size, unsigned *quirks)
{
	const uint32_t high = (uint32_t)HIGH_BITS, four = (uint32_t)word;

	if ((four & high) == high) {
		const uint32_t last = word >> 32 & 0xff;

		*size = INT_MAX_BYTES;
		if (last == 0 || last > 0xf)
			*quirks |= last ? INT_PADDING : INT_OVERLONG;
		return (int32_t)int_of_bits(four, last & 0xf);
	}
	/* The highest bit of the last byte. */
	const uint32_t ends = ~four & high, top = ends & (0 - ends);
	const uint32_t all = four & (2 * top - 1);

	*size = (unsigned)__builtin_ctz(top) / 8 + 1;
	if (all < top >> 7)
		*quirks |= INT_OVERLONG;
	return (int32_t)int_of_bits(all, 0);
}

#endif
