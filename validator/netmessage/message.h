/* SPDX-License-Identifier: MIT */
/* message.h - reads one net message (DEM-11) */
#ifndef VALIDATOR_NETMESSAGE_MESSAGE_H
#define VALIDATOR_NETMESSAGE_MESSAGE_H

#include "validator/core/bits.h"

/* Widths of fields that depend on the network protocol (DEM-11.2). */
enum netmessage_width {
	WIDTH_REPLAY = 4096,
	WIDTH_ENTRIES, /* one bit more than the number before this field
	                  needs */
	WIDTH_CREATE_LENGTH,
	WIDTH_COMPRESSED,
	WIDTH_TEMP_LENGTH,
	WIDTH_MODEL,
	WIDTH_SOUND,
	WIDTH_END
};

enum {
	WIDTH_FIXED = WIDTH_REPLAY, /* smaller values are the width itself */
	WIDTH_VARINT = 255
};

struct netmessage_layout {
	int32_t network;
	unsigned type_bits, last_type;
	unsigned sum_bits;	   /* width of the checksum of the map */
	unsigned sound_flags_bits; /* width in svc_sounds */
	bool sound_effect;	   /* svc_sounds has an effect */
	uint8_t widths[WIDTH_END - WIDTH_FIXED]; /* bits, or WIDTH_VARINT */
};

/* Returns the layout of a network protocol. narrow: message types have 5 bits, as in
   some games of network protocol 15. */
struct netmessage_layout netmessage_layout_of(int32_t network, bool narrow);

/* May a server have this tick interval, in seconds?  (DEM-11.3; SDK const.h) */
static inline bool
netmessage_is_interval(float seconds)
{
	return seconds >= 0.001F && seconds <= 0.1F;
}

/* The message types, and for each type the indices of its fields. */
#define FIELD(message, name, kind, when, bits)
#define MESSAGE(number, name, fields) NETMESSAGE_##name = (number),
enum netmessage_type {
#include "validator/netmessage/messages.def"
};
#undef FIELD
#undef MESSAGE
#define FIELD(message, name, ...) NETMESSAGE_##message##_##name,
#define MESSAGE(number, name, fields) \
	enum { fields NETMESSAGE_##name##_FIELDS };
#include "validator/netmessage/messages.def"
#undef FIELD
#undef MESSAGE

enum {
	NETMESSAGE_TYPES = NETMESSAGE_svc_setpausetimed + 1,
	NETMESSAGE_MOST_FIELDS = 16
};

enum netmessage_kind {
	NETMESSAGE_UNSIGNED,
	NETMESSAGE_SIGNED,
	NETMESSAGE_REAL,
	NETMESSAGE_FLAG,
	NETMESSAGE_QUALITY,
	NETMESSAGE_LENGTH,
	NETMESSAGE_BYTES, /* the last kind that is a number */
	NETMESSAGE_TEXT,
	NETMESSAGE_SUM,
	NETMESSAGE_PLACE,
	NETMESSAGE_BODY,
	NETMESSAGE_PAIRS,
	NETMESSAGE_CLASSES
};

struct netmessage_field {
	const char *name;
	enum netmessage_kind kind;
	unsigned when;
	unsigned bits; /* width; for a text: the number of bytes that engines
	                  have for the text */
};

struct netmessage_value {
	bool there;
	uint64_t bit;	  /* first bit in the packet */
	int64_t integer;  /* value; the value of a float is its bits */
	uint64_t length;  /* number of bytes of a text */
};

struct netmessage {
	unsigned type;
	uint64_t bit, end; /* range of bits in the packet */
	struct netmessage_value values[NETMESSAGE_MOST_FIELDS]; /* by field */
	struct bit_reader body; /* the body, if the message has one */
	unsigned quirks;	/* VARINT_... */
	bool texts;		/* a field is a text */
	const char *failed;	/* name of the field in which the bits end */
};

/* Returns the name of a message type.  NULL: the type does not exist. */
const char *netmessage_name(const struct netmessage_layout *layout,
			    unsigned type);

/* Returns field i of a message type.  NULL: the field does not exist. */
const struct netmessage_field *netmessage_field(unsigned type, unsigned i);

enum netmessage_error {
	NETMESSAGE_WHOLE,
	NETMESSAGE_UNKNOWN, /* the type does not exist */
	NETMESSAGE_OVERRUN, /* the packet ends inside the message */
	NETMESSAGE_NUMBER   /* a length has more than 32 bits */
};

/* Returns the value of a field that is a number. */
int64_t netmessage_get(const struct netmessage *m, unsigned field);

/* Reads one message, and moves `b` behind the message.  After an error `b` does not
   move. */
enum netmessage_error netmessage_read(struct netmessage *m,
				      struct bit_reader *b,
				      const struct netmessage_layout *layout);

/* Skips a coordinate.  Two bits show whether a whole part and a fraction follow.  If one
   of both parts follows, a sign precedes it. */
void netmessage_pass_coordinate(struct bit_reader *b);

#endif
