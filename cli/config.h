/* SPDX-License-Identifier: MIT */
/* config.h - reads the file of --config, and the lists of allowed files */
#ifndef CLI_CONFIG_H
#define CLI_CONFIG_H

#include "cli/args.h"

/*
 * Reads the file of --config and the lists, if the command line names them.  The command
 * line overrides the file.  No other configuration file is read.  On an error prints a
 * message on stderr, and returns another code than EXITCODE_OK.
 */
enum exitcode config_read(struct args *args);

#endif
