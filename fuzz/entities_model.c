/* SPDX-License-Identifier: MIT */
/* entities_model.c - a second, independent reader of entities */
#include "fuzz/entities_model.h"

void
entities_model_open(struct entities_model *m, const struct sendtables *tables,
		    bool varint)
{
	*m = (struct entities_model){ .tables = tables, .varint = varint };
	for (size_t i = 0; i < ENTITIES_MOST; i++)
		m->class[i] = -1;
}

/* If bits are missing, no other error counts. */
static enum entities_error
or_overrun(const struct entities_model *m, enum entities_error error)
{
	return m->b.fail ? ENTITIES_OVERRUN : error;
}

static uint32_t
read_distance(struct entities_model *m)
{
	switch (bits_u(&m->b, 2)) {
	case 0: return bits_u(&m->b, 4);
	case 1: return bits_u(&m->b, 8);
	case 2: return bits_u(&m->b, 12);
	default: return bits_u(&m->b, 32);
	}
}

/* ------------------------------------------------------------------ values */

uint64_t
entities_model_add(uint64_t sum, const struct entities_value *v)
{
	for (unsigned i = 0; i < v->parts; i++)
		sum = (sum ^ (uint64_t)v->part[i]) * UINT64_C(1099511628211);
	return sum * 31 + v->parts;
}

/* Reads a number with this number of bits before and after the point. */
static int64_t
read_place(struct entities_model *m, bool has_whole, unsigned whole,
	   unsigned steps, bool negative)
{
	int64_t v = has_whole ? bits_u(&m->b, whole) + 1 : 0;

	for (unsigned i = 0; i < steps; i++)
		v *= 2;
	v += bits_u(&m->b, steps);
	return negative ? -v : v;
}

static int64_t
read_coord(struct entities_model *m)
{
	const uint32_t there = bits_u(&m->b, 2);
	const bool negative = there && bits_u(&m->b, 1);
	const int64_t whole = there & 1 ? bits_u(&m->b, 14) + 1 : 0;
	const int64_t v = 32 * whole + (there & 2 ? bits_u(&m->b, 5) : 0);

	return negative ? -v : v;
}

static int64_t
read_coord_mp(struct entities_model *m, unsigned steps)
{
	const uint32_t head = bits_u(&m->b, 3);

	return read_place(m, head & 2, head & 1 ? 11 : 14, steps, head & 4);
}

static int64_t
read_integral(struct entities_model *m)
{
	const uint32_t head = bits_u(&m->b, 2);
	const bool negative = head & 2 && bits_u(&m->b, 1);

	return head & 2 ? read_place(m, true, head & 1 ? 11 : 14, 0, negative)
			: 0;
}

static int64_t
read_float(struct entities_model *m, const struct sendtable_prop *p)
{
	if (p->flags & 1 << 1)
		return read_coord(m);
	if (p->flags & 1 << 13)
		return read_coord_mp(m, 5);
	if (p->flags & 1 << 14)
		return read_coord_mp(m, 3);
	if (p->flags & 1 << 15)
		return read_integral(m);
	if (p->flags & 1 << 2) {
		const uint32_t v = bits_u(&m->b, 32);

		m->count.odd_floats += !m->b.fail &&
				       (v & 0x7f800000) == 0x7f800000;
		return v;
	}
	if (p->flags & 1 << 5) {
		const bool negative = bits_u(&m->b, 1);
		const int64_t v = bits_u(&m->b, 11);

		return negative ? -v : v;
	}
	return bits_u(&m->b, p->bits);
}

static enum entities_error
read_int(struct entities_model *m, const struct sendtable_prop *p, int64_t *v)
{
	const bool is_signed = !(p->flags & 1);
	uint64_t number = 0;
	uint32_t byte = 0x80;

	if (!m->varint || !(p->flags & 1 << 5)) {
		*v = bits_u(&m->b, p->bits);
		if (is_signed && p->bits && *v >> (p->bits - 1))
			*v -= INT64_C(1) << p->bits;
		return ENTITIES_READ;
	}
	for (unsigned i = 0; i < 5 && byte >= 0x80; i++) {
		byte = bits_u(&m->b, 8);
		number |= (uint64_t)(byte % 128) << 7 * i;
		if (i == 4 && byte >= 16)
			return or_overrun(m, ENTITIES_NUMBER);
	}
	*v = (int64_t)number;
	if (is_signed)
		*v = number % 2 ? -(int64_t)(number / 2) - 1
				: (int64_t)(number / 2);
	return ENTITIES_READ;
}

/* Reads a vector.  A direction has two parts and a sign. */
static unsigned
read_vector(struct entities_model *m, const struct sendtable_prop *p,
	    int64_t part[3])
{
	const bool direction = (p->flags & 0xe026) == 1 << 5;

	part[0] = read_float(m, p);
	part[1] = read_float(m, p);
	if (p->type == SENDTABLE_VECTOR_XY)
		return 2;
	part[2] = direction ? bits_u(&m->b, 1) : read_float(m, p);
	return 3;
}

static enum entities_error
read_value(struct entities_model *m, const struct sendtable_prop *p)
{
	const struct entities_count before = m->count;
	struct entities_value v = { .parts = 1 };
	enum entities_error error = ENTITIES_READ;

	if (p->type == SENDTABLE_INT) {
		error = read_int(m, p, &v.part[0]);
	} else if (p->type == SENDTABLE_FLOAT) {
		v.part[0] = read_float(m, p);
	} else if (p->type == SENDTABLE_STRING) {
		v.parts = 0;
		for (uint32_t n = bits_u(&m->b, 9); n; n--)
			bits_u(&m->b, 8);
	} else {
		v.parts = read_vector(m, p, v.part);
	}
	error = or_overrun(m, error);
	if (error)
		m->count.odd_floats = before.odd_floats;
	else
		m->sum = entities_model_add(m->sum, &v);
	return error;
}

/* -------------------------------------------------------------- properties */

static enum entities_error
read_array(struct entities_model *m, const struct sendtable_prop *p)
{
	enum entities_error error = ENTITIES_READ;
	unsigned bits = 0;
	uint32_t n;

	while (p->elements >> bits)
		bits++;
	n = bits_u(&m->b, bits);
	if (m->b.fail || n > p->elements)
		return or_overrun(m, ENTITIES_ELEMENTS);
	m->count.props++;
	for (uint32_t i = 0; i < n && !error; i++) {
		const uint64_t bit = m->b.pos, sum = m->sum;

		error = read_value(m, p - 1);
		if (m->b.pos == bit && !m->b.fail)
			m->sum = sum; /* the checksum of no bits */
	}
	return error;
}

static enum entities_error
read_props(struct entities_model *m, uint32_t class)
{
	const struct sendtable_class *c = sendtables_class(m->tables, class);
	enum entities_error error = ENTITIES_READ;
	uint64_t index = 0;

	while (!error && bits_u(&m->b, 1)) {
		index += read_distance(m);
		if (m->b.fail || index >= c->count)
			return or_overrun(m, ENTITIES_PROP);
		const struct sendtable_prop *p = sendtables_flat(
			m->tables, c, (uint32_t)index);

		index++;
		if (p->type == SENDTABLE_ARRAY) {
			error = read_array(m, p);
		} else {
			error = read_value(m, p);
			m->count.props += !error;
		}
	}
	return or_overrun(m, error);
}

enum entities_error
entities_model_props(struct entities_model *m, uint32_t class)
{
	return read_props(m, class);
}

/* ---------------------------------------------------------------- entities */

static enum entities_error
read_enter(struct entities_model *m, uint32_t index)
{
	const uint32_t class = bits_u(&m->b, m->tables->class_bits);

	bits_u(&m->b, 10);
	if (m->b.fail || class >= m->tables->classes.count)
		return or_overrun(m, ENTITIES_CLASS);
	m->class[index] = (int32_t) class;
	m->count.enters++;
	m->count.bare += !m->baseline[class];
	return read_props(m, class);
}

static enum entities_error
read_update(struct entities_model *m, uint32_t index, uint32_t most)
{
	const uint32_t change = bits_u(&m->b, 2);
	enum entities_error error = ENTITIES_READ;
	const struct entities_count before = m->count;

	if (m->b.fail)
		return ENTITIES_OVERRUN;
	m->count.too_high += index >= most;
	switch (change) {
	case 0:
		if (m->class[index] < 0) {
			m->count = before;
			return ENTITIES_UNKNOWN;
		}
		m->count.changes++;
		return read_props(m, (uint32_t)m->class[index]);
	case 2:
		error = read_enter(m, index);
		if (m->count.enters == before.enters)
			m->count = before;
		return error;
	default: break;
	}
	m->count.leaves += change == 1;
	m->count.deletes += change == 3;
	m->count.unknown_leaves += m->class[index] < 0;
	if (change == 3)
		m->class[index] = -1;
	return error;
}

static void
read_removed(struct entities_model *m)
{
	while (bits_left(&m->b) && bits_u(&m->b, 1)) {
		if (bits_left(&m->b) < 11) {
			bits_pass(&m->b, bits_left(&m->b));
			m->count.cut = true;
			return;
		}
		m->class[bits_u(&m->b, 11)] = -1;
		m->count.removed++;
		m->count.cut = bits_left(&m->b) == 0;
		if (m->count.cut)
			return;
	}
}

static enum entities_error
read_snapshot(struct entities_model *m, uint32_t updates, bool delta,
	      uint32_t most)
{
	enum entities_error error = ENTITIES_READ;
	uint64_t index = 0;

	for (size_t i = 0; !delta && i < ENTITIES_MOST; i++)
		m->class[i] = -1;
	for (uint32_t i = 0; i < updates && !error; i++, index++) {
		index += read_distance(m);
		if (m->b.fail || index >= ENTITIES_MOST)
			return or_overrun(m, ENTITIES_INDEX);
		error = read_update(m, (uint32_t)index, most);
	}
	if (!error && delta) {
		m->count.cut = bits_left(&m->b) == 0;
		read_removed(m);
	}
	return error;
}

/* Reads a snapshot.  If the snapshot is not complete, no entity changes. */
enum entities_error
entities_model_snapshot(struct entities_model *m, uint32_t updates, bool delta,
			uint32_t most)
{
	static int32_t before[ENTITIES_MOST];
	enum entities_error error;

	memcpy(before, m->class, sizeof(before));
	error = read_snapshot(m, updates, delta, most);
	if (error)
		memcpy(m->class, before, sizeof(before));
	return error;
}

enum entities_error
entities_model_temporary(struct entities_model *m, uint32_t n)
{
	enum entities_error error = ENTITIES_READ;
	uint32_t class = 0; /* and one more bit */

	for (uint32_t i = 0; i < (n ? n : 1) && !error; i++) {
		if (bits_u(&m->b, 1))
			bits_u(&m->b, 8);
		if (bits_u(&m->b, 1)) {
			class = bits_u(&m->b, m->tables->class_bits);
			if (class == 0 || class > m->tables->classes.count)
				return or_overrun(m, ENTITIES_CLASS);
		}
		if (m->b.fail || class == 0)
			return or_overrun(m, ENTITIES_FIRST);
		error = read_props(m, class - 1);
	}
	return error;
}
