/* SPDX-License-Identifier: MIT */
/* message.c - reads one net message (DEM-11) */
#include "validator/netmessage/message.h"

enum { ALWAYS, IF, UNLESS };

struct message {
	const char *name;
	unsigned n;
	struct netmessage_field fields[NETMESSAGE_MOST_FIELDS + 1];
};

#define FIELD(message, name, kind, when, bits) \
	{ #name, NETMESSAGE_##kind, when, bits },
#define MESSAGE(number, name, fields) \
	[number] = { #name, \
		     NETMESSAGE_##name##_FIELDS, \
		     { fields{ NULL, 0, 0, 0 } } },
static const struct message messages[NETMESSAGE_TYPES] = {
#include "validator/netmessage/messages.def"
};
#undef FIELD
#undef MESSAGE

const char *
netmessage_name(const struct netmessage_layout *layout, unsigned type)
{
	return type <= layout->last_type ? AT(messages, type).name : NULL;
}

const struct netmessage_field *
netmessage_field(unsigned type, unsigned i)
{
	const struct message *m = &AT(messages, type);

	return i < m->n ? &AT(m->fields, i) : NULL;
}

int64_t
netmessage_get(const struct netmessage *m, unsigned field)
{
	return AT(m->values, field).integer;
}

/* ----------------------------------------------------------------- layout */

struct netmessage_layout
netmessage_layout_of(int32_t network, bool narrow)
{
	enum {
		WIDE = 6,
		NARROW = 5,
		LAST_OLD = 31,
		LAST = NETMESSAGE_TYPES - 1
	};
	struct netmessage_layout l = { .network = network };

	/* Each limit below is the last network protocol before a change. */
	l.type_bits = network <= 14 || narrow ? NARROW : WIDE;
	l.last_type = network <= 23 ? LAST_OLD : LAST;
	l.sum_bits = network <= 17 ? 32 : 128;
	l.sound_flags_bits = network <= 18 ? 9 : 11;
	l.sound_effect = network > 21;
#define SET(width, limit, old, new) \
	AT(l.widths, (width)-WIDTH_FIXED) = network <= (limit) ? (old) : (new)
	SET(WIDTH_COMPRESSED, 14, 0, 1);
	SET(WIDTH_REPLAY, 15, 0, 1);
	SET(WIDTH_SOUND, 22, 13, 14);
	/* The width changed at an unknown protocol between 15 and 24. */
	SET(WIDTH_MODEL, 22, 11, 13);
	SET(WIDTH_CREATE_LENGTH, 23, 20, WIDTH_VARINT);
	SET(WIDTH_TEMP_LENGTH, 23, 17, WIDTH_VARINT);
#undef SET
	return l;
}

/* ---------------------------------------------------------------- reading */

struct message_reader {
	struct netmessage *m;
	struct bit_reader b;
	const struct netmessage_layout *layout;
	bool flag;
	uint64_t length; /* length of the body in bits */
	uint32_t last;   /* the last number that was read */
};

static unsigned
width_of(const struct message_reader *r, unsigned bits)
{
	if (bits < WIDTH_FIXED)
		return bits;
	if (bits == WIDTH_ENTRIES)
		return bits_log2(r->last) + 1;
	return AT(r->layout->widths, bits - WIDTH_FIXED);
}

static inline __attribute__((always_inline)) uint32_t
read_field_number(struct message_reader *r, unsigned bits)
{
	const unsigned width = bits < WIDTH_FIXED ? bits : width_of(r, bits);

	r->last = width == WIDTH_VARINT ? bits_varint(&r->b, &r->m->quirks)
					: bits_u(&r->b, width);
	return r->last;
}

void
netmessage_pass_coordinate(struct bit_reader *b)
{
	enum { WHOLE_BITS = 14, FRACTION_BITS = 5 };
	const bool whole = bits_u(b, 1), fraction = bits_u(b, 1);

	if (whole || fraction)
		bits_pass(b, 1u + (whole ? WHOLE_BITS : 0) +
				     (fraction ? FRACTION_BITS : 0));
}

static void
pass_place(struct bit_reader *b)
{
	const uint32_t axes = bits_u(b, 3);

	for (unsigned i = 0; i < 3; i++)
		if (axes >> i & 1)
			netmessage_pass_coordinate(b);
}

static void
pass_pairs(struct message_reader *r)
{
	const uint32_t n = r->last;

	for (uint32_t i = 0; i < n && !r->b.fail; i++) {
		bits_pass_text(&r->b);
		bits_pass_text(&r->b);
	}
}

/* Skips the id, the class name and the table name of each class. */
static void
pass_classes(struct message_reader *r)
{
	const uint32_t n = (uint32_t)AT(r->m->values,
					NETMESSAGE_svc_classinfo_count)
				   .integer;

	for (uint32_t i = 0; i < n && !r->b.fail; i++) {
		bits_pass(&r->b, bits_log2(n) + 1);
		bits_pass_text(&r->b);
		bits_pass_text(&r->b);
	}
}

static inline __attribute__((always_inline)) int64_t
read_field_value(struct message_reader *r, const struct netmessage_field *f)
{
	enum { FULL = 255 };
	uint32_t v = 0;

	if (f->kind <= NETMESSAGE_BYTES)
		v = read_field_number(r, f->bits);
	switch (f->kind) {
	case NETMESSAGE_SIGNED: return (int32_t)v;
	case NETMESSAGE_UNSIGNED:
	case NETMESSAGE_REAL: return v;
	case NETMESSAGE_FLAG: r->flag = v; return v;
	case NETMESSAGE_QUALITY: r->flag = v == FULL; return v;
	case NETMESSAGE_LENGTH: r->length = v; return v;
	case NETMESSAGE_BYTES: r->length = 8 * (uint64_t)v; return v;
	case NETMESSAGE_TEXT: bits_pass_text(&r->b); break;
	case NETMESSAGE_SUM: bits_pass(&r->b, r->layout->sum_bits); break;
	case NETMESSAGE_PLACE: pass_place(&r->b); break;
	case NETMESSAGE_BODY: r->m->body = bits_part(&r->b, r->length); break;
	case NETMESSAGE_PAIRS: pass_pairs(r); break;
	case NETMESSAGE_CLASSES: pass_classes(r); break;
	}
	return 0;
}

static bool
is_there(const struct message_reader *r, const struct netmessage_field *f)
{
	return f->when == ALWAYS || (f->when == IF) == r->flag;
}

/* Reads field i.  False: the bits end inside the field. */
static inline __attribute__((always_inline)) bool
read_one(struct message_reader *r, const struct message *m, unsigned i)
{
	const struct netmessage_field *f = &AT(m->fields, i);
	struct netmessage_value *v = &AT(r->m->values, i);

	*v = (struct netmessage_value){ .there = is_there(r, f),
					.bit = r->b.pos };
	if (v->there)
		v->integer = read_field_value(r, f);
	if (r->b.fail) {
		r->m->failed = f->name;
		return false;
	}
	if (f->kind == NETMESSAGE_TEXT) {
		v->length = (r->b.pos - v->bit) / 8 - 1; /* without the NUL */
		r->m->texts = true;
	}
	return true;
}

/* With constant m and n the compiler resolves the branches on them. */
static inline __attribute__((always_inline)) void
read_frequent(struct message_reader *r, const struct message *m, unsigned n)
{
#pragma GCC unroll 16
	for (unsigned i = 0; i < n; i++)
		if (!read_one(r, m, i))
			return;
}

/* Nearly all messages have one of three types, and each of these types has its own code.
   Own code for all types would be ten times as large, and a static analyzer would need a
   minute for it. */
static __attribute__((noinline)) void
read_rare(struct message_reader *r)
{
	const struct message *m = &AT(messages, r->m->type);

	for (unsigned i = 0; i < m->n; i++)
		if (!read_one(r, m, i))
			return;
}

enum netmessage_error
netmessage_read(struct netmessage *m, struct bit_reader *b,
		const struct netmessage_layout *layout)
{
	struct message_reader r = { .m = m, .b = *b, .layout = layout };

	/* Clears only these members, because most messages have few fields. */
	m->bit = b->pos;
	m->quirks = 0;
	m->texts = false;
	m->failed = NULL;
	m->body = (struct bit_reader){ .fail = true };
	m->type = bits_u(&r.b, layout->type_bits);
	if (!netmessage_name(layout, m->type))
		return NETMESSAGE_UNKNOWN;
	switch (m->type) {
#define OFTEN(name) \
	case NETMESSAGE_##name: \
		read_frequent(&r, &AT(messages, NETMESSAGE_##name), \
			      NETMESSAGE_##name##_FIELDS); \
		break;
		OFTEN(net_tick)
		OFTEN(svc_sounds)
		OFTEN(svc_packetentities)
#undef OFTEN
	default: read_rare(&r);
	}
	m->end = r.b.pos;
	if (m->quirks & VARINT_TOO_LARGE)
		return NETMESSAGE_NUMBER;
	if (r.b.fail)
		return NETMESSAGE_OVERRUN;
	*b = r.b;
	return NETMESSAGE_WHOLE;
}
