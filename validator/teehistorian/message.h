/* SPDX-License-Identifier: MIT */
/* message.h - reads one message, whole or in pieces */
#ifndef VALIDATOR_TEEHISTORIAN_MESSAGE_H
#define VALIDATOR_TEEHISTORIAN_MESSAGE_H

#include "validator/teehistorian/teehistorian.h"

/* Nothing of the message at `off` is known yet. */
void teehistorian_start(struct teehistorian_reading *r, uint64_t off);

/*
 * Reads the message at hand, or goes on with it.  CUR_OK: it is whole.
 * CUR_SHORT: c->need more bytes might help; where the rest has been begun, what
 * was read of it is kept, and c is after it.  CUR_BAD: an id that does not
 * exist, or a size below 0.
 */
enum cur_fail teehistorian_read(struct teehistorian *th, struct cursor *c);

#endif
