/* SPDX-License-Identifier: MIT */
/* sort.c - a merge sort that begins with runs of one number */
#include "validator/core/sort.h"

struct run {
	const uint32_t *numbers;
	size_t n, at, end;
};

static uint32_t
first_of(const struct run *r)
{
	uint32_t number;

	memcpy(&number,
	       bytes_at(r->numbers, r->n * sizeof(number),
			r->at * sizeof(number), sizeof(number)),
	       sizeof(number));
	return number;
}

static void
set(uint32_t *numbers, size_t n, size_t at, uint32_t number)
{
	memcpy(room_at(numbers, n * sizeof(number), at * sizeof(number),
		       sizeof(number)),
	       &number, sizeof(number));
}

static void
merge(uint32_t *out, struct run a, struct run b, sort_compare *compare,
      const void *ctx)
{
	const size_t n = a.n;

	for (size_t at = a.at; a.at < a.end || b.at < b.end; at++) {
		const bool second = a.at == a.end ||
				    (b.at < b.end && compare(ctx, first_of(&b),
							     first_of(&a)) < 0);
		struct run *from = second ? &b : &a;

		set(out, n, at, first_of(from));
		from->at++;
	}
}

static size_t
least(size_t a, size_t b)
{
	return a < b ? a : b;
}

void
sort_numbers(uint32_t *order, uint32_t *spare, size_t n, sort_compare *compare,
	     const void *ctx)
{
	uint32_t *from = order, *to = spare;

	for (size_t i = 0; i < n; i++)
		set(order, n, i, (uint32_t)i);
	for (size_t width = 1; width < n; width *= 2) {
		uint32_t *swap = from;

		for (size_t at = 0; at < n; at += 2 * width) {
			const size_t middle = least(at + width, n);
			const size_t end = least(at + 2 * width, n);

			merge(to, (struct run){ from, n, at, middle },
			      (struct run){ from, n, middle, end }, compare,
			      ctx);
		}
		from = to;
		to = swap;
	}
	if (from != order)
		memcpy(order, from, n * sizeof(*order));
}
