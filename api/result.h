/* SPDX-License-Identifier: MIT */
/* result.h - the result of a check, after all bytes were read */
#ifndef API_RESULT_H
#define API_RESULT_H

#include "api/handles.h"

/* Fills in the result, and reports findings about the name of the file. */
void result_fill(struct dfk_check *check);

/* Further findings are about the whole file, and no edit removes them. */
void result_go_outside(struct dfk_check *check);

/* The losses of the plan; zero if the repair is not lossy.  Call this after the facts
   are known. */
struct dfk_loss result_loss(const struct dfk_check *check);

/* The clock of a recording. */
struct result_clock {
	bool known;
	int64_t start; /* the first tick */
	double tick_s; /* length of a tick in seconds */
};

/* Call this after the end of the check. */
struct result_clock result_clock_of(const struct dfk_check *check);

/* Returns the seconds from the start of the recording to this tick. */
double result_seconds(const struct result_clock *clock, int64_t tick);

/* Counts the findings that do not come from the bytes: the bytes had so many errors.  An
   error outside makes a file damaged whose bytes were read to their end.  The verdict of
   the bytes itself cannot be found anew: a result that was loaded has no session. */
void result_count_outside(struct dfk_check *check, uint64_t errors);

#endif
