/* SPDX-License-Identifier: MIT */
/* message.h - one net message, as its bits are (DEM-11) */
#ifndef VALIDATOR_NETMESSAGE_MESSAGE_H
#define VALIDATOR_NETMESSAGE_MESSAGE_H

#include "validator/core/bits.h"

/* What depends on the network protocol (DEM-11.2). */
enum netmessage_width {
	WIDTH_REPLAY = 4096,
	WIDTH_ENTRIES, /* what the field before it takes, and one more */
	WIDTH_CREATE_LENGTH,
	WIDTH_COMPRESSED,
	WIDTH_TEMP_LENGTH,
	WIDTH_MODEL,
	WIDTH_SOUND,
	WIDTH_END
};

enum {
	WIDTH_FIXED = WIDTH_REPLAY, /* below it: that many */
	WIDTH_VARINT = 255
};

struct netmessage_layout {
	int32_t network;
	unsigned type_bits, last_type;
	unsigned sum_bits;	   /* of the map's sum */
	unsigned sound_flags_bits; /* in svc_sounds */
	bool sound_effect;	   /* in it, too */
	uint8_t widths[WIDTH_END - WIDTH_FIXED]; /* bits, or WIDTH_VARINT */
};

/* narrow: types of messages have 5 bits in network protocol 15, too. */
struct netmessage_layout netmessage_layout_of(int32_t network, bool narrow);

/* Does a server have ticks of so many seconds?  (DEM-11.3; SDK const.h) */
static inline bool
netmessage_is_interval(float seconds)
{
	return seconds >= 0.001F && seconds <= 0.1F;
}

/* The types; and for each one the places of its fields. */
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
	NETMESSAGE_BYTES, /* the last one that is a number */
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
	unsigned bits; /* of a text: bytes that engines have room for */
};

struct netmessage_value {
	bool there;
	uint64_t bit;	  /* where it begins */
	int64_t integer;  /* of a float: its bits */
	uint64_t length;  /* bytes of a text */
};

struct netmessage {
	unsigned type;
	uint64_t bit, end; /* in the packet */
	struct netmessage_value values[NETMESSAGE_MOST_FIELDS]; /* of its fields */
	struct bit_reader body; /* of messages that have one */
	unsigned quirks;	/* VARINT_... */
	bool texts;		/* some field is one */
	const char *failed;	/* the field that did not fit */
};

/* Its name, or NULL: there is no such message. */
const char *netmessage_name(const struct netmessage_layout *layout,
			    unsigned type);

/* Its i-th field, or NULL. */
const struct netmessage_field *netmessage_field(unsigned type, unsigned i);

enum netmessage_error {
	NETMESSAGE_WHOLE,
	NETMESSAGE_UNKNOWN, /* there is no such type */
	NETMESSAGE_OVERRUN, /* it goes on after the packet */
	NETMESSAGE_NUMBER   /* a length has more than 32 bits */
};

/* What stands in a field that is a number. */
int64_t netmessage_get(const struct netmessage *m, unsigned field);

/* Reads one; `b` stays where it begins, if that is not possible. */
enum netmessage_error netmessage_read(struct netmessage *m,
				      struct bit_reader *b,
				      const struct netmessage_layout *layout);

/* A coordinate: two bits say whether a whole part and a fraction follow; if one of them
   does, the sign comes first. */
void netmessage_pass_coordinate(struct bit_reader *b);

#endif
