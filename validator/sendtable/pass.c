/* SPDX-License-Identifier: MIT */
/* pass.c - how the value of a property is passed without being read (DEM-16.1) */
#include "validator/sendtable/tables.h"

static void
pass_fixed(struct sendtable_flat *flat, unsigned bits)
{
	flat->pass = SENDTABLE_PASS_FIXED;
	flat->width = (uint8_t)bits;
}

/* Each number has `bits` of them, or more, as the flags say. */
static void
pass_numbers(const struct sendtable_prop *p, struct sendtable_flat *flat,
	     unsigned numbers)
{
	enum { NORMAL_BITS = 12 };
	const bool short_normal = p->type == SENDTABLE_VECTOR;

	flat->width = (uint8_t)numbers;
	if (p->flags & SENDTABLE_COORD)
		flat->pass = SENDTABLE_PASS_COORD;
	else if (p->flags & SENDTABLE_COORD_MP)
		flat->pass = SENDTABLE_PASS_COORD_MP;
	else if (p->flags & SENDTABLE_COORD_MP_LOW)
		flat->pass = SENDTABLE_PASS_COORD_MP_LOW;
	else if (p->flags & SENDTABLE_COORD_MP_INTEGRAL)
		flat->pass = SENDTABLE_PASS_COORD_MP_INTEGRAL;
	else if (p->flags & SENDTABLE_NO_SCALE)
		flat->pass = SENDTABLE_PASS_FLOAT;
	else if (p->flags & SENDTABLE_NORMAL && short_normal)
		pass_fixed(flat, 2 * NORMAL_BITS + 1);
	else if (p->flags & SENDTABLE_NORMAL)
		pass_fixed(flat, numbers * NORMAL_BITS);
	else
		pass_fixed(flat, numbers * p->bits);
}

void
sendtables_set_pass(const struct sendtable_prop *p, struct sendtable_flat *flat)
{
	switch ((enum sendtable_type)p->type) {
	case SENDTABLE_INT:
		if (p->flags & SENDTABLE_NORMAL)
			flat->pass = SENDTABLE_PASS_VARINT;
		else
			pass_fixed(flat, p->bits);
		break;
	case SENDTABLE_FLOAT: pass_numbers(p, flat, 1); break;
	case SENDTABLE_VECTOR_XY: pass_numbers(p, flat, 2); break;
	case SENDTABLE_VECTOR: pass_numbers(p, flat, 3); break;
	case SENDTABLE_STRING:
	case SENDTABLE_ARRAY:
	case SENDTABLE_TABLE:
	case SENDTABLE_TYPES: break;
	}
}
