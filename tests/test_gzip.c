/* SPDX-License-Identifier: MIT */
/* test_gzip.c - gzip members, and what begins like them */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support.h"

static uint64_t
container_findings(const struct dfk_check *check)
{
	uint64_t n = 0;

	for (size_t i = 0; i < dfk_rule_count(); i++)
		if (strcmp(dfk_rule_at(i)->format, "file") == 0)
			n += dfk_rule_hits(check, dfk_rule_at(i));
	return n;
}

/* Given bytes behind a gzip file, the rule says what they are, and where. */
static void
expect_behind(const void *behind, size_t n, const char *rule)
{
	struct bytes b = finished(), z = gzip(&b);

	put(&z, behind, n);
	for (size_t piece = 1; piece <= z.n; piece += 7) {
		struct dfk_check *check;

		cr_assert_eq(dfk_open(NULL, &check), DFK_OK);
		feed_in(check, &z, piece);
		cr_expect_eq(dfk_rule_hits(check, dfk_rule_find(rule)), 1,
			     "%s in pieces of %zu", rule, piece);
		cr_expect_eq(dfk_result_of(check)->decoded_size, b.n);
		cr_expect_eq(container_findings(check), 1);
		dfk_close(check);
	}
	free(z.at);
	free(b.at);
}

Test(gzip, behind_a_gzip_member)
{
	static const char trailing[] = "file.compressed_trailing";
	static const char damaged[] = "file.compressed_damaged";
	static const char padding[] = "file.compressed_padding";

	expect_behind("\0", 1, padding);
	expect_behind("\0\0\0\0\0\0\0\0\0", 9, padding);
	expect_behind("\0\0\0\0\0\0\0\0\1", 9, trailing);
	expect_behind("\1\0", 2, trailing);
	expect_behind("abc", 3, trailing);
	expect_behind("\x1f", 1, "file.compressed_truncated");
	expect_behind("\x1f\x00", 2, trailing);
	/* with its two first bytes a member has begun */
	expect_behind("\x1f\x8b", 2, "file.compressed_truncated");
	expect_behind("\x1f\x8b\x07\x00", 4, damaged);
	expect_behind("\x1f\x8b\x08\xe0", 4, damaged);
	expect_behind("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\xff", 11,
		      damaged);
}

/* Given these bytes and nothing else, and a rule of file.*, in any pieces. */
static void
expect_alone(const char *as, const void *bytes, size_t n, const char *rule)
{
	const struct bytes b = { n, (unsigned char *)(uintptr_t)bytes };
	const struct dfk_options options = { DFK_OPTIONS, .as = as };

	for (size_t piece = 1; piece <= n + 1; piece++) {
		struct dfk_check *check;

		cr_assert_eq(dfk_open(&options, &check), DFK_OK);
		feed_in(check, &b, piece);
		cr_expect_eq(dfk_rule_hits(check, dfk_rule_find(rule)), 1,
			     "%s in pieces of %zu", rule, piece);
		cr_expect_eq(container_findings(check), 1);
		cr_expect_eq(dfk_result_of(check)->errors, 1);
		dfk_close(check);
	}
}

/* Three bytes tell a gzip file from others. */
Test(gzip, what_begins_like_gzip)
{
	expect_alone(NULL, "\x1f\x8b", 2, "file.compressed_truncated");
	expect_alone(NULL, "\x1f\x8b\x08", 3, "file.compressed_truncated");
	expect_alone(NULL, "\x1f\x8b\x07", 3, "file.unsupported");
	expect_alone(NULL, "\x1f\x8b\x07\x00\x00\x00", 6,
		     "file.unsupported");
	expect_alone(NULL, "\x1f", 1, "file.unrecognized");
}

static void
keep_found(void *ctx, const struct dfk_finding *f)
{
	snprintf(ctx, 80, "%s", f->found);
}

/* What is said of these bytes, from a whole file. */
static void
expect_found(const char *bytes, size_t n, const char *want)
{
	char found[80] = "";
	const struct dfk_options options = { DFK_OPTIONS, .on_finding = keep_found,
					     .ctx = found };
	struct dfk_check *check;

	cr_assert_eq(dfk_open(&options, &check), DFK_OK);
	cr_assert_eq(dfk_feed(check, bytes, n), DFK_OK);
	cr_assert_eq(dfk_finish(check), DFK_OK);
	cr_expect_str_eq(found, want);
	dfk_close(check);
}

Test(gzip, a_method_that_is_not_there)
{
	expect_found("\x1f\x8b\x07", 3,
		     "a gzip archive of another method than deflate");
	expect_found("\x1f\x8b\x09 and more", 12,
		     "a gzip archive of another method than deflate");
}

/* No bytes have no format, whatever was asked for. */
Test(gzip, nothing)
{
	static const char *const formats[] = { NULL, "teehistorian", "datafile",
					       "snapshot", "snapshot-delta" };

	for (size_t i = 0; i < sizeof(formats) / sizeof(*formats); i++) {
		const struct dfk_options options = { DFK_OPTIONS, .as = formats[i] };
		struct dfk_check *check;

		expect_alone(formats[i], "", 0, "file.empty");
		cr_assert_eq(dfk_open(&options, &check), DFK_OK);
		cr_assert_eq(dfk_finish(check), DFK_OK);
		cr_expect_null(dfk_result_of(check)->format);
		dfk_close(check);
	}
}

/* Given a gzip file of many members and sizes, all of it is one recording. */
Test(gzip, large_members)
{
	static unsigned char diffs[100000][3];
	struct bytes b = recording(), z = { 0, NULL };
	struct dfk_check *check;
	unsigned seed = 1;

	/* PLAYER_DIFF of numbers that do not compress well */
	for (size_t i = 0; i < sizeof(diffs) / sizeof(*diffs); i++) {
		seed = seed * 1103515245u + 12345;
		diffs[i][1] = (seed >> 16 & 63) | 1;
		diffs[i][2] = seed >> 24 & 63;
	}
	put(&b, diffs, sizeof(diffs));
	put(&b, "\x40", 1);
	for (size_t at = 0; at < b.n; at += 150000) {
		const struct bytes part = { b.n - at < 150000 ? b.n - at
							      : 150000,
					    b.at + at };
		const struct bytes member = gzip(&part);

		put(&z, member.at, member.n);
		free(member.at);
	}
	cr_assert_gt(z.n, 2 * 65536);
	cr_assert_eq(dfk_open(NULL, &check), DFK_OK);
	feed_in(check, &z, z.n);
	cr_expect_eq(dfk_result_of(check)->verdict, DFK_VALID);
	cr_expect_eq(dfk_result_of(check)->decoded_size, b.n);
	dfk_close(check);
	free(z.at);
	free(b.at);
}
