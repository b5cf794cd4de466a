/* SPDX-License-Identifier: MIT */
/* limits.h - the limits of one check */
#ifndef VALIDATOR_CORE_LIMITS_H
#define VALIDATOR_CORE_LIMITS_H

#include "include/demofsck.h"

enum limit_id {
#define LIMIT(name, unit, value, maximum, why) LIMIT_##name,
#include "validator/core/limits.def"
#undef LIMIT
	LIMIT_COUNT
};

struct limits {
#define LIMIT(name, unit, value, maximum, why) uint64_t name;
#include "validator/core/limits.def"
#undef LIMIT
};

extern const struct dfk_limit limit_rows[LIMIT_COUNT];

struct limits limits_default(void);

/* Sets a limit.  False: there is no such limit, or the value is above its maximum. */
bool limits_set(struct limits *limits, const char *name, uint64_t value);

#endif
