/* SPDX-License-Identifier: MIT */
/*
 * blocks.h - the blocks of a deflate stream, decoded by ISA-L
 *
 * ISA-L is several times as fast as zlib, but it accepts streams that zlib rejects, and
 * does not give the place of damage.  So it decodes one block after the other, and only
 * blocks whose head zlib accepts, too.  Blocks that it decodes without an error count.
 * In any other case zlib decodes the current block again from its start.
 */
#ifndef VALIDATOR_CORE_BLOCKS_H
#define VALIDATOR_CORE_BLOCKS_H

#include "validator/core/block.h"
#include "validator/core/memory.h"

enum blocks_state {
	BLOCKS_GOING,
	BLOCKS_END, /* of the last block */
	BLOCKS_UNSURE, /* nothing was taken: zlib is to go on from blocks_point() */
};

/* The place where a block begins. */
struct blocks_point {
	struct span window; /* what was decoded before it: 32 KiB at most */
	struct span bytes;  /* those of the block that were taken */
	unsigned bit;       /* of the first of them, where it begins */
	uint64_t made;      /* bytes of the block that were delivered */
};

struct blocks;

/* *blocks is NULL where there is no ISA-L.  False: no memory. */
bool blocks_open(struct blocks **blocks, const struct dfk_allocator *allocator);
void blocks_close(struct blocks *b, const struct dfk_allocator *allocator);

/* A stream begins; its wrapper was read. */
void blocks_begin(struct blocks *b);

/* Adds credit for n bytes that were read, by zlib or here: each block costs credit. */
void blocks_earn(struct blocks *b, size_t n);

/* As inflate_some(); *full: there may be more, without further input. */
enum blocks_state blocks_some(struct blocks *b, struct span *in,
			      struct span *made, bool *full);

struct blocks_point blocks_point(const struct blocks *b);

/* The sums of the wrappers, continued. */
uint32_t blocks_adler32(const struct blocks *b, uint32_t sum,
			struct span bytes);
uint32_t blocks_crc32(const struct blocks *b, uint32_t sum, struct span bytes);

#endif
