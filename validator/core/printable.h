/* SPDX-License-Identifier: MIT */
/* printable.h - names and numbers of a file, in texts that are printed */
#ifndef VALIDATOR_CORE_PRINTABLE_H
#define VALIDATOR_CORE_PRINTABLE_H

#include "validator/core/span.h"

/*
 * The text as printable ASCII, in `size` bytes with the NUL; what has no room is
 * left out.  A backslash, and each byte that is not printable ASCII, becomes \xNN: so
 * it can be told what was there.
 */
void printable(struct span text, char *out, size_t size);

struct real_text {
	char at[32];
};

/* A number as text, as %g does it with so many digits, 1 to 17, but with a point in
   every locale: the caller of the library chooses the locale. */
struct real_text real_print(double value, int digits);

#endif
