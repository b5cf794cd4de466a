/* SPDX-License-Identifier: MIT */
/*
 * fields.h - one field of a message: ints, UUIDs, strings
 *
 * A reader returns false when the window ended inside the field: c->fail says
 * so, what was read of a string is kept, and the same call goes on later.  In
 * the payload of an extension that ends early it returns true, and the event's
 * payload_short is set.
 */
#ifndef VALIDATOR_TEEHISTORIAN_FIELDS_H
#define VALIDATOR_TEEHISTORIAN_FIELDS_H

#include "validator/teehistorian/teehistorian.h"

/* The letter of the field at hand; 0 behind the last one. */
char teehistorian_field_letter(const struct teehistorian_reading *r);
void teehistorian_field_next(struct teehistorian_reading *r);

/* What a false or a short payload means; for readers. */
bool teehistorian_field_lacking(struct teehistorian_reading *r,
				struct cursor *c, size_t need);

/* Remembers an int that is not in its shortest form. */
void teehistorian_field_odd(struct teehistorian_event *ev, uint64_t off,
			    uint64_t end, unsigned quirks, int32_t value);

/* One int; *got is false when the payload ended instead. */
bool teehistorian_field_int(struct teehistorian_reading *r, struct cursor *c,
			    int32_t *value, bool *got);
bool teehistorian_field_plain(struct teehistorian_reading *r, struct cursor *c);
bool teehistorian_field_ten(struct teehistorian_reading *r, struct cursor *c);
bool teehistorian_field_uuid(struct teehistorian_reading *r, struct cursor *c);
bool teehistorian_field_text(struct teehistorian_reading *r, struct cursor *c);

/* c->fail is CUR_BAD for a negative count. */
bool teehistorian_field_arguments(struct teehistorian_reading *r,
				  struct cursor *c);

#endif
