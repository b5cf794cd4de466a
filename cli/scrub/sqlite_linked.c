/* SPDX-License-Identifier: MIT */
/* sqlite_linked.c - replaces sqlite.c in a build that is linked with all libraries */
#include "cli/scrub/sqlite.h"

#define SCRUB_SQLITE_LINKED(name) .name = sqlite3_##name,

struct scrub_sqlite scrub_sqlite = {
	.f = { SCRUB_SQLITE_FUNCTIONS(SCRUB_SQLITE_LINKED) },
	.loaded = true,
};

bool
scrub_sqlite_load(void)
{
	return true;
}
