/* SPDX-License-Identifier: MIT */
/* nearest.h - suggests a name for a mistyped word */
#ifndef CLI_NEAREST_H
#define CLI_NEAREST_H

#include <stddef.h>

#include "include/demofsck.h"

/* Pass all names to nearest_offer().  `best` is then the nearest name; NULL: no name is
   near. */
struct nearest {
	const char *word;
	size_t length;
	const char *best;
	size_t distance;
};

void nearest_offer(struct nearest *nearest, const char *name);

/* Returns the nearest rule, by id or by name without the format; or NULL. */
const struct dfk_rule *nearest_rule(const char *word);

/* Prints that the word is not a `kind` (such as "limit").  Also prints the nearest name,
   if there is such a name. */
void nearest_complain(const char *subject, const struct nearest *nearest,
		      const char *kind);

#endif
