/* SPDX-License-Identifier: MIT */
/* message.h - reads one message, whole or in pieces */
#ifndef VALIDATOR_TEEHISTORIAN_MESSAGE_H
#define VALIDATOR_TEEHISTORIAN_MESSAGE_H

#include "validator/teehistorian/teehistorian.h"

/* Prepares for reading the message at `off` from its start. */
void teehistorian_start(struct teehistorian_reading *r, uint64_t off);

/*
 * Reads the current message, or continues it.  CUR_OK: the message is whole.  CUR_SHORT:
 * the window ends inside the message, and c->need more bytes are needed.  If the fields
 * after the ints were begun, the parts that were read are kept, and c is after these
 * parts.  CUR_BAD: the id does not exist, or a size is below 0.
 */
enum cur_fail teehistorian_read(struct teehistorian *th, struct cursor *c);

#endif
