/* SPDX-License-Identifier: MIT */
/* verify.h - an output is checked before it gets its name */
#ifndef CLI_WRITE_VERIFY_H
#define CLI_WRITE_VERIFY_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/args.h"
#include "cli/report/outcome.h"

/* The output that was written, and its expected form. */
struct verify {
	const struct args *args;
	struct outcome *outcome; /* with the plan */
	int fd;
	uint64_t size;       /* decoded bytes */
	bool plain, encoded; /* not compressed; compressed anew */
};

/* Reads the output from the disk and checks it.  False: it must not be published.  The
   outcome gets the reason, unless the output cannot be read: then *error is an errno
   value.  The outcome also gets the check, and the errors that exist only because of the
   profile. */
bool verify_output(const struct verify *verify, int *error);

#endif
