/* SPDX-License-Identifier: MIT */
/* order.c - sorts numbers by their keys, with a radix sort */
#include "validator/snapshot/order.h"

enum {
	DIGIT_BITS = 8,
	DIGITS = 1 << DIGIT_BITS,
	FEW = 32, /* up to this number, moving the numbers is faster than
	             counting digits */
};

/* The position of the first number with each digit. */
struct starts {
	uint32_t of[DIGITS];
};

void
order_open(struct order *o, uint32_t n)
{
	o->n = n;
	for (uint32_t i = 0; i < n; i++)
		AT(o->at, i) = (uint16_t)i;
}

static uint32_t
digit(const struct order *o, uint32_t number, unsigned shift)
{
	return AT(o->key, number) >> shift & (DIGITS - 1);
}

/* Moves each number to the position for its digit. */
static void
scatter(struct order *o, unsigned shift, struct starts *starts)
{
	memcpy(o->spare, o->at, o->n * sizeof(*o->at));
	for (uint32_t i = 0; i < o->n; i++) {
		const uint16_t number = AT(o->spare, i);
		uint32_t *start = &AT(starts->of, digit(o, number, shift));

		AT(o->at, *start) = number;
		++*start;
	}
}

/* Moves each number before the numbers with larger keys. */
static void
insert_each(struct order *o)
{
	for (uint32_t i = 1; i < o->n; i++) {
		const uint16_t number = AT(o->at, i);
		const uint32_t key = AT(o->key, number);
		uint32_t to = i;

		for (; to > 0 && AT(o->key, AT(o->at, to - 1)) > key; to--)
			AT(o->at, to) = AT(o->at, to - 1);
		AT(o->at, to) = number;
	}
}

void
order_sort(struct order *o)
{
	uint32_t differ = 0; /* bits that differ between keys */

	if (o->n < 2)
		return;
	if (o->n <= FEW) {
		insert_each(o);
		return;
	}
	for (uint32_t i = 0; i < o->n; i++)
		differ |= AT(o->key, i) ^ AT(o->key, 0);
	for (unsigned shift = 0; shift < 32; shift += DIGIT_BITS) {
		struct starts starts = { { 0 } };
		uint32_t sum = 0;

		/* All numbers have the same digit, so nothing would move. */
		if ((differ >> shift & (DIGITS - 1)) == 0)
			continue;
		for (uint32_t i = 0; i < o->n; i++)
			AT(starts.of, digit(o, i, shift))++;
		for (uint32_t d = 0; d < DIGITS; d++) {
			const uint32_t count = AT(starts.of, d);

			AT(starts.of, d) = sum;
			sum += count;
		}
		scatter(o, shift, &starts);
	}
}
