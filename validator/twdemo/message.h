/* SPDX-License-Identifier: MIT */
/*
 * message.h - the network messages in a demo (SPEC.md, TW-9)
 *
 *   | id << 1 | system (int) | fields ... | 0 to 3 zeros |
 *   | 0 | system (int)       | uuid[16] | fields ... | 0 to 3 zeros |
 *
 * These are the bytes that a server sent, padded with zeros to whole ints.  The file does
 * not contain the length without the padding.
 */
#ifndef VALIDATOR_TWDEMO_MESSAGE_H
#define VALIDATOR_TWDEMO_MESSAGE_H

#include "validator/core/format.h"
#include "validator/core/uuid.h"

enum { TWDEMO_MESSAGE_IDS = 65536, TWDEMO_MESSAGE_PADDING = 3 };

struct twdemo_message_row {
	const char *name;
	const char *letters; /* letters of the fields; NULL: the fields are
	                        not judged */
	const char *names;   /* names of the fields, separated by blanks */
};

enum twdemo_message_head {
	TWDEMO_MESSAGE_OK,
	TWDEMO_MESSAGE_NO_ID, /* no bytes, or an incomplete int */
	TWDEMO_MESSAGE_BAD_ID,
	TWDEMO_MESSAGE_SHORT_UUID,
};

struct twdemo_message {
	int32_t id; /* without the system bit */
	bool system, extended;
	enum twdemo_message_head head;
	struct uuid uuid;                     /* valid if extended */
	const struct twdemo_message_row *row; /* NULL: unknown */
	struct span bytes;                    /* the whole message, with padding */
	size_t fields;                        /* offset of the first field in `bytes` */
};

/* Findings that are reported once in a file.  All members are false at first; true: the
   finding was reported. */
struct twdemo_message_seen {
	bool system, rcon;
};

/* Reads the head of a message.  `bytes`: all ints of a chunk, little-endian. */
void twdemo_read_message(struct span bytes, enum dfk_protocol protocol,
			 struct twdemo_message *m);

/* Can the head be read, and does the protocol have this message? */
bool twdemo_message_known(const struct twdemo_message *m);

/* Is the message known, are all its fields complete, and does only padding follow?
   False for a message whose fields are not judged, because any bytes would fit. */
bool twdemo_message_fits(const struct twdemo_message *m);

/* Returns the name of a message, such as "sv_chat", or "unknown". */
const char *twdemo_message_name(const struct twdemo_message *m);

/* Reports the defects of a message, at offsets in the message.  `server`: the message is
   in a demo of a server.  Messages of another protocol may occur there. */
void twdemo_check_message(struct report *r, const struct twdemo_message *m,
			  bool server, struct twdemo_message_seen *seen);

/* Does twdemo_check_message() have nothing to report?  This function is faster, and
   returns true for most messages. */
bool twdemo_message_is_clean(const struct report *r,
			     const struct twdemo_message *m,
			     const struct twdemo_message_seen *seen);

/* Adds the fields of the message to `out`.  `out` then points to m->bytes. */
void twdemo_describe_message(const struct twdemo_message *m,
			     struct description *out);

/* The messages with a UUID, in the order of uuid_messages.def. */
struct twdemo_uuid_message {
	bool system;
	const char *uuid_name; /* the name from which the UUID is computed */
	struct uuid uuid;
	struct twdemo_message_row row;
};

size_t twdemo_uuid_message_count(void);
const struct twdemo_uuid_message *twdemo_uuid_message_at(size_t index);

/* ---------------------------------------------------------------- fields */

/*
 * Reads one field after the other (TW-9.2).  Bytes after the last field may be padding.
 * Optional fields of newer versions, and lists up to the end, stop where only padding can
 * follow, because their zeros cannot be distinguished from padding.
 */
enum twdemo_field_kind {
	TWDEMO_FIELD_NONE,
	TWDEMO_FIELD_INT,
	TWDEMO_FIELD_TEXT,
	TWDEMO_FIELD_UUID,
	TWDEMO_FIELD_DATA,
	TWDEMO_FIELD_SIZED, /* the size is before the field */
	TWDEMO_FIELD_REST,
};

struct twdemo_field_type {
	enum twdemo_field_kind kind;
	int32_t least, most; /* the range of an int */
	size_t size;         /* number of bytes */
	bool payload;
};

enum twdemo_field_problem {
	TWDEMO_FIELD_FITS,
	TWDEMO_FIELD_RANGE,
	TWDEMO_FIELD_SHORT, /* the message ends inside the field */
};

struct twdemo_message_field {
	char letter;
	const struct twdemo_field_type *type;
	enum twdemo_field_problem problem;
	const char *names; /* names of all fields */
	uint32_t number;   /* number of the field; the first field has 1 */
	bool numbered;     /* the field is an element of a list */
	uint32_t index;    /* index in the list */
	uint64_t off, len; /* place in the message */
	int32_t value;     /* value of an int; size of TWDEMO_FIELD_SIZED */
	struct span bytes; /* bytes of all other kinds; a text has no NUL */
};

struct twdemo_field_reader {
	struct cursor in, letters;
	const char *names;
	char letter;
	uint32_t number;
	uint32_t index, count; /* the current field: its index in a list, and
	                          the number of its repetitions */
	bool numbered;
	bool open; /* the field is optional: it is missing if no bytes are
	              left */
	int32_t last;          /* the last int that was read */
	bool broken;           /* the message ended inside a field */
};

/* Opens a reader of a message whose fields are judged (row->letters is not NULL). */
struct twdemo_field_reader twdemo_open_fields(const struct twdemo_message *m);

/* Reads the next field.  False: there is no further field.  A short field is the last
   field. */
bool twdemo_next_field(struct twdemo_field_reader *r,
		       struct twdemo_message_field *field);

/*
 * True: the fields and the bytes after them have no defect, and no field is a line of the
 * remote console.  twdemo_next_field() for each field gives the same result.  This
 * function needs a fifth of the time, because no values are stored.
 */
bool twdemo_fields_are_clean(const struct twdemo_message *m);

/* The name of a field.  Finding the name is slower than reading the field, so only
   reports and inspection call this function. */
struct twdemo_field_name {
	char text[DESCRIPTION_NAME];
};

struct twdemo_field_name
twdemo_name_field(const struct twdemo_message_field *field);

/* Are these bytes only the zeros that fill the last int? */
bool twdemo_is_padding(struct span bytes);

#endif
