/* SPDX-License-Identifier: MIT */
/* worker.h - a process that only reads what it is given */
#ifndef CLI_WORK_WORKER_H
#define CLI_WORK_WORKER_H

#include "cli/args.h"

/* The exit status of a worker that ends by itself. */
enum worker_exit {
	WORKER_DONE = 0,
	WORKER_UNHEARD = 1, /* nobody hears its answer */
	WORKER_NO_MEMORY = 2,
	WORKER_UNLOCKED = 3, /* --sandbox=strict cannot be kept */
};

/* Answers the tasks that come through the socket (wire.h), until the other end is
   closed.  `writes`: the worker also writes to descriptors that it is given. */
_Noreturn void worker_run(const struct args *args, int socket, bool writes);

#endif
