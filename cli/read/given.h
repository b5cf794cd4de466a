/* SPDX-License-Identifier: MIT */
/* given.h - files that options name: a map, and the base of a raw delta */
#ifndef CLI_READ_GIVEN_H
#define CLI_READ_GIVEN_H

#include "cli/args.h"

/*
 * Reads the base of a raw delta from what->base_path into what->base.  Does nothing if
 * what->base_path is NULL.  On an error prints a line on stderr, and returns another exit
 * code than EXITCODE_OK.
 */
enum exitcode given_read_base(struct args_what *what);

/*
 * Reads the map that recordings are compared with from what->map_path into what->map.
 * Does nothing if what->map_path is NULL.  Reads at most one byte more than the limit
 * given_map_bytes, and the library reports a larger map.  On an error prints a line on
 * stderr, and returns another exit code than EXITCODE_OK.
 */
enum exitcode given_read_map(struct args_what *what,
			     const struct args_how *how);

#endif
