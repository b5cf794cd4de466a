/* SPDX-License-Identifier: MIT */
/* mutate_bits.h - a stream of bits that can grow and shrink in the middle */
#ifndef FUZZ_MUTATE_BITS_H
#define FUZZ_MUTATE_BITS_H

#include "fuzz/mutate.h"

enum { BIT_STRING_ROOM = 1 << 19 };

/* A byte for each bit: it is 0 or 1. */
struct bit_string {
	size_t n;
	uint8_t bit[BIT_STRING_ROOM];
};

void mutate_bits_unpack(struct bit_string *s, const uint8_t *bytes, size_t n);

/* The bytes, with zeros after the last bit; how many, or 0: no room. */
size_t mutate_bits_pack(const struct bit_string *s, uint8_t *out, size_t room);

/* What does not fit is left out.  Numbers have their lowest bit first. */
void mutate_bits_insert(struct bit_string *s, size_t at, const uint8_t *bits,
			size_t n);
void mutate_bits_remove(struct bit_string *s, size_t at, size_t n);
void mutate_bits_put(struct bit_string *s, size_t at, uint32_t value,
		     size_t bits);
uint32_t mutate_bits_get(const struct bit_string *s, size_t at, size_t bits);

/* At the end: a number, a text with its NUL, a varint, bits of no sense. */
void mutate_bits_add(struct bit_string *s, uint32_t value, size_t bits);
void mutate_bits_add_text(struct bit_string *s, const char *text);
void mutate_bits_add_varint(struct bit_string *s, uint32_t value);
void mutate_bits_add_noise(struct bit_string *s, size_t n,
			   struct mutate_random *r);

/* Changes some of n bits there: flips, goes, comes, comes twice. */
void mutate_bits_damage(struct bit_string *s, size_t at, size_t n,
			struct mutate_random *r);

/* A number of so many bits, most often one at an edge. */
uint32_t mutate_bits_number(size_t bits, struct mutate_random *r);

#endif
