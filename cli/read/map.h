/* SPDX-License-Identifier: MIT */
/* map.h - the map that recordings are compared with */
#ifndef CLI_READ_MAP_H
#define CLI_READ_MAP_H

#include "cli/args.h"

/*
 * Reads args->map_path, if there is one, into args->map: all of it, or one byte
 * more than the limit given_map_bytes, which the library reports then.
 * EXITCODE_OK, or another exit code after it printed one line on stderr.
 */
enum exitcode map_read(struct args *args);

#endif
