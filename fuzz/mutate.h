/* SPDX-License-Identifier: MIT */
/*
 * mutate.h - splits a file into pieces, changes the pieces and joins them again
 *
 * A format adds one file with the four functions below; mutate.c does the rest for both
 * engines.
 */
#ifndef FUZZ_MUTATE_H
#define FUZZ_MUTATE_H

#include <stddef.h>
#include <stdint.h>

enum { MUTATE_PIECES = 512, MUTATE_ROOM = 4096 };

struct mutate_random {
	uint64_t state;
};

struct mutate_random mutate_random_from(unsigned seed);

/* Returns a number from 0 to n - 1; n is at least 1. */
uint32_t mutate_pick(struct mutate_random *r, uint32_t n);

/* The bytes of one piece of the new file. */
struct mutate_piece {
	const uint8_t *at;
	size_t size;
};

struct mutate_file {
	struct mutate_piece piece[MUTATE_PIECES]; /* [0] is the header */
	size_t n;
};

/* Splits the file.  Bytes that cannot be read are one last piece. */
void mutate_split(const uint8_t *bytes, size_t size, struct mutate_file *out);

/* Write a header, or a record in the form of its writer.  Return the size, or 0. */
size_t mutate_new_header(uint8_t *out, size_t room, struct mutate_random *r);
size_t mutate_new_record(uint8_t *out, size_t room, struct mutate_random *r);

/* Changes one field of a record, and sizes that depend on this field. */
size_t mutate_field(const struct mutate_piece *piece, uint8_t *out, size_t room,
		    struct mutate_random *r);

/* The functions that both engines call. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
			       unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *data1, size_t size1,
				 const uint8_t *data2, size_t size2,
				 uint8_t *out, size_t max_out, unsigned seed);

/* A function of the engine, which changes bytes without knowledge of the format. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);

#endif
