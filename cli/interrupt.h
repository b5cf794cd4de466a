/* SPDX-License-Identifier: MIT */
/* interrupt.h - an interrupt ends a run of several files after the files that were begun */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

#include <stdbool.h>

/* After an interrupt the run begins no further input.  A second interrupt ends the program
   as if this function was not called.  An interrupt that the caller ignores stays
   ignored. */
void interrupt_catch(void);

/* Did an interrupt come? */
bool interrupt_came(void);

/* After an interrupt, prints that `where`, such as "the report", has only the files that
   were begun. */
void interrupt_report(const char *where);

/* After an interrupt, ends the program by the signal, so that the caller sees the
   interrupt. */
void interrupt_end(void);

#endif
