/* SPDX-License-Identifier: MIT */
/* printable.h - names and numbers of a file, in texts that are printed */
#ifndef VALIDATOR_CORE_PRINTABLE_H
#define VALIDATOR_CORE_PRINTABLE_H

#include "validator/core/span.h"

/*
 * Writes the text as printable ASCII and a NUL into `size` bytes; the rest is cut.  A
 * backslash, and each byte that is not printable ASCII, becomes \xNN, so that the
 * original bytes can be restored.
 */
void printable(struct span text, char *out, size_t size);

struct real_text {
	char at[32];
};

/* A number as text, as by %g with 1 to 17 digits, but with a point in every locale: the
   caller of the library chooses the locale. */
struct real_text real_print(double value, int digits);

#endif
