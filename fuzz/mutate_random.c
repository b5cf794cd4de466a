/* SPDX-License-Identifier: MIT */
/* mutate_random.c - random numbers for all mutators */
#include "fuzz/mutate.h"

/* xorshift64; the seed must not be 0 */
uint32_t
mutate_pick(struct mutate_random *r, uint32_t n)
{
	r->state ^= r->state << 13;
	r->state ^= r->state >> 7;
	r->state ^= r->state << 17;
	return (uint32_t)(r->state >> 32) % n;
}

struct mutate_random
mutate_random_from(unsigned seed)
{
	struct mutate_random r = { (seed * UINT64_C(0x9e3779b97f4a7c15)) | 1 };

	mutate_pick(&r, 2);
	return r;
}
