/* SPDX-License-Identifier: MIT */
/*
 * extract.h - the shell command that writes the rest of a file after an offset
 *
 * Offsets in a finding count the bytes that a format reads.  In a compressed file, or in
 * a file that was transferred as text, the format reads other bytes than those of the
 * file.  So the command first decodes the file:
 *
 *   tail -c +N FILE >OUT
 *   gzip -dc <FILE | tail -c +N >OUT
 *   gzip -dc <FILE | perl -pe 's/\r?\n/\n/' | tail -c +N >OUT
 */
#ifndef VALIDATOR_CORE_EXTRACT_H
#define VALIDATOR_CORE_EXTRACT_H

#include "validator/core/report.h"

struct extract {
	char command[96];
};

/* Returns the command that writes the bytes from this offset of the current part to the
   end.  FILE and OUT stand for names of files. */
struct extract extract_from(const struct report *r, uint64_t off);

#endif
