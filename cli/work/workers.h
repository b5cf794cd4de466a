/* SPDX-License-Identifier: MIT */
/* workers.h - how many processes read the inputs */
#ifndef CLI_WORK_WORKERS_H
#define CLI_WORK_WORKERS_H

#include "cli/args.h"

/* The number of worker processes of a run.  0: this process reads the inputs. */
size_t workers_for(const struct args *args);

#endif
