/* SPDX-License-Identifier: MIT */
/* mutate_bits.h - a stream of bits into which bits can be inserted */
#ifndef FUZZ_MUTATE_BITS_H
#define FUZZ_MUTATE_BITS_H

#include "fuzz/mutate.h"

enum { BIT_STRING_ROOM = 1 << 19 };

/* One byte, 0 or 1, for each bit. */
struct bit_string {
	size_t n;
	uint8_t bit[BIT_STRING_ROOM];
};

void mutate_bits_unpack(struct bit_string *s, const uint8_t *bytes, size_t n);

/* Writes bytes, with zeros after the last bit.  Returns the number of bytes; 0: no
   room. */
size_t mutate_bits_pack(const struct bit_string *s, uint8_t *out, size_t room);

/* Insert bits.  Bits that do not fit are left out.  The lowest bit of a number comes
   first. */
void mutate_bits_insert(struct bit_string *s, size_t at, const uint8_t *bits,
			size_t n);
void mutate_bits_remove(struct bit_string *s, size_t at, size_t n);
void mutate_bits_put(struct bit_string *s, size_t at, uint32_t value,
		     size_t bits);
uint32_t mutate_bits_get(const struct bit_string *s, size_t at, size_t bits);

/* Append a number, a text with its NUL, a varint, or random bits. */
void mutate_bits_add(struct bit_string *s, uint32_t value, size_t bits);
void mutate_bits_add_text(struct bit_string *s, const char *text);
void mutate_bits_add_varint(struct bit_string *s, uint32_t value);
void mutate_bits_add_noise(struct bit_string *s, size_t n,
			   struct mutate_random *r);

/* Changes some of n bits: flips, removes, inserts or repeats bits. */
void mutate_bits_damage(struct bit_string *s, size_t at, size_t n,
			struct mutate_random *r);

/* Returns a number with this number of bits, which is often at the edge of the range. */
uint32_t mutate_bits_number(size_t bits, struct mutate_random *r);

#endif
