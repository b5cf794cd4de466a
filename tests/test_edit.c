/* SPDX-License-Identifier: MIT */
/* test_edit.c - edits are sorted, accounted for, and applied in any pieces */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "repair/edit.h"
#include "validator/core/memory.h"

static struct dfk_allocator allocator;

static struct edits
fresh(size_t maximum)
{
	struct edits e;

	cr_assert(memory_pick(&allocator));
	edits_open(&e, &allocator, maximum, 64);
	return e;
}

static enum edits_status
add(struct edits *e, uint64_t off, uint64_t del, const char *ins)
{
	return edits_add(e,
			 &(struct edit){
				 .off = off,
				 .del = del,
				 .ins = { (const uint8_t *)ins, strlen(ins) },
			 });
}

struct output {
	char text[64];
	size_t n, most;
};

static int
take(void *ctx, const void *bytes, size_t size)
{
	struct output *o = ctx;

	if (o->n + size > o->most)
		return 1;
	memcpy(o->text + o->n, bytes, size);
	o->n += size;
	return 0;
}

/* Applied in pieces of `piece` bytes, the text becomes `want`. */
static void
expect_result(const struct edits *e, const char *text, size_t piece,
	      const char *want)
{
	struct output o = { .most = sizeof(o.text) - 1 };
	struct edits_writer w = { .edits = e, .write = take, .ctx = &o };
	struct span rest = { (const uint8_t *)text, strlen(text) };

	for (; rest.len; rest = span_tail(rest, piece))
		cr_assert(edits_writer_feed(&w, span_head(rest, piece)));
	cr_assert(edits_writer_finish(&w));
	cr_expect_str_eq(o.text, want, "pieces of %zu", piece);
}

Test(edit, applies_in_any_pieces)
{
	struct edits e = fresh(9);

	cr_expect_eq(add(&e, 0, 0, ">"), EDITS_OK);   /* insert at the start */
	cr_expect_eq(add(&e, 1, 2, ""), EDITS_OK);    /* drop bc */
	cr_expect_eq(add(&e, 3, 1, "DDD"), EDITS_OK); /* replace d, adjacent */
	cr_expect_eq(add(&e, 5, 0, "+"), EDITS_OK);   /* insert */
	cr_expect_eq(add(&e, 8, 2, ""), EDITS_OK);    /* drop ij */
	cr_expect_eq(add(&e, 10, 0, "<"), EDITS_OK);  /* insert at the end */
	for (size_t piece = 1; piece <= 10; piece++)
		expect_result(&e, "abcdefghij", piece, ">aDDDe+fgh<");
	edits_close(&e);
}

Test(edit, an_edit_is_taken_back)
{
	struct edits e = fresh(9);
	struct edit edit;

	cr_expect_eq(add(&e, 1, 1, "B"), EDITS_OK);
	cr_expect_eq(edits_add(&e, &(struct edit){ .off = 3,
						   .del = 1,
						   .why = RULE_dem_order,
						   .finding = 7 }),
		     EDITS_OK);
	cr_expect_eq(add(&e, 5, 2, "FG"), EDITS_OK);
	edits_take_back(&e, 4, 0); /* there is none */
	edits_take_back(&e, 0, 0);
	cr_expect_eq(e.n, 3);
	edits_take_back(&e, 3, 0);
	cr_expect_eq(e.n, 2);
	cr_expect(edits_at(&e, 1, &edit));
	cr_expect_eq(edit.off, 5);
	cr_expect_eq(edit.finding, 7, "it answers that one, too");
	cr_expect_eq(edit.why, RULE_dem_order);
	edits_take_back(&e, 1, 7);
	cr_expect_eq(e.inserted, 2);
	cr_expect_eq(e.n, 1);
	expect_result(&e, "abcdefghij", 3, "abcdeFGhij");
	/* No edit answers that finding, and none follows. */
	edits_take_back(&e, 5, 8);
	cr_expect_eq(e.n, 0);
	edits_close(&e);
}

/* Only what is inserted in the end counts, whatever was said before. */
Test(edit, superseded_insertions_do_not_count)
{
	struct edits e = fresh(9);

	e.pool_maximum = 4;
	cr_expect_eq(add(&e, 1, 1, "aa"), EDITS_OK);
	cr_expect_eq(add(&e, 3, 1, "b"), EDITS_OK);
	cr_expect_eq(add(&e, 1, 2, "ccc"), EDITS_OK);
	cr_expect_eq(e.inserted, 4);
	cr_expect_eq(add(&e, 5, 1, "d"), EDITS_TOO_BIG);
	cr_expect_eq(add(&e, 3, 2, ""), EDITS_OK);
	cr_expect_eq(add(&e, 5, 1, "d"), EDITS_OK);
	expect_result(&e, "0123456", 1, "0cccd6");
	edits_clear(&e);
	cr_expect_eq(e.inserted, 0);
	cr_expect_eq(add(&e, 0, 1, "abcd"), EDITS_OK);
	/* Far from the limit, too. */
	e.pool_maximum = 9;
	cr_expect_eq(add(&e, 2, 1, "e"), EDITS_OK);
	cr_expect_eq(add(&e, 0, 2, "fghijkl"), EDITS_OK);
	edits_close(&e);
}

/* What is wrong in a part has one fix: the last finding is what it goes for. */
Test(edit, the_same_bytes_go_once)
{
	struct edits e = fresh(1);
	struct edit drop = { .off = 2, .del = 3, .finding = 1 }, now;

	cr_expect_eq(edits_add(&e, &drop), EDITS_OK);
	drop.finding = 7;
	drop.lossy = true;
	cr_expect_eq(edits_add(&e, &drop), EDITS_OK);
	cr_expect_eq(e.n, 1);
	cr_assert(edits_at(&e, 0, &now));
	cr_expect_eq(now.finding, 7);
	cr_expect(now.lossy);
	cr_expect_eq(add(&e, 2, 3, "x"), EDITS_OK, "replaced instead");
	cr_expect_eq(edits_add(&e, &drop), EDITS_OK, "and dropped again");
	cr_expect_eq(e.inserted, 0);
	cr_expect_eq(add(&e, 2, 4, ""), EDITS_OK, "more of them");
	cr_expect_eq(e.n, 1);
	expect_result(&e, "abcdefgh", 8, "abgh");
	edits_close(&e);
}

Test(edit, no_edits_change_nothing)
{
	struct edits e = fresh(9);

	expect_result(&e, "abc", 2, "abc");
	expect_result(&e, "", 1, "");
	cr_expect_not(edits_at(&e, 0, &(struct edit){ .off = 0 }));
	edits_close(&e);
}

Test(edit, refuses_what_has_no_order)
{
	struct edits e = fresh(9);

	cr_expect_eq(add(&e, 4, 2, "x"), EDITS_OK);
	cr_expect_eq(add(&e, 5, 1, ""), EDITS_CONFLICT, "inside another");
	cr_expect_eq(add(&e, 5, 2, ""), EDITS_CONFLICT, "half of another");
	cr_expect_eq(add(&e, 3, 2, ""), EDITS_CONFLICT, "half of another");
	cr_expect_eq(add(&e, 6, 0, "y"), EDITS_OK, "adjacent");
	cr_expect_eq(add(&e, 6, 0, "z"), EDITS_CONFLICT, "two insertions");
	cr_expect_eq(add(&e, 7, 0, ""), EDITS_CONFLICT, "does nothing");
	cr_expect_eq(add(&e, UINT64_MAX, 2, ""), EDITS_CONFLICT, "overflows");
	cr_expect_eq(add(&e, UINT64_MAX - 1, 2, ""), EDITS_CONFLICT,
		     "overflows by one");
	cr_expect_eq(add(&e, 4, 0, "z"), EDITS_CONFLICT, "before the last");
	cr_expect_eq(e.n, 2);
	cr_expect_eq(add(&e, UINT64_MAX - 1, 1, ""), EDITS_OK, "at the end");
	cr_expect_eq(edits_end(&e), UINT64_MAX);
	edits_close(&e);
}

/* Given edits out of order, or one that covers others, each finds its place. */
Test(edit, finds_its_place)
{
	struct edits e = fresh(9);

	cr_expect_eq(add(&e, 7, 1, "H"), EDITS_OK);
	cr_expect_eq(add(&e, 2, 1, "C"), EDITS_OK, "goes back");
	cr_expect_eq(add(&e, 4, 0, "+"), EDITS_OK, "between them");
	cr_expect_eq(add(&e, 5, 1, "F"), EDITS_OK, "between them");
	expect_result(&e, "abcdefghij", 3, "abCd+eFgHij");
	cr_expect_eq(add(&e, 4, 3, "_"), EDITS_OK, "covers two");
	cr_expect_eq(e.n, 3);
	expect_result(&e, "abcdefghij", 3, "abCd_Hij");
	cr_expect_eq(add(&e, 4, 3, "*"), EDITS_OK, "the same bytes again");
	cr_expect_eq(add(&e, 0, 10, ""), EDITS_OK, "covers all");
	cr_expect_eq(e.n, 1);
	expect_result(&e, "abcdefghij", 3, "");
	edits_close(&e);
}

/* Given the rest of a map, inserted before a chunk that goes, it stays. */
Test(edit, a_part_of_its_own_is_not_covered_where_it_ends)
{
	static const uint8_t part[] = { 'M', 'A', 'P' };
	const struct edit rest = { .off = 4,
				   .ins = { part, sizeof(part) },
				   .apart = true };
	struct edits e = fresh(9);

	cr_expect_eq(edits_add(&e, &rest), EDITS_OK);
	cr_expect_eq(add(&e, 4, 0, "x"), EDITS_CONFLICT, "two insertions");
	cr_expect_eq(add(&e, 4, 2, ""), EDITS_OK, "the chunk");
	expect_result(&e, "abcdefghij", 3, "abcdMAPghij");
	cr_expect_eq(add(&e, 4, 3, "_"), EDITS_OK, "more of it");
	cr_expect_eq(add(&e, 4, 0, "x"), EDITS_CONFLICT, "no order");
	expect_result(&e, "abcdefghij", 3, "abcdMAP_hij");
	cr_expect_eq(add(&e, 3, 4, "_"), EDITS_OK, "covers both");
	expect_result(&e, "abcdefghij", 3, "abc_hij");
	edits_close(&e);
}

/* Given a loss that is inserted before the last bytes, which go twice: where nothing
   follows them, there is nothing to keep it for. */
Test(edit, a_loss_before_the_end_is_covered)
{
	static const uint8_t part[] = { 'M', 'A', 'P' };
	const struct edit rest = { .off = 4,
				   .ins = { part, sizeof(part) },
				   .apart = true,
				   .lossy = true };
	struct edit drop = { .off = 4, .del = 6 };
	struct edits e = fresh(9);

	cr_expect_eq(edits_add(&e, &rest), EDITS_OK);
	cr_expect_eq(edits_add(&e, &drop), EDITS_OK);
	cr_expect_eq(e.n, 2);
	drop.ends = true;
	cr_expect_eq(edits_add(&e, &drop), EDITS_OK);
	cr_expect_eq(e.n, 1);
	expect_result(&e, "abcdefghij", 3, "abcd");
	edits_close(&e);
}

/* Given a row of edits, each of which covers the one before, none of their
   bytes takes room from the limit. */
Test(edit, superseded_bytes_are_given_back)
{
	struct edits e = fresh(2);

	for (uint64_t i = 1; i < 100; i++)
		cr_assert_eq(add(&e, 0, i, "0123456789"), EDITS_OK);
	cr_expect_eq(e.pool_used, 10);
	cr_expect_eq(add(&e, 200, 1,
			 "0123456789012345678901234567890123456789012345678901"
			 "234"),
		     EDITS_TOO_BIG);
	cr_expect_eq(add(&e, 200, 1,
			 "0123456789012345678901234567890123456789012345678901"
			 "23"),
		     EDITS_OK);
	edits_close(&e);
}

/* An allocator that refuses once, after so many times. */
struct refusing {
	size_t after;
	bool refused;
};

static void *
refusing_get(void *ctx, size_t size)
{
	struct refusing *r = ctx;

	if (r->refused || r->after--)
		return malloc(size);
	r->refused = true;
	return NULL;
}

static void
refusing_put(void *ctx, void *at)
{
	(void)ctx;
	free(at);
}

/* Many edits, each of which covers the one before: false, one was refused. */
static bool
superseding(const struct dfk_allocator *from)
{
	static char text[5001];
	struct edits e;
	bool ok = true;

	memset(text, 'x', sizeof(text) - 1);
	edits_open(&e, from, 2, 1 << 20);
	for (uint64_t i = 1; ok && i < 100; i++) {
		const enum edits_status status = add(&e, 0, i, text);

		cr_expect(status == EDITS_OK || status == EDITS_NO_MEMORY);
		ok = status == EDITS_OK;
	}
	if (ok)
		cr_expect_lt(e.pool_used, 1 << 17, "it was moved together");
	edits_close(&e);
	return ok;
}

/* Wherever memory ends, that is told. */
Test(edit, no_memory)
{
	bool refused = true;

	for (size_t n = 0; refused; n++) {
		struct refusing r = { n, false };
		const struct dfk_allocator from = { refusing_get, refusing_put,
						    &r };

		cr_expect_eq(superseding(&from), !r.refused, "%zu", n);
		refused = r.refused;
	}
}

Test(edit, list_is_bounded)
{
	struct edits e = fresh(40);

	for (uint64_t i = 0; i < 40; i++)
		cr_assert_eq(add(&e, i * 2, 1, ""), EDITS_OK);
	cr_expect_eq(add(&e, 100, 1, ""), EDITS_FULL);
	struct edit last;

	cr_assert(edits_at(&e, 39, &last));
	cr_expect_eq(last.off, 78);
	cr_expect_eq(add(&e, 70, 9, ""), EDITS_OK, "five go, one comes");
	cr_expect_eq(e.n, 36);
	edits_clear(&e);
	cr_expect_eq(e.n, 0);
	edits_close(&e);
}

Test(edit, account_is_exact)
{
	struct edits e = fresh(9);
	struct edits_account a;

	add(&e, 0, 3, "x");   /* 1 changed, 2 dropped */
	add(&e, 4, 1, "yyy"); /* 1 changed, 2 added */
	add(&e, 9, 0, "z");   /* 1 added */
	a = edits_account(&e, 10);
	cr_expect_eq(a.kept, 6);
	cr_expect_eq(a.changed, 2);
	cr_expect_eq(a.dropped, 2);
	cr_expect_eq(a.added, 3);
	cr_expect_not(a.lossy);
	edits_close(&e);
}

/* Given a writer that is full, feeding or finishing says so. */
Test(edit, write_failure_is_told)
{
	struct edits e = fresh(9);
	struct output o = { .most = 2 };
	struct edits_writer w = { .edits = &e, .write = take, .ctx = &o };

	add(&e, 2, 0, "!");
	cr_expect(edits_writer_feed(&w,
				    (struct span){ (const uint8_t *)"ab", 2 }));
	cr_expect_not(edits_writer_finish(&w));
	w = (struct edits_writer){ .edits = &e, .write = take, .ctx = &o };
	cr_expect_not(edits_writer_feed(
		&w, (struct span){ (const uint8_t *)"ab", 2 }));
	edits_close(&e);
}

/* Given an end inside what an edit drops, its bytes are inserted once. */
Test(edit, finishing_twice_inserts_once)
{
	struct edits e = fresh(9);
	struct output o = { .most = sizeof(o.text) - 1 };
	struct edits_writer w = { .edits = &e, .write = take, .ctx = &o };

	add(&e, 2, 5, "!");
	cr_expect(edits_writer_feed(&w,
				    (struct span){ (const uint8_t *)"ab", 2 }));
	cr_expect(edits_writer_finish(&w));
	cr_expect(edits_writer_finish(&w));
	cr_expect_str_eq(o.text, "ab!");
	edits_close(&e);
}
