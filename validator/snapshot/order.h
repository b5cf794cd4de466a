/* SPDX-License-Identifier: MIT */
/*
 * order.h - numbers in the order of their keys, by radix sort
 *
 * Item keys come from the file, and its author could choose keys that collide in a hash
 * table. A radix sort takes the same linear time for any keys.
 */
#ifndef VALIDATOR_SNAPSHOT_ORDER_H
#define VALIDATOR_SNAPSHOT_ORDER_H

#include "validator/core/ints.h"

struct order {
	uint32_t n;
	uint32_t key[INTS_MAX]; /* of each number; to be set */
	uint16_t at[INTS_MAX];  /* the numbers 0 to n - 1, sorted */
	uint16_t spare[INTS_MAX];
};

/* Sets the numbers 0 to n - 1, in this order; n is at most INTS_MAX. */
void order_open(struct order *o, uint32_t n);

/* Sorts by the keys as they are now; equal ones keep the order they have, so
   that sorting by several keys in turn sorts by all of them. */
void order_sort(struct order *o);

#endif
