/* SPDX-License-Identifier: MIT */
/* mutate_bits.c - a stream of bits into which bits can be inserted */
#include "fuzz/mutate_bits.h"

#include <string.h>

#include "validator/core/span.h"

void
mutate_bits_unpack(struct bit_string *s, const uint8_t *bytes, size_t n)
{
	if (n > BIT_STRING_ROOM / 8)
		n = BIT_STRING_ROOM / 8;
	for (size_t i = 0; i < 8 * n; i++)
		s->bit[i] = bytes[i / 8] >> i % 8 & 1;
	s->n = 8 * n;
}

size_t
mutate_bits_pack(const struct bit_string *s, uint8_t *out, size_t room)
{
	const size_t n = (s->n + 7) / 8;

	if (n > room)
		return 0;
	memset(out, 0, n);
	for (size_t i = 0; i < s->n; i++)
		out[i / 8] |= (uint8_t)(s->bit[i] << i % 8);
	return n;
}

/* ----------------------------------------------------------------- middle */

void
mutate_bits_insert(struct bit_string *s, size_t at, const uint8_t *bits,
		   size_t n)
{
	if (n > BIT_STRING_ROOM - s->n)
		n = BIT_STRING_ROOM - s->n;
	memmove(s->bit + at + n, s->bit + at, s->n - at);
	memcpy(s->bit + at, bits, n);
	s->n += n;
}

void
mutate_bits_remove(struct bit_string *s, size_t at, size_t n)
{
	if (n > s->n - at)
		n = s->n - at;
	memmove(s->bit + at, s->bit + at + n, s->n - at - n);
	s->n -= n;
}

void
mutate_bits_put(struct bit_string *s, size_t at, uint32_t value, size_t bits)
{
	for (size_t i = 0; i < bits && at + i < s->n; i++)
		s->bit[at + i] = i < 32 ? value >> i & 1 : 0;
}

uint32_t
mutate_bits_get(const struct bit_string *s, size_t at, size_t bits)
{
	uint32_t value = 0;

	for (size_t i = 0; i < bits && i < 32 && at + i < s->n; i++)
		value |= (uint32_t)s->bit[at + i] << i;
	return value;
}

/* -------------------------------------------------------------------- end */

void
mutate_bits_add(struct bit_string *s, uint32_t value, size_t bits)
{
	for (size_t i = 0; i < bits && s->n < BIT_STRING_ROOM; i++)
		s->bit[s->n++] = i < 32 ? value >> i & 1 : 0;
}

void
mutate_bits_add_text(struct bit_string *s, const char *text)
{
	do
		mutate_bits_add(s, (uint8_t)*text, 8);
	while (*text++);
}

void
mutate_bits_add_varint(struct bit_string *s, uint32_t value)
{
	for (; value > 0x7f; value >>= 7)
		mutate_bits_add(s, (value & 0x7f) | 0x80, 8);
	mutate_bits_add(s, value, 8);
}

void
mutate_bits_add_noise(struct bit_string *s, size_t n, struct mutate_random *r)
{
	for (size_t i = 0; i < n; i++)
		mutate_bits_add(s, mutate_pick(r, 2), 1);
}

/* ----------------------------------------------------------------- damage */

void
mutate_bits_damage(struct bit_string *s, size_t at, size_t n,
		   struct mutate_random *r)
{
	static struct bit_string some;
	const size_t from = at + (n ? mutate_pick(r, (uint32_t)n) : 0);
	size_t few = 1 + mutate_pick(r, mutate_pick(r, 2) ? 8 : 64);

	if (few > at + n - from)
		few = at + n - from;
	some.n = 0;
	switch (n ? mutate_pick(r, 8) : 6) {
	case 0:
	case 1: s->bit[from] ^= 1; break;
	case 2:
		mutate_bits_put(s, from, mutate_bits_number(few, r), few);
		break;
	case 3: mutate_bits_remove(s, from, few); break;
	case 4: mutate_bits_remove(s, from, at + n - from); break;
	case 5:
		memcpy(some.bit, s->bit + from, few);
		mutate_bits_insert(s, from, some.bit, few);
		break;
	default:
		mutate_bits_add_noise(&some, 1 + mutate_pick(r, 32), r);
		mutate_bits_insert(s, from, some.bit, some.n);
		break;
	}
}

uint32_t
mutate_bits_number(size_t bits, struct mutate_random *r)
{
	static const uint32_t odd[] = {
		0,    1,    2,    3,    4,      7,     8,    15,   16,
		31,   32,   63,   64,   127,    128,   132,  255,  256,
		300,  511,  512,  1023, 1024,   2047,  2048, 4095, 4096,
		5000, 5001, 8191, 8192, 0xffff, 65536, 24,   6,    5,
	};
	const uint32_t mask = bits < 32 ? (UINT32_C(1) << bits) - 1
					: UINT32_MAX;

	switch (mutate_pick(r, 8)) {
	case 0: return mask;
	case 1: return mask / 2 + mutate_pick(r, 2);
	case 2: return mutate_pick(r, UINT32_MAX) & mask;
	case 3:
	case 4: return mutate_pick(r, 8) & mask;
	default: return odd[mutate_pick(r, COUNT_OF(odd))] & mask;
	}
}
