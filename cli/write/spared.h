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
 * The files that a run reads.  Files that are named on the command line, in a list or by
 * an option are known by device and inode.  Files below a directory that is walked are
 * known by their place.  The place needs no memory, and also covers files that appear
 * later.  All members are zero without -f, because nothing is replaced then.
 */
struct spared {
	struct published files, directories;
	int tree; /* the directory of -d, which is not walked; -1: no such
	             directory */
};

/* Collects the files that the run will read.  False: no memory. */
bool spared_open(struct spared *spared, const struct args *args,
		 struct name_list *list);

/* Is an output also an input, by its name?  Then a message is printed. */
bool spared_refuses(const struct spared *spared, const struct args *args,
		    struct name_list *list);

/* Does the run read the regular file with this status?  The file has the name of the
   target. */
bool spared_has(const struct spared *spared, const struct target *target,
		const struct stat *status);

#define SPARED_IS_HERE "is an input of this run"

void spared_close(struct spared *spared);

#endif
