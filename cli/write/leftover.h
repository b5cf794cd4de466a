/* SPDX-License-Identifier: MIT */
/* leftover.h - temporary files, which a signal must not leave */
#ifndef CLI_WRITE_LEFTOVER_H
#define CLI_WRITE_LEFTOVER_H

#include <signal.h>

/* Makes each signal that ends the program, but those of faults and KILL, remove the
   remembered names. */
void leftover_catch_signals(void);

/* These signals wait between the two calls. */
void leftover_hold_signals(sigset_t *before);
void leftover_release_signals(const sigset_t *before);

/*
 * Call these between the two.  They remember a name in an open directory, or
 * forget it.  There are at most two: the copy of a pipe, and the output.
 */
void leftover_add(int directory, const char *name);
void leftover_forget(int directory, const char *name);

#endif
