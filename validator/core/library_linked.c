/* SPDX-License-Identifier: MIT */
/* library_linked.c - replaces library.c in a build that is linked with all libraries */
#include <string.h>

#include "validator/core/library.h"
#include "validator/core/span.h"

enum library_status
library_load(const struct library *library)
{
	for (size_t i = 0; i < LIBRARY_FUNCTIONS; i++) {
		const struct library_function *function = &AT(
			library->functions, i);

		if (function->name)
			memcpy(function->to, (const void *)&function->linked,
			       sizeof(function->linked));
	}
	return LIBRARY_LOADED;
}
