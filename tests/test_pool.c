/* SPDX-License-Identifier: MIT */
/* test_pool.c - the bytes that edits insert: moved together when, and only when,
   enough of them are superseded */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "repair/edit.h"
#include "validator/core/memory.h"

static enum edits_status
add_bytes(struct edits *e, uint64_t off, uint64_t del, const void *bytes,
	  size_t size)
{
	return edits_add(e, &(struct edit){ .off = off,
					    .del = del,
					    .ins = { bytes, size } });
}

static enum edits_status
add(struct edits *e, uint64_t off, uint64_t del, const char *ins)
{
	return add_bytes(e, off, del, ins, strlen(ins));
}

/* What edit i inserts begins with this text. */
static void
expect_inserted(const struct edits *e, size_t i, const char *want)
{
	struct edit edit;

	cr_assert(edits_at(e, i, &edit));
	cr_assert_geq(edit.ins.len, strlen(want));
	cr_expect_arr_eq(edit.ins.ptr, want, strlen(want));
}

struct counted {
	size_t calls, live;
};

static void *
count_and_get(void *ctx, size_t size)
{
	struct counted *n = ctx;

	n->calls++;
	n->live++;
	return malloc(size);
}

static void
give_back(void *ctx, void *ptr)
{
	struct counted *n = ctx;

	if (n && ptr)
		n->live--;
	free(ptr);
}

static struct edits
counting(struct dfk_allocator *a, struct counted *n)
{
	struct edits e;

	*n = (struct counted){ 0 };
	*a = (struct dfk_allocator){ count_and_get, give_back, n };
	edits_open(&e, a, 99, 1 << 30);
	return e;
}

static void
close_all(struct edits *e, const struct counted *n)
{
	edits_close(e);
	cr_expect_eq(n->live, 0, "%zu are left", n->live);
}

/* What was superseded does not pile up. */
Test(pool, superseded_bytes_are_used_again)
{
	static const uint8_t bytes[1000] = { 'x' };
	struct dfk_allocator a;
	struct counted n;
	struct edits e = counting(&a, &n);

	e.pool_maximum = 4000;
	cr_expect_eq(add(&e, 0, 1, "first"), EDITS_OK);
	for (uint64_t i = 1; i < 3000; i++) {
		/* One grows, and the one after it keeps its place in the pool
		   from being the last. */
		cr_assert_eq(add_bytes(&e, 10, i, bytes, 1000), EDITS_OK);
		cr_assert_eq(add(&e, 5000 + i % 2, i % 2 ? 1 : 2, "y"),
			     i == 1 || i % 2 == 0 ? EDITS_OK : EDITS_CONFLICT);
	}
	cr_expect_leq(e.pool_capacity, 300000);
	cr_expect_eq(e.inserted, 1006);
	expect_inserted(&e, 0, "first");
	close_all(&e, &n);
}

static size_t refused_from;

static void *
refuse_large(void *ctx, size_t size)
{
	(void)ctx;
	return size >= refused_from ? NULL : malloc(size);
}

/* Without memory to move the pool together, that is said. */
Test(pool, no_memory_for_the_pool)
{
	static const uint8_t bytes[40000] = { 'x' };
	const struct dfk_allocator poor = { refuse_large, give_back, NULL };
	enum edits_status status = EDITS_OK;
	struct edits e;

	refused_from = SIZE_MAX;
	edits_open(&e, &poor, 99, 50000);
	for (uint64_t i = 1; i < 30 && status == EDITS_OK; i++) {
		/* The pool is as large as it gets: now it would be moved. */
		if (e.pool_used - e.inserted >= 2 * sizeof(bytes))
			refused_from = sizeof(bytes);
		status = add_bytes(&e, 10, i, bytes, 40000);
		if (status == EDITS_OK)
			cr_assert_eq(add(&e, 100 * i, 1, "y"), EDITS_OK);
	}
	cr_expect_eq(status, EDITS_NO_MEMORY);
	edits_close(&e);
}

/* Given one edit, there is room for 16 and for 64 bytes; it doubles when one more
   comes. */
Test(pool, grows_by_doubling)
{
	static const uint8_t bytes[64] = { 'x' };
	struct dfk_allocator a;
	struct counted n;
	struct edits e = counting(&a, &n);

	cr_assert_eq(add_bytes(&e, 0, 1, bytes, 1), EDITS_OK);
	cr_expect_eq(e.pool_capacity, 64);
	cr_assert_eq(add_bytes(&e, 0, 1, bytes, 63), EDITS_OK);
	cr_expect_eq(e.pool_capacity, 64);
	for (uint64_t i = 1; i < 16; i++)
		cr_assert_eq(add(&e, i, 1, i == 1 ? "y" : ""), EDITS_OK);
	cr_expect_eq(e.pool_capacity, 64);
	cr_expect_eq(e.capacity, 16);
	cr_assert_eq(add_bytes(&e, 16, 1, bytes, 64), EDITS_OK);
	cr_expect_eq(e.pool_capacity, 128);
	cr_expect_eq(e.capacity, 32);
	cr_expect_eq(n.calls, 4);
	close_all(&e, &n);
}

/* Where nothing is superseded, the pool grows by doubling and is never moved
   together, which would cost a copy for each edit. */
Test(pool, what_is_needed_is_not_moved)
{
	static const uint8_t bytes[30000] = { 'x' };
	struct dfk_allocator a;
	struct counted n;
	struct edits e = counting(&a, &n);

	for (uint64_t i = 0; i < 16; i++)
		cr_assert_eq(add_bytes(&e, i, 1, bytes, 30000), EDITS_OK);
	/* the list, and the pool: 32 KiB to 512 KiB */
	cr_expect_eq(n.calls, 1 + 5);
	cr_expect_eq(e.pool_used, 16 * 30000);
	close_all(&e, &n);
}

/* Inserts so many bytes before offset 9 in two edits, one in the pool after the
   other, and then one edit instead of the first. */
static void
supersede(struct edits *e, const uint8_t *bytes, size_t size)
{
	cr_assert_eq(add(e, 9, 1, "y"), EDITS_OK);
	cr_assert_eq(add_bytes(e, 4, 1, bytes, size), EDITS_OK);
	cr_assert_eq(add(e, 7, 1, "z"), EDITS_OK);
	cr_assert_eq(add(e, 4, 2, "w"), EDITS_OK);
}

/* Given superseded bytes, it is moved together when there are 65536 more of
   them than of others, and not one before; all others stay. */
Test(pool, moved_when_most_is_superseded)
{
	static const uint8_t bytes[1 << 17] = { 'x' };

	for (size_t size = 65536 + 1; size <= 65536 + 5; size++) {
		struct dfk_allocator a;
		struct counted n;
		struct edits e = counting(&a, &n);
		const bool moved = size >= 65536 + 3;

		supersede(&e, bytes, size);
		cr_expect_eq(e.inserted, 3);
		cr_expect_eq(e.pool_used, size + 3);
		/* More than there is room for. */
		cr_assert_eq(add_bytes(&e, 20, 1, bytes,
				       e.pool_capacity - size - 2),
			     EDITS_OK);
		cr_expect_eq(e.pool_used == e.inserted, moved, "%zu", size);
		cr_expect_eq(e.pool_capacity, moved ? 131072 : 262144);
		expect_inserted(&e, 0, "w");
		expect_inserted(&e, 1, "z");
		expect_inserted(&e, 2, "y");
		close_all(&e, &n);
	}
}

/* Given a list that is full to its last slot, or slots that are no longer in
   use, only what is in it is moved. */
Test(pool, only_the_list_is_moved)
{
	static const uint8_t bytes[200000] = { 'x' };

	for (uint64_t more = 0; more <= 12; more++) {
		struct dfk_allocator a;
		struct counted n;
		struct edits e = counting(&a, &n);

		/* Slots of edits that one edit covers. */
		for (uint64_t i = 0; i < 6; i++)
			cr_assert_eq(add(&e, 30 + 2 * i, 1, "gone"), EDITS_OK);
		cr_assert_eq(add(&e, 30, 20, ""), EDITS_OK);
		supersede(&e, bytes, sizeof(bytes));
		for (uint64_t i = 0; i < more; i++)
			cr_assert_eq(add(&e, 60 + 2 * i, 1, "i"), EDITS_OK);
		/* Instead of "y", which is superseded as it comes. */
		cr_assert_eq(add_bytes(&e, 9, 1, bytes, 100000), EDITS_OK);
		cr_expect_eq(e.pool_used, 100002 + more);
		cr_expect_eq(e.inserted, 100002 + more);
		expect_inserted(&e, 0, "w");
		expect_inserted(&e, 1, "z");
		expect_inserted(&e, 2, "x");
		close_all(&e, &n);
	}
}


/* Bytes that last are inserted from where they are, also when the pool around
   them is moved, and are no part of its limit. */
Test(pool, lasting_bytes_are_not_copied)
{
	static const unsigned char bytes[40000];
	struct counted n;
	struct dfk_allocator a;
	struct edits e = counting(&a, &n);
	struct edit edit;

	e.pool_maximum = 6;
	cr_assert_eq(add(&e, 1, 1, "one"), EDITS_OK);
	cr_assert_eq(edits_add(&e, &(struct edit){ .off = 5,
						   .del = 2,
						   .ins = { bytes,
							    sizeof(bytes) },
						   .lasting = true }),
		     EDITS_OK);
	cr_assert_eq(add(&e, 9, 1, "two"), EDITS_OK);
	cr_assert_eq(add(&e, 20, 0, "x"), EDITS_TOO_BIG);
	cr_expect_eq(e.inserted, 6);
	cr_expect_eq(edits_account(&e, 100).added, 2 + 39998 + 2);
	cr_assert(edits_at(&e, 1, &edit));
	cr_expect(edit.lasting && edit.ins.ptr == bytes);
	expect_inserted(&e, 2, "two");
	/* Superseded, it leaves the pool as it is. */
	cr_assert_eq(add(&e, 4, 4, ""), EDITS_OK);
	cr_assert(edits_at(&e, 1, &edit));
	cr_expect_eq(edit.ins.len, 0);
	cr_expect_eq(e.inserted, 6);
	expect_inserted(&e, 0, "one");
	expect_inserted(&e, 2, "two");
	edits_close(&e);
	cr_expect_eq(n.live, 0);
}
