/* SPDX-License-Identifier: MIT */
/* mutate_messages.h - new net messages, and what is in their bodies */
#ifndef FUZZ_MUTATE_MESSAGES_H
#define FUZZ_MUTATE_MESSAGES_H

#include "fuzz/mutate_bits.h"
#include "validator/netmessage/message.h"

/* A message of that type, whose lengths fit; texts and numbers are those that
   mean something elsewhere. */
void mutate_messages_new(struct bit_string *s, unsigned type,
			 const struct netmessage_layout *layout,
			 struct mutate_random *r);

/* What a body of such a message may be. */
void mutate_messages_body(struct bit_string *s, unsigned type,
			  struct mutate_random *r);

const char *mutate_messages_text(struct mutate_random *r);

/* The list of properties of an entity; a number of 4, 8, 12 or 32 bits. */
void mutate_messages_props(struct bit_string *s, struct mutate_random *r);
void mutate_messages_distance(struct bit_string *s, uint32_t n);

#endif
