/* SPDX-License-Identifier: MIT */
/* printable.h - escapes names and numbers of a file for printed texts */
#ifndef VALIDATOR_CORE_PRINTABLE_H
#define VALIDATOR_CORE_PRINTABLE_H

#include "validator/core/span.h"

/*
 * Writes the text as printable ASCII and a NUL into `size` bytes, and cuts it if it is
 * too long.  A backslash, and each byte that is not printable ASCII, becomes \xNN.  So
 * the original bytes can be restored.
 */
void printable(struct span text, char *out, size_t size);

struct real_text {
	char at[32];
};

/* A number as text.  The text is that of %g with 1 to 17 digits, but with a decimal
   point in every locale.  The caller of the library chooses the locale. */
struct real_text real_print(double value, int digits);

#endif
