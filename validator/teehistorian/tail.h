/* SPDX-License-Identifier: MIT */
/* tail.h - examines bytes after FINISH or after a cut */
#ifndef VALIDATOR_TEEHISTORIAN_TAIL_H
#define VALIDATOR_TEEHISTORIAN_TAIL_H

#include "validator/teehistorian/teehistorian.h"

/* Receives these bytes.  `state`: struct teehistorian; see struct format. */
void teehistorian_tail(void *state, struct span bytes);

#endif
