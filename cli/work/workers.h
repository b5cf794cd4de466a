/* SPDX-License-Identifier: MIT */
/* workers.h - how many processes read the inputs */
#ifndef CLI_WORK_WORKERS_H
#define CLI_WORK_WORKERS_H

#include "cli/args.h"

/* The number of inputs that worker processes read at the same time.  0: this process reads
   the inputs. */
size_t workers_for(const struct args *args);

/* Is there only one file? */
bool workers_are_for_one(const struct args *args);

#endif
