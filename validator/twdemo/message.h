/* SPDX-License-Identifier: MIT */
/*
 * message.h - the network messages in a demo (SPEC.md, TW-9)
 *
 *   | id << 1 | system (int) | fields ... | 0 to 3 zeros |
 *   | 0 | system (int)       | uuid[16] | fields ... | 0 to 3 zeros |
 *
 * These are the bytes that a server sent, made whole ints with zeros.  How many
 * of them belong to the message is not in the file.
 */
#ifndef VALIDATOR_TWDEMO_MESSAGE_H
#define VALIDATOR_TWDEMO_MESSAGE_H

#include "validator/core/format.h"
#include "validator/core/uuid.h"

enum { TWDEMO_MESSAGE_IDS = 65536, TWDEMO_MESSAGE_PADDING = 3 };

struct twdemo_message_row {
	const char *name;
	const char *letters; /* of its fields; NULL: they are not judged */
	const char *names;   /* of its fields, blank-separated */
};

enum twdemo_message_head {
	TWDEMO_MESSAGE_OK,
	TWDEMO_MESSAGE_NO_ID, /* no bytes, or an int that does not end */
	TWDEMO_MESSAGE_BAD_ID,
	TWDEMO_MESSAGE_SHORT_UUID,
};

struct twdemo_message {
	int32_t id; /* without the system bit */
	bool system, extended;
	enum twdemo_message_head head;
	struct uuid uuid;                     /* if extended */
	const struct twdemo_message_row *row; /* NULL: unknown */
	struct span bytes;                    /* all of it */
	size_t fields;                        /* where its fields begin */
};

/* What is reported once a file; all false at first. */
struct twdemo_message_seen {
	bool system, rcon;
};

/* `bytes` are those of a chunk, all of its ints, little-endian. */
void twdemo_read_message(struct span bytes, enum dfk_protocol protocol,
			 struct twdemo_message *m);

/* Its head can be read, and the protocol has such a message. */
bool twdemo_message_known(const struct twdemo_message *m);

/* It is known, all of its fields are there, and nothing but padding follows.  False if
   they are not judged: any bytes would do. */
bool twdemo_message_fits(const struct twdemo_message *m);

/* "sv_chat"; "unknown" if it is not known, never NULL. */
const char *twdemo_message_name(const struct twdemo_message *m);

/* Reports what is odd, at offsets in the message.  `server`: it is in the demo
   of a server, where messages of another protocol can occur. */
void twdemo_check_message(struct report *r, const struct twdemo_message *m,
			  bool server, struct twdemo_message_seen *seen);

/* It has nothing to report.  Most do not, and this is found sooner. */
bool twdemo_message_is_clean(const struct report *r,
			     const struct twdemo_message *m,
			     const struct twdemo_message_seen *seen);

/* Adds its fields; they refer to m->bytes. */
void twdemo_describe_message(const struct twdemo_message *m,
			     struct description *out);

/* The messages with a UUID, in the order of uuid_messages.def. */
struct twdemo_uuid_message {
	bool system;
	const char *uuid_name; /* what the UUID was made of */
	struct uuid uuid;
	struct twdemo_message_row row;
};

size_t twdemo_uuid_message_count(void);
const struct twdemo_uuid_message *twdemo_uuid_message_at(size_t index);

#endif
