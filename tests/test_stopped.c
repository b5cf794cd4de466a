/* SPDX-License-Identifier: MIT */
/* test_stopped.c - a check that ends before its file does, and what is known by then */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support.h"

static struct dfk_check *
opened(const struct dfk_options *options)
{
	struct dfk_check *check;

	cr_assert_eq(dfk_open(options, &check), DFK_OK);
	return check;
}

static void
expect_no_digest(const struct dfk_result *result)
{
	cr_expect(result->stopped);
	cr_expect_not(result->has_sha256);
	cr_expect_not(result->has_md5);
	cr_expect_eq(result->repairable, DFK_REPAIRABLE_NO);
}

/* Given a recording that is whole so far, it is undecided, and nothing is said of
   an end that nobody saw. */
Test(stopped, without_an_error_it_is_undecided)
{
	struct bytes b = finished();
	struct dfk_check *check = opened(
		&(struct dfk_options){ DFK_OPTIONS, .md5 = true });
	struct dfk_repair *repair;

	cr_expect_eq(dfk_verdict_so_far(check), DFK_VALID);
	cr_expect_null(dfk_format_so_far(check));
	cr_assert_eq(dfk_feed(check, b.at, b.n - 1), DFK_OK);
	cr_expect_eq(dfk_verdict_so_far(check), DFK_VALID);
	cr_assert_eq(dfk_stop(check), DFK_OK);
	cr_expect_eq(dfk_stop(check), DFK_BAD_STATE);
	cr_expect_eq(dfk_finish(check), DFK_BAD_STATE);
	cr_expect_eq(dfk_result_of(check)->verdict, DFK_UNDECIDED);
	cr_expect_eq(dfk_verdict_so_far(check), DFK_UNDECIDED);
	cr_expect_str_eq(dfk_format_so_far(check), "teehistorian");
	cr_expect_eq(dfk_result_of(check)->errors, 0);
	cr_expect_str_eq(dfk_result_of(check)->format, "teehistorian");
	expect_no_digest(dfk_result_of(check));
	cr_expect_eq(dfk_repair_open(check, collect, NULL, &repair),
		     DFK_NOT_REPAIRABLE);
	dfk_close(check);
	free(b.at);
}

/* A gzip member that is cut because nobody reads on is not one that stops early. */
Test(stopped, neither_is_a_compressed_one_cut)
{
	struct bytes b = finished();
	struct bytes z = gzip(&b);
	struct dfk_check *check = opened(NULL);

	cr_assert_eq(dfk_feed(check, z.at, z.n - 9), DFK_OK);
	cr_assert_eq(dfk_stop(check), DFK_OK);
	cr_expect_eq(dfk_result_of(check)->verdict, DFK_UNDECIDED);
	cr_expect_eq(dfk_result_of(check)->errors, 0);
	cr_expect_not(dfk_result_of(check)->loss_unknown);
	expect_no_digest(dfk_result_of(check));
	dfk_close(check);
	free(z.at);
	free(b.at);
}

Test(stopped, an_error_is_known_at_once)
{
	/* As long as what is looked at for a Source demo without its header, which it
	   is not. */
	static const char text[8192] =
		"This is a letter, and it is of no format that "
		"is known here.  It goes on and on.";
	/* A message of type -100, which there is not, and what may be its body. */
	static const unsigned char more[64] = { 0xe3, 0x01 };
	struct bytes b = recording();
	struct dfk_check *check = opened(NULL);

	cr_assert_eq(dfk_feed(check, text, sizeof(text)), DFK_OK);
	cr_expect_eq(dfk_verdict_so_far(check), DFK_UNRECOGNIZED);
	cr_expect_null(dfk_format_so_far(check));
	cr_assert_eq(dfk_stop(check), DFK_OK);
	cr_expect_eq(dfk_result_of(check)->verdict, DFK_UNRECOGNIZED);
	expect_no_digest(dfk_result_of(check));
	dfk_close(check);

	/* TICK_SKIP 10: up to the first line feed the bytes are held. */
	put(&b, "\x41\x0a", 2);
	check = opened(NULL);
	cr_assert_eq(dfk_feed(check, b.at, b.n), DFK_OK);
	cr_assert_eq(dfk_feed(check, more, sizeof(more)), DFK_OK);
	cr_expect_eq(dfk_verdict_so_far(check), DFK_DAMAGED);
	cr_expect_str_eq(dfk_format_so_far(check), "teehistorian");
	cr_assert_eq(dfk_stop(check), DFK_OK);
	cr_expect_eq(dfk_result_of(check)->verdict, DFK_DAMAGED);
	dfk_close(check);
	free(b.at);
}

/* Given the size of a file, the limit is known after its first byte. */
Test(stopped, a_size_above_the_limit)
{
	static const struct {
		uint64_t size;
		enum dfk_verdict verdict;
	} rows[] = { { 0, DFK_VALID },
		     { 10000, DFK_VALID },
		     { 10001, DFK_UNDECIDED },
		     { UINT64_MAX, DFK_UNDECIDED } };
	struct bytes b = finished();

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct dfk_check *check = opened(NULL);

		cr_assert_eq(dfk_set_size(check, rows[i].size), DFK_OK);
		cr_assert_eq(dfk_set_limit(check, "input_bytes", 10000),
			     DFK_OK);
		cr_assert_eq(dfk_feed(check, b.at, 1), DFK_OK);
		cr_expect_eq(dfk_set_size(check, 1), DFK_BAD_STATE);
		cr_expect_eq(dfk_wants(check), rows[i].verdict == DFK_VALID);
		cr_expect_eq(dfk_verdict_so_far(check), rows[i].verdict);
		cr_assert_eq(dfk_feed(check, b.at + 1, b.n - 1), DFK_OK);
		cr_assert_eq(dfk_finish(check), DFK_OK);
		cr_expect_eq(dfk_result_of(check)->verdict, rows[i].verdict);
		cr_expect_eq(dfk_rule_hits(check,
					   dfk_rule_find("limit.input_bytes")),
			     rows[i].verdict == DFK_UNDECIDED);
		dfk_close(check);
	}
	free(b.at);
}

/* MD5 as RFC 1321 has it, of bytes that come in two pieces. */
Test(stopped, md5_is_computed_if_it_is_asked_for)
{
	static const unsigned char alphabet[] = {
		0xc3, 0xfc, 0xd3, 0xd7, 0x61, 0x92, 0xe4, 0x00,
		0x7d, 0xfb, 0x49, 0x6c, 0xca, 0x67, 0xe1, 0x3b,
	};
	struct dfk_check *check = opened(&(struct dfk_options){
		DFK_OPTIONS, .md5 = true, .no_hash = true });

	cr_assert_eq(dfk_feed(check, "abcdefghijklm", 13), DFK_OK);
	cr_assert_eq(dfk_feed(check, "nopqrstuvwxyz", 13), DFK_OK);
	cr_assert_eq(dfk_finish(check), DFK_OK);
	cr_expect(dfk_result_of(check)->has_md5);
	cr_expect_not(dfk_result_of(check)->has_sha256);
	cr_expect_eq(memcmp(dfk_result_of(check)->md5, alphabet, 16), 0);
	dfk_close(check);

	check = opened(NULL);
	cr_assert_eq(dfk_finish(check), DFK_OK);
	cr_expect_not(dfk_result_of(check)->has_md5);
	cr_expect(dfk_result_of(check)->has_sha256);
	dfk_close(check);
}
