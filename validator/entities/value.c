/* SPDX-License-Identifier: MIT */
/* value.c - the value of a property, as its flags say it is written (DEM-16.1) */
#include "validator/entities/entities.h"

#include "validator/core/real.h"

enum { COORD_WHOLE = 14, COORD_NEAR = 11, COORD_FRACTION = 5, COORD_LOW = 3 };

static void
pass_coord(struct bit_reader *b)
{
	const bool whole = bits_u(b, 1), fraction = bits_u(b, 1);

	if (whole || fraction)
		bits_pass(b, 1u + (whole ? COORD_WHOLE : 0) +
				     (fraction ? COORD_FRACTION : 0));
}

/* In multiplayer games: near places have shorter numbers. */
static void
pass_coord_mp(struct bit_reader *b, unsigned fraction)
{
	const bool near = bits_u(b, 1), whole = bits_u(b, 1);

	bits_pass(b, 1);
	if (whole)
		bits_pass(b, near ? COORD_NEAR : COORD_WHOLE);
	bits_pass(b, fraction);
}

static void
pass_coord_integral(struct bit_reader *b)
{
	const bool near = bits_u(b, 1);

	if (bits_u(b, 1))
		bits_pass(b, 1u + (near ? COORD_NEAR : COORD_WHOLE));
}

static void
pass_float(struct bit_reader *b, const struct sendtable_prop *p,
	   struct entities_count *count)
{
	enum { NORMAL_BITS = 12 };

	if (p->flags & SENDTABLE_COORD)
		pass_coord(b);
	else if (p->flags & SENDTABLE_COORD_MP)
		pass_coord_mp(b, COORD_FRACTION);
	else if (p->flags & SENDTABLE_COORD_MP_LOW)
		pass_coord_mp(b, COORD_LOW);
	else if (p->flags & SENDTABLE_COORD_MP_INTEGRAL)
		pass_coord_integral(b);
	else if (p->flags & SENDTABLE_NO_SCALE)
		count->odd_floats += !real_is_finite(bits_float(b));
	else if (p->flags & SENDTABLE_NORMAL)
		bits_pass(b, NORMAL_BITS);
	else
		bits_pass(b, p->bits);
}

/* Two of three, and the sign of the third one. */
static bool
is_short_normal(const struct sendtable_prop *p)
{
	const unsigned others = SENDTABLE_COORD | SENDTABLE_COORD_MP |
				SENDTABLE_COORD_MP_LOW |
				SENDTABLE_COORD_MP_INTEGRAL |
				SENDTABLE_NO_SCALE;

	return p->flags & SENDTABLE_NORMAL && !(p->flags & others);
}

static void
pass_vector(struct bit_reader *b, const struct sendtable_prop *p,
	    struct entities_count *count)
{
	pass_float(b, p, count);
	pass_float(b, p, count);
	if (p->type == SENDTABLE_VECTOR_XY)
		return;
	if (is_short_normal(p))
		bits_pass(b, 1);
	else
		pass_float(b, p, count);
}

static enum entities_error
pass_single(const struct entities *e, struct bit_reader *b,
	    const struct sendtable_prop *p, struct entities_count *count)
{
	enum { LENGTH_BITS = 9 };
	unsigned quirks = 0;

	switch ((enum sendtable_type)p->type) {
	case SENDTABLE_INT:
		if (e->varint && p->flags & SENDTABLE_NORMAL)
			bits_varint(b, &quirks);
		else
			bits_pass(b, p->bits);
		break;
	case SENDTABLE_FLOAT: pass_float(b, p, count); break;
	case SENDTABLE_VECTOR:
	case SENDTABLE_VECTOR_XY: pass_vector(b, p, count); break;
	case SENDTABLE_STRING:
		bits_pass(b, 8 * (uint64_t)bits_u(b, LENGTH_BITS));
		break;
	case SENDTABLE_ARRAY:
	case SENDTABLE_TABLE:
	case SENDTABLE_TYPES: break;
	}
	return quirks & VARINT_TOO_LARGE ? ENTITIES_NUMBER : ENTITIES_READ;
}

enum entities_error
entities_value(const struct entities *e, struct bit_reader *b,
	       const struct sendtable_prop *p, struct entities_count *count)
{
	enum entities_error error = ENTITIES_READ;
	const struct sendtable_prop *element;
	uint32_t n;

	if (p->type != SENDTABLE_ARRAY)
		return pass_single(e, b, p, count);
	n = bits_u(b, bits_log2(p->elements) + 1);
	if (n > p->elements)
		return ENTITIES_ELEMENTS;
	element = sendtables_element(e->tables, p);
	for (uint32_t i = 0; i < n && error == ENTITIES_READ && !b->fail; i++)
		error = pass_single(e, b, element, count);
	return error;
}
