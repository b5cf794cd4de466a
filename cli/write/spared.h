/* SPDX-License-Identifier: MIT */
/* spared.h - what a run reads: -f replaces none of it */
#ifndef CLI_WRITE_SPARED_H
#define CLI_WRITE_SPARED_H

#include <stdbool.h>
#include <sys/stat.h>

#include "cli/args.h"
#include "cli/read/list.h"
#include "cli/write/published.h"
#include "cli/write/target.h"

/*
 * Files that are named, also in a list or by an option, are known by device and
 * inode, whatever their name.  What is below a directory that is walked is known by
 * its place: that takes no memory, and holds for files that appear meanwhile.  All
 * zero: nothing is replaced without -f, so there is nothing to spare.
 */
struct spared {
	struct published files, directories;
	int tree; /* the directory of -d, which is not walked into; -1: none */
};

/* Looks at what the run will read.  False: no memory. */
bool spared_open(struct spared *spared, const struct args *args,
		 struct name_list *list);

/* Would some output be an input, as far as the names tell?  It complains. */
bool spared_refuses(const struct spared *spared, const struct args *args,
		    struct name_list *list);

/* Is the regular file with this status, which has the name of the target, read? */
bool spared_has(const struct spared *spared, const struct target *target,
		const struct stat *status);

#define SPARED_IS_HERE "is an input of this run"

void spared_close(struct spared *spared);

#endif
