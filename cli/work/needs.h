/* SPDX-License-Identifier: MIT */
/* needs.h - the rights that a locked process keeps */
#ifndef CLI_WORK_NEEDS_H
#define CLI_WORK_NEEDS_H

#include <stdbool.h>
#include <stdint.h>

struct sandbox_needs {
	bool write;    /* to all open descriptors; otherwise to standard error
	                  only */
	bool messages; /* sendmsg(), recvmsg() and poll() */
	/* All descriptors are below this number.  Descriptors that are open already stay
	   open.  0: no descriptor is opened or received. */
	unsigned descriptors;
	uint64_t memory; /* bytes of address space; 0: no limit */
};

#endif
