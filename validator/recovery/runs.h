/* SPDX-License-Identifier: MIT */
/* runs.h - functions about runs of items that runs.c and ticks.c share */
#ifndef VALIDATOR_RECOVERY_RUNS_H
#define VALIDATOR_RECOVERY_RUNS_H

#include "validator/recovery/recovery.h"

void recovery_count(struct recovery_tally *tally, int32_t value);
uint32_t recovery_count_of(const struct recovery_tally *tally, int64_t value);

/* Makes the step of a marker, an item of the run, smaller by `less` ticks. */
void recovery_correct_step(struct recovery *r, struct recovery_run *run,
			   uint32_t marker, int32_t less);

/* May the item, a marker of one byte, be no marker? */
bool recovery_may_be_none(const struct recovery_item *item);

#endif
