/* SPDX-License-Identifier: MIT */
/* number.h - numbers with the suffixes k, M and G */
#ifndef CLI_NUMBER_H
#define CLI_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

/* "4096", "64k", "3M", "1G".  False: not a number, or more than 64 bits. */
bool number_read(const char *text, uint64_t *number);

#endif
