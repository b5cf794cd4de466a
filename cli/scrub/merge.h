/* SPDX-License-Identifier: MIT */
/* merge.h - makes one database from the databases of several shards or machines */
#ifndef CLI_SCRUB_MERGE_H
#define CLI_SCRUB_MERGE_H

#include "cli/args.h"
#include "cli/exitcode.h"

enum exitcode scrub_merge(const struct args *args);

#endif
