/* SPDX-License-Identifier: MIT */
/* temporary.c - makes and recognizes the names of temporary files */
#include "cli/temporary.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

#define MARK ".demofsck-"

static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567";

enum { RANDOM = 6 }; /* letters after the mark */

int
temporary_make(char *buffer, size_t size, const char *name)
{
	unsigned char random[RANDOM];
	char tail[] = MARK "XXXXXX";
	const size_t room = size - sizeof(tail) - 1;

	if (getrandom(random, sizeof(random), 0) != (ssize_t)sizeof(random))
		return EIO;
	for (size_t i = 0; i < sizeof(random); i++)
		tail[sizeof(tail) - 1 - sizeof(random) + i] =
			letters[random[i] % (sizeof(letters) - 1)];
	snprintf(buffer, size, ".%.*s%s", (int)room, name, tail);
	return 0;
}

bool
temporary_is(const char *name)
{
	const size_t length = strlen(name);
	const size_t tail = strlen(MARK) + RANDOM;

	return name[0] == '.' && length > 1 + tail &&
	       memcmp(name + length - tail, MARK, strlen(MARK)) == 0 &&
	       strspn(name + length - RANDOM, letters) == RANDOM;
}
