/* SPDX-License-Identifier: MIT */
/*
 * extract.h - the shell command that writes a file from some offset on
 *
 * Offsets in a finding count the bytes that a format reads.  In a compressed file, or a
 * file that was transferred as text, these are not the bytes of the file.  So the command
 * first decodes the file:
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

/* The command for the bytes from this offset of the current part to the end.  FILE and
   OUT stand for names. */
struct extract extract_from(const struct report *r, uint64_t off);

#endif
