/* SPDX-License-Identifier: MIT */
/* clock.h - a clock that nobody sets */
#ifndef CLI_CLOCK_H
#define CLI_CLOCK_H

#include <stdint.h>

/* Returns the time since some start, in milliseconds. */
int64_t clock_ms(void);

#endif
