/* SPDX-License-Identifier: MIT */
/* verify.h - an output is checked before it gets its name */
#ifndef CLI_WRITE_VERIFY_H
#define CLI_WRITE_VERIFY_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/args.h"
#include "cli/report/outcome.h"

/* What was written, and what it should be. */
struct verify {
	const struct args *args;
	struct outcome *outcome; /* with the plan */
	int fd;
	uint64_t size;       /* decoded bytes */
	bool plain, encoded; /* not compressed; compressed anew */
};

/* Reads it from the disk.  False: it must not be published, and the outcome says why,
   but for *error, an errno value, which is not 0 where it cannot be read.  The check
   goes to the outcome, and so do the errors that only a profile makes. */
bool verify_output(const struct verify *verify, int *error);

#endif
