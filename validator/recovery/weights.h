/* SPDX-License-Identifier: MIT */
/* weights.h - evidence is counted in sixteenths of a bit */
#ifndef VALIDATOR_RECOVERY_WEIGHTS_H
#define VALIDATOR_RECOVERY_WEIGHTS_H

#include <stdint.h>


enum { RECOVERY_UNIT = 16 };

enum recovery_weight {
#define WEIGHT(name, bits, why) BITS_##name = (bits) * RECOVERY_UNIT,
#include "validator/recovery/weights.def"
#undef WEIGHT
};

/* The logarithm of n to the base 2, in sixteenths; 0 for 0 and 1. */
static inline int32_t
recovery_log2(uint64_t n)
{
	uint64_t square;
	int32_t log;

	if (n < 2)
		return 0;
	log = 63 - __builtin_clzll(n);
	/* n is shifted into the range 2^31 up to 2^32, and squared for each binary
	   digit. */
	square = log > 31 ? n >> (log - 31) : n << (31 - log);
	for (int i = 0; i < 4; i++) {
		square = square * square >> 31;
		log = 2 * log + (square >> 32 != 0);
		if (square >> 32)
			square >>= 1;
	}
	return log;
}

static inline unsigned
recovery_ones(uint32_t x)
{
	return (unsigned)__builtin_popcount(x);
}

#endif
