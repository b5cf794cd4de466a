/* SPDX-License-Identifier: MIT */
/* runs.h - runs of items: what their ticks are told from */
#ifndef VALIDATOR_RECOVERY_RUNS_H
#define VALIDATOR_RECOVERY_RUNS_H

#include "validator/recovery/recovery.h"

void recovery_count(struct recovery_tally *tally, int32_t value);
uint32_t recovery_count_of(const struct recovery_tally *tally, int64_t value);

/* The step of that marker, an item of the run, was so many ticks smaller. */
void recovery_correct_step(struct recovery *r, struct recovery_run *run,
			   uint32_t marker, int32_t less);

/* A marker in the place of one byte: there may be none. */
bool recovery_may_be_none(const struct recovery_item *item);

#endif
