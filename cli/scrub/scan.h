/* SPDX-License-Identifier: MIT */
/* scan.h - reads what is new in an archive, and writes the database */
#ifndef CLI_SCRUB_SCAN_H
#define CLI_SCRUB_SCAN_H

#include "cli/args.h"
#include "cli/exitcode.h"

enum exitcode scrub_scan(const struct args *args);

/* Returns the number of the shard of a path, from 0.  The number never changes: FNV-1a of
   64 bits over the bytes of the path, its upper half added to its lower half by
   exclusive or, modulo the number of shards. */
uint64_t scrub_shard_of(const char *path, uint64_t shards);

#endif
