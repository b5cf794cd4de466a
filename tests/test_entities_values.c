/* SPDX-License-Identifier: MIT */
/* test_entities_values.c - how many bits the properties of entities take */
#include <criterion/criterion.h>

#include "game.h"

/* ----------------------------------------------------------------- values */

struct value_case {
	const char *what;
	struct property property;
	uint32_t first; /* its first 32 bits; others are 0 */
	unsigned bits;  /* that it takes */
	enum entities_error error;
};

#define INT    SENDTABLE_INT
#define FLOAT  SENDTABLE_FLOAT
#define VECTOR SENDTABLE_VECTOR
#define ARRAY  SENDTABLE_ARRAY
#define NORMAL SENDTABLE_NORMAL
#define COORD  SENDTABLE_COORD
#define MP     SENDTABLE_COORD_MP
#define LOW    SENDTABLE_COORD_MP_LOW
#define WHOLE  SENDTABLE_COORD_MP_INTEGRAL

static const struct value_case values[] = {
	{ "int", { INT, 0, 13, 0 }, 7, 13, 0 },
	{ "varint of a byte", { INT, NORMAL, 13, 0 }, 0x7f, 8, 0 },
	{ "varint of two", { INT, NORMAL, 13, 0 }, 0x0180, 16, 0 },
	{ "varint of six", { INT, NORMAL, 13, 0 }, 0xffffffff, 40, 0 },
	{ "coord of nothing", { FLOAT, COORD, 9, 0 }, 0, 2, 0 },
	{ "coord, whole", { FLOAT, COORD, 9, 0 }, 1, 17, 0 },
	{ "coord, fraction", { FLOAT, COORD, 9, 0 }, 2, 8, 0 },
	{ "coord of both", { FLOAT, COORD, 9, 0 }, 3, 22, 0 },
	{ "coord_mp of nothing", { FLOAT, MP, 9, 0 }, 0, 8, 0 },
	{ "coord_mp, far", { FLOAT, MP, 9, 0 }, 2, 22, 0 },
	{ "coord_mp, near", { FLOAT, MP, 9, 0 }, 3, 19, 0 },
	{ "coord_mp_low of nothing", { FLOAT, LOW, 9, 0 }, 0, 6, 0 },
	{ "coord_mp_low, far", { FLOAT, LOW, 9, 0 }, 2, 20, 0 },
	{ "coord_mp_integral of 0", { FLOAT, WHOLE, 9, 0 }, 0, 2, 0 },
	{ "coord_mp_integral, far", { FLOAT, WHOLE, 9, 0 }, 2, 17, 0 },
	{ "coord_mp_integral, near", { FLOAT, WHOLE, 9, 0 }, 3, 14, 0 },
	{ "no_scale", { FLOAT, SENDTABLE_NO_SCALE, 9, 0 }, 1, 32, 0 },
	{ "normal", { FLOAT, NORMAL, 9, 0 }, 1, 12, 0 },
	{ "scaled", { FLOAT, 0, 9, 0 }, 1, 9, 0 },
	{ "coord is before normal", { FLOAT, COORD | NORMAL, 9, 0 }, 0, 2, 0 },
	{ "vector", { VECTOR, 0, 9, 0 }, 1, 27, 0 },
	{ "vector of two", { SENDTABLE_VECTOR_XY, 0, 9, 0 }, 1, 18, 0 },
	{ "normal vector", { VECTOR, NORMAL, 9, 0 }, 1, 25, 0 },
	{ "vector of coords", { VECTOR, NORMAL | COORD, 9, 0 }, 0, 6, 0 },
	{ "vector of coord_mp", { VECTOR, NORMAL | MP, 9, 0 }, 0, 24, 0 },
	{ "vector of low ones", { VECTOR, NORMAL | LOW, 9, 0 }, 0, 18, 0 },
	{ "vector of whole ones", { VECTOR, NORMAL | WHOLE, 9, 0 }, 0, 6, 0 },
	{ "vector of floats",
	  { VECTOR, NORMAL | SENDTABLE_NO_SCALE, 9, 0 },
	  0,
	  96,
	  0 },
	{ "text", { SENDTABLE_STRING, 0, 0, 0 }, 3, 33, 0 },
	{ "no text", { SENDTABLE_STRING, 0, 0, 0 }, 0, 9, 0 },
	{ "array of none", { ARRAY, 0, 0, 4 }, 0, 3, 0 },
	{ "array of two", { ARRAY, 0, 0, 4 }, 2, 19, 0 },
	{ "full array", { ARRAY, 0, 0, 4 }, 4, 35, 0 },
	{ "array", { ARRAY, 0, 0, 4 }, 5, 3, ENTITIES_ELEMENTS },
};

/* A list of this one property. */
static enum entities_error
read_value(struct game *g, const struct value_case *c, unsigned bits,
	   struct bit_reader *b)
{
	struct entities_count count = { 0 };

	g->bytes.size = g->bits.n = 0;
	game_say(g, 1, 1);
	game_say(g, 0, 6);
	for (unsigned i = 0; i < bits; i++)
		game_say(g, i < 32 ? c->first >> i & 1 : 0, 1);
	game_say(g, 0, 1);
	*b = game_said(g);
	return entities_props(&g->entities, b, 0, &count);
}

Test(entities, values_take_their_bits)
{
	for (size_t i = 0; i < COUNT_OF(values); i++) {
		const struct value_case *c = &values[i];
		struct game *g = game_begin(&c->property);
		struct bit_reader b;

		cr_expect_eq(read_value(g, c, c->bits, &b), c->error, "%s",
			     c->what);
		if (!c->error)
			cr_expect_eq(b.pos, g->bits.n, "%s: %d bits", c->what,
				     (int)b.pos - 7);
		game_end(g);
	}
}

Test(entities, values_end_where_the_bits_end)
{
	for (size_t i = 0; i < COUNT_OF(values); i++) {
		const struct value_case *c = &values[i];
		struct game *g = game_begin(&c->property);
		struct bit_reader b;

		if (c->error) {
			game_end(g);
			continue;
		}
		read_value(g, c, c->bits, &b);
		b = game_said(g);
		b.end = g->bits.n - 2;
		cr_expect_eq(entities_props(&g->entities, &b, 0,
					    &(struct entities_count){ 0 }),
			     ENTITIES_OVERRUN, "%s", c->what);
		game_end(g);
	}
}

/* As walk.c reads it: its events, and what it ends with. */
static struct entities_walk
walk_to_the_end(const struct entities *e, struct bit_reader b, uint64_t *props)
{
	struct entities_walk w = entities_walk_props(e, &b, 0);
	enum entities_event event;

	*props = 0;
	while ((event = entities_next(&w)) != ENTITIES_END)
		*props += event == ENTITIES_PROPERTY;
	return w;
}

Test(entities, values_are_passed_as_they_are_read)
{
	for (size_t i = 0; i < COUNT_OF(values); i++) {
		const struct value_case *c = &values[i];
		struct game *g = game_begin(&c->property);
		struct bit_reader b;

		read_value(g, c, c->bits, &b);
		for (uint64_t end = 0; end <= g->bits.n; end++) {
			struct entities_count count = { 0 };
			struct entities_walk walk;
			uint64_t props;
			enum entities_error error;

			b = game_said(g);
			b.end = end;
			walk = walk_to_the_end(&g->entities, b, &props);
			error = entities_props(&g->entities, &b, 0, &count);
			cr_expect_eq(error, walk.error, "%s, %d bits", c->what,
				     (int)end);
			cr_expect_eq(b.pos, walk.b.pos, "%s, %d bits", c->what,
				     (int)end);
			cr_expect_eq(count.props, props, "%s, %d bits", c->what,
				     (int)end);
			cr_expect_eq(g->entities.walk.at.prop, walk.at.prop,
				     "%s, %d bits", c->what, (int)end);
		}
		game_end(g);
	}
}

/* Is it one that does not have to be read? */
static bool
is_plain(const struct game *g, const struct value_case *c)
{
	const bool varint = c->property.type == INT &&
			    c->property.flags & NORMAL;

	return !c->error && c->property.type != SENDTABLE_STRING &&
	       c->property.type != ARRAY && (!varint || g->entities.varint);
}

Test(entities, most_values_need_not_be_read)
{
	for (size_t i = 0; i < 2 * COUNT_OF(values); i++) {
		const struct value_case *c = &values[i / 2];
		struct game *g = game_begin(&c->property);
		struct entities_count count = { 0 };
		struct entities_walk walk;
		struct bit_reader b;
		bool plain;

		read_value(g, c, c->bits, &b);
		g->entities.varint = i % 2;
		plain = is_plain(g, c);
		b = game_said(g);
		walk = entities_walk_props(&g->entities, &b, 0);
		entities_pass_plain(&walk, 0, &count);
		cr_expect_eq(count.props, plain, "%s", c->what);
		cr_expect_eq(walk.b.pos, plain ? 7 + c->bits : 0, "%s",
			     c->what);
		game_end(g);
	}
}

/* What they say: the first bits from the lowest one on, as the layout of the
   specification has them. */
struct number_case {
	const char *what;
	struct property property;
	uint32_t first;
	float low, high;
	double real; /* of an int: the number */
};

static const struct number_case numbers[] = {
	{ "unsigned", { INT, SENDTABLE_UNSIGNED, 4, 0 }, 15, 0, 0, 15 },
	{ "signed", { INT, 0, 4, 0 }, 15, 0, 0, -1 },
	{ "signed, least", { INT, 0, 4, 0 }, 8, 0, 0, -8 },
	{ "signed, most", { INT, 0, 4, 0 }, 7, 0, 0, 7 },
	{ "signed of 32 bits", { INT, 0, 32, 0 }, UINT32_MAX, 0, 0, -1 },
	{ "no bits", { INT, 0, 0, 0 }, 15, 0, 0, 0 },
	{ "varint", { INT, NORMAL | 1, 4, 0 }, 0x0180, 0, 0, 128 },
	{ "varint, even", { INT, NORMAL, 4, 0 }, 6, 0, 0, 3 },
	{ "varint, odd", { INT, NORMAL, 4, 0 }, 5, 0, 0, -3 },
	{ "coord", { FLOAT, COORD, 0, 0 }, 3 | 9 << 3 | 8 << 17, 0, 0, 10.25 },
	{ "coord, below", { FLOAT, COORD, 0, 0 }, 5 | 9 << 3, 0, 0, -10 },
	{ "fraction", { FLOAT, COORD, 0, 0 }, 2 | 31 << 3, 0, 0, 31. / 32 },
	{ "near", { FLOAT, MP, 0, 0 }, 3 | 4 << 3 | 16 << 14, 0, 0, 5.5 },
	{ "far", { FLOAT, MP, 0, 0 }, 6 | 4 << 3 | 1 << 17, 0, 0, -5.03125 },
	{ "low", { FLOAT, LOW, 0, 0 }, 6 | 4 << 3 | 1 << 17, 0, 0, -5.125 },
	{ "whole", { FLOAT, WHOLE, 0, 0 }, 6 | 4 << 3, 0, 0, -5 },
	{ "whole, near", { FLOAT, WHOLE, 0, 0 }, 3 | 4 << 3, 0, 0, 5 },
	{ "float",
	  { FLOAT, SENDTABLE_NO_SCALE, 0, 0 },
	  0x40490000,
	  0,
	  0,
	  3.140625 },
	{ "normal", { FLOAT, NORMAL, 0, 0 }, 2047 << 1, 0, 0, 1 },
	{ "normal, below", { FLOAT, NORMAL, 0, 0 }, 2047 << 1 | 1, 0, 0, -1 },
	{ "scaled, least", { FLOAT, 0, 8, 0 }, 0, -4, 12, -4 },
	{ "scaled", { FLOAT, 0, 8, 0 }, 51, -4, 12, -0.8 },
	{ "scaled, most", { FLOAT, 0, 8, 0 }, 255, -4, 12, 12 },
	{ "scaled, no bits", { FLOAT, 0, 0, 0 }, 255, -4, 12, -4 },
};

Test(entities, values_say_numbers)
{
	for (size_t i = 0; i < COUNT_OF(numbers); i++) {
		const struct number_case *c = &numbers[i];
		const struct sendtable_prop p = {
			.type = (uint8_t)c->property.type,
			.flags = (uint16_t)c->property.flags,
			.bits = (uint8_t)c->property.bits,
			.low = c->low,
			.high = c->high,
		};
		const uint8_t bytes[8] = { (uint8_t)c->first,
					   (uint8_t)(c->first >> 8),
					   (uint8_t)(c->first >> 16),
					   (uint8_t)(c->first >> 24) };
		struct bit_reader b = bits_of((struct span){ bytes, 8 });
		struct entities_value v;

		cr_expect_eq(entities_value(true, &b, &p, &v), ENTITIES_READ);
		cr_expect_eq(v.parts, 1, "%s", c->what);
		cr_expect_float_eq(p.type == SENDTABLE_INT
					   ? (double)v.part[0]
					   : entities_real(&p, v.part[0]),
				   c->real, 1e-9, "%s", c->what);
	}
}

Test(entities, vectors_say_three_numbers_or_two_and_a_sign)
{
	struct sendtable_prop p = { .type = VECTOR, .bits = 8 };
	const uint8_t bytes[16] = { 1, 2, 3 };
	struct bit_reader b = bits_of((struct span){ bytes, 16 });
	struct entities_value v;

	entities_value(true, &b, &p, &v);
	cr_expect_eq(v.parts, 3);
	cr_expect_eq(v.part[2], 3);
	cr_expect_not(v.third_is_sign);
	p.flags = NORMAL;
	b = bits_of((struct span){ (const uint8_t[4]){ 0, 0, 0, 1 }, 4 });
	entities_value(true, &b, &p, &v);
	cr_expect_eq(v.parts, 3);
	cr_expect_eq(v.part[2], 1);
	cr_expect(v.third_is_sign);
	p.type = SENDTABLE_VECTOR_XY;
	entities_value(true, &b, &p, &v);
	cr_expect_eq(v.parts, 2);
	cr_expect_not(v.third_is_sign);
	p.type = SENDTABLE_STRING;
	b = bits_of((struct span){ (const uint8_t[4]){ 2 }, 4 });
	entities_value(true, &b, &p, &v);
	cr_expect_eq(v.parts, 0);
	cr_expect_eq(v.bytes, 2);
	cr_expect_eq(v.bit, 9);
}

Test(entities, ints_without_varint_have_their_bits)
{
	const struct value_case c = { .property = { INT, NORMAL, 13, 0 } };
	struct game *g = game_begin(&c.property);
	struct bit_reader b;

	g->entities.varint = false;
	cr_expect_eq(read_value(g, &c, 13, &b), ENTITIES_READ);
	cr_expect_eq(b.pos, g->bits.n);
	game_end(g);
}

Test(entities, a_varint_of_more_than_32_bits)
{
	const struct property p = { INT, NORMAL, 13, 0 };
	struct game *g = game_begin(&p);
	struct bit_reader b;

	game_say(g, 1, 1);
	game_say(g, 0, 6);
	game_say(g, 0xffffffff, 32);
	game_say(g, 0x10, 8);
	b = game_said(g);
	cr_expect_eq(entities_props(&g->entities, &b, 0,
				    &(struct entities_count){ 0 }),
		     ENTITIES_NUMBER);
	game_end(g);
}

/* Given an array, an element of more than 32 bits is an error, too. */
Test(entities, an_element_of_more_than_32_bits)
{
	const struct property p = { ARRAY, NORMAL, 13, 4 };
	struct game *g = game_begin(&p);
	struct bit_reader b;

	game_say(g, 1, 1);
	game_say(g, 0, 6);
	game_say(g, 2, 3);
	game_say(g, 0xffffffff, 32);
	game_say(g, 0x10, 8);
	game_say(g, 1, 8);
	game_say(g, 0, 1);
	b = game_said(g);
	cr_expect_eq(entities_props(&g->entities, &b, 0,
				    &(struct entities_count){ 0 }),
		     ENTITIES_NUMBER);
	game_end(g);
}

Test(entities, floats_that_are_no_numbers_are_counted)
{
	const struct property p = { VECTOR, SENDTABLE_NO_SCALE, 0, 0 };
	struct entities_count count = { 0 };
	struct game *g = game_begin(&p);
	struct bit_reader b;

	game_say(g, 1, 1);
	game_say(g, 0, 6);
	game_say(g, 0x7f800000, 32);
	game_say(g, 0x3f800000, 32);
	game_say(g, 0xffc00000, 32);
	game_say(g, 0, 1);
	b = game_said(g);
	cr_expect_eq(entities_props(&g->entities, &b, 0, &count),
		     ENTITIES_READ);
	cr_expect_eq(count.odd_floats, 2);
	cr_expect_eq(count.props, 1);
	game_end(g);
}

/* Given a float that is stored in another way, its bits are no number that could
   be none. */
Test(entities, only_floats_that_are_stored_as_such_are_odd)
{
	static const uint16_t others[] = { 0, COORD, MP, LOW,
					   SENDTABLE_COORD_MP_INTEGRAL };
	const struct entities_value infinite = { .parts = 1,
						 .part = { 0x7f800000 } };

	for (size_t i = 0; i < COUNT_OF(others); i++) {
		const struct sendtable_prop p = {
			.type = FLOAT,
			.flags = (uint16_t)(SENDTABLE_NO_SCALE | others[i])
		};

		cr_expect_eq(entities_odd_floats(&p, &infinite), i == 0);
	}
}
