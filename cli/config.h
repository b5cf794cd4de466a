/* SPDX-License-Identifier: MIT */
/* config.h - the file of --config, and the lists of allowed files */
#ifndef CLI_CONFIG_H
#define CLI_CONFIG_H

#include "cli/args.h"

/*
 * Reads both, if they were given.  What the command line says counts more.  No file
 * is read that was not named.  EXITCODE_OK, or it complained.
 */
enum exitcode config_read(struct args *args);

#endif
