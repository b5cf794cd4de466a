/* SPDX-License-Identifier: MIT */
/* commandline.h - the command line, read and checked before anything is opened */
#ifndef CLI_COMMANDLINE_H
#define CLI_COMMANDLINE_H

#include "cli/args.h"
#include "cli/exitcode.h"

/*
 * Reads what comes after the command's name.  EXITCODE_OK, or the exit code
 * after one line on stderr.  `argv` is reordered and must outlive `args`, which
 * is to be given to args_free() in either case.
 */
enum exitcode commandline_read(struct args *args,
			       const struct args_entry *command, int argc,
			       char **argv);

#endif
