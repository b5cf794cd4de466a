/* SPDX-License-Identifier: MIT */
/* asked.c - the formats that no first bytes tell */
#include "tests/asked.h"

#include <string.h>

const char *
asked_format(const char *path)
{
	const char *dot = strrchr(path, '.');

	if (dot && strcmp(dot, ".snapshot") == 0)
		return "snapshot";
	return dot && strcmp(dot, ".delta") == 0 ? "snapshot-delta" : NULL;
}
