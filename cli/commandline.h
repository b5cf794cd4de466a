/* SPDX-License-Identifier: MIT */
/* commandline.h - reads and checks the command line before any file is opened */
#ifndef CLI_COMMANDLINE_H
#define CLI_COMMANDLINE_H

#include "cli/args.h"
#include "cli/exitcode.h"

/*
 * Reads the words after the name of the command.  On an error prints one line on stderr,
 * and returns another exit code than EXITCODE_OK.  `argv` is reordered and must live as
 * long as `args`.  Call args_free() also after an error.
 */
enum exitcode commandline_read(struct args *args,
			       const struct args_entry *command, int argc,
			       char **argv);

#endif
