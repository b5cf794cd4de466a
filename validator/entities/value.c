/* SPDX-License-Identifier: MIT */
/* value.c - reads the value of a property in the form that its flags name (DEM-16.1) */
#include "validator/entities/entities.h"

#include "validator/core/real.h"

/* ------------------------------------------------------------------ floats */

/* The coordinate, in steps of 1 / 2^fraction. */
static int64_t
coord_of(bool negative, uint32_t whole, uint32_t steps, unsigned fraction)
{
	const int64_t size = ((int64_t)whole << fraction) + steps;

	return negative ? -size : size;
}

static int64_t
read_coord(struct bit_reader *b)
{
	const bool has_whole = bits_u(b, 1), has_fraction = bits_u(b, 1);
	const bool negative = (has_whole || has_fraction) && bits_u(b, 1);
	const uint32_t whole = has_whole ? bits_u(b, COORD_WHOLE) + 1 : 0;
	const uint32_t steps = has_fraction ? bits_u(b, COORD_FRACTION) : 0;

	return coord_of(negative, whole, steps, COORD_FRACTION);
}

/* In multiplayer games near places have shorter numbers. */
static uint32_t
read_coord_whole(struct bit_reader *b, bool near)
{
	return bits_u(b, near ? COORD_NEAR : COORD_WHOLE) + 1;
}

static int64_t
read_coord_mp(struct bit_reader *b, unsigned fraction)
{
	const bool near = bits_u(b, 1), has_whole = bits_u(b, 1);
	const bool negative = bits_u(b, 1);
	const uint32_t whole = has_whole ? read_coord_whole(b, near) : 0;

	return coord_of(negative, whole, bits_u(b, fraction), fraction);
}

static int64_t
read_coord_integral(struct bit_reader *b)
{
	const bool near = bits_u(b, 1);
	bool negative;

	if (!bits_u(b, 1))
		return 0;
	negative = bits_u(b, 1);
	return coord_of(negative, read_coord_whole(b, near), 0, 0);
}

/* Reads a number from -1 to 1, in steps of 1 / 2047. */
static int64_t
read_normal(struct bit_reader *b)
{
	enum { NORMAL_BITS = 11 };
	const bool negative = bits_u(b, 1);

	return coord_of(negative, 0, bits_u(b, NORMAL_BITS), 0);
}

static void
read_float(struct bit_reader *b, const struct sendtable_prop *p,
	   struct entities_value *v)
{
	int64_t *part = &AT(v->part, v->parts++);

	if (p->flags & SENDTABLE_COORD)
		*part = read_coord(b);
	else if (p->flags & SENDTABLE_COORD_MP)
		*part = read_coord_mp(b, COORD_FRACTION);
	else if (p->flags & SENDTABLE_COORD_MP_LOW)
		*part = read_coord_mp(b, COORD_LOW);
	else if (p->flags & SENDTABLE_COORD_MP_INTEGRAL)
		*part = read_coord_integral(b);
	else if (p->flags & SENDTABLE_NO_SCALE)
		*part = bits_u(b, 32);
	else if (p->flags & SENDTABLE_NORMAL)
		*part = read_normal(b);
	else
		*part = bits_u(b, p->bits);
}

double
entities_real(const struct sendtable_prop *p, int64_t part)
{
	enum { NORMAL_STEPS = 2047 };
	const uint64_t steps = (UINT64_C(1) << p->bits) - 1;

	if (p->flags & (SENDTABLE_COORD | SENDTABLE_COORD_MP))
		return (double)part / (1 << COORD_FRACTION);
	if (p->flags & SENDTABLE_COORD_MP_LOW)
		return (double)part / (1 << COORD_LOW);
	if (p->flags & SENDTABLE_COORD_MP_INTEGRAL)
		return (double)part;
	if (p->flags & SENDTABLE_NO_SCALE)
		return (double)real_of((uint32_t)part);
	if (p->flags & SENDTABLE_NORMAL)
		return (double)part / (double)NORMAL_STEPS;
	return (double)p->low +
	       ((double)p->high - (double)p->low) *
		       (steps ? (double)part / (double)steps : 0);
}

uint32_t
entities_odd_floats(const struct sendtable_prop *p,
		    const struct entities_value *v)
{
	const unsigned others = SENDTABLE_COORD | SENDTABLE_COORD_MP |
				SENDTABLE_COORD_MP_LOW |
				SENDTABLE_COORD_MP_INTEGRAL;
	uint32_t odd = 0;

	if (!(p->flags & SENDTABLE_NO_SCALE) || p->flags & others ||
	    p->type == SENDTABLE_INT)
		return 0;
	for (unsigned i = 0; i < v->parts; i++)
		odd += !real_is_finite(real_of((uint32_t)AT(v->part, i)));
	return odd;
}

/* ----------------------------------------------------------------- vectors */

/* Is the vector stored as two numbers, and the sign of the third? */
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
read_vector(struct bit_reader *b, const struct sendtable_prop *p,
	    struct entities_value *v)
{
	read_float(b, p, v);
	read_float(b, p, v);
	if (p->type == SENDTABLE_VECTOR_XY)
		return;
	v->third_is_sign = is_short_normal(p);
	if (v->third_is_sign)
		AT(v->part, v->parts++) = bits_u(b, 1);
	else
		read_float(b, p, v);
}

/* ------------------------------------------------------------- ints, texts */

/* Decodes 0, 1, 2, 3, ... to 0, -1, 1, -2, ... */
static int64_t
zigzag(uint32_t v)
{
	return v & 1 ? -(int64_t)(v >> 1) - 1 : (int64_t)(v >> 1);
}

static enum entities_error
read_int_prop(bool varint, struct bit_reader *b, const struct sendtable_prop *p,
	      struct entities_value *v)
{
	const bool is_signed = !(p->flags & SENDTABLE_UNSIGNED);
	unsigned quirks = 0;

	v->parts = 1;
	if (varint && p->flags & SENDTABLE_NORMAL) {
		const uint32_t number = bits_varint(b, &quirks);

		v->part[0] = is_signed ? zigzag(number) : number;
	} else if (is_signed && p->bits > 0) {
		v->part[0] = bits_s(b, p->bits);
	} else {
		v->part[0] = bits_u(b, p->bits);
	}
	return quirks & VARINT_TOO_LARGE ? ENTITIES_NUMBER : ENTITIES_READ;
}

enum entities_error
entities_value(bool varint, struct bit_reader *b,
	       const struct sendtable_prop *p, struct entities_value *v)
{
	enum { LENGTH_BITS = 9 };

	v->parts = 0;
	v->third_is_sign = false;
	switch ((enum sendtable_type)p->type) {
	case SENDTABLE_INT: return read_int_prop(varint, b, p, v);
	case SENDTABLE_FLOAT: read_float(b, p, v); break;
	case SENDTABLE_VECTOR:
	case SENDTABLE_VECTOR_XY: read_vector(b, p, v); break;
	case SENDTABLE_STRING:
		v->bytes = bits_u(b, LENGTH_BITS);
		v->bit = b->pos;
		bits_pass(b, 8 * (uint64_t)v->bytes);
		break;
	case SENDTABLE_ARRAY:
	case SENDTABLE_TABLE:
	case SENDTABLE_TYPES: break;
	}
	return ENTITIES_READ;
}
