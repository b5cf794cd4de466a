/* SPDX-License-Identifier: MIT */
/* examine.h - one input, read to its end and judged */
#ifndef CLI_REPORT_EXAMINE_H
#define CLI_REPORT_EXAMINE_H

#include <stddef.h>

#include "cli/read/input.h"
#include "cli/report/outcome.h"
#include "include/demofsck.h"

/*
 * Opens a check with the options of the command line, for an input or for its
 * repaired form.
 */
enum dfk_status examine_open(const struct args *args,
			     const struct dfk_options *callbacks,
			     struct dfk_check **check);

/*
 * Reads `in` to its end and checks it.  Findings are reported at once, records
 * go to `on_record`, which may be NULL.  `tee`, if not NULL, gets all bytes; it
 * returns 0 or an errno value.  The outcome says what failed.
 */
void
examine_input(struct outcome *outcome, struct input *in,
	      void (*on_record)(void *ctx, const struct dfk_record *record),
	      int (*tee)(void *ctx, const void *bytes, size_t size), void *ctx);

#endif
