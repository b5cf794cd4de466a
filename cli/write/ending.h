/* SPDX-License-Identifier: MIT */
/* ending.h - the endings of compressed files */
#ifndef CLI_WRITE_ENDING_H
#define CLI_WRITE_ENDING_H

#include <stdbool.h>

/* What the names of files end with that are compressed so; "" if not at all. */
const char *ending_of(const char *compression);

/* Does the name end so, in letters of either case, and is more than that? */
bool ending_is(const char *name, const char *ending);

#endif
