/* SPDX-License-Identifier: MIT */
/* scalar.c - reads a value that is one number, or one word of a list */
#include "cli/scalar.h"

#include <stdio.h>
#include <string.h>

#include "cli/report/text.h"

bool
scalar_number(const char *text, uint64_t *size)
{
	static const char suffixes[] = "kMG";
	const char *suffix;
	uint64_t value = 0;

	if (*text == '\0')
		return false;
	for (; *text >= '0' && *text <= '9'; text++) {
		if (__builtin_mul_overflow(value, 10U, &value) ||
		    __builtin_add_overflow(value, (unsigned)(*text - '0'),
					   &value))
			return false;
	}
	if (*text != '\0') {
		suffix = strchr(suffixes, *text);
		if (suffix == NULL || text[1] != '\0')
			return false;
		for (; suffix >= suffixes; suffix--) {
			if (__builtin_mul_overflow(value, 1024U, &value))
				return false;
		}
	}
	*size = value;
	return true;
}

/* Returns the position of `word` in a list of words that ends in NULL, or -1. */
static int
position(const char *word, const char *const *words)
{
	for (int i = 0; words[i] != NULL; i++) {
		if (strcmp(word, words[i]) == 0)
			return i;
	}
	return -1;
}

void
scalar_list(char *list, size_t size, const char *word)
{
	const size_t length = strlen(list);

	snprintf(list + length, size - length, "%s%s", length > 0 ? ", " : "",
		 word);
}

bool
scalar_word(const char *from, const char *value, const char *const *words,
	  int *at)
{
	char known[64] = "";

	*at = position(value, words);
	if (*at >= 0)
		return true;
	for (size_t i = 0; words[i] != NULL; i++)
		scalar_list(known, sizeof(known), words[i]);
	text_complain(from, "'%s' is not %s%s", value,
		      words[1] != NULL ? "one of " : "", known);
	return false;
}
