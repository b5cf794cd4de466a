/* SPDX-License-Identifier: MIT */
/* scalar.h - values of options and settings that are one number, or one of a few words */
#ifndef CLI_SCALAR_H
#define CLI_SCALAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* "4096", "64k", "3M", "1G".  False: not a number, or more than 64 bits. */
bool scalar_number(const char *text, uint64_t *number);

/* "text, ndjson": adds a word to a list that a message names. */
void scalar_list(char *list, size_t size, const char *word);

/* The position of `value` in words that end in NULL.  False: a message was printed, with
   `from`, the name of an option or a line. */
bool scalar_word(const char *from, const char *value, const char *const *words,
	       int *at);

#endif
