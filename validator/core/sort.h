/* SPDX-License-Identifier: MIT */
/*
 * sort.h - numbers in an order that the caller knows
 *
 * Names come from the file.  A hash table would let its author choose names that
 * collide; a merge sort takes n log n comparisons whatever they are.
 */
#ifndef VALIDATOR_CORE_SORT_H
#define VALIDATOR_CORE_SORT_H

#include "validator/core/span.h"

/* Below 0, 0 or above 0, as a comes before b, is the same, or comes after. */
typedef int sort_compare(const void *ctx, uint32_t a, uint32_t b);

/* Sorts the numbers 0 to n - 1 into `order`; `spare` has room for n, too.  Those
   that are the same keep the order of the numbers. */
void sort_numbers(uint32_t *order, uint32_t *spare, size_t n,
		  sort_compare *compare, const void *ctx);

#endif
