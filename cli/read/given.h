/* SPDX-License-Identifier: MIT */
/* given.h - what is given beside the inputs: a map, and the base of a raw delta */
#ifndef CLI_READ_GIVEN_H
#define CLI_READ_GIVEN_H

#include "cli/args.h"

/*
 * The snapshot that a raw delta is relative to: reads what->base_path, if there is one,
 * into what->base.  EXITCODE_OK, or another exit code after it printed one line on
 * stderr.
 */
enum exitcode given_read_base(struct args_what *what);

/*
 * The map that recordings are compared with: reads what->map_path, if there is one, into
 * what->map: all of it, or one byte more than the limit given_map_bytes, which the
 * library reports then.
 * EXITCODE_OK, or another exit code after it printed one line on stderr.
 */
enum exitcode given_read_map(struct args_what *what,
			     const struct args_how *how);

#endif
