/* SPDX-License-Identifier: MIT */
/* given.h - files that options name: a map, and the base of a raw delta */
#ifndef CLI_READ_GIVEN_H
#define CLI_READ_GIVEN_H

#include "cli/args.h"

/*
 * Reads the base of a raw delta from what->base_path, if it is set, into what->base.
 * EXITCODE_OK, or another exit code after a line on stderr.
 */
enum exitcode given_read_base(struct args_what *what);

/*
 * Reads the map that recordings are compared with from what->map_path, if it is set, into
 * what->map.  It reads at most one byte more than the limit given_map_bytes; the library
 * reports a larger map.  EXITCODE_OK, or another exit code after a line on stderr.
 */
enum exitcode given_read_map(struct args_what *what,
			     const struct args_how *how);

#endif
