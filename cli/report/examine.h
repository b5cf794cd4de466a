/* SPDX-License-Identifier: MIT */
/* examine.h - reads one input to its end, and checks it */
#ifndef CLI_REPORT_EXAMINE_H
#define CLI_REPORT_EXAMINE_H

#include <stddef.h>

#include "cli/read/reading.h"
#include "cli/report/outcome.h"
#include "include/demofsck.h"

/* Callbacks for the contents of an input; members that are NULL are not called. */
struct examine_taps {
	void (*on_record)(void *ctx, const struct dfk_record *record);
	void (*on_item)(void *ctx, const struct dfk_record *item);
	/* Receives all bytes.  Returns 0 or an errno value. */
	int (*tee)(void *ctx, const void *bytes, size_t size);
	void *ctx;
};

/* Reads `in` to its end and checks the bytes.  Findings are reported at once.  The
   outcome gets the error, if there is an error. */
void examine_input(struct outcome *outcome, struct input *in,
		   const struct examine_taps *taps);

/*
 * The same in three steps, if another process reads the input.  First outcome->check is
 * opened, or the outcome has a failure.  Then each finding is reported.  Before the last
 * step, the result of the other process is loaded into outcome->check.  `in` may be
 * NULL.
 */
void examine_expect(struct outcome *outcome, const struct input *in);
/* Does the same as examine_expect(), but reports no failure. */
enum dfk_status examine_open(struct outcome *outcome, const struct input *in);
void examine_finding(struct outcome *outcome,
		     const struct dfk_finding *finding);
void examine_end(struct outcome *outcome, const struct reading_end *end);

/* Adds the finding that the file changed during the check.  The verdict becomes
   undecided. */
void examine_changed(struct outcome *outcome);

#endif
