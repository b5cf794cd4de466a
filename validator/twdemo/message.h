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

/* ---------------------------------------------------------------- fields */

/*
 * One field after the other (TW-9.2).  What is left when all fields were read may be
 * padding, and so may zeros that were read: fields that newer versions send, and lists
 * up to the end, stop where nothing but padding can follow.
 */
enum twdemo_field_kind {
	TWDEMO_FIELD_NONE,
	TWDEMO_FIELD_INT,
	TWDEMO_FIELD_TEXT,
	TWDEMO_FIELD_UUID,
	TWDEMO_FIELD_DATA,
	TWDEMO_FIELD_SIZED, /* its size stands before it */
	TWDEMO_FIELD_REST,
};

struct twdemo_field_type {
	enum twdemo_field_kind kind;
	int32_t least, most; /* of an int */
	size_t size;         /* of bytes */
	bool payload;
};

enum twdemo_field_problem {
	TWDEMO_FIELD_FITS,
	TWDEMO_FIELD_RANGE,
	TWDEMO_FIELD_SHORT, /* the message ends before it does */
};

struct twdemo_message_field {
	char letter;
	const struct twdemo_field_type *type;
	enum twdemo_field_problem problem;
	const char *names; /* of all fields; */
	uint32_t number;   /* the first of them is 1, and that one is its own */
	bool numbered;     /* it is an element of a list, */
	uint32_t index;    /* that one */
	uint64_t off, len; /* in the message */
	int32_t value;     /* of an int; the size of TWDEMO_FIELD_SIZED */
	struct span bytes; /* of anything else; a text without its NUL */
};

struct twdemo_field_reader {
	struct cursor in, letters;
	const char *names;
	char letter;
	uint32_t number;
	uint32_t index, count; /* of the field at hand; how often it comes */
	bool numbered;
	bool open;             /* it is there as long as there are bytes */
	int32_t last;          /* int that was read */
	bool broken;           /* the message ended in a field */
};

/* Of a message whose fields are judged (row->letters). */
struct twdemo_field_reader twdemo_open_fields(const struct twdemo_message *m);

/* The next field; false: there is none.  None follows one that is short. */
bool twdemo_next_field(struct twdemo_field_reader *r,
		       struct twdemo_message_field *field);

/*
 * Nothing is odd about the fields, or about what follows them, and none is of the
 * remote console: what twdemo_next_field() says field by field, in a fifth of the
 * time, as nothing is written down for whoever shows or reports it.
 */
bool twdemo_fields_are_clean(const struct twdemo_message *m);

/* What it is called.  To find that costs more than to read the field, so it is for
   those who show it or report it. */
struct twdemo_field_name {
	char text[DESCRIPTION_NAME];
};

struct twdemo_field_name
twdemo_name_field(const struct twdemo_message_field *field);

/* Are these bytes no more than what fills the last int? */
bool twdemo_is_padding(struct span bytes);

#endif
