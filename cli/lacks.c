/* SPDX-License-Identifier: MIT */
/* lacks.c - a build for POSIX has all options */
#include "cli/lacks.h"

const char *
lacks_option(const struct args *args, const char **why)
{
	(void)args, (void)why;
	return NULL;
}
