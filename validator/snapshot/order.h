/* SPDX-License-Identifier: MIT */
/*
 * order.h - sorts numbers by their keys, with a radix sort
 *
 * Item keys come from the file.  An attacker could choose keys that collide in a hash
 * table.  A radix sort needs the same linear time for any keys.
 */
#ifndef VALIDATOR_SNAPSHOT_ORDER_H
#define VALIDATOR_SNAPSHOT_ORDER_H

#include "validator/core/ints.h"

struct order {
	uint32_t n;
	uint32_t key[INTS_MAX]; /* key of each number, which the caller sets */
	uint16_t at[INTS_MAX];  /* the numbers 0 to n - 1, sorted */
	uint16_t spare[INTS_MAX];
};

/* Sets the numbers 0 to n - 1 in this order. n is at most INTS_MAX. */
void order_open(struct order *o, uint32_t n);

/* Sorts by the current keys.  Numbers with equal keys keep their order.  So several
   calls with different keys sort by all these keys. */
void order_sort(struct order *o);

#endif
