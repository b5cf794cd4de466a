/* SPDX-License-Identifier: MIT */
/* names.c - gives equal names the same number, and finds the targets of references */
#include "validator/core/sort.h"
#include "validator/sendtable/tables.h"

/* Numbers in sorted order, and the memory for sorting. */
struct sorted {
	struct growing order, spare;
};

static uint32_t
sorted_at(const struct sorted *s, size_t index)
{
	uint32_t number;

	memcpy(&number, growing_at(&s->order, index), sizeof(number));
	return number;
}

static bool
sorted_open(struct sorted *s, const struct sendtables *t, size_t n,
	    sort_compare *compare)
{
	uint32_t *order, *spare;

	*s = (struct sorted){ { .size = sizeof(*order) },
			      { .size = sizeof(*spare) } };
	if (n == 0)
		return true;
	order = growing_add(&s->order, t->budget, n);
	spare = growing_add(&s->spare, t->budget, n);
	if (order && spare)
		sort_numbers(order, spare, n, compare, t);
	return order && spare;
}

static void
sorted_free(struct sorted *s, const struct sendtables *t)
{
	growing_free(&s->order, t->budget);
	growing_free(&s->spare, t->budget);
}

/* ------------------------------------------------------------------ names */

static int
compare_spans(struct span a, struct span b)
{
	const size_t n = a.len < b.len ? a.len : b.len;
	const int order = n ? memcmp(a.ptr, b.ptr, n) : 0;

	return order ? order : (a.len > b.len) - (a.len < b.len);
}

static int
compare_table_names(const void *ctx, uint32_t a, uint32_t b)
{
	const struct sendtables *t = ctx;

	return compare_spans(sendtables_name(t, a), sendtables_name(t, b));
}

static bool
number_names(struct sendtables *t)
{
	struct sorted s;
	uint32_t number = 0, last = 0;
	bool done = sorted_open(&s, t, t->names.count, compare_table_names);

	for (size_t i = 0; done && i < t->names.count; i++) {
		const uint32_t name = sorted_at(&s, i);

		if (i > 0 && compare_table_names(t, last, name) != 0)
			number++;
		sendtables_name_at(t, name)->number = number;
		last = name;
	}
	sorted_free(&s, t);
	return done;
}

/* ------------------------------------------------------------------- keys */

/* The number of the name of the table that contains a property, or that an exclusion
   names. */
static uint32_t
table_number(const struct sendtables *t, const struct sendtable_prop *p)
{
	return sendtables_number(t,
				 p->flags & SENDTABLE_EXCLUDE
					 ? p->target
					 : sendtables_table(t, p->table)->name);
}

static int
compare_keys(const void *ctx, uint32_t a, uint32_t b)
{
	const struct sendtables *t = ctx;
	const struct sendtable_prop *p = sendtables_prop(t, a);
	const struct sendtable_prop *q = sendtables_prop(t, b);
	const uint32_t table = table_number(t, p), other = table_number(t, q);
	const uint32_t name = sendtables_number(t, p->name);
	const uint32_t another = sendtables_number(t, q->name);

	if (table != other)
		return table < other ? -1 : 1;
	return (name > another) - (name < another);
}

static bool
number_keys(struct sendtables *t)
{
	struct sorted s;
	uint32_t key = 0, last = 0;
	bool done = sorted_open(&s, t, t->props.count, compare_keys);

	for (size_t i = 0; done && i < t->props.count; i++) {
		const uint32_t prop = sorted_at(&s, i);

		if (i > 0 && compare_keys(t, last, prop) != 0)
			key++;
		sendtables_prop(t, prop)->key = key;
		last = prop;
	}
	sorted_free(&s, t);
	return done;
}

/* ----------------------------------------------------------------- tables */

/* Returns a list of the first table with each name.  The index in the list is the number
   of the name. */
static uint16_t *
table_of(const struct growing *by_number, const struct sendtables *t,
	 uint32_t name)
{
	return growing_at(by_number, sendtables_number(t, name));
}

static void
check_table_name(struct sendtables *t, const struct sendtable_table *table,
		 bool again)
{
	const bool empty = sendtables_name(t, table->name).len == 0;

	if (again || empty)
		sendtables_report(
			t, RULE_dem_table_name,
			&(struct sendtable_place){ .bit = table->bit }, "%s",
			empty ? "an empty name"
			      : "the name of an earlier table");
}

static void
note_tables(struct sendtables *t, const struct growing *by_number)
{
	for (size_t i = 0; i < t->tables.count; i++) {
		const struct sendtable_table *table = sendtables_table(t, i);
		uint16_t *index = table_of(by_number, t, table->name);

		check_table_name(t, table, *index != SENDTABLE_NONE);
		if (*index == SENDTABLE_NONE)
			*index = (uint16_t)i;
	}
}

static void
find_tables(struct sendtables *t, const struct growing *by_number)
{
	for (size_t i = 0; i < t->props.count; i++) {
		struct sendtable_prop *p = sendtables_prop(t, i);

		if (p->type == SENDTABLE_TABLE || p->flags & SENDTABLE_EXCLUDE)
			p->inner = *table_of(by_number, t, p->target);
	}
	for (size_t i = 0; i < t->classes.count; i++) {
		struct sendtable_class *c = growing_at(&t->classes, i);

		c->table = *table_of(by_number, t, c->table_name);
	}
}

bool
sendtables_resolve(struct sendtables *t)
{
	struct growing by_number = { .size = sizeof(uint16_t) };
	void *numbers;

	if (!number_names(t) || !number_keys(t))
		return false;
	/* There is always at least one class, and its name. */
	numbers = growing_add(&by_number, t->budget, t->names.count);
	if (numbers) {
		memset(numbers, 0xff, t->names.count * by_number.size);
		note_tables(t, &by_number);
		find_tables(t, &by_number);
	}
	growing_free(&by_number, t->budget);
	return numbers != NULL;
}
