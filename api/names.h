/* SPDX-License-Identifier: MIT */
/* names.h - what the name of a file says of it */
#ifndef API_NAMES_H
#define API_NAMES_H

#include "validator/core/format.h"

/*
 * Reports what in the name at the end of `path` does not fit a file of this
 * format, whose header names this game_uuid, or NULL.
 */
void names_check(struct report *r, const char *path,
		 const struct dfk_format *format, const char *game_uuid);

#endif
