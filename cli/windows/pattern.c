/* SPDX-License-Identifier: MIT */
/* pattern.c - fits names to patterns */
#include <string.h>

#include "cli/windows/posix.h"

/* Fits a letter to the set that follows a bracket.  Returns the end of the set, or NULL:
   the bracket is a letter like others. */
static const char *
fit_set(const char *set, char letter, bool *fits)
{
	const bool inverted = *set == '!' || *set == '^';
	const char *at = set + inverted;
	bool in = false;

	do {
		if (*at == '\0')
			return NULL;
		if (at[1] == '-' && at[2] != '\0' && at[2] != ']') {
			in |= letter >= at[0] && letter <= at[2];
			at += 3;
		} else {
			in |= letter == *at++;
		}
	} while (*at != ']');
	*fits = in != inverted;
	return at + 1;
}

/* Fits one letter to the pattern, which then moves forward. */
static bool
fit_letter(const char **pattern, char letter, bool slashes)
{
	const char *end;
	bool fits = false;

	switch (**pattern) {
	case '\0': return false;
	case '?': fits = !slashes || letter != '/'; break;
	case '[':
		end = fit_set(*pattern + 1, letter, &fits);
		if (end != NULL) {
			*pattern = end;
			return fits && (!slashes || letter != '/');
		}
		fits = letter == '[';
		break;
	default: fits = **pattern == letter; break;
	}
	++*pattern;
	return fits;
}

int
fnmatch(const char *pattern, const char *text, int flags)
{
	const bool slashes = (flags & FNM_PATHNAME) != 0;
	/* Where to go on after the last star: one letter more belongs to the star. */
	const char *star = NULL, *kept = NULL;

	while (*text != '\0' || *pattern == '*') {
		if (*pattern == '*') {
			star = ++pattern;
			kept = text;
			continue;
		}
		if (fit_letter(&pattern, *text, slashes)) {
			text++;
			continue;
		}
		if (star == NULL || (slashes && *kept == '/'))
			return 1;
		text = ++kept;
		pattern = star;
	}
	return *pattern != '\0';
}
