/* SPDX-License-Identifier: MIT */
/* base.h - the snapshot that a raw delta is relative to */
#ifndef CLI_READ_BASE_H
#define CLI_READ_BASE_H

#include "cli/args.h"

/*
 * Reads args->base_path, if there is one, into args->base.  EXITCODE_OK, or
 * another exit code after it printed one line on stderr.
 */
enum exitcode base_read(struct args *args);

#endif
