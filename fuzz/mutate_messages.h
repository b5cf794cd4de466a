/* SPDX-License-Identifier: MIT */
/* mutate_messages.h - makes new net messages, and bodies of messages */
#ifndef FUZZ_MUTATE_MESSAGES_H
#define FUZZ_MUTATE_MESSAGES_H

#include "fuzz/mutate_bits.h"
#include "validator/netmessage/message.h"

/* Makes a message of this type, whose lengths fit.  Texts and numbers often refer to
   other parts of the demo. */
void mutate_messages_new(struct bit_string *s, unsigned type,
			 const struct netmessage_layout *layout,
			 struct mutate_random *r);

/* Makes a body for a message of this type. */
void mutate_messages_body(struct bit_string *s, unsigned type,
			  struct mutate_random *r);

const char *mutate_messages_text(struct mutate_random *r);

/* Make the list of properties of an entity, or a number of 4, 8, 12 or 32 bits. */
void mutate_messages_props(struct bit_string *s, struct mutate_random *r);
void mutate_messages_distance(struct bit_string *s, uint32_t n);

#endif
