/* SPDX-License-Identifier: MIT */
/* slots.h - the pairs of processes that repair several inputs at the same time */
#ifndef CLI_WORK_SLOTS_H
#define CLI_WORK_SLOTS_H

#include "cli/work/apart.h"

struct slots {
	struct apart *list;
	size_t n; /* 0: this process reads and writes */
	size_t n_usable; /* the others have no processes */
	size_t most_begun; /* repairs that may be begun and not finished */
	struct pool **pools;   /* two for each slot */
	struct pollfd *polled; /* one for each pool */
};

/* Opens `n` slots, or fewer if the process may not open so many files.  False: no
   memory. */
bool slots_open(struct slots *slots, const struct args *args, size_t n);

/* Is there a slot without a repair? */
bool slots_have_free(const struct slots *slots);

/* Returns a slot without a repair, whose processes run.  NULL: there is none. */
struct apart *slots_free(struct slots *slots);

/* Waits until a process of a slot sends something, ends, or is too slow. */
void slots_wait(struct slots *slots);

void slots_close(struct slots *slots);

#endif
