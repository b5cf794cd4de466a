/* SPDX-License-Identifier: MIT */
/* clock.c - reads the clock of the system that nobody sets */
#include "cli/clock.h"

#include <time.h>

int64_t
clock_ms(void)
{
	struct timespec now = { 0 };

	(void)clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}
