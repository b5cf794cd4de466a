/* SPDX-License-Identifier: MIT */
/* verify.h - checks an output before it gets its name */
#ifndef CLI_WRITE_VERIFY_H
#define CLI_WRITE_VERIFY_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/args.h"
#include "cli/report/outcome.h"

/* A written output. */
struct verify_output {
	int fd;
	uint64_t size; /* number of decoded bytes that are expected */
	bool encoded;  /* the output is compressed again */
};

/* The failures of a reading.  Both 0: the check is finished. */
struct verify_end {
	enum dfk_status status;
	int error; /* the output cannot be read; errno */
};

/* Reads the output from the disk and checks it.  *check is the check, or NULL; close it
   in the end. */
struct verify_end verify_read(const struct args *args,
			      const struct verify_output *output,
			      struct dfk_check **check);

/* The output, and its expected form. */
struct verify {
	const struct args *args;
	struct outcome *outcome; /* the outcome, with the plan, and with the
	                            check of the output */
	struct verify_output output;
	bool plain; /* the output is not compressed */
};

/* Compares the check of the output with the plan.  False: the output must not be
   published.  Then the outcome gets the reason.  The outcome also gets the errors that
   only the profile causes. */
bool verify_judge(const struct verify *verify, enum dfk_status status);

#endif
