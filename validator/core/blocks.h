/* SPDX-License-Identifier: MIT */
/*
 * blocks.h - the blocks of a deflate stream, decoded by ISA-L
 *
 * ISA-L is several times as fast as zlib.  But ISA-L accepts streams that zlib rejects,
 * and does not report the place of damage.  So ISA-L decodes one block after the other,
 * and only blocks whose head zlib accepts, too.  If ISA-L finds an error, zlib decodes
 * the current block again from its start.
 */
#ifndef VALIDATOR_CORE_BLOCKS_H
#define VALIDATOR_CORE_BLOCKS_H

#include "validator/core/block.h"
#include "validator/core/memory.h"

enum blocks_state {
	BLOCKS_GOING,
	BLOCKS_END,    /* the last block ended */
	BLOCKS_UNSURE, /* nothing was consumed: zlib must continue from
	                  blocks_point() */
};

/* The start of a block. */
struct blocks_point {
	struct span window; /* the decoded bytes before the block, at most 32
	                       KiB */
	struct span bytes;  /* the consumed bytes of the block */
	unsigned bit;  /* the bit of the first byte at which the block begins */
	uint64_t made; /* number of decoded bytes of the block that were
	                  delivered */
};

struct blocks;

/* The name of ISA-L, or NULL if the build has no ISA-L. */
extern const char *const blocks_library;

/* *blocks is NULL if there is no ISA-L.  False: no memory. */
bool blocks_open(struct blocks **blocks, const struct dfk_allocator *allocator);
void blocks_close(struct blocks *b, const struct dfk_allocator *allocator);

/* Begins a stream, after its wrapper was read. */
void blocks_begin(struct blocks *b);

/* Adds credit for n bytes that zlib or ISA-L read.  Each block costs credit. */
void blocks_earn(struct blocks *b, size_t n);

/* Does the same as inflate_some(). *full: more bytes may come without further input. */
enum blocks_state blocks_some(struct blocks *b, struct span *in,
			      struct span *made, bool *full);

struct blocks_point blocks_point(const struct blocks *b);

/* Adds bytes to the checksums of the wrappers. */
uint32_t blocks_adler32(const struct blocks *b, uint32_t sum,
			struct span bytes);
uint32_t blocks_crc32(const struct blocks *b, uint32_t sum, struct span bytes);

#endif
