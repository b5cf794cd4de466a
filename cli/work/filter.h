/* SPDX-License-Identifier: MIT */
/* filter.h - the system calls that a locked process may make */
#ifndef CLI_WORK_FILTER_H
#define CLI_WORK_FILTER_H

#include "cli/work/needs.h"

/* Asks the kernel, and loads libseccomp.  Returns 0 or an errno value: ELIBACC if
   libseccomp is not installed. */
int filter_open(void);

/* Call this after filter_open().  Refuses all system calls that `needs` and the lists of
   filter.c do not name.  Returns 0 or an errno value. */
int filter_load(const struct sandbox_needs *needs);

#endif
