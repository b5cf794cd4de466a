/* SPDX-License-Identifier: MIT */
/* number.c - numbers of the command line; one that is too large is refused */
#include "cli/number.h"

#include <string.h>

bool
number_read(const char *text, uint64_t *size)
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
