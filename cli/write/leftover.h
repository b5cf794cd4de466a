/* SPDX-License-Identifier: MIT */
/* leftover.h - temporary names that a signal must not leave in a directory */
#ifndef CLI_WRITE_LEFTOVER_H
#define CLI_WRITE_LEFTOVER_H

#include <signal.h>

/* Makes INT, TERM, HUP and PIPE remove the names that are remembered. */
void leftover_catch_signals(void);

/* What is done between the two cannot be interrupted by these signals. */
void leftover_hold_signals(sigset_t *before);
void leftover_release_signals(const sigset_t *before);

/*
 * With signals held: remembers a name in an open directory, or forgets it.  A
 * run has at most two: the copy of what can be read only once, and the output.
 */
void leftover_add(int directory, const char *name);
void leftover_forget(int directory, const char *name);

#endif
