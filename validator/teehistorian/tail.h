/* SPDX-License-Identifier: MIT */
/* tail.h - bytes behind FINISH or behind a cut */
#ifndef VALIDATOR_TEEHISTORIAN_TAIL_H
#define VALIDATOR_TEEHISTORIAN_TAIL_H

#include "validator/teehistorian/teehistorian.h"

/* state: struct teehistorian; as in struct format. */
void teehistorian_tail(void *state, struct span bytes);

/* The finding that waited for the end of the zero bytes, if there is one. */
void teehistorian_report_zero_run(struct teehistorian *th);

#endif
