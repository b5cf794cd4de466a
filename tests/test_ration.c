/* SPDX-License-Identifier: MIT */
/* test_ration.c - the memory of a decoder: what it gets, gives back and keeps */
#include <criterion/criterion.h>
#include <stdint.h>

#include "tests/support.h"
#include "validator/core/memory.h"
#include "validator/core/ration.h"

static const struct dfk_allocator *
allocator(void)
{
	static struct dfk_allocator a;

	cr_assert(memory_pick(&a));
	return &a;
}

/* Given back, a piece serves again, and others get what it took. */
Test(ration, pieces_serve_again)
{
	struct ration r;
	void *a, *b;

	ration_open(&r, allocator(), 100);
	a = ration_get(&r, 6, 10);
	b = ration_get(&r, 1, 40);
	cr_assert(a && b);
	cr_expect_eq(r.left, 0);
	ration_put(&r, NULL);
	ration_put(&r, a);
	cr_expect_eq(ration_get(&r, 60, 1), a);
	ration_put(&r, a);
	cr_expect(ration_get(&r, 1, 50), "what is kept makes room");
	cr_expect_eq(r.left, 10);
	cr_expect(!r.over);
	cr_expect_null(ration_get(&r, 1, 11));
	cr_expect(r.over);
	ration_close(&r);
	cr_expect_eq(r.left, 100);
}

Test(ration, nothing_and_too_much)
{
	struct ration r;

	ration_open(&r, allocator(), UINT64_MAX);
	cr_expect(ration_get(&r, 0, 8));
	cr_expect_null(ration_get(&r, SIZE_MAX, 2));
	cr_expect(r.over);
	ration_close(&r);
}

/* Given all places are taken, it is over, too. */
Test(ration, more_pieces_than_places)
{
	struct ration r;

	ration_open(&r, allocator(), 1 << 20);
	for (size_t i = 0; i < RATION_PIECES; i++)
		cr_assert(ration_get(&r, 1, 1));
	cr_expect(!r.over);
	cr_expect_null(ration_get(&r, 1, 1));
	cr_expect(r.over);
	ration_close(&r);
}

/* Given no memory, that is no limit. */
Test(ration, no_memory)
{
	struct starving s = { .left = 1 };
	const struct dfk_allocator a = { starving_get, starving_put, &s };
	struct ration r;

	ration_open(&r, &a, 100);
	cr_expect(ration_get(&r, 1, 10));
	cr_expect_null(ration_get(&r, 1, 20));
	cr_expect(!r.over);
	cr_expect_eq(r.left, 90);
	ration_close(&r);
}
