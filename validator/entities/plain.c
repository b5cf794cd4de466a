/* SPDX-License-Identifier: MIT */
/*
 * plain.c - passes plainly clean properties without reading their values
 *
 * The check needs only the end of most values.  In a demo of HL2DM a property with its
 * part of the entity cost 370 instructions when each was read, and costs 120 here.  Odd
 * or wrong properties are left to walk.c.  walk.c is also the reference:
 * fuzz/fuzz_entities.c compares both.
 */
#include "validator/entities/entities.h"

/* The number of bits of a coordinate, given by its first two bits. */
static unsigned
coord_bits(enum sendtable_pass pass, uint64_t word)
{
	/* The width with both first bits and a sign. */
	enum { WHOLE = COORD_WHOLE + 3, NEAR = COORD_NEAR + 3 };
	static const uint8_t widths[][4] = {
		/* bits: whole part, fraction; a sign follows if one of them is set */
		[SENDTABLE_PASS_COORD] = { 2, WHOLE, COORD_FRACTION + 3,
					   WHOLE + COORD_FRACTION },
		/* bits: near, whole part; a sign and a fraction always follow */
		[SENDTABLE_PASS_COORD_MP] = { 8, 8, WHOLE + COORD_FRACTION,
					      NEAR + COORD_FRACTION },
		[SENDTABLE_PASS_COORD_MP_LOW] = { 6, 6, WHOLE + COORD_LOW,
						  NEAR + COORD_LOW },
		/* bits: near, whole part */
		[SENDTABLE_PASS_COORD_MP_INTEGRAL] = { 2, 2, WHOLE, NEAR },
	};

	return AT(AT(widths, pass), word & 3);
}

static uint64_t
pass_coords(const struct bit_reader *b, const struct sendtable_flat *p,
	    uint64_t pos)
{
	for (unsigned i = 0; i < p->width; i++)
		pos += coord_bits((enum sendtable_pass)p->pass,
				  bits_ahead(b, pos));
	return pos;
}

static uint64_t
pass_floats(const struct bit_reader *b, const struct sendtable_flat *p,
	    uint64_t pos, uint64_t *odd)
{
	for (unsigned i = 0; i < p->width; i++, pos += 32)
		*odd += !real_is_finite(real_of((uint32_t)bits_ahead(b, pos)));
	return pos;
}

enum { READ_IT = 0 };

/* Passes a varint of at most five bytes and 32 bits. */
static uint64_t
pass_varint(const struct bit_reader *b, uint64_t pos)
{
	enum { MOST_BITS = 40, LAST_FOUR = 0x0f };
	const uint64_t word = bits_ahead(b, pos);
	const uint64_t last = ~word & HIGH_BITS;
	const unsigned bits = last ? (unsigned)__builtin_ctzll(last) + 1 : 64;

	if (bits > MOST_BITS ||
	    (bits == MOST_BITS && (word >> 32 & 0xff) > LAST_FOUR))
		return READ_IT;
	return pos + bits;
}

/* The end of the value at `pos`; READ_IT: walk.c must read the value. */
static inline uint64_t
pass_prop_value(const struct bit_reader *b, bool varint,
		const struct sendtable_flat *p, uint64_t pos, uint64_t *odd)
{
	if (p->pass == SENDTABLE_PASS_FIXED)
		return pos + p->width;
	if (p->pass >= SENDTABLE_PASS_COORD)
		return pass_coords(b, p, pos);
	if (p->pass == SENDTABLE_PASS_FLOAT)
		return pass_floats(b, p, pos, odd);
	return p->pass == SENDTABLE_PASS_VARINT && varint ? pass_varint(b, pos)
							  : READ_IT;
}

/* The distance after the first bit of a word, and its width in bits. */
struct distance {
	unsigned bits;
	uint64_t value;
};

static inline struct distance
distance_of(uint64_t word)
{
	const unsigned width = entities_distance_bits(word >> 1);

	return (struct distance){ 2 + width,
				  word >> 3 & ((UINT64_C(1) << width) - 1) };
}

/* Passes properties, each | 1 | distance | value |.  Returns the word of bits at the next
   element. */
static uint64_t
pass_props(struct entities_walk *w, struct entities_count *count)
{
	const struct sendtables *tables = w->e->tables;
	const struct sendtable_class *class = w->at.class;
	const struct bit_reader b = w->b;
	const bool varint = w->e->varint;
	uint64_t next = w->next_prop, pos = b.pos, props = 0, odds = 0, word;

	while ((word = bits_ahead(&b, pos)) & 1) {
		const struct distance distance = distance_of(word);
		const uint64_t index = next + distance.value;
		uint64_t end, odd = 0;

		if (index >= class->count)
			break;
		end = pass_prop_value(
			&b, varint,
			sendtables_flat_at(tables, class, (uint32_t)index),
			pos + 1 + distance.bits, &odd);
		if (end == READ_IT || end > b.end)
			break;
		pos = end;
		next = index + 1;
		props++;
		odds += odd;
	}
	if (props > 0)
		w->at.prop = sendtables_flat(tables, class,
					     (uint32_t)(next - 1));
	w->b.pos = pos;
	w->next_prop = next;
	count->props += props;
	count->odd_floats += odds;
	return word;
}

/* Passes | 0 | distance | 0 0 |: the end of an entity, and the beginning of the next one,
   which is updated. */
static bool
pass_change(struct entities_walk *w, uint64_t word, uint32_t most,
	    struct entities_count *count)
{
	const struct distance distance = distance_of(word);
	const uint64_t index = w->next + distance.value;
	const unsigned change = word >> (1 + distance.bits) & 3;
	const uint64_t end = w->b.pos + 1 + distance.bits + 2;
	const struct entity *entity;

	if (word & 1 || w->left == 0 || !w->delta || index >= ENTITIES_MOST ||
	    change != ENTITIES_CHANGE || end > w->b.end)
		return false;
	entity = &AT(w->e->entity, index);
	if (!entity->known)
		return false;
	w->left--;
	w->next = index + 1;
	w->next_prop = 0;
	w->at.bit = w->b.pos + 1;
	w->at.index = (int32_t)index;
	w->at.change = ENTITIES_CHANGE;
	w->at.class_index = entity->class;
	w->at.class = sendtables_class(w->e->tables, entity->class);
	w->at.prop = NULL;
	w->b.pos = end;
	count->changes++;
	count->too_high += index >= most;
	return true;
}

void
entities_pass_plain(struct entities_walk *w, uint32_t most,
		    struct entities_count *count)
{
	uint64_t word;

	do
		word = pass_props(w, count);
	while (pass_change(w, word, most, count));
}
