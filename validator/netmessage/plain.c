/* SPDX-License-Identifier: MIT */
/*
 * plain.c - skips plainly clean messages without a struct netmessage
 *
 * Nearly all messages have one of a few types, have a short head of one or two words, and
 * are clean.  This file skips such messages by their lengths, and updates the state with
 * them.  The first message that is not plainly clean has no effect in this file.
 * netmessage_read() and netmessages_check() handle that message.  This file reports
 * nothing, and allocates no memory.
 */
#include "validator/netmessage/check.h"

/* The current message. */
struct passing {
	struct netmessages *n;
	struct ahead ahead;  /* words of the packet */
	uint64_t pos, end;   /* first bit of the message, and end of the packet */
	struct bits_group g; /* bits of the message from its first bit on;
	                        `used` bits were read */
};

/* Skips the message, which ends `more` bits behind the bits that were read.  False:
   the packet ends earlier.  Bits that were read beyond the end of the packet have no
   effect. */
static inline bool
pass_remaining(struct passing *p, uint64_t more)
{
	const uint64_t end = p->pos + p->g.used + more;

	if (end > p->end)
		return false;
	p->pos = end;
	return true;
}

/* Loads the next word of bits. */
static inline void
refill(struct passing *p)
{
	p->g.bits = bits_group_at(&p->ahead, p->pos + p->g.used).bits;
}

/* ------------------------------------------------------------------- types */

static inline bool
pass_tick(struct passing *p)
{
	struct netmessage_world *w = &p->n->world;
	const uint32_t tick = bits_group_u(&p->g, 32);

	if (!pass_remaining(p, 16 + 16))
		return false;
	w->tick = (int32_t)tick;
	w->clocked = true;
	return true;
}

/* Is the tick the tick of one of the last few snapshots?  Only a few snapshots are
   compared.  The full check compares all snapshots. */
static inline bool
is_among_last_few(const struct netmessage_world *w, int32_t tick)
{
	enum { FEW = 32 };

	for (uint32_t i = 1; i <= FEW && i <= w->n_ticks; i++)
		if (AT(w->ticks, (w->n_ticks - i) % NETMESSAGE_RECENT_TICKS) ==
		    tick)
			return true;
	return false;
}

/* Skips a snapshot whose entities are not read.  The head needs two words. */
static inline bool
pass_snapshot(struct passing *p)
{
	struct netmessage_world *w = &p->n->world;
	const uint32_t most = bits_group_u(&p->g, 11);
	const bool delta = bits_group_u(&p->g, 1);
	const int32_t from = (int32_t)bits_group_u(&p->g, 32);
	uint32_t updated, length;

	refill(p);
	bits_group_u(&p->g, 1); /* baseline */
	updated = bits_group_u(&p->g, 11);
	length = bits_group_u(&p->g, 20);
	bits_group_u(&p->g, 1); /* update_baseline */
	if (!delta || updated > most || w->entities.tables || !w->any ||
	    w->lost || w->tainted || !w->clocked || from >= w->tick ||
	    !is_among_last_few(w, from) || !pass_remaining(p, length))
		return false;
	AT(w->ticks, w->n_ticks++ % NETMESSAGE_RECENT_TICKS) = w->tick;
	return true;
}

/* Skips temporary entities, which are not read.  The full check handles a length of more
   than four bytes, and a length with an unneeded last byte. */
static inline bool
pass_temporary(struct passing *p)
{
	enum { MOST_BITS = 28 };
	const struct netmessage_layout *l = &p->n->layout;
	const unsigned width = AT(l->widths, WIDTH_TEMP_LENGTH - WIDTH_FIXED);
	uint32_t length = 0, byte = 0x80;
	unsigned at = 0;

	bits_group_u(&p->g, 8); /* count */
	if (width != WIDTH_VARINT)
		length = bits_group_u(&p->g, width);
	for (; width == WIDTH_VARINT && at < MOST_BITS && byte & 0x80;
	     at += 7) {
		byte = bits_group_u(&p->g, 8);
		length |= (byte & 0x7f) << at;
	}
	if (width == WIDTH_VARINT && (byte & 0x80 || (byte == 0 && at > 7)))
		return false;
	return !p->n->world.entities.tables && pass_remaining(p, length);
}

static inline bool
pass_sounds(struct passing *p)
{
	const bool reliable = bits_group_u(&p->g, 1);
	const uint32_t n = reliable ? 1 : bits_group_u(&p->g, 8);
	const uint32_t length = bits_group_u(&p->g, reliable ? 8 : 16);
	const uint64_t pos = p->pos + p->g.used;

	return n > 0 &&
	       netmessages_pass_sounds(p->n, &p->ahead, pos, pos + length, n) ==
		       pos + length &&
	       pass_remaining(p, length);
}

static inline bool
pass_user_message(struct passing *p)
{
	enum { MOST_BITS = 255 * 8 };
	uint32_t length;

	bits_group_u(&p->g, 8); /* type */
	length = bits_group_u(&p->g, 11);
	return length <= MOST_BITS && pass_remaining(p, length);
}

/* Skips an entity message.  If the number of classes is known, the full check compares
   the class. */
static inline bool
pass_entity_message(struct passing *p)
{
	uint32_t length;

	bits_group_u(&p->g, 11 + 9); /* entity, class */
	length = bits_group_u(&p->g, 11);
	return !p->n->server.table_classes && pass_remaining(p, length);
}

/* ------------------------------------------------------------------ packet */

static inline bool
pass_plain_message(struct passing *p, unsigned type)
{
	switch (type) {
	case NETMESSAGE_net_nop: return pass_remaining(p, 0);
	case NETMESSAGE_net_tick: return pass_tick(p);
	case NETMESSAGE_svc_packetentities: return pass_snapshot(p);
	case NETMESSAGE_svc_sounds: return pass_sounds(p);
	case NETMESSAGE_svc_tempentities: return pass_temporary(p);
	case NETMESSAGE_svc_usermessage: return pass_user_message(p);
	case NETMESSAGE_svc_entitymessage: return pass_entity_message(p);
	default: return false;
	}
}

/* Skips messages from bit `pos` on.  Returns the bit of the first message that is not
   plainly clean. *last: the type of the message before, if a message was skipped. */
static uint64_t
pass_all(struct netmessages *n, struct span packet, uint64_t pos, uint64_t end,
	 unsigned *last)
{
	const unsigned type_bits = n->layout.type_bits;
	struct passing p = {
		.n = n, .ahead = ahead_of(packet), .pos = pos, .end = end
	};

	while (p.end - p.pos >= type_bits) {
		unsigned type;

		p.g = bits_group_at(&p.ahead, p.pos);
		type = bits_group_u(&p.g, type_bits);
		if (!pass_plain_message(&p, type))
			break;
		*last = type;
	}
	return p.pos;
}

void
netmessages_pass_plain(struct netmessages *n, struct bit_reader *b)
{
	unsigned last = NETMESSAGE_TYPES;

	b->pos = pass_all(n, b->bytes, b->pos, b->end, &last);
	if (last != NETMESSAGE_TYPES)
		n->payload.before = netmessage_name(&n->layout, last);
}

bool
netmessages_are_plain(struct netmessages *n, struct span packet, size_t size)
{
	const uint64_t end = 8 * (uint64_t)size;
	unsigned last = NETMESSAGE_TYPES;
	const uint64_t pos = pass_all(n, packet, 0, end, &last);

	if (end - pos >= n->layout.type_bits) {
		n->payload.passed = pos;
		if (last != NETMESSAGE_TYPES)
			n->payload.before = netmessage_name(&n->layout, last);
		return false;
	}
	n->result = (struct netmessages_result){ .failed = false };
	n->world.read = false;
	return true;
}
