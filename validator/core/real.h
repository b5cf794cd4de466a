/* SPDX-License-Identifier: MIT */
/* real.h - floats of 32 bits in the form of the file */
#ifndef VALIDATOR_CORE_REAL_H
#define VALIDATOR_CORE_REAL_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* The largest finite float. */
#define REAL_MOST 0x1.fffffep127F

static inline float
real_of(uint32_t bits)
{
	float value;

	memcpy(&value, &bits, sizeof(value));
	return value;
}

static inline uint32_t
real_bits(float value)
{
	uint32_t bits;

	memcpy(&bits, &value, sizeof(bits));
	return bits;
}

/* Is the value from -most to most?  False for NaN. */
static inline bool
real_within(float value, float most)
{
	return value >= -most && value <= most;
}

static inline bool
real_is_finite(float value)
{
	return real_within(value, REAL_MOST);
}

/* Returns the rank of a float among all floats.  The ranks of neighbours differ by
   one. */
static inline int64_t
real_rank(float value)
{
	const uint32_t bits = real_bits(value);

	return bits >> 31 ? -(int64_t)(bits & INT32_MAX) : (int64_t)bits;
}

#endif
