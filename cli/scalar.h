/* SPDX-License-Identifier: MIT */
/* scalar.h - reads values that are one number, or one word of a list */
#ifndef CLI_SCALAR_H
#define CLI_SCALAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads "4096", "64k", "3M" or "1G".  False: the text is not a number, or the number has
   more than 64 bits. */
bool scalar_number(const char *text, uint64_t *number);

/* Adds a word to a list in a message: "text, ndjson". */
void scalar_list(char *list, size_t size, const char *word);

/* Finds the position of `value` in a list of words that ends in NULL.  False: a message
   was printed.  The message begins with `from`, the name of an option or a line. */
bool scalar_word(const char *from, const char *value, const char *const *words,
	       int *at);

#endif
