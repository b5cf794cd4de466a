/* SPDX-License-Identifier: MIT */
/* reading.h - passes the bytes of one input to the library, and reports nothing */
#ifndef CLI_READ_READING_H
#define CLI_READ_READING_H

#include "cli/args.h"
#include "cli/read/input.h"

/*
 * Opens a check with the options of the command line.  The check is for an input or for
 * its repaired form.  `callbacks` may be NULL.
 */
enum dfk_status reading_open(const struct args *args,
			     const struct dfk_options *callbacks,
			     struct dfk_check **check);

/* The other callbacks of a reading, with the ctx of the options.  `tee` and `progress` may
   be NULL. */
struct reading_taps {
	/* Receives all bytes.  Returns 0 or an errno value. */
	int (*tee)(void *ctx, const void *bytes, size_t size);
	/* `total`: the size of a regular file, else 0. */
	void (*progress)(void *ctx, uint64_t done, uint64_t total);
	/* Was there no memory for what a callback received? */
	bool (*has_failed)(void *ctx);
};

/* How a reading ended. */
enum reading_end_kind {
	READING_DONE,    /* there is a result */
	READING_CHANGED, /* there is a result, and the file changed meanwhile */
	READING_NO_INPUT, /* the input cannot be read; errno */
	READING_NO_COPY,  /* the tee failed; errno */
	READING_NO_CHECK, /* the library failed; status */
};

enum { READING_END_KINDS = READING_NO_CHECK + 1 };

struct reading_end {
	enum reading_end_kind kind;
	int error;
	enum dfk_status status;
};

/*
 * Reads `in` to its end.  `path` is the name for the rules about names.  *check is the
 * check, or NULL if the library cannot open it; close it in the end.
 */
struct reading_end reading_run(const struct args *args, const char *path,
			       struct input *in,
			       const struct dfk_options *callbacks,
			       const struct reading_taps *taps,
			       struct dfk_check **check);

#endif
