/* SPDX-License-Identifier: MIT */
/* apart.h - the steps of one repair in two processes: one writes, another one verifies */
#ifndef CLI_WORK_APART_H
#define CLI_WORK_APART_H

#include "cli/report/outcome.h"
#include "cli/work/pool.h"
#include "cli/write/fill.h"
#include "cli/write/verify.h"

struct apart_steps;

/* A process that a file has taken over cannot verify the output that this process has
   written, and cannot change a verified output: the writer ends before an output is
   verified. */
struct apart {
	struct pool writer, verifier;
	/* The repair for which the processes work, or NULL. */
	const struct apart_steps *owner;
};

/*
 * The steps of one repair.  A step that was begun goes on while the caller does something
 * else.  The steps of several repairs are taken in the order in which they were begun.
 */
struct apart_steps {
	struct apart *apart; /* NULL: this process reads and writes */
	/* Begun and not taken, or NULL. */
	const struct pool_job *read, *fill, *verify;
};

/* False: no memory. */
bool apart_open(struct apart *apart, const struct args *args);
void apart_close(struct apart *apart);

/* Starts the processes that do not run.  Returns 0, or an errno value if not both can
   run. */
int apart_start(struct apart *apart);

/* Lets the processes, which work for no repair, work for this one. */
void apart_take(struct apart_steps *steps, struct apart *apart);

/* Each of these functions begins a step.  False: no memory. */
bool apart_begin_read(struct apart_steps *steps, const char *path,
		      const struct input *in, int copy);
bool apart_begin_fill(struct apart_steps *steps, const char *path,
		      enum fill_way way, int out);
bool apart_begin_verify(struct apart_steps *steps, const char *path,
			const struct verify_output *output);

/* Is a step that was begun not at its end? */
bool apart_is_busy(const struct apart_steps *steps);

/* Lets the processes work for another repair.  The steps that were begun can still be
   taken. */
void apart_release(struct apart_steps *steps);

/* Waits for the steps that were begun, and takes no answer. */
void apart_forget(struct apart_steps *steps);

/* Does what examine_input() does, and takes the step.  Begins the step, if it was not
   begun.  Writes a copy of the input to the descriptor `copy`, unless it is -1.  The input
   stays open. */
void apart_read(struct apart_steps *steps, struct outcome *outcome,
		const struct input *in, int copy);

/* Does what fill_run() does, after apart_read().  False: there is no answer, and the
   outcome has the reason. */
bool apart_fill(struct apart_steps *steps, struct outcome *outcome,
		enum fill_way way, int out, struct fill_end *end);

/* Does what verify_read() does, for the check in the outcome.  False: as above. */
bool apart_verify(struct apart_steps *steps, struct outcome *outcome,
		  const struct verify_output *output, struct verify_end *end);

#endif
