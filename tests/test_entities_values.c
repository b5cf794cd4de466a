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
	return entities_props(&g->entities, b, sendtables_class(&g->tables, 0),
			      &count);
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
		cr_expect_eq(entities_props(&g->entities, &b,
					    sendtables_class(&g->tables, 0),
					    &(struct entities_count){ 0 }),
			     ENTITIES_OVERRUN, "%s", c->what);
		game_end(g);
	}
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
	cr_expect_eq(entities_props(&g->entities, &b,
				    sendtables_class(&g->tables, 0),
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
	cr_expect_eq(entities_props(&g->entities, &b,
				    sendtables_class(&g->tables, 0), &count),
		     ENTITIES_READ);
	cr_expect_eq(count.odd_floats, 2);
	cr_expect_eq(count.props, 1);
	game_end(g);
}
