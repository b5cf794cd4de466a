/* SPDX-License-Identifier: MIT */
/*
 * mutate_netmessage.c - changes payloads of a demo, and makes the lengths of messages fit
 * again
 */
#include <string.h>

#include "fuzz/mutate_messages.h"
#include "fuzz/mutate_pieces.h"

enum { MESSAGES = 512 };

/* A packet, and the places of its messages. */
struct packet_seed {
	struct bit_string s;
	const struct netmessage_layout *layout;
	struct span bytes;
	size_t n;
	struct netmessage message[MESSAGES];
};

static void
parse_packet(struct packet_seed *p, const struct pieces_seed *m, size_t at)
{
	struct bit_reader b = bits_of(m->piece[at].bytes);

	p->layout = &m->layout;
	p->bytes = m->piece[at].bytes;
	p->n = 0;
	mutate_bits_unpack(&p->s, p->bytes.ptr, p->bytes.len);
	while (p->n < MESSAGES && bits_left(&b) >= p->layout->type_bits &&
	       netmessage_read(&p->message[p->n], &b, p->layout) ==
		       NETMESSAGE_WHOLE)
		p->n++;
}

/* ---------------------------------------------------------------- fields */

static size_t
field_end(const struct netmessage *m, unsigned field)
{
	return (size_t)(netmessage_field(m->type, field + 1)
				? m->values[field + 1].bit
				: m->end);
}

/* Returns the last field of this kind, or NETMESSAGE_MOST_FIELDS. */
static unsigned
find_kind(const struct netmessage *m, enum netmessage_kind kind)
{
	const struct netmessage_field *f;
	unsigned found = NETMESSAGE_MOST_FIELDS;

	for (unsigned i = 0; (f = netmessage_field(m->type, i)); i++)
		if (f->kind == kind && m->values[i].there)
			found = i;
	return found;
}

static void
change_text(struct packet_seed *p, size_t bit, size_t bits,
	    struct mutate_random *r)
{
	static struct bit_string text;

	text.n = 0;
	mutate_bits_add_text(&text, mutate_messages_text(r));
	mutate_bits_remove(&p->s, bit, bits);
	mutate_bits_insert(&p->s, bit, text.bit, text.n);
}

/* Changes a length.  Its width is given by the message, or it is a varint. */
static void
change_length(struct packet_seed *p, const struct netmessage *m, unsigned field,
	      uint32_t value)
{
	static struct bit_string number;
	const size_t bit = (size_t)m->values[field].bit;
	const size_t bits = field_end(m, field) - bit;
	const unsigned width = netmessage_field(m->type, field)->bits;

	number.n = 0;
	if (width >= WIDTH_FIXED &&
	    p->layout->widths[width - WIDTH_FIXED] == WIDTH_VARINT)
		mutate_bits_add_varint(&number, value);
	else
		mutate_bits_add(&number, value, bits);
	mutate_bits_remove(&p->s, bit, bits);
	mutate_bits_insert(&p->s, bit, number.bit, number.n);
}

/* Changes the body, which is at the end of the message.  Compressed bodies of
   svc_createstringtable are an exception. */
static void
change_body(struct packet_seed *p, const struct netmessage *m,
	    struct mutate_random *r)
{
	static struct bit_string body;
	const unsigned length = find_kind(m, NETMESSAGE_LENGTH);
	const size_t bit = (size_t)m->body.pos;
	const size_t bits = (size_t)bits_left(&m->body);
	const size_t before = p->s.n;

	if (m->body.fail)
		return;
	if (mutate_pick(r, 6)) {
		mutate_bits_damage(&p->s, bit, bits, r);
	} else {
		body.n = 0;
		mutate_messages_body(&body, m->type, r);
		mutate_bits_remove(&p->s, bit, bits);
		mutate_bits_insert(&p->s, bit, body.bit, body.n);
	}
	if (length < NETMESSAGE_MOST_FIELDS && p->s.n != before &&
	    mutate_pick(r, 12))
		change_length(p, m, length, (uint32_t)(bits + p->s.n - before));
}

static void
change_field(struct packet_seed *p, const struct netmessage *m,
	     struct mutate_random *r)
{
	const struct netmessage_field *f;
	unsigned n = 0;

	while (netmessage_field(m->type, n))
		n++;
	n = n ? mutate_pick(r, n) : 0;
	f = netmessage_field(m->type, n);
	if (!f || !m->values[n].there)
		return;
	const size_t bit = (size_t)m->values[n].bit;
	const size_t bits = field_end(m, n) - bit;

	switch (f->kind) {
	case NETMESSAGE_TEXT: change_text(p, bit, bits, r); break;
	case NETMESSAGE_BODY: change_body(p, m, r); break;
	case NETMESSAGE_LENGTH:
	case NETMESSAGE_BYTES:
		change_length(p, m, n,
			      mutate_pick(r, 2)
				      ? mutate_bits_number(20, r)
				      : (uint32_t)m->values[n].integer +
						mutate_pick(r, 9) - 4);
		break;
	case NETMESSAGE_UNSIGNED:
	case NETMESSAGE_SIGNED:
	case NETMESSAGE_REAL:
	case NETMESSAGE_FLAG:
	case NETMESSAGE_QUALITY:
	case NETMESSAGE_SUM:
	case NETMESSAGE_PLACE:
	case NETMESSAGE_PAIRS:
	case NETMESSAGE_CLASSES:
		mutate_bits_put(&p->s, bit, mutate_bits_number(bits, r), bits);
		break;
	}
}

/* -------------------------------------------------------------- messages */

static void
add_new(struct packet_seed *p, size_t bit, struct mutate_random *r)
{
	static struct bit_string made;
	unsigned type;

	do
		type = mutate_pick(r, p->layout->last_type + 1);
	while (!netmessage_name(p->layout, type));
	made.n = 0;
	mutate_messages_new(&made, type, p->layout, r);
	mutate_bits_insert(&p->s, bit, made.bit, made.n);
}

/* Adds one message of another packet, or of this packet. */
static void
add_other(struct packet_seed *p, size_t bit, const struct pieces_seed *m,
	  struct mutate_random *r)
{
	static struct packet_seed other;
	const struct netmessage *take;

	parse_packet(&other, m, mutate_pick(r, (uint32_t)m->n));
	if (other.n == 0)
		return;
	take = &other.message[mutate_pick(r, (uint32_t)other.n)];
	mutate_bits_insert(&p->s, bit, other.s.bit + take->bit,
			   (size_t)(take->end - take->bit));
}

/* Swaps two messages. */
static void
swap(struct packet_seed *p, size_t i, size_t k)
{
	static struct bit_string first;
	const struct netmessage *a = &p->message[i < k ? i : k];
	const struct netmessage *b = &p->message[i < k ? k : i];

	if (i == k)
		return;
	first.n = (size_t)(a->end - a->bit);
	memcpy(first.bit, p->s.bit + a->bit, first.n);
	mutate_bits_insert(&p->s, (size_t)b->end, first.bit, first.n);
	mutate_bits_remove(&p->s, (size_t)a->bit, first.n);
}

static void
change_packet(struct packet_seed *p, const struct pieces_seed *m,
	      struct mutate_random *r)
{
	const size_t at = p->n ? mutate_pick(r, (uint32_t)p->n) : 0;
	const struct netmessage *one = &p->message[at];
	const size_t bit = p->n ? (size_t)one->bit : 0;

	switch (p->n ? mutate_pick(r, 16) : 0) {
	case 0:
	case 1: add_new(p, bit, r); break;
	case 2:
	case 3: add_other(p, bit, m, r); break;
	case 4: mutate_bits_remove(&p->s, bit, (size_t)one->end - bit); break;
	case 5: swap(p, at, mutate_pick(r, (uint32_t)p->n)); break;
	case 6: /* cuts the packet, or continues it with zeros */
		mutate_bits_remove(&p->s, (size_t)p->message[p->n - 1].end,
				   p->s.n);
		mutate_bits_add(&p->s, 0, mutate_pick(r, 16));
		break;
	case 7: mutate_bits_damage(&p->s, 0, p->s.n, r); break;
	case 8: add_new(p, (size_t)p->message[p->n - 1].end, r); break;
	case 9:
	case 10:
	case 11: change_body(p, one, r); break;
	default: change_field(p, one, r); break;
	}
}

void
mutate_pieces_change(struct pieces_seed *m, size_t at, struct mutate_random *r)
{
	static struct packet_seed p;

	if (m->piece[at].kind != PIECE_PACKET) {
		mutate_pieces_damage(m, at, r);
		return;
	}
	parse_packet(&p, m, at);
	change_packet(&p, m, r);
	mutate_pieces_set(m, at, &p.s);
}
