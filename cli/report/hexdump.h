/* SPDX-License-Identifier: MIT */
/* hexdump.h - prints the bytes around a place in a file */
#ifndef CLI_REPORT_HEXDUMP_H
#define CLI_REPORT_HEXDUMP_H

#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

struct hexdump_bytes {
	int fd;      /* a file that can be read at any place; or -1 */
	off_t start; /* the position at which the bytes of the input begin */
};

/*
 * Prints the row of 16 bytes in which the range begins, the row before and the row after,
 * if they exist:
 *
 *       0x0010  00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f
 *       0x0020  10 11[12 13 14]15 16 17 18 19 1a 1b 1c 1d 1e 1f
 *
 * Brackets enclose the range; a bar marks an empty range.  Prints nothing if the bytes
 * cannot be read.
 */
void hexdump_put(FILE *out, const struct hexdump_bytes *bytes, uint64_t offset,
		 uint64_t length);

#endif
