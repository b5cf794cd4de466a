/* SPDX-License-Identifier: MIT */
/* word.c - finds a word in a short list, or complains and names them all */
#include "cli/word.h"

#include <stdio.h>
#include <string.h>

#include "cli/report/text.h"

/* Position of `word` in a list of words that ends in NULL, or -1. */
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
word_list(char *list, size_t size, const char *word)
{
	const size_t length = strlen(list);

	snprintf(list + length, size - length, "%s%s", length > 0 ? ", " : "",
		 word);
}

bool
word_read(const char *from, const char *value, const char *const *words,
	  int *at)
{
	char known[64] = "";

	*at = position(value, words);
	if (*at >= 0)
		return true;
	for (size_t i = 0; words[i] != NULL; i++)
		word_list(known, sizeof(known), words[i]);
	text_complain(from, "'%s' is not %s%s", value,
		      words[1] != NULL ? "one of " : "", known);
	return false;
}
