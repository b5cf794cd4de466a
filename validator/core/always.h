/* SPDX-License-Identifier: MIT */
/*
 * always.h - conditions that no input can make false, or true
 *
 * NEVER(x) surrounds a condition that only a defect in demofsck can make true.  The
 * program stays safe even if the condition is true.  No test can make the condition true.
 *
 *   delivered            NEVER(x) is x: the guard is there
 *   -DDEMOFSCK_ASSERT    the program stops where it holds after all
 *   -DDEMOFSCK_COVERAGE  it is a constant, so that no branch is counted that
 *                        cannot be taken; scripts/coverage.sh lists them
 *
 * x must have no side effect.  A condition that a file can make true must not be x.
 */
#ifndef VALIDATOR_CORE_ALWAYS_H
#define VALIDATOR_CORE_ALWAYS_H

#include <stdbool.h>

#if defined(DEMOFSCK_COVERAGE)
#define ALWAYS(x) (true)
#define NEVER(x)  (false)
#elif defined(DEMOFSCK_ASSERT)
static inline bool
always_stop(void)
{
	__builtin_trap();
}
#define ALWAYS(x) ((x) ? true : always_stop())
#define NEVER(x)  ((x) ? always_stop() : false)
#else
#define ALWAYS(x) (x)
#define NEVER(x)  (x)
#endif

#endif
