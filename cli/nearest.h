/* SPDX-License-Identifier: MIT */
/* nearest.h - suggests a name for a mistyped word */
#ifndef CLI_NEAREST_H
#define CLI_NEAREST_H

#include <stddef.h>

#include "include/demofsck.h"

/* Offer it all names; `best` is then the nearest one, or NULL: none is near. */
struct nearest {
	const char *word;
	size_t length;
	const char *best;
	size_t distance;
};

void nearest_offer(struct nearest *nearest, const char *name);

/* The nearest rule, by id, or by its name without the format; or NULL. */
const struct dfk_rule *nearest_rule(const char *word);

/* Prints that the word is not a `kind` (such as "limit"), and the nearest name if there
   is one. */
void nearest_complain(const char *subject, const struct nearest *nearest,
		      const char *kind);

#endif
