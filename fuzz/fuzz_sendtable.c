/* SPDX-License-Identifier: MIT */
/*
 * fuzz_sendtable.c - a head as in pieces.h, and a payload of dem_datatables
 *
 *   again    another copy of it gives the same findings
 *   bits     what was read is written to the same bits, up to the last class
 *   list     the properties of each class are those, and in that order, that a
 *            flattener finds which compares names and calls itself
 *   counts   no more tables, classes and properties of a class than there can be
 *   steps    fewer steps give the same tables, or no verdict
 *   memory   where memory or the budget ends, there are the first findings, and
 *            no others
 */
#include <stdlib.h>
#include <string.h>

#include "fuzz/contents.h"
#include "validator/sendtable/tables.h"

/* The tables of an input, after they were read. */
struct tables_run {
	struct contents *contents;
	struct sendtables *t;
	enum sendtable_status status;
};

static struct tables_run
read_tables(const struct blob *in, uint64_t failing, uint64_t most,
	    uint64_t steps)
{
	const uint8_t head = in->size ? in->at[0] : 0;
	const struct payload_piece piece = {
		.kind = PIECE_TABLES,
		.off = 1,
		.bytes = { in->at + 1, in->size ? in->size - 1 : 0 },
	};
	struct tables_run run = { .contents = contents_open(head) };

	run.t = &run.contents->tables;
	run.contents->failing = failing ? run.contents->allocations + failing
					: 0;
	run.contents->budget.most = most;
	run.contents->limits.table_steps = steps;
	contents_check(run.contents, &piece);
	run.status = run.contents->tables_status;
	return run;
}

/* ------------------------------------------------------------------- bits -- */

/* Reads bits whose values are known, from the first bit on. */
struct expected_bits {
	struct bit_reader b;
	const struct sendtables *t;
	struct sendtable_layout layout;
};

static void
expect(struct expected_bits *e, uint32_t value, unsigned bits)
{
	HOLDS(bits_u(&e->b, bits) == value);
	HOLDS(!e->b.fail);
}

static void
expect_name(struct expected_bits *e, uint32_t name)
{
	const struct span text = sendtables_name(e->t, name);

	for (size_t i = 0; i < text.len; i++)
		expect(e, text.ptr[i], 8);
	expect(e, 0, 8);
}

static void
expect_float(struct expected_bits *e, float value)
{
	uint32_t bits;

	memcpy(&bits, &value, sizeof(bits));
	expect(e, bits, 32);
}

static void
expect_prop(struct expected_bits *e, const struct sendtable_prop *p)
{
	const bool less = !e->layout.vector_xy && p->type > SENDTABLE_VECTOR;

	HOLDS(p->bit == e->b.pos);
	expect(e, p->type - (uint32_t)less, 5);
	expect_name(e, p->name);
	expect(e, p->flags, 16);
	if (p->type == SENDTABLE_TABLE || p->flags & SENDTABLE_EXCLUDE) {
		expect_name(e, p->target);
	} else if (p->type == SENDTABLE_ARRAY) {
		expect(e, p->elements, 10);
	} else {
		expect_float(e, p->low);
		expect_float(e, p->high);
		expect(e, p->bits, e->layout.size_bits);
	}
}

static void
check_bits(const struct tables_run *run, const struct blob *in)
{
	const struct sendtables *t = run->t;
	struct expected_bits e = {
		.b = bits_of((struct span){ in->at + 1, in->size - 1 }),
		.t = t,
		.layout = piece_tables_layout(in->at[0]),
	};

	for (size_t i = 0; i < t->tables.count; i++) {
		const struct sendtable_table *table = sendtables_table(t, i);

		expect(&e, 1, 1);
		HOLDS(table->bit == e.b.pos);
		bits_pass(&e.b, 1); /* the decoder bit */
		expect_name(&e, table->name);
		expect(&e, table->count, 10);
		for (uint32_t k = 0; k < table->count; k++)
			expect_prop(&e, sendtables_prop(t, table->first + k));
	}
	expect(&e, 0, 1);
	expect(&e, (uint32_t)t->classes.count, 16);
	for (size_t i = 0; i < t->classes.count; i++) {
		const struct sendtable_class *c = sendtables_class(t, i);

		HOLDS(c->bit == e.b.pos);
		bits_pass(&e.b, 16); /* the number of the class, which has
		                        its own finding */
		expect_name(&e, c->name);
		expect_name(&e, c->table_name);
	}
}

/* ------------------------------------------------------------------- list -- */

enum { MOST_MODEL = SENDTABLE_MOST_FLAT };

struct flat_list {
	size_t n;
	const struct sendtable_prop *prop[MOST_MODEL];
};

struct flat_model {
	const struct sendtables *t;
	size_t n_excluded;
	const struct sendtable_prop *excluded[4 * MOST_MODEL];
	bool seen[SENDTABLE_MOST_TABLES];
	struct flat_list done;
};

static bool
same_name(const struct sendtables *t, uint32_t a, uint32_t b)
{
	const struct span text = sendtables_name(t, a);
	const struct span other = sendtables_name(t, b);

	return span_equal(text, other.ptr, other.len);
}

/* Returns the first table with this name. */
static size_t
find_table(const struct sendtables *t, uint32_t name)
{
	size_t i = 0;

	while (i < t->tables.count &&
	       !same_name(t, sendtables_table(t, i)->name, name))
		i++;
	HOLDS(i < t->tables.count);
	return i;
}

static void
exclude(struct flat_model *m, size_t index)
{
	const struct sendtable_table *table = sendtables_table(m->t, index);

	if (m->seen[index])
		return;
	m->seen[index] = true;
	for (uint32_t k = 0; k < table->count; k++) {
		const struct sendtable_prop *p = sendtables_prop(
			m->t, table->first + k);

		if (p->flags & SENDTABLE_EXCLUDE) {
			HOLDS(m->n_excluded < COUNT_OF(m->excluded));
			m->excluded[m->n_excluded++] = p;
		} else if (p->type == SENDTABLE_TABLE) {
			exclude(m, find_table(m->t, p->target));
		}
	}
}

static bool
is_excluded(const struct flat_model *m, const struct sendtable_table *table,
	    const struct sendtable_prop *p)
{
	for (size_t i = 0; i < m->n_excluded; i++)
		if (same_name(m->t, m->excluded[i]->target, table->name) &&
		    same_name(m->t, m->excluded[i]->name, p->name))
			return true;
	return false;
}

static void
put(struct flat_list *list, const struct sendtable_prop *p)
{
	HOLDS(list->n < MOST_MODEL);
	list->prop[list->n++] = p;
}

static void walk(struct flat_model *m, size_t index, struct flat_list *list);

/* Adds the list of a table that is not collapsible.  This list comes before the list of
   the outer table. */
static void
walk_apart(struct flat_model *m, size_t index)
{
	struct flat_list *list = harness_memory(sizeof(*list));

	walk(m, index, list);
	for (size_t i = 0; i < list->n; i++)
		put(&m->done, list->prop[i]);
	free(list);
}

static void
walk(struct flat_model *m, size_t index, struct flat_list *list)
{
	const struct sendtable_table *table = sendtables_table(m->t, index);

	for (uint32_t k = 0; k < table->count; k++) {
		const struct sendtable_prop *p = sendtables_prop(
			m->t, table->first + k);

		if (p->flags & (SENDTABLE_EXCLUDE | SENDTABLE_INSIDE_ARRAY) ||
		    is_excluded(m, table, p))
			continue;
		if (p->type != SENDTABLE_TABLE)
			put(list, p);
		else if (p->flags & SENDTABLE_COLLAPSIBLE)
			walk(m, find_table(m->t, p->target), list);
		else
			walk_apart(m, find_table(m->t, p->target));
	}
}

static void
check_list(const struct sendtables *t, const struct sendtable_class *c)
{
	static struct flat_model m;
	const size_t root = find_table(t, c->table_name);
	size_t first = 0;

	m = (struct flat_model){ .t = t };
	exclude(&m, root);
	walk_apart(&m, root);
	for (size_t i = 0; i < m.done.n; i++) {
		const struct sendtable_prop *p = m.done.prop[i];

		if (!(p->flags & SENDTABLE_CHANGES_OFTEN))
			continue;
		m.done.prop[i] = m.done.prop[first];
		m.done.prop[first++] = p;
	}
	HOLDS(c->count == m.done.n);
	for (uint32_t i = 0; i < c->count; i++) {
		const struct sendtable_prop *p = sendtables_flat(t, c, i);

		HOLDS(p == m.done.prop[i]);
		if (p->type == SENDTABLE_ARRAY)
			HOLDS(sendtables_element(t, p) + 1 == p);
	}
}

static void
check_counts(const struct sendtables *t)
{
	HOLDS(t->tables.count <= SENDTABLE_MOST_TABLES);
	HOLDS(t->classes.count > 0);
	HOLDS(t->classes.count <= SENDTABLE_MOST_CLASSES);
	HOLDS(t->classes.count < UINT64_C(1) << t->class_bits);
	for (size_t i = 0; i < t->classes.count; i++)
		HOLDS(sendtables_class(t, i)->count <= SENDTABLE_MOST_FLAT);
}

/* ------------------------------------------------------------------- again -- */

static void
check_again(const struct blob *in, const struct tables_run *first)
{
	const struct blob copy = blob_copy(in->at, in->size);
	struct tables_run run = read_tables(&copy, 0, CONTENTS_MEMORY,
					    CONTENTS_STEPS);

	HOLDS(run.status == first->status);
	HOLDS(blob_equal(&run.contents->said, &first->contents->said));
	HOLDS(run.contents->allocations == first->contents->allocations);
	contents_close(run.contents);
	free(copy.at);
}

static void
check_steps(const struct blob *in, const struct tables_run *first,
	    uint64_t steps)
{
	struct tables_run run = read_tables(in, 0, CONTENTS_MEMORY, steps);

	if (run.status == SENDTABLE_READ)
		HOLDS(first->status == SENDTABLE_READ &&
		      run.t->flat.count == first->t->flat.count);
	else if (first->status == SENDTABLE_READ)
		HOLDS(run.status == SENDTABLE_UNDECIDED &&
		      run.t->report->limit_hits == 1);
	else
		HOLDS(run.status == first->status ||
		      run.status == SENDTABLE_UNDECIDED);
	contents_close(run.contents);
}

static void
check_memory(const struct blob *in, const struct tables_run *first,
	     uint64_t failing, uint64_t most)
{
	struct tables_run run = read_tables(in, failing, most, CONTENTS_STEPS);
	const struct blob *said = &run.contents->said;

	if (run.contents->budget.no_memory)
		HOLDS(run.status == SENDTABLE_NO_MEMORY);
	else if (run.contents->budget.reached)
		HOLDS(run.status == SENDTABLE_UNDECIDED);
	else
		HOLDS(run.status == first->status);
	HOLDS(said->size <= first->contents->said.size);
	HOLDS(said->size == 0 ||
	      memcmp(said->at, first->contents->said.at, said->size) == 0);
	contents_close(run.contents);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct blob in = blob_copy(data, size);
	struct tables_run run = read_tables(&in, 0, CONTENTS_MEMORY,
					    CONTENTS_STEPS);
	uint32_t seed = 2166136261u;

	for (size_t i = 0; i < size; i++)
		seed = (seed ^ data[i]) * 16777619u;
	if (run.status == SENDTABLE_READ) {
		check_counts(run.t);
		check_bits(&run, &in);
	}
	for (size_t i = 0;
	     run.status == SENDTABLE_READ && i < run.t->classes.count; i++)
		check_list(run.t, sendtables_class(run.t, i));
	if (harness_all || seed % 4 == 0)
		check_again(&in, &run);
	if (harness_all || seed % 4 == 1)
		check_steps(&in, &run, seed >> 2 & 0xff);
	if (harness_all || seed % 4 == 2)
		check_memory(&in, &run, 1 + (seed >> 2) % 32, CONTENTS_MEMORY);
	if (harness_all || seed % 4 == 3)
		check_memory(&in, &run, 0, seed >> 2 & 0xffff);
	contents_close(run.contents);
	free(in.at);
	return 0;
}
