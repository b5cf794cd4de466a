/* SPDX-License-Identifier: MIT */
/* spared.h - the files that a run reads, which -f must not replace */
#ifndef CLI_WRITE_SPARED_H
#define CLI_WRITE_SPARED_H

#include <stdbool.h>
#include <sys/stat.h>

#include "cli/args.h"
#include "cli/read/list.h"
#include "cli/write/published.h"
#include "cli/write/target.h"

/*
 * Files that are named on the command line, in a list or by an option are known by device
 * and inode.  Files below a directory that is walked are known by their place, which
 * takes no memory, and includes files that appear later.  All zero without -f, which
 * replaces nothing.
 */
struct spared {
	struct published files, directories;
	int tree; /* the directory of -d, which is not walked into; -1: none */
};

/* Collects the files that the run will read.  False: no memory. */
bool spared_open(struct spared *spared, const struct args *args,
		 struct name_list *list);

/* Is an output also an input, by its name?  Then a message is printed. */
bool spared_refuses(const struct spared *spared, const struct args *args,
		    struct name_list *list);

/* Does the run read the regular file with this status, which has the name of the
   target? */
bool spared_has(const struct spared *spared, const struct target *target,
		const struct stat *status);

#define SPARED_IS_HERE "is an input of this run"

void spared_close(struct spared *spared);

#endif
