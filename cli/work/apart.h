/* SPDX-License-Identifier: MIT */
/* apart.h - the steps of one repair in two processes: one writes, another one verifies */
#ifndef CLI_WORK_APART_H
#define CLI_WORK_APART_H

#include "cli/report/outcome.h"
#include "cli/work/pool.h"
#include "cli/write/fill.h"
#include "cli/write/verify.h"

/* A process that a file has taken over cannot verify what it has written. */
struct apart {
	struct pool writer, verifier;
};

/* False: no memory. */
bool apart_open(struct apart *apart, const struct args *args);
void apart_close(struct apart *apart);

/* Does what examine_input() does.  Writes a copy of the input to the descriptor `copy`,
   unless it is -1.  The input stays open. */
void apart_read(struct apart *apart, struct outcome *outcome,
		const struct input *in, int copy);

/* Does what fill_run() does, after apart_read().  False: there is no answer, and the
   outcome has the reason. */
bool apart_fill(struct apart *apart, struct outcome *outcome, enum fill_way way,
		int out, struct fill_end *end);

/* Does what verify_read() does, for the check in the outcome.  False: as above. */
bool apart_verify(struct apart *apart, struct outcome *outcome,
		  const struct verify_output *output, struct verify_end *end);

#endif
