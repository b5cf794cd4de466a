/* SPDX-License-Identifier: MIT */
/* limits.c - the limits of one check */
#include "validator/core/limits.h"

#include <string.h>

/* clang-format off */
const struct dfk_limit limit_rows[LIMIT_COUNT] = {
#define LIMIT(nm, un, val, max, y) \
	[LIMIT_##nm] = { \
		.name = #nm, .unit = un, .value = val, .maximum = max, .why = y, \
	},
#include "validator/core/limits.def"
#undef LIMIT
};
/* clang-format on */

struct limits
limits_default(void)
{
	return (struct limits)
	{
#define LIMIT(nm, un, val, max, y) .nm = val,
#include "validator/core/limits.def"
#undef LIMIT
	};
}

bool
limits_set(struct limits *limits, const char *name, uint64_t value)
{
#define LIMIT(nm, un, val, max, y) \
	if (strcmp(name, #nm) == 0 && value <= (max)) { \
		limits->nm = value; \
		return true; \
	}
#include "validator/core/limits.def"
#undef LIMIT
	return false;
}
