/* SPDX-License-Identifier: MIT */
/* fill.h - writes the bytes of a repair, and reports nothing */
#ifndef CLI_WRITE_FILL_H
#define CLI_WRITE_FILL_H

#include "cli/read/input.h"
#include "include/demofsck.h"

/* How the bytes of a repair are written to the output. */
enum fill_way {
	FILL_PLAIN,
	FILL_ENCODED, /* the bytes are compressed again */
	FILL_COPIED, /* nothing is repaired: the input is copied, and stays
	                compressed */
};

enum { FILL_WAYS = FILL_COPIED + 1 };

/* The failures of a repair that is written; all 0: it is whole.  The other members are
   errno values. */
struct fill_end {
	enum dfk_status status; /* DFK_WRITE_FAILED: see `write_error` */
	int encoder_error;      /* the compression cannot begin */
	int read_error;
	int write_error;
};

/* Reads the input again, and writes the repaired bytes to the descriptor `out`.  `check`
   has read the same input. */
struct fill_end fill_run(const struct dfk_check *check, struct input *source,
			 enum fill_way way, int out);

#endif
