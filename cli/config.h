/* SPDX-License-Identifier: MIT */
/* config.h - the file of --config, and the lists of allowed files */
#ifndef CLI_CONFIG_H
#define CLI_CONFIG_H

#include "cli/args.h"

/*
 * Reads the file of --config and the lists, if they were given.  The command line
 * overrides the file.  No other configuration file is read.  EXITCODE_OK, or another code
 * after a message on stderr.
 */
enum exitcode config_read(struct args *args);

#endif
