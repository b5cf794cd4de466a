/* SPDX-License-Identifier: MIT */
/* names.h - findings about the name of a file */
#ifndef API_NAMES_H
#define API_NAMES_H

#include "validator/core/format.h"

/*
 * Reports a name at the end of `path` that does not fit the format of the file, or that
 * does not fit the game_uuid of the header.  `game_uuid` may be NULL.
 */
void names_check(struct report *r, const char *path,
		 const struct dfk_format *format, const char *game_uuid);

#endif
