/* SPDX-License-Identifier: MIT */
/* filter.h - the system calls that a locked process may make */
#ifndef CLI_WORK_FILTER_H
#define CLI_WORK_FILTER_H

#include "cli/work/needs.h"

/* Asks the kernel for filters of system calls.  Returns 0 or an errno value. */
int filter_open(void);

/* Refuses all system calls that `needs` and the lists of filter_rules.c do not name.  The
   process must have no_new_privs.  Returns 0 or an errno value. */
int filter_load(const struct sandbox_needs *needs);

#endif
