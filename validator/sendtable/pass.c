/* SPDX-License-Identifier: MIT */
/* pass.c - how the value of a property is passed without being read (DEM-16.1) */
#include "validator/sendtable/tables.h"

static void
pass_fixed(struct sendtable_prop *p, unsigned bits)
{
	p->pass = SENDTABLE_PASS_FIXED;
	p->width = (uint8_t)bits;
}

/* Each number has `bits` of them, or more, as the flags say. */
static void
pass_numbers(struct sendtable_prop *p, unsigned numbers)
{
	enum { NORMAL_BITS = 12 };
	const bool short_normal = p->type == SENDTABLE_VECTOR;

	p->width = (uint8_t)numbers;
	if (p->flags & SENDTABLE_COORD)
		p->pass = SENDTABLE_PASS_COORD;
	else if (p->flags & SENDTABLE_COORD_MP)
		p->pass = SENDTABLE_PASS_COORD_MP;
	else if (p->flags & SENDTABLE_COORD_MP_LOW)
		p->pass = SENDTABLE_PASS_COORD_MP_LOW;
	else if (p->flags & SENDTABLE_COORD_MP_INTEGRAL)
		p->pass = SENDTABLE_PASS_COORD_MP_INTEGRAL;
	else if (p->flags & SENDTABLE_NO_SCALE)
		p->pass = SENDTABLE_PASS_FLOAT;
	else if (p->flags & SENDTABLE_NORMAL && short_normal)
		pass_fixed(p, 2 * NORMAL_BITS + 1);
	else if (p->flags & SENDTABLE_NORMAL)
		pass_fixed(p, numbers * NORMAL_BITS);
	else
		pass_fixed(p, numbers * p->bits);
}

void
sendtables_set_pass(struct sendtable_prop *p)
{
	switch ((enum sendtable_type)p->type) {
	case SENDTABLE_INT:
		if (p->flags & SENDTABLE_NORMAL)
			p->pass = SENDTABLE_PASS_VARINT;
		else
			pass_fixed(p, p->bits);
		break;
	case SENDTABLE_FLOAT: pass_numbers(p, 1); break;
	case SENDTABLE_VECTOR_XY: pass_numbers(p, 2); break;
	case SENDTABLE_VECTOR: pass_numbers(p, 3); break;
	case SENDTABLE_STRING:
	case SENDTABLE_ARRAY:
	case SENDTABLE_TABLE:
	case SENDTABLE_TYPES: break;
	}
}
