/* SPDX-License-Identifier: MIT */
/*
 * mutate_entities.c - changes messages about entities, and the types of their properties
 */
#include <string.h>

#include "fuzz/entity_pieces.h"
#include "fuzz/mutate_messages.h"
#include "fuzz/mutate_pieces.h"
#include "validator/sendtable/tables.h"

/* ------------------------------------------------------------------ tables */

static bool
has_values(const struct sendtable_prop *p)
{
	return p->type != SENDTABLE_TABLE && p->type != SENDTABLE_ARRAY &&
	       !(p->flags & SENDTABLE_EXCLUDE);
}

/* Changes type, flags or width of a property.  The place of the property stays. */
static void
change_prop(struct bit_string *s, const struct sendtables *t,
	    const struct sendtable_layout *layout,
	    const struct sendtable_prop *p, struct mutate_random *r)
{
	static const uint8_t flags[] = { 0, 1, 2, 5, 5, 13, 14, 15 };
	enum { TYPE_BITS = 5, FLAG_BITS = 16, RANGE_BITS = 64 };
	const size_t name = 8 * (sendtables_name(t, p->name).len + 1);
	const size_t at = p->bit + TYPE_BITS + name;

	switch (mutate_pick(r, 3)) {
	case 0:
		mutate_bits_put(s, p->bit,
				mutate_pick(r, layout->vector_xy ? 5 : 4),
				TYPE_BITS);
		break;
	case 1: s->bit[at + flags[mutate_pick(r, COUNT_OF(flags))]] ^= 1; break;
	default:
		mutate_bits_put(s, at + FLAG_BITS + RANGE_BITS,
				mutate_pick(r, 34), layout->size_bits);
		break;
	}
}

static void
change_tables(struct pieces_seed *m, size_t at, struct mutate_random *r)
{
	const struct sendtable_layout layout = piece_tables_layout(m->head);
	const struct span bytes = m->piece[at].bytes;
	const struct limits limits = limits_default();
	static struct bit_string s;
	struct dfk_allocator allocator = { NULL, NULL, NULL };
	struct budget budget = { .allocator = &allocator, .most = 1 << 24 };
	struct report ignored;
	struct sendtables t;

	memory_pick(&allocator);
	report_open(&ignored);
	sendtables_open(&t, &ignored, &limits, &budget);
	sendtables_read_all(&t, bytes, &layout);
	mutate_bits_unpack(&s, bytes.ptr, bytes.len);
	if (t.props.count) {
		const struct sendtable_prop *p = sendtables_prop(
			&t, mutate_pick(r, (uint32_t)t.props.count));

		if (has_values(p))
			change_prop(&s, &t, &layout, p, r);
	}
	sendtables_free(&t);
	mutate_pieces_set(m, at, &s);
}

/* ---------------------------------------------------------------- entities */

static void
new_body(struct bit_string *s, enum entity_what what, struct mutate_random *r)
{
	s->n = 0;
	switch (what) {
	case BASELINE: mutate_messages_props(s, r); break;
	case TEMPORARY:
		mutate_messages_body(s, NETMESSAGE_svc_tempentities, r);
		break;
	case ALL_ENTITIES:
	case CHANGED_ENTITIES:
		mutate_messages_body(s, NETMESSAGE_svc_packetentities, r);
		break;
	}
}

static void
change_said(struct pieces_seed *m, size_t at, struct mutate_random *r)
{
	static struct bit_string body, s;
	struct entity_piece piece = { .what = ALL_ENTITIES };
	uint8_t head[ENTITY_HEAD];

	body.n = 0;
	if (entity_piece_of(m->piece[at].bytes, &piece)) {
		mutate_bits_unpack(&body, piece.body.bytes.ptr,
				   piece.body.bytes.len);
		body.n = (size_t)piece.body.end;
	}
	switch (mutate_pick(r, 8)) {
	case 0:
		piece.what = (enum entity_what)mutate_pick(r, 4);
		new_body(&body, piece.what, r);
		break;
	case 1: piece.n = mutate_pick(r, 6); break;
	case 2: piece.room = mutate_bits_number(12, r); break;
	case 3: piece.n = mutate_pick(r, 256); break;
	default: mutate_bits_damage(&body, 0, body.n, r); break;
	}
	entity_piece_begin(&piece, body.n, head);
	s.n = 0;
	for (size_t i = 0; i < ENTITY_HEAD; i++)
		mutate_bits_add(&s, head[i], 8);
	mutate_bits_insert(&s, s.n, body.bit, body.n);
	mutate_pieces_set(m, at, &s);
}

void
mutate_pieces_change(struct pieces_seed *m, size_t at, struct mutate_random *r)
{
	if (m->piece[at].kind != PIECE_TABLES)
		change_said(m, at, r);
	else if (mutate_pick(r, 8))
		change_tables(m, at, r);
	else
		mutate_pieces_damage(m, at, r);
}
