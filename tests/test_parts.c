/* SPDX-License-Identifier: MIT */
/* test_parts.c - a compressed file that is decoded in small parts */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support.h"

static void
count_record(void *ctx, const struct dfk_record *record)
{
	(void)record;
	++*(uint64_t *)ctx;
}

static void
count_finding(void *ctx, const struct dfk_finding *finding)
{
	(void)finding;
	++*(uint64_t *)ctx;
}

static struct dfk_check *
opened(uint64_t *calls, uint64_t limit)
{
	struct dfk_check *check;

	cr_assert_eq(dfk_open(&(struct dfk_options){ DFK_OPTIONS,
						     .on_finding =
							     count_finding,
						     .on_record = count_record,
						     .ctx = calls },
			      &check),
		     DFK_OK);
	cr_assert_eq(dfk_set_limit(check, "input_bytes", limit), DFK_OK);
	return check;
}

/* Feeds the bytes in parts.  Returns the highest number of records of one part. */
static uint64_t
feed_parts(struct dfk_check *check, const struct bytes *b, size_t piece,
	   const uint64_t *records)
{
	uint64_t most = 0;
	size_t used = 0;

	for (size_t at = 0; at < b->n; at += piece) {
		const size_t n = b->n - at < piece ? b->n - at : piece;
		bool more = true;

		for (size_t done = 0; more; done += used) {
			const uint64_t before = *records;

			cr_assert_eq(dfk_feed_part(check, b->at + at + done,
						   n - done, &used, &more),
				     DFK_OK);
			if (*records - before > most)
				most = *records - before;
		}
	}
	return most;
}

static void
expect_same_as_whole(const struct bytes *b, size_t piece, uint64_t limit)
{
	uint64_t wanted = 0, seen = 0;
	struct dfk_check *whole = opened(&wanted, limit);
	struct dfk_check *parts = opened(&seen, limit);
	const struct dfk_result *want, *got;

	cr_assert_eq(dfk_feed(whole, b->at, b->n), DFK_OK);
	cr_assert_eq(dfk_finish(whole), DFK_OK);
	feed_parts(parts, b, piece, &seen);
	cr_assert_eq(dfk_finish(parts), DFK_OK);
	want = dfk_result_of(whole);
	got = dfk_result_of(parts);
	cr_expect_eq(seen, wanted);
	cr_expect_eq(dfk_callback_calls(parts), seen);
	cr_expect_eq(got->verdict, want->verdict);
	cr_expect_eq(got->size, want->size);
	cr_expect_eq(got->decoded_size, want->decoded_size);
	cr_expect_eq(got->undecoded, want->undecoded);
	cr_expect_eq(got->errors, want->errors);
	cr_expect_arr_eq(got->sha256, want->sha256, sizeof(got->sha256));
	dfk_close(whole);
	dfk_close(parts);
}

Test(parts, the_result_is_that_of_the_whole)
{
	struct bytes b = recording();
	struct bytes z, second;

	put_times(&b, "\x41", 2, 40000); /* TICK_SKIP 0 */
	put(&b, "\x40", 1);
	z = gzip(&b);
	for (size_t piece = 1; piece < z.n; piece *= 3) {
		expect_same_as_whole(&b, piece * 20, UINT64_C(1) << 40);
		expect_same_as_whole(&z, piece, UINT64_C(1) << 40);
		expect_same_as_whole(&z, piece, z.n / 2);
	}
	/* a second member, and then bytes that are none */
	second = gzip(&b);
	put(&z, second.at, second.n / 3);
	free(second.at);
	expect_same_as_whole(&z, 5, UINT64_C(1) << 40);
	expect_same_as_whole(&z, z.n, UINT64_C(1) << 40);
	put(&z, "\x1f\x8b\x09nothing", 10);
	expect_same_as_whole(&z, z.n, UINT64_C(1) << 40);
	free(z.at);
	free(b.at);
}

/* Given a million records in a few bytes, a part has the records of 16 KiB, or of
   64 KiB more if these were held for the detection.  At the end the check reads the bytes
   that the decoder holds. */
Test(parts, a_part_has_few_records)
{
	struct bytes b = recording();
	struct bytes z;
	uint64_t records = 0, most;
	struct dfk_check *check = opened(&records, UINT64_C(1) << 40);
	size_t used, at = 0;
	bool more = true;

	put_times(&b, "\x41", 2, 1000000);
	put(&b, "\x40", 1);
	z = gzip(&b);
	most = feed_parts(check, &z, z.n, &records);
	cr_expect_geq(records, 1000000);
	cr_expect_leq(most, (65536 + 16384) / 2);
	cr_assert_eq(dfk_finish(check), DFK_OK);
	cr_expect_eq(dfk_feed_part(check, "x", 1, &used, &more),
		     DFK_BAD_STATE);
	cr_expect_not(more);
	dfk_close(check);

	records = 0;
	check = opened(&records, UINT64_C(1) << 40);
	while (at < z.n) {
		cr_assert_eq(dfk_feed_part(check, z.at + at, z.n - at, &used,
					   &more),
			     DFK_OK);
		at += used;
	}
	cr_assert_eq(dfk_finish(check), DFK_OK);
	cr_expect_geq(records, 1000000);
	dfk_close(check);
	free(z.at);
	free(b.at);
}
