/* SPDX-License-Identifier: MIT */
/* temporary.c - makes the names of temporary files */
#include "cli/temporary.h"

#include <errno.h>
#include <stdio.h>
#include <sys/random.h>

static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567";

int
temporary_make(char *buffer, size_t size, const char *name)
{
	unsigned char random[6];
	char tail[] = ".demofsck-XXXXXX";
	const size_t room = size - sizeof(tail) - 1;

	if (getrandom(random, sizeof(random), 0) != (ssize_t)sizeof(random))
		return EIO;
	for (size_t i = 0; i < sizeof(random); i++)
		tail[sizeof(tail) - 1 - sizeof(random) + i] =
			letters[random[i] % (sizeof(letters) - 1)];
	snprintf(buffer, size, ".%.*s%s", (int)room, name, tail);
	return 0;
}
