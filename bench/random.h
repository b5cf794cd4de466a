/* SPDX-License-Identifier: MIT */
/*
 * random.h - the same sequence of numbers on every machine (splitmix64)
 */
#ifndef BENCH_RANDOM_H
#define BENCH_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

struct random {
	uint64_t state;
};

static inline uint64_t
random_next(struct random *r)
{
	uint64_t z = r->state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

/* Returns a number from 0 to n - 1. */
static inline uint32_t
random_below(struct random *r, uint32_t n)
{
	return (uint32_t)(((random_next(r) >> 32) * n) >> 32);
}

/* Returns a number from -most to most. */
static inline int32_t
random_within(struct random *r, int32_t most)
{
	return (int32_t)random_below(r, 2 * (uint32_t)most + 1) - most;
}

static inline bool
random_chance(struct random *r, uint32_t per_mille)
{
	return random_below(r, 1000) < per_mille;
}

/* Returns half the sum of four numbers.  The result is mostly near zero, like human
   movement. */
static inline int32_t
random_bell(struct random *r, int32_t most)
{
	int32_t sum = 0;

	for (int i = 0; i < 4; i++)
		sum += random_within(r, most);
	return sum / 2;
}

#endif
