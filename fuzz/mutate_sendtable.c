/* SPDX-License-Identifier: MIT */
/* mutate_sendtable.c - changes tables, properties and classes, and makes counts and
   numbers fit again */
#include <stdbool.h>
#include <string.h>

#include "fuzz/mutate_bits.h"
#include "fuzz/pieces.h"

enum { TABLES = 64, PROPS = 1024, CLASSES = 32, NAME = 20 };

struct prop_seed {
	uint32_t type, flags;
	char name[NAME], target[NAME];
	uint32_t elements, low, high, bits;
};

struct table_seed {
	char name[NAME];
	size_t first, n; /* range of the properties of the table */
};

struct class_seed {
	uint32_t id;
	char name[NAME], table[NAME];
};

struct tables_seed {
	uint8_t head;
	struct sendtable_layout layout;
	size_t n, n_props, n_classes;
	struct table_seed table[TABLES];
	struct prop_seed prop[PROPS];
	struct class_seed class[CLASSES];
};

/* ----------------------------------------------------------------- parse */

/* Reads a name.  Longer names are cut. */
static void
read_name(struct bit_reader *b, char name[NAME])
{
	memset(name, 0, NAME);
	bits_text(b, name, NAME - 1);
}

static uint32_t
type_of(const struct tables_seed *m, uint32_t type)
{
	return !m->layout.vector_xy && type >= SENDTABLE_VECTOR_XY ? type + 1
								   : type;
}

static void
read_prop(struct tables_seed *m, struct bit_reader *b, struct prop_seed *p)
{
	*p = (struct prop_seed){ .type = type_of(m, bits_u(b, 5)) };
	read_name(b, p->name);
	p->flags = bits_u(b, 16);
	if (p->type == SENDTABLE_TABLE || p->flags & SENDTABLE_EXCLUDE) {
		read_name(b, p->target);
	} else if (p->type == SENDTABLE_ARRAY) {
		p->elements = bits_u(b, 10);
	} else {
		p->low = bits_u(b, 32);
		p->high = bits_u(b, 32);
		p->bits = bits_u(b, m->layout.size_bits);
	}
}

static void
read_table(struct tables_seed *m, struct bit_reader *b)
{
	struct table_seed *table = &m->table[m->n];
	uint32_t n;

	bits_pass(b, 1);
	read_name(b, table->name);
	n = bits_u(b, 10);
	table->first = m->n_props;
	while (n-- && !b->fail && m->n_props < PROPS)
		read_prop(m, b, &m->prop[m->n_props++]);
	table->n = m->n_props - table->first;
	m->n += !b->fail;
}

static void
parse(struct tables_seed *m, const uint8_t *data, size_t size)
{
	struct bit_reader b;
	uint32_t n;

	m->head = size ? data[0] : 0;
	m->layout = piece_tables_layout(m->head);
	m->n = m->n_props = m->n_classes = 0;
	b = bits_of(span_tail((struct span){ data, size }, 1));
	while (m->n < TABLES && bits_u(&b, 1))
		read_table(m, &b);
	n = bits_u(&b, 16);
	while (n-- && !b.fail && m->n_classes < CLASSES) {
		struct class_seed *c = &m->class[m->n_classes++];

		c->id = bits_u(&b, 16);
		read_name(&b, c->name);
		read_name(&b, c->table);
	}
}

/* ---------------------------------------------------------------- change */

/* Returns the name of a table, which usually exists. */
static void
any_table(const struct tables_seed *m, char name[NAME], struct mutate_random *r)
{
	if (m->n && mutate_pick(r, 8)) {
		memcpy(name, m->table[mutate_pick(r, (uint32_t)m->n)].name,
		       NAME);
		return;
	}
	memset(name, 0, NAME);
	name[0] = 'D';
	name[1] = (char)(mutate_pick(r, 4) ? 'a' + mutate_pick(r, 26) : 0);
}

static void
any_prop_name(const struct tables_seed *m, char name[NAME],
	      struct mutate_random *r)
{
	memset(name, 0, NAME);
	if (m->n_props && mutate_pick(r, 2))
		memcpy(name, m->prop[mutate_pick(r, (uint32_t)m->n_props)].name,
		       NAME);
	else
		name[0] = (char)('a' + mutate_pick(r, 8));
}

static void
any_prop(const struct tables_seed *m, struct prop_seed *p,
	 struct mutate_random *r)
{
	static const uint32_t floats[] = { 0,          0x3f800000, 0x7f800000,
					   0x7fc00000, 0xff800000, 0x80000000 };
	static const uint32_t flags[] = {
		0,
		SENDTABLE_UNSIGNED,
		SENDTABLE_COORD,
		SENDTABLE_NORMAL,
		SENDTABLE_EXCLUDE,
		SENDTABLE_EXCLUDE,
		SENDTABLE_CHANGES_OFTEN,
		SENDTABLE_CHANGES_OFTEN,
		SENDTABLE_COLLAPSIBLE,
		SENDTABLE_COLLAPSIBLE,
		SENDTABLE_INSIDE_ARRAY,
	};

	*p = (struct prop_seed){ .elements = mutate_pick(r, 4) };
	p->type = mutate_pick(r, 3) ? mutate_pick(r, SENDTABLE_ARRAY)
				    : SENDTABLE_TABLE;
	any_prop_name(m, p->name, r);
	any_table(m, p->target, r);
	p->flags = flags[mutate_pick(r, COUNT_OF(flags))];
	p->low = floats[mutate_pick(r, COUNT_OF(floats))];
	p->high = floats[mutate_pick(r, COUNT_OF(floats))];
	p->bits = mutate_pick(r, 8) ? mutate_pick(r, 33) : mutate_pick(r, 128);
}

/* Inserts a property into the table, and moves the properties of later tables. */
static void
insert_prop(struct tables_seed *m, size_t at, size_t k, struct prop_seed p)
{
	const size_t index = m->table[at].first + k;

	if (m->n_props == PROPS)
		return;
	memmove(&m->prop[index + 1], &m->prop[index],
		(m->n_props - index) * sizeof(p));
	m->prop[index] = p;
	m->n_props++;
	m->table[at].n++;
	for (size_t i = at + 1; i < m->n; i++)
		m->table[i].first++;
}

static void
remove_prop(struct tables_seed *m, size_t at, size_t k)
{
	const size_t index = m->table[at].first + k;

	m->n_props--;
	memmove(&m->prop[index], &m->prop[index + 1],
		(m->n_props - index) * sizeof(m->prop[0]));
	m->table[at].n--;
	for (size_t i = at + 1; i < m->n; i++)
		m->table[i].first--;
}

/* Adds an array, and the template before it. */
static void
add_array(struct tables_seed *m, size_t at, size_t k, struct mutate_random *r)
{
	struct prop_seed p;

	any_prop(m, &p, r);
	p.type = SENDTABLE_ARRAY;
	p.flags &= SENDTABLE_CHANGES_OFTEN;
	p.elements = mutate_pick(r, 8) ? 1 + mutate_pick(r, 5) : 1023;
	insert_prop(m, at, k, p);
	p.type = mutate_pick(r, SENDTABLE_ARRAY);
	p.flags = SENDTABLE_INSIDE_ARRAY;
	insert_prop(m, at, k, p);
}

static void
change_props(struct tables_seed *m, size_t at, struct mutate_random *r)
{
	const size_t n = m->table[at].n;
	const size_t k = n ? mutate_pick(r, (uint32_t)n) : 0;
	struct prop_seed *p = &m->prop[m->table[at].first + k];
	struct prop_seed made;

	any_prop(m, &made, r);
	switch (n ? mutate_pick(r, 12) : 0) {
	case 0:
	case 1:
	case 2: insert_prop(m, at, k, made); break;
	case 3: add_array(m, at, k, r); break;
	case 4: remove_prop(m, at, k); break;
	case 5:
		made = *p;
		for (uint32_t i = mutate_pick(r, 200); i; i--)
			insert_prop(m, at, k, made);
		break;
	case 6: p->flags ^= 1u << mutate_pick(r, 16); break;
	case 7: memcpy(p->name, made.name, NAME); break;
	case 8: memcpy(p->target, made.target, NAME); break;
	case 9: p->elements = mutate_bits_number(10, r); break;
	case 10: p->type = mutate_pick(r, 8); break;
	default: *p = made; break;
	}
}

static void
change_classes(struct tables_seed *m, struct mutate_random *r)
{
	const size_t at = m->n_classes ? mutate_pick(r, (uint32_t)m->n_classes)
				       : 0;
	struct class_seed *c = &m->class[at];

	if (m->n_classes == 0 ||
	    (mutate_pick(r, 2) && m->n_classes < CLASSES)) {
		c = &m->class[m->n_classes];
		*c = (struct class_seed){ (uint32_t)m->n_classes, "C", "" };
		m->n_classes++;
		any_table(m, c->table, r);
		return;
	}
	switch (mutate_pick(r, 4)) {
	case 0: c->id = mutate_bits_number(16, r); break;
	case 1: m->n_classes--; break;
	default: any_table(m, c->table, r); break;
	}
}

/* Adds a new table at the end, and a property of another table that refers to the new
   table. */
static void
add_table(struct tables_seed *m, struct mutate_random *r)
{
	const size_t in = m->n ? mutate_pick(r, (uint32_t)m->n) : 0;
	struct table_seed *table;
	struct prop_seed p;

	if (m->n >= TABLES)
		return;
	table = &m->table[m->n];
	*table = (struct table_seed){ "D", m->n_props, 0 };
	table->name[1] = (char)('A' + m->n % 26);
	table->name[2] = (char)('A' + m->n / 26);
	m->n++;
	any_prop(m, &p, r);
	p.flags &= ~(uint32_t)SENDTABLE_INSIDE_ARRAY;
	insert_prop(m, m->n - 1, 0, p);
	p.type = SENDTABLE_TABLE;
	p.flags = mutate_pick(r, 2) ? SENDTABLE_COLLAPSIBLE : 0;
	memcpy(p.target, table->name, NAME);
	insert_prop(m, in, mutate_pick(r, (uint32_t)m->table[in].n + 1), p);
}

static void
change(struct tables_seed *m, struct mutate_random *r)
{
	const size_t at = m->n ? mutate_pick(r, (uint32_t)m->n) : 0;

	switch (m->n ? mutate_pick(r, 16) : 0) {
	case 0:
	case 1: add_table(m, r); break;
	case 2: any_table(m, m->table[at].name, r); break;
	case 3: change_classes(m, r); break;
	case 4:
		if (mutate_pick(r, 4) == 0) {
			m->head = (uint8_t)mutate_pick(r, 16);
			m->layout = piece_tables_layout(m->head);
		}
		break;
	case 5: /* without a table after it */
		m->n = mutate_pick(r, 4) ? m->n : at + 1;
		m->n_props = m->table[m->n - 1].first + m->table[m->n - 1].n;
		break;
	default: change_props(m, at, r); break;
	}
}

/* ----------------------------------------------------------------- write */

static void
write_prop(const struct tables_seed *m, struct bit_string *s,
	   const struct prop_seed *p)
{
	const bool less = !m->layout.vector_xy && p->type > SENDTABLE_VECTOR;

	mutate_bits_add(s, p->type - less, 5);
	mutate_bits_add_text(s, p->name);
	mutate_bits_add(s, p->flags, 16);
	if (p->type == SENDTABLE_TABLE || p->flags & SENDTABLE_EXCLUDE) {
		mutate_bits_add_text(s, p->target);
	} else if (p->type == SENDTABLE_ARRAY) {
		mutate_bits_add(s, p->elements, 10);
	} else {
		mutate_bits_add(s, p->low, 32);
		mutate_bits_add(s, p->high, 32);
		mutate_bits_add(s, p->bits, m->layout.size_bits);
	}
}

static size_t
write(const struct tables_seed *m, uint8_t *out, size_t room,
      struct mutate_random *r)
{
	static struct bit_string s;
	size_t size;

	s.n = 0;
	for (size_t i = 0; i < m->n; i++) {
		mutate_bits_add(&s, 3, 2);
		mutate_bits_add_text(&s, m->table[i].name);
		mutate_bits_add(&s, (uint32_t)m->table[i].n, 10);
		for (size_t k = 0; k < m->table[i].n; k++)
			write_prop(m, &s, &m->prop[m->table[i].first + k]);
	}
	mutate_bits_add(&s, 0, 1);
	mutate_bits_add(&s, (uint32_t)m->n_classes, 16);
	for (size_t i = 0; i < m->n_classes; i++) {
		mutate_bits_add(&s, m->class[i].id, 16);
		mutate_bits_add_text(&s, m->class[i].name);
		mutate_bits_add_text(&s, m->class[i].table);
	}
	if (mutate_pick(r, 8) == 0)
		mutate_bits_damage(&s, 0, s.n, r);
	if (s.n > 8 * (room - 1))
		s.n = 8 * (room - 1);
	out[0] = m->head;
	size = mutate_bits_pack(&s, out + 1, room - 1);
	return 1 + size;
}

/* --------------------------------------------------------------- engines */

size_t
LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
			unsigned seed)
{
	struct mutate_random r = mutate_random_from(seed);
	static struct tables_seed m;

	if (mutate_pick(&r, 6) == 0 || max_size < 2)
		return LLVMFuzzerMutate(data, size, max_size);
	parse(&m, data, size);
	for (uint32_t n = 1 + mutate_pick(&r, 4); n; n--)
		change(&m, &r);
	return write(&m, data, max_size, &r);
}

/* Joins the tables of the first input and the classes of the second input. */
size_t
LLVMFuzzerCustomCrossOver(const uint8_t *data1, size_t size1,
			  const uint8_t *data2, size_t size2, uint8_t *out,
			  size_t max_out, unsigned seed)
{
	struct mutate_random r = mutate_random_from(seed);
	static struct tables_seed a, b;

	if (max_out < 2)
		return 0;
	parse(&a, data1, size1);
	parse(&b, data2, size2);
	a.n_classes = b.n_classes;
	memcpy(a.class, b.class, sizeof(a.class));
	return write(&a, out, max_out, &r);
}
