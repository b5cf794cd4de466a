/* SPDX-License-Identifier: MIT */
/* printable.h - names from the file, in texts that are printed */
#ifndef VALIDATOR_CORE_PRINTABLE_H
#define VALIDATOR_CORE_PRINTABLE_H

#include "validator/core/span.h"

/*
 * The text as printable ASCII, in `size` bytes with the NUL; what has no room is
 * left out.  A backslash, and each byte that is not printable ASCII, becomes \xNN: so
 * it can be told what was there.
 */
void printable(struct span text, char *out, size_t size);

#endif
