/* SPDX-License-Identifier: MIT */
/* test_growing.c - arrays that grow under a budget, and a sort */
#include <criterion/criterion.h>

#include "tests/support.h"
#include "validator/core/growing.h"
#include "validator/core/sort.h"

struct growth {
	struct starving starving;
	struct dfk_allocator allocator;
	struct budget budget;
	struct growing items;
};

static void
begin(struct growth *g, uint64_t most)
{
	*g = (struct growth){ .starving.left = SIZE_MAX,
			      .items.size = sizeof(uint32_t) };
	g->allocator = (struct dfk_allocator){ starving_get, starving_put,
					       &g->starving };
	g->budget = (struct budget){ .allocator = &g->allocator, .most = most };
}

static void
end(struct growth *g)
{
	growing_free(&g->items, &g->budget);
	cr_expect_eq(g->budget.used, 0);
	cr_expect_eq(g->items.count, 0);
	cr_expect_eq(g->items.capacity, 0);
	cr_expect_eq(g->items.size, sizeof(uint32_t));
}

static bool
add(struct growth *g, uint32_t value)
{
	uint32_t *item = growing_add(&g->items, &g->budget, 1);

	if (item)
		*item = value;
	return item != NULL;
}

/* Room is made for 16 items at first, and then for twice as many. */
Test(growing, keeps_what_it_has)
{
	struct growth g;

	begin(&g, 1 << 20);
	for (uint32_t i = 0; i < 100; i++) {
		const size_t room = i < 16   ? 16
				    : i < 32 ? 32
				    : i < 64 ? 64
					     : 128;

		cr_assert(add(&g, 1000 + i));
		cr_expect_eq(g.items.count, i + 1);
		cr_expect_eq(g.items.capacity, room, "%u", i);
		cr_expect_eq(g.budget.used, 4 * room, "%u", i);
	}
	for (uint32_t i = 0; i < 100; i++)
		cr_expect_eq(*(uint32_t *)growing_at(&g.items, i), 1000 + i);
	end(&g);
}

Test(growing, makes_room_for_all_that_is_added)
{
	struct growth g;
	uint32_t *items;

	begin(&g, 1 << 20);
	cr_assert(add(&g, 7));
	items = growing_add(&g.items, &g.budget, 31);
	cr_assert_not_null(items);
	cr_expect_eq(g.items.capacity, 32);
	cr_expect_eq(items, growing_at(&g.items, 1));
	items = growing_add(&g.items, &g.budget, 33);
	cr_assert_not_null(items);
	cr_expect_eq(g.items.capacity, 65);
	cr_expect_eq(g.items.count, 65);
	cr_expect_eq(items, growing_at(&g.items, 32));
	cr_expect_eq(*(uint32_t *)growing_at(&g.items, 0), 7);
	end(&g);
}

/* A budget of exactly what is needed is enough; a byte less is not, and then
   nothing is added any more, though there may be room. */
Test(growing, within_a_budget)
{
	struct growth g;

	begin(&g, 63);
	cr_expect_not(add(&g, 0));
	cr_expect(g.budget.reached);
	cr_expect_not(g.budget.no_memory);
	end(&g);
	begin(&g, 64);
	for (uint32_t i = 0; i < 16; i++)
		cr_expect(add(&g, i));
	cr_expect_not(g.budget.reached);
	cr_expect_not(add(&g, 16));
	cr_expect(g.budget.reached);
	cr_expect_eq(g.items.count, 16);
	cr_expect_eq(g.budget.used, 64);
	end(&g);
	/* What is moved is given back. */
	begin(&g, 128);
	for (uint32_t i = 0; i < 32; i++)
		cr_expect(add(&g, i));
	cr_expect_not(g.budget.reached);
	end(&g);
	begin(&g, 127);
	for (uint32_t i = 0; i < 16; i++)
		cr_expect(add(&g, i));
	cr_expect_not(add(&g, 16));
	end(&g);
}

/* Two arrays share a budget. */
Test(growing, one_budget_for_all)
{
	struct growth g;
	struct growing other = { .size = 1 };

	begin(&g, 80);
	cr_expect(add(&g, 0));
	cr_expect_not_null(growing_add(&other, &g.budget, 16));
	cr_expect_eq(g.budget.used, 80);
	cr_expect_null(growing_add(&other, &g.budget, 1));
	cr_expect(g.budget.reached);
	/* Where there is room, it is used. */
	cr_expect(add(&g, 1));
	cr_expect_not_null(growing_add(&g.items, &g.budget, 14));
	cr_expect_null(growing_add(&g.items, &g.budget, 1));
	growing_free(&other, &g.budget);
	cr_expect_eq(g.budget.used, 64);
	end(&g);
}

Test(growing, memory_that_is_refused)
{
	struct growth g;

	begin(&g, 1 << 20);
	g.starving.left = 1;
	for (uint32_t i = 0; i < 16; i++)
		cr_expect(add(&g, i));
	cr_expect_not(add(&g, 16));
	cr_expect(g.budget.no_memory);
	cr_expect_not(g.budget.reached);
	cr_expect_eq(g.budget.used, 64);
	cr_expect_eq(g.items.count, 16);
	cr_expect_eq(*(uint32_t *)growing_at(&g.items, 15), 15);
	/* It is not asked for a second time. */
	g.starving.left = 1;
	cr_expect_not(add(&g, 16));
	cr_expect_eq(g.starving.left, 1);
	end(&g);
}

/* ------------------------------------------------------------------- sort */

enum { MOST_NUMBERS = 70 };

struct sort_values {
	unsigned of[MOST_NUMBERS];
	unsigned compared;
};

static int
compare(const void *ctx, uint32_t a, uint32_t b)
{
	struct sort_values *v = (struct sort_values *)(uintptr_t)ctx;

	v->compared++;
	return (v->of[a] > v->of[b]) - (v->of[a] < v->of[b]);
}

/* Given any number of values, some of them equal, they come in their order,
   and equal ones in the order of their numbers; with n log n comparisons. */
Test(sort, any_number)
{
	unsigned chance = 1;

	for (uint32_t n = 0; n <= MOST_NUMBERS; n++) {
		struct sort_values v = { .compared = 0 };
		uint32_t order[MOST_NUMBERS + 1], spare[MOST_NUMBERS + 1];
		unsigned log = 0;

		while (1u << log < n)
			log++;
		for (uint32_t i = 0; i < n; i++) {
			chance = chance * 1103515245 + 12345;
			v.of[i] = chance >> 16 & 15;
		}
		order[n] = spare[n] = 77;
		sort_numbers(order, spare, n, compare, &v);
		cr_expect_eq(order[n], 77);
		cr_expect_eq(spare[n], 77);
		for (uint32_t i = 1; i < n; i++) {
			const uint32_t a = order[i - 1], b = order[i];

			cr_expect(v.of[a] < v.of[b] ||
					  (v.of[a] == v.of[b] && a < b),
				  "%u of %u", i, n);
		}
		cr_expect_leq(v.compared, n * log, "%u", n);
	}
}

Test(sort, reversed)
{
	struct sort_values v = { .compared = 0 };
	uint32_t order[5], spare[5];

	for (unsigned i = 0; i < 5; i++)
		v.of[i] = 5 - i;
	sort_numbers(order, spare, 5, compare, &v);
	for (uint32_t i = 0; i < 5; i++)
		cr_expect_eq(order[i], 4 - i);
}
