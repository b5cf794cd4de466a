/* SPDX-License-Identifier: MIT */
/* blocks_absent.c - in the place of blocks.c where there is no ISA-L */
#include "validator/core/blocks.h"

/* None of the others is called then. */
bool
blocks_open(struct blocks **blocks, const struct dfk_allocator *allocator)
{
	(void)allocator;
	*blocks = NULL;
	return true;
}

void
blocks_close(struct blocks *b, const struct dfk_allocator *allocator)
{
	(void)b, (void)allocator;
}

void
blocks_begin(struct blocks *b)
{
	(void)b;
}

void
blocks_earn(struct blocks *b, size_t n)
{
	(void)b, (void)n;
}

enum blocks_state
blocks_some(struct blocks *b, struct span *in, struct span *made, bool *full)
{
	(void)b, (void)in, (void)made, (void)full;
	return BLOCKS_UNSURE;
}

struct blocks_point
blocks_point(const struct blocks *b)
{
	(void)b;
	return (struct blocks_point){ .made = 0 };
}

uint32_t
blocks_adler32(const struct blocks *b, uint32_t sum, struct span bytes)
{
	(void)b, (void)bytes;
	return sum;
}

uint32_t
blocks_crc32(const struct blocks *b, uint32_t sum, struct span bytes)
{
	(void)b, (void)bytes;
	return sum;
}
