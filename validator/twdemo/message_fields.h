/* SPDX-License-Identifier: MIT */
/*
 * message_fields.h - the fields of one message, one after the other (TW-9.2)
 *
 * What is left when all fields were read may be padding, and so may zeros that
 * were read: fields that newer versions send, and lists up to the end, stop
 * where nothing but padding can follow.
 */
#ifndef VALIDATOR_TWDEMO_MESSAGE_FIELDS_H
#define VALIDATOR_TWDEMO_MESSAGE_FIELDS_H

#include "validator/twdemo/message.h"

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
