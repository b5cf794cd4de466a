/* SPDX-License-Identifier: MIT */
/*
 * test_session.c - memory that runs out, and inputs that change between check and
 * repair
 */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support.h"

/* --------------------------------------------------------------- memory -- */

struct refusing {
	size_t calls, refuse_at;
};

static void *
refusing_alloc(void *ctx, size_t size)
{
	struct refusing *r = ctx;

	return r->calls++ == r->refuse_at ? NULL : malloc(size);
}

static void
refusing_free(void *ctx, void *ptr)
{
	(void)ctx;
	free(ptr);
}

/* A call says at once that there is no memory, and every later call says the
   same. */
static enum dfk_status
drive(struct dfk_check *check, const struct bytes *b, size_t piece,
      const struct refusing *r)
{
	enum dfk_status status = DFK_OK;

	for (size_t at = 0; at < b->n && status == DFK_OK; at += piece) {
		status = dfk_feed(check, b->at + at,
				  b->n - at < piece ? b->n - at : piece);
		cr_expect_eq(status == DFK_NO_MEMORY, r->calls > r->refuse_at);
	}
	if (status == DFK_OK)
		status = dfk_finish(check);
	if (status != DFK_OK) {
		cr_expect_eq(dfk_feed(check, "x", 1), DFK_NO_MEMORY);
		cr_expect_eq(dfk_finish(check), DFK_NO_MEMORY);
		cr_expect_null(dfk_result_of(check));
	}
	return status;
}

static void
sweep(const struct bytes *b, size_t piece)
{
	for (size_t n = 0; n < 100; n++) {
		struct refusing r = { .refuse_at = n };
		const struct dfk_options o = {
			DFK_OPTIONS,
			.allocator = { refusing_alloc, refusing_free, &r },
		};
		struct dfk_check *check;
		enum dfk_status status = dfk_open(&o, &check);

		if (status == DFK_OK)
			status = drive(check, b, piece, &r);
		dfk_close(check);
		if (status == DFK_OK)
			return;
		cr_expect_eq(status, DFK_NO_MEMORY);
	}
	cr_expect_fail("it never succeeds");
}

Test(session, no_memory_is_final_however_the_bytes_come)
{
	static unsigned char text[9000];
	struct bytes b = recording(), z, one = { 1, text };

	/* DROP 0 with a reason that the window has to grow for */
	memset(text, 'a', sizeof(text) - 1);
	put(&b, "\x48\x00", 2);
	put(&b, text, sizeof(text));
	z = gzip(&b);
	for (size_t piece = 1; piece < 20000; piece = piece * 3 + 1) {
		sweep(&b, piece);
		sweep(&z, piece);
		sweep(&one, piece);
	}
	free(z.at);
	free(b.at);
}

Test(session, half_an_allocator_is_none)
{
	struct dfk_check *check;

	cr_expect_eq(dfk_open(
			     &(struct dfk_options){
				     DFK_OPTIONS,
				     .allocator.alloc = refusing_alloc },
			     &check),
		     DFK_BAD_ARGUMENT);
	cr_expect_eq(
		dfk_open(
			&(struct dfk_options){
				DFK_OPTIONS, .allocator.free = refusing_free },
			&check),
		DFK_BAD_ARGUMENT);
}

/* --------------------------------------------------------------- repair -- */

/* Repairs `b` as if it was what was checked; returns the last status. */
static enum dfk_status
repair_other(const struct bytes *was, const struct bytes *now)
{
	struct dfk_check *check;
	struct dfk_repair *repair;
	struct bytes out = { 0, NULL };
	enum dfk_status status;

	cr_assert_eq(
		dfk_open(&(struct dfk_options){ DFK_OPTIONS, .no_hash = true },
			 &check),
		DFK_OK);
	feed_in(check, was, was->n);
	cr_assert_eq(dfk_repair_open(check, collect, &out, &repair), DFK_OK);
	status = dfk_repair_feed(repair, now->at, now->n);
	if (status == DFK_OK)
		status = dfk_repair_finish(repair);
	cr_expect_eq(dfk_repair_feed(repair, "", 0),
		     status == DFK_OK ? DFK_BAD_STATE : status);
	cr_expect_eq(dfk_repair_finish(repair),
		     status == DFK_OK ? DFK_BAD_STATE : status);
	dfk_repair_close(repair);
	dfk_close(check);
	free(out.at);
	return status;
}

/* Given a gzip file of the same size that holds more or less, it is told. */
Test(session, other_bytes_of_the_same_size)
{
	struct bytes few = finished(), many = recording(), z, y;

	put_times(&many, "\x00\x01\x02", 3, 3000);
	put(&many, "\x40", 1);
	z = gzip(&few);
	y = gzip(&many);
	/* bytes behind the member make the sizes equal */
	while (z.n < y.n)
		put(&z, "x", 1);
	while (y.n < z.n)
		put(&y, "x", 1);
	cr_expect_eq(repair_other(&z, &z), DFK_OK);
	cr_expect_eq(repair_other(&z, &y), DFK_CHANGED);
	cr_expect_eq(repair_other(&y, &z), DFK_CHANGED);
	cr_expect_eq(repair_other(&few, &many), DFK_CHANGED);
	cr_expect_eq(repair_other(&many, &few), DFK_CHANGED);
	free(z.at);
	free(y.at);
	free(few.at);
	free(many.at);
}

/* Given a disk that is full at the last byte, the repair has failed. */
static int
refuse_finish(void *ctx, const void *bytes, size_t size)
{
	(void)ctx, (void)bytes;
	return size == 1;
}

Test(session, end_mark_that_cannot_be_written)
{
	struct bytes b = recording();
	struct dfk_check *check;
	struct dfk_repair *repair;

	cr_assert_eq(dfk_open(NULL, &check), DFK_OK);
	feed_in(check, &b, b.n);
	cr_assert_eq(dfk_repair_open(check, refuse_finish, NULL, &repair),
		     DFK_OK);
	cr_expect_eq(dfk_repair_feed(repair, b.at, b.n), DFK_OK);
	cr_expect_eq(dfk_repair_finish(repair), DFK_WRITE_FAILED);
	cr_expect_eq(dfk_repair_finish(repair), DFK_WRITE_FAILED);
	dfk_repair_close(repair);
	dfk_close(check);
	free(b.at);
}

/* ------------------------------------------------------------ arguments -- */

Test(session, values_out_of_range)
{
	const struct dfk_rule foreign = { .id = "no.rule" };
	struct dfk_check *check;
	struct dfk_edit edit;

	cr_assert_eq(dfk_open(NULL, &check), DFK_OK);
	for (size_t i = 0; i < dfk_limit_count(); i++) {
		const struct dfk_limit *limit = dfk_limit_at(i);

		cr_expect_eq(
			dfk_set_limit(check, limit->name, limit->maximum + 1),
			DFK_BAD_ARGUMENT, "%s", limit->name);
		cr_expect_eq(dfk_set_limit(check, limit->name, limit->value),
			     DFK_OK, "%s", limit->name);
	}
	cr_expect_eq(dfk_set_severity(check, "file.empty",
				      (enum dfk_severity)(DFK_ERROR + 1)),
		     DFK_BAD_ARGUMENT);
	cr_expect_eq(
		dfk_set_severity(check, "teehistorian.unknown_id", DFK_ERROR),
		DFK_OK, "fatal as it is");
	cr_assert_eq(dfk_feed(check, "x", 1), DFK_OK);
	cr_assert_eq(dfk_finish(check), DFK_OK);
	cr_expect_eq(dfk_rule_hits(check, NULL), 0);
	cr_expect_eq(dfk_rule_hits(check, &foreign), 0);
	cr_expect_not(dfk_edit_at(check, 0, &edit));
	cr_expect_null(dfk_limit_at(dfk_limit_count()));
	dfk_close(check);
}

/* ----------------------------------------------------- plans that fail -- */

/* Given more edits than the limit, the check is undecided, and says so once. */
Test(session, more_edits_than_the_limit)
{
	struct bytes b = recording();
	struct dfk_check *check;

	for (int i = 0; i < 9; i++) /* PLAYER_DIFF with 1 in two bytes */
		put(&b, "\x00\x81\x00\x02", 4);
	cr_assert_eq(dfk_open(NULL, &check), DFK_OK);
	cr_assert_eq(dfk_set_limit(check, "edits", 3), DFK_OK);
	feed_in(check, &b, 10);
	cr_expect_eq(dfk_result_of(check)->verdict, DFK_UNDECIDED);
	cr_expect_eq(dfk_result_of(check)->repairable, DFK_REPAIRABLE_NO);
	cr_expect_eq(dfk_rule_hits(check, dfk_rule_find("limit.edits")), 1);
	dfk_close(check);
	free(b.at);
}

/* Given a loss that a later one covers, what is kept ends before both. */
Test(session, what_is_kept_ends_before_the_first_loss)
{
	/* TICK_SKIP 4, joinver6 of client 1 with a byte too many */
	static const char dangling[] =
		"\x41\x04\x4a\x18\x99\xa3\x82\x71\xe3\x36"
		"\xda\x93\x7d\xc9\xde\x6b\xb9\x5b\x1d"
		"\x02\x01\x00";
	struct bytes b = recording();
	const size_t whole = b.n;
	struct dfk_check *check;
	struct dfk_edit edit;

	put(&b, dangling, sizeof(dangling) - 1);
	cr_assert_eq(dfk_open(NULL, &check), DFK_OK);
	feed_in(check, &b, b.n);
	cr_expect_eq(dfk_result_of(check)->ok_up_to, whole);
	cr_assert(dfk_edit_at(check, 0, &edit));
	cr_expect_eq(edit.offset, whole);
	dfk_close(check);
	free(b.at);
}

/* Given skips that no single skip can replace, the recording ends there. */
Test(session, skips_that_cannot_be_joined)
{
	struct bytes b = recording();
	const size_t whole = b.n;
	struct dfk_check *check;

	for (int i = 0; i < 2; i++) /* TICK_SKIP by the lowest number */
		put(&b, "\x41\xff\xff\xff\xff\x0f", 6);
	put(&b, "\x00\x01\x02\x40", 4);
	cr_assert_eq(dfk_open(NULL, &check), DFK_OK);
	cr_assert_eq(
		dfk_set_severity(check, "teehistorian.tick_negative", DFK_OFF),
		DFK_OK);
	cr_assert_eq(
		dfk_set_severity(check, "teehistorian.double_skip", DFK_ERROR),
		DFK_OK);
	feed_in(check, &b, b.n);
	cr_expect_eq(dfk_result_of(check)->verdict, DFK_DAMAGED);
	cr_expect_eq(dfk_result_of(check)->repairable, DFK_REPAIRABLE_LOSSY);
	cr_expect_eq(dfk_result_of(check)->ok_up_to, whole);
	dfk_close(check);
	free(b.at);
}
