/* SPDX-License-Identifier: MIT */
/* message.h - the fields of one message, read straight through */
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

/* message.c: one int, and how it is written if not in its shortest form. */
int32_t teehistorian_int(struct teehistorian_event *ev, struct cursor *c);

/*
 * rest.c: one field that follows the ints.  In the payload of an extension `c`
 * ends with it.  The cursor's failure says what is missing.
 */
void teehistorian_read_rest(struct teehistorian *th, char letter,
			    struct cursor *c);

#endif
