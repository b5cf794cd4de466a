/* SPDX-License-Identifier: MIT */
/* room.h - the memory that a worker may use */
#ifndef CLI_WORK_ROOM_H
#define CLI_WORK_ROOM_H

#include <stdint.h>

#include "cli/args.h"

/* Returns bytes of address space: those that this process has, and several times as many
   more as the limits in force allow a file to need.  0: not known.  Call this before the
   process is locked. */
uint64_t room_for_worker(const struct args *args);

#endif
