/* SPDX-License-Identifier: MIT */
/* tail.h - bytes after FINISH or after a cut */
#ifndef VALIDATOR_TEEHISTORIAN_TAIL_H
#define VALIDATOR_TEEHISTORIAN_TAIL_H

#include "validator/teehistorian/teehistorian.h"

/* state: struct teehistorian; as in struct format. */
void teehistorian_tail(void *state, struct span bytes);

#endif
