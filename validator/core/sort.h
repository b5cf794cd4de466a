/* SPDX-License-Identifier: MIT */
/*
 * sort.h - sorts numbers by a comparison of the caller
 *
 * Names come from the file.  An attacker could choose names that collide in a hash table.
 * A merge sort needs n log n comparisons for any names.
 */
#ifndef VALIDATOR_CORE_SORT_H
#define VALIDATOR_CORE_SORT_H

#include "validator/core/span.h"

/* Returns a negative number if a comes before b, 0 if both are equal, and a positive
   number if a comes after b. */
typedef int sort_compare(const void *ctx, uint32_t a, uint32_t b);

/* Sorts the numbers 0 to n - 1 into `order`.  `spare` also has room for n numbers.
   Equal numbers keep their order. */
void sort_numbers(uint32_t *order, uint32_t *spare, size_t n,
		  sort_compare *compare, const void *ctx);

#endif
