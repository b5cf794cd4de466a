/* SPDX-License-Identifier: MIT */
/* verify.h - checks an output before it gets its name */
#ifndef CLI_WRITE_VERIFY_H
#define CLI_WRITE_VERIFY_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/args.h"
#include "cli/report/outcome.h"

/* The written output, and its expected form. */
struct verify {
	const struct args *args;
	struct outcome *outcome; /* the outcome, with the plan */
	int fd;
	uint64_t size;       /* number of decoded bytes */
	bool plain, encoded; /* the output is not compressed; the output is
	                        compressed again */
};

/* Reads the output from the disk and checks it.  False: the output must not be
   published.  Then the outcome gets the reason.  If the output cannot be read, *error is
   an errno value instead.  The outcome also gets the check, and the errors that only the
   profile causes. */
bool verify_output(const struct verify *verify, int *error);

#endif
