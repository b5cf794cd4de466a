/* SPDX-License-Identifier: MIT */
/* word.h - values that are one of a few words */
#ifndef CLI_WORD_H
#define CLI_WORD_H

#include <stdbool.h>
#include <stddef.h>

/* "text, ndjson": adds a word to a list that a message names. */
void word_list(char *list, size_t size, const char *word);

/* The position of `value` in words that end in NULL; false: it complained, about
   what `from` names, an option or a line. */
bool word_read(const char *from, const char *value, const char *const *words,
	       int *at);

#endif
