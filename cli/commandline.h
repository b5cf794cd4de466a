/* SPDX-License-Identifier: MIT */
/* commandline.h - the command line, read and checked before anything is opened */
#ifndef CLI_COMMANDLINE_H
#define CLI_COMMANDLINE_H

#include "cli/args.h"
#include "cli/exitcode.h"

/*
 * Reads the words after the name of the command.  Returns EXITCODE_OK, or
 * another exit code after it printed one line on stderr.  `argv` is reordered
 * and must live as long as `args`.  Call args_free() in both cases.
 */
enum exitcode commandline_read(struct args *args,
			       const struct args_entry *command, int argc,
			       char **argv);

#endif
