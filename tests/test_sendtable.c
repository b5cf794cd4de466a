/* SPDX-License-Identifier: MIT */
/* test_sendtable.c - the data tables of a Source demo, and the lists of their
   classes */
#include <criterion/criterion.h>
#include <stdio.h>

#include "corpus/builder/dem_messages.h"
#include "validator/sendtable/sendtable.h"

static struct dfk_allocator allocator;

struct tables {
	struct report report;
	struct limits limits;
	struct budget budget;
	struct sendtables t;
	struct buffer payload;
	struct dem_writer_bits bits;
	enum sendtable_status status;
};

/* ---------------------------------------------------------------- writing */

static void
begin(struct tables *w)
{
	memory_pick(&allocator);
	*w = (struct tables){ .limits = limits_default(),
			      .budget = { .allocator = &allocator,
					  .most = 1 << 20 } };
	report_open(&w->report);
	w->bits = (struct dem_writer_bits){ .w = &w->payload, .width = 6 };
	sendtables_open(&w->t, &w->report, &w->limits, &w->budget);
}

static void
table(struct tables *w, const char *name, unsigned props)
{
	dem_bits(&w->bits, 1, 1);
	dem_bits(&w->bits, 1, 1);
	dem_bits_text(&w->bits, name);
	dem_bits(&w->bits, props, 10);
}

static void
prop(struct tables *w, unsigned type, const char *name, unsigned flags)
{
	dem_bits(&w->bits, type, 5);
	dem_bits_text(&w->bits, name);
	dem_bits(&w->bits, flags, 16);
}

static void
integer(struct tables *w, const char *name, unsigned flags)
{
	prop(w, 0, name, flags);
	dem_bits(&w->bits, 0, 32);
	dem_bits(&w->bits, 0, 32);
	dem_bits(&w->bits, 8, 7);
}

/* A table as a property, or what is excluded from it. */
static void
inner(struct tables *w, const char *name, unsigned flags, const char *target)
{
	prop(w, 6, name, flags);
	dem_bits_text(&w->bits, target);
}

static void
read_all(struct tables *w, const char *const *class_tables, unsigned n)
{
	const struct sendtable_layout layout = { true, 7 };

	dem_bits(&w->bits, 0, 1);
	dem_bits(&w->bits, n, 16);
	for (unsigned i = 0; i < n; i++) {
		dem_bits(&w->bits, i, 16);
		dem_bits_text(&w->bits, "CTest");
		dem_bits_text(&w->bits, class_tables[i]);
	}
	w->status = sendtables_read(
		&w->t, (struct span){ w->payload.bytes, w->payload.size },
		&layout);
}

static void
end(struct tables *w)
{
	sendtables_free(&w->t);
	cr_expect_eq(w->budget.used, 0, "%llu bytes are left",
		     (unsigned long long)w->budget.used);
	buffer_free(&w->payload);
}

/* The names of the properties of a class, in their order. */
static void
expect_list(const struct tables *w, size_t class, const char *want)
{
	const struct sendtable_class *c = sendtables_class(&w->t, class);
	char got[256] = "";

	for (uint32_t i = 0; i < c->count; i++) {
		const struct span name = sendtables_name(
			&w->t, sendtables_flat(&w->t, c, i)->name);

		strncat(got, (const char *)name.ptr, name.len);
		strcat(got, " ");
	}
	cr_expect_str_eq(got, want, "%s", got);
}

enum { EXCLUDED = 64, INSIDE_ARRAY = 256, OFTEN = 1024, COLLAPSED = 4096 };

/* ---------------------------------------------------------------- reading */

Test(sendtable, logarithms)
{
	cr_expect_eq(bits_log2(0), 0);
	cr_expect_eq(bits_log2(1), 0);
	cr_expect_eq(bits_log2(255), 7);
	cr_expect_eq(bits_log2(256), 8);
}

/* Given a table in a table, its properties come first; if it is collapsible, they
   come where it stands. */
Test(sendtable, inner_tables)
{
	static const char *const tables[] = { "DT_A", "DT_B" };
	struct tables w;

	begin(&w);
	table(&w, "DT_A", 3);
	integer(&w, "a", 0);
	inner(&w, "in", 0, "DT_In");
	integer(&w, "b", 0);
	table(&w, "DT_B", 3);
	integer(&w, "a", 0);
	inner(&w, "in", COLLAPSED, "DT_In");
	integer(&w, "b", 0);
	table(&w, "DT_In", 3);
	integer(&w, "x", 0);
	inner(&w, "deep", 0, "DT_Deep");
	integer(&w, "y", 0);
	table(&w, "DT_Deep", 1);
	integer(&w, "d", 0);
	read_all(&w, tables, 2);
	cr_expect_eq(w.status, SENDTABLE_READ);
	expect_list(&w, 0, "d x y a b ");
	expect_list(&w, 1, "d a x y b ");
	cr_expect_eq(w.t.class_bits, 2);
	end(&w);
}

/* The elements of an array are like the property before it. */
Test(sendtable, elements)
{
	static const char *const tables[] = { "DT_A" };
	struct tables w;

	begin(&w);
	table(&w, "DT_A", 3);
	integer(&w, "a", 0);
	integer(&w, "b", 256);
	prop(&w, 5, "c", 0);
	dem_bits(&w.bits, 1023, 10);
	read_all(&w, tables, 1);
	cr_expect_eq(w.status, SENDTABLE_READ);
	cr_expect_eq(sendtables_prop(&w.t, 2)->elements, 1023);
	cr_expect_eq(sendtables_element(&w.t, sendtables_prop(&w.t, 2)),
		     sendtables_prop(&w.t, 1));
	end(&w);
}

/* What is excluded anywhere is left out everywhere, but in this class only. */
Test(sendtable, exclusions)
{
	static const char *const tables[] = { "DT_A", "DT_B", "DT_C" };
	struct tables w;

	begin(&w);
	table(&w, "DT_A", 3);
	inner(&w, "in", 0, "DT_In");
	integer(&w, "x", 0);
	inner(&w, "x", EXCLUDED, "DT_In");
	table(&w, "DT_B", 1);
	inner(&w, "in", 0, "DT_In");
	table(&w, "DT_C", 2);
	inner(&w, "a", 0, "DT_A");
	inner(&w, "in", EXCLUDED, "DT_A");
	table(&w, "DT_In", 2);
	integer(&w, "x", 0);
	integer(&w, "y", 0);
	read_all(&w, tables, 3);
	cr_expect_eq(w.status, SENDTABLE_READ);
	expect_list(&w, 0, "y x ");
	expect_list(&w, 1, "x y ");
	expect_list(&w, 2, "x ");
	end(&w);
}

/* Up to network protocol 14 there is no vector of two: what comes behind it has
   the number before. */
Test(sendtable, old_types)
{
	static const enum sendtable_type types[] = { SENDTABLE_INT,
						     SENDTABLE_FLOAT,
						     SENDTABLE_VECTOR,
						     SENDTABLE_STRING };
	const struct sendtable_layout layout = { false, 6 };
	struct tables w;

	begin(&w);
	table(&w, "DT_A", COUNT_OF(types));
	for (unsigned i = 0; i < COUNT_OF(types); i++) {
		prop(&w, i, "x", 0);
		dem_bits(&w.bits, 0x3f800000, 32);
		dem_bits(&w.bits, 0x40000000, 32);
		dem_bits(&w.bits, 32, 6);
	}
	dem_bits(&w.bits, 0, 1);
	dem_bits(&w.bits, 1, 16);
	dem_bits(&w.bits, 0, 16);
	dem_bits_text(&w.bits, "CTest");
	dem_bits_text(&w.bits, "DT_A");
	cr_expect_eq(sendtables_read(
			     &w.t,
			     (struct span){ w.payload.bytes, w.payload.size },
			     &layout),
		     SENDTABLE_READ);
	for (size_t i = 0; i < COUNT_OF(types); i++) {
		const struct sendtable_prop *p = sendtables_prop(&w.t, i);

		cr_expect_eq(p->type, types[i], "%zu", i);
		cr_expect_eq(p->bits, 32);
		cr_expect_float_eq(p->low, 1, 0);
		cr_expect_float_eq(p->high, 2, 0);
		cr_expect_eq(p->inner, SENDTABLE_NONE);
	}
	cr_expect_eq(w.t.class_bits, 1);
	end(&w);
}

/* Those that change often are swapped forward; the order of the others changes. */
Test(sendtable, often)
{
	static const char *const tables[] = { "DT_A" };
	struct tables w;

	begin(&w);
	table(&w, "DT_A", 5);
	integer(&w, "a", 0);
	integer(&w, "b", 0);
	integer(&w, "c", OFTEN);
	integer(&w, "d", 0);
	integer(&w, "e", OFTEN);
	read_all(&w, tables, 1);
	expect_list(&w, 0, "c e a d b ");
	end(&w);
}

/* A name that is part of another one is another name. */
Test(sendtable, names)
{
	static const char *const tables[] = { "DT_A" };
	struct tables w;

	begin(&w);
	table(&w, "DT_A", 3);
	integer(&w, "ab", 0);
	integer(&w, "a", 0);
	inner(&w, "a", EXCLUDED, "DT_A");
	read_all(&w, tables, 1);
	expect_list(&w, 0, "ab ");
	end(&w);
}

/* Thirty tables, each of which holds the next one twice, are 2^30 lists. */
Test(sendtable, walks_that_never_end)
{
	enum { DEEP = 30 };
	static const char *const tables[] = { "t0" };
	struct tables w;

	begin(&w);
	for (unsigned i = 0; i < DEEP; i++) {
		char name[8], next[8];

		snprintf(name, sizeof(name), "t%u", i);
		snprintf(next, sizeof(next), "t%u", i + 1);
		table(&w, name, 2);
		inner(&w, "l", 0, next);
		inner(&w, "r", COLLAPSED, next);
	}
	table(&w, "t30", 0);
	read_all(&w, tables, 1);
	cr_expect_eq(w.status, SENDTABLE_UNDECIDED);
	cr_expect_eq(w.report.hits[RULE_limit_table_steps], 1);
	cr_expect_eq(w.report.errors, 1);
	end(&w);
}

/* As many steps as are needed are enough; one less is not, and that is said, but
   not if memory ended. */
Test(sendtable, walks_of_so_many_steps)
{
	static const char *const tables[] = { "DT_A", "DT_A" };
	uint64_t steps = 0;
	bool read = false;

	for (; !read && steps < 100; steps++) {
		struct tables w;

		begin(&w);
		w.limits.table_steps = steps;
		table(&w, "DT_A", 2);
		integer(&w, "a", 0);
		integer(&w, "b", 0);
		read_all(&w, tables, 2);
		read = w.status == SENDTABLE_READ;
		cr_expect_eq(w.status == SENDTABLE_UNDECIDED, !read);
		cr_expect_eq(w.report.hits[RULE_limit_table_steps], !read);
		end(&w);
	}
	/* Of each class: its properties twice, and the end of the table. */
	cr_expect_eq(steps - 1, 10, "%d", (int)steps);
	for (uint64_t most = 0; most < 5000; most += 8) {
		struct tables w;

		begin(&w);
		w.limits.table_steps = 5;
		w.budget.most = most;
		table(&w, "DT_A", 2);
		integer(&w, "a", 0);
		integer(&w, "b", 0);
		read_all(&w, tables, 1);
		cr_expect_eq(w.status == SENDTABLE_READ, !w.budget.reached);
		cr_expect_eq(w.report.hits[RULE_limit_table_steps], 0);
		end(&w);
	}
}

/* Whatever memory there is, all of it is given back, and what was missing is said;
   nothing is wrong with what could not be kept. */
Test(sendtable, memory)
{
	static const char *const tables[] = { "DT_A" };
	uint64_t most = 0;
	bool read = false;

	for (; !read && most < 1 << 16; most += 10) {
		struct tables w;

		begin(&w);
		w.budget.most = most;
		table(&w, "DT_A", 40);
		for (unsigned i = 0; i < 20; i++) {
			integer(&w, "m_n", INSIDE_ARRAY);
			prop(&w, 5, "!x", 0);
			dem_bits(&w.bits, 3, 10);
		}
		read_all(&w, tables, 1);
		read = w.status == SENDTABLE_READ;
		cr_expect(read || w.status == SENDTABLE_UNDECIDED);
		cr_expect_eq(read, !w.budget.reached);
		cr_expect_eq(w.report.errors, 0);
		end(&w);
	}
	cr_expect(read);
	cr_expect_gt(most, 3000);
}
