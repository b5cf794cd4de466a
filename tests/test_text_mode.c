/* SPDX-License-Identifier: MIT */
/* test_text_mode.c - what a transfer as text made of a file, and that it is undone */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support.h"
#include "validator/core/text_mode.h"

/* ---------------------------------------------------------------- undoing */

static enum dfk_status
take(void *ctx, struct span bytes)
{
	put(ctx, bytes.ptr, bytes.len);
	return DFK_OK;
}

static void
expect_undone(const char *in, unsigned times, const char *want, uint64_t bare)
{
	for (size_t piece = 1; piece <= strlen(in); piece++) {
		struct text_mode t = { .times = times };
		struct span rest = span_of_text(in);
		struct bytes out = { 0, NULL };

		for (; rest.len; rest = span_tail(rest, piece))
			cr_assert_eq(text_mode_undo(&t, span_head(rest, piece),
						    take, &out),
				     DFK_OK);
		cr_assert_eq(text_mode_end(&t, take, &out), DFK_OK);
		cr_expect_eq(out.n, strlen(want), "%s", want);
		cr_expect(memcmp(out.at, want, out.n) == 0, "%s", want);
		cr_expect_eq(text_mode_dropped(&t), strlen(in) - out.n);
		cr_expect_eq(t.bare, bare, "%s", want);
		free(out.at);
	}
}

Test(text_mode, leaves_out_one_return_before_each_feed)
{
	expect_undone("a\r\nb", 1, "a\nb", 0);
	expect_undone("\r\n\r\n", 1, "\n\n", 0);
	expect_undone("a\r\r\nb\r", 1, "a\r\nb\r", 0);
	expect_undone("a\rb\r\r", 1, "a\rb\r\r", 0);
	expect_undone("a\nb\r\n", 1, "a\nb\n", 1);
	expect_undone("a\r\r\n\r\nb", 2, "a\n\nb", 1);
	expect_undone("\r\r\r\r\n", 3, "\r\n", 0);
}

/* ------------------------------------------------------------ whole files */

/* What transfers as text make of it. */
static struct bytes
sent(const struct bytes *b, unsigned times)
{
	struct bytes out = { 0, NULL };
	size_t from = 0;

	for (size_t i = 0; i < b->n; i++) {
		if (b->at[i] != '\n')
			continue;
		put(&out, b->at + from, i - from);
		put(&out, "\r\r\r", times);
		from = i;
	}
	put(&out, b->at + from, b->n - from);
	return out;
}

struct seen {
	enum dfk_verdict verdict;
	enum dfk_repairable repairable;
	uint64_t returns, decoded, errors, mixed;
	struct bytes out;
};

static struct seen
check_and_repair(const struct bytes *b, size_t piece)
{
	struct seen s = { .out = { 0, NULL } };
	const struct dfk_result *r;
	struct dfk_check *check;
	struct dfk_repair *repair;

	cr_assert_eq(dfk_open(NULL, &check), DFK_OK);
	feed_in(check, b, piece);
	r = dfk_result_of(check);
	s.verdict = r->verdict;
	s.repairable = r->repairable;
	s.returns = r->carriage_returns;
	s.decoded = r->decoded_size;
	s.errors = r->errors;
	for (size_t i = 0; i < dfk_rule_count(); i++)
		if (!strcmp(dfk_rule_at(i)->id, "file.text_mode_mixed"))
			s.mixed = dfk_rule_hits(check, dfk_rule_at(i));
	if (r->repairable != DFK_REPAIRABLE_NO) {
		cr_assert_eq(dfk_repair_open(check, collect, &s.out, &repair),
			     DFK_OK);
		for (size_t at = 0; at < b->n; at += piece)
			cr_assert_eq(dfk_repair_feed(repair, b->at + at,
						     b->n - at < piece
							     ? b->n - at
							     : piece),
				     DFK_OK);
		cr_expect_eq(dfk_repair_finish(repair), DFK_OK);
		dfk_repair_close(repair);
	}
	dfk_close(check);
	return s;
}

static void
expect_original(const struct bytes *text, const struct bytes *plain,
		uint64_t returns)
{
	static const size_t pieces[] = { 1, 7, 4096, 65536, 1 << 30 };

	for (size_t i = 0; i < COUNT_OF(pieces); i++) {
		const struct seen s = check_and_repair(text, AT(pieces, i));

		cr_expect_eq(s.verdict, DFK_DAMAGED);
		cr_expect_eq(s.repairable, DFK_REPAIRABLE_LOSSLESS);
		cr_expect_eq(s.errors, 1);
		cr_expect_eq(s.returns, returns);
		cr_expect_eq(s.decoded + s.returns, text->n);
		cr_expect(s.out.n == plain->n &&
			  memcmp(s.out.at, plain->at, plain->n) == 0);
		free(s.out.at);
	}
}

static void
expect_same(const struct bytes *b)
{
	static const size_t pieces[] = { 1, 4096, 1 << 30 };

	for (size_t i = 0; i < COUNT_OF(pieces); i++) {
		const struct seen s = check_and_repair(b, AT(pieces, i));

		cr_expect_eq(s.verdict, DFK_VALID);
		cr_expect_eq(s.returns, 0);
		cr_expect(s.out.n == b->n &&
			  memcmp(s.out.at, b->at, b->n) == 0);
		free(s.out.at);
	}
}

/* A recording with so many of these moves of its client, whole. */
static struct bytes
moves(const char *dx_dy, size_t n)
{
	struct bytes b = recording();

	for (size_t i = 0; i < n; i++) {
		put(&b, "\0", 1);
		put(&b, dx_dy, 2);
	}
	put(&b, "\x40", 1);
	return b;
}

Test(text_mode, is_undone_once_or_more)
{
	struct bytes few = moves("\1\n", 3), many = moves("\1\n", 50000);

	for (unsigned times = 1; times <= 3; times++) {
		struct bytes a = sent(&few, times), b = sent(&many, times);

		expect_original(&a, &few, 3 * times);
		expect_original(&b, &many, UINT64_C(50000) * times);
		free(a.at);
		free(b.at);
	}
	expect_same(&few);
	expect_same(&many);
	free(few.at);
	free(many.at);
}

/* Given a CR or a CR LF at the end of what is held, nothing depends on it. */
Test(text_mode, the_end_of_what_is_held)
{
	for (size_t shift = 0; shift < 4; shift++) {
		struct bytes b = recording(), a;

		/* Each move has 4 bytes once it is sent, and these 3. */
		put_times(&b, "\0\1\1", 3, shift);
		put_times(&b, "\0\1\n", 3, 20000);
		put(&b, "\x40", 1);
		a = sent(&b, 1);
		cr_assert_gt(a.n, TEXT_MODE_HELD);
		expect_original(&a, &b, 20000);
		free(a.at);
		free(b.at);
	}
}

/* Given a CR before each LF that belongs there, nothing is undone. */
Test(text_mode, a_valid_file_stays)
{
	for (size_t n = 1; n <= 40; n++) {
		struct bytes b = moves("\r\n", n), z = gzip(&b);

		expect_same(&b);
		cr_expect_eq(rule_hits(&z, 0, "file.text_mode"), 0);
		free(b.at);
		free(z.at);
	}
	/* Nor where no more than the beginning is looked at; and after a transfer no
	   more than the one CR. */
	struct bytes b = moves("\r\n", 40000), a = sent(&b, 1);

	expect_same(&b);
	expect_original(&a, &b, 40000);
	free(a.at);
	free(b.at);
}

Test(text_mode, in_a_compressed_file)
{
	struct bytes b = moves("\1\n", 100), a = sent(&b, 1), z = gzip(&a);

	for (size_t piece = 1; piece < 1000; piece = piece * 9 + 1) {
		const struct seen s = check_and_repair(&z, piece);

		cr_expect_eq(s.repairable, DFK_REPAIRABLE_LOSSLESS);
		cr_expect_eq(s.returns, 100);
		cr_expect(s.out.n == b.n && !memcmp(s.out.at, b.at, b.n));
		free(s.out.at);
	}
	free(z.at);
	free(a.at);
	free(b.at);
}

/* An LF without a CR: early it shows that nothing was transferred, late it is damage. */
Test(text_mode, a_feed_without_a_return)
{
	struct bytes b = moves("\1\n", 40);

	for (size_t nth = 0; nth < 40; nth++) {
		struct bytes a = sent(&b, 1), one = { 0, NULL };
		const size_t at = b.n - 1 - 3 * 40 + 4 * nth + 2;

		cr_assert_eq(a.at[at], '\r');
		put(&one, a.at, at);
		put(&one, a.at + at + 1, a.n - at - 1);
		const struct seen s = check_and_repair(&one, 1 + nth % 3);

		cr_expect_eq(s.returns, nth < TEXT_MODE_SURE ? 0 : 39);
		cr_expect_eq(s.mixed, nth >= TEXT_MODE_SURE);
		if (nth >= TEXT_MODE_SURE) {
			cr_expect_eq(s.repairable, DFK_REPAIRABLE_LOSSY);
			cr_expect(s.out.n == b.n &&
				  !memcmp(s.out.at, b.at, b.n));
		}
		free(s.out.at);
		free(one.at);
		free(a.at);
	}
	free(b.at);
}

/* Given a limit that the bytes as they are reach, few LFs prove nothing. */
Test(text_mode, at_a_limit)
{
	for (size_t n = 2; n <= 20; n += 18) {
		struct bytes b = moves("\1\n", n), a = sent(&b, 1);
		struct dfk_check *check;

		cr_assert_eq(dfk_open(NULL, &check), DFK_OK);
		cr_assert_eq(dfk_set_limit(check, "header_bytes", 10), DFK_OK);
		feed_in(check, &a, 50);
		cr_expect_eq(dfk_result_of(check)->verdict, DFK_UNDECIDED);
		cr_expect_eq(dfk_result_of(check)->carriage_returns,
			     n < TEXT_MODE_ENOUGH ? 0 : n);
		dfk_close(check);
		free(a.at);
		free(b.at);
	}
}

/* Text of no format is none of ours. */
Test(text_mode, other_text)
{
	struct bytes b = { 0, NULL };

	put_times(&b, "a line of text\r\n", 16, 9000);
	for (size_t piece = 1; piece < b.n; piece = piece * 50 + 1) {
		const struct seen s = check_and_repair(&b, piece);

		cr_expect_eq(s.verdict, DFK_UNRECOGNIZED);
		cr_expect_eq(s.returns, 0);
	}
	free(b.at);
}

/* So many bytes are taken, and then no more. */
struct full {
	size_t room;
};

static enum dfk_status
take_some(void *ctx, struct span bytes)
{
	struct full *full = ctx;

	if (bytes.len > full->room)
		return DFK_WRITE_FAILED;
	full->room -= bytes.len;
	return DFK_OK;
}

/* What cannot be delivered ends it, wherever that is. */
Test(text_mode, delivery_that_fails)
{
	struct bytes in = { 0, NULL };
	const size_t most = 2000;

	put_times(&in, "ab\r\r\r\nc\r", 8, most / 8);
	for (size_t room = 0; room <= most; room++) {
		struct text_mode t = { .times = 2 };
		struct full full = { room };
		enum dfk_status status = text_mode_undo(
			&t, (struct span){ in.at, in.n }, take_some, &full);

		if (status == DFK_OK)
			status = text_mode_end(&t, take_some, &full);
		cr_expect_eq(status, room < most - 2 * (most / 8)
					     ? DFK_WRITE_FAILED
					     : DFK_OK,
			     "%zu", room);
	}
	free(in.at);
}

/* Memory that runs out while it is decided, whenever that is: there is no verdict. */
Test(text_mode, no_memory)
{
	for (size_t n = 2; n <= 20; n += 18) {
		struct bytes b = moves("\1\n", n), a = sent(&b, 2);

		for (size_t left = 0;; left++) {
			struct starving starving = { .left = left };
			const struct dfk_options options = {
				DFK_OPTIONS,
				.allocator = { starving_get, starving_put,
					       &starving },
			};
			struct dfk_check *check;
			enum dfk_status status = dfk_open(&options, &check);

			if (status == DFK_OK) {
				status = dfk_feed(check, a.at, a.n);
				if (status == DFK_OK)
					status = dfk_finish(check);
				dfk_close(check);
			}
			cr_expect_eq(status, starving.refused ? DFK_NO_MEMORY
							      : DFK_OK,
				     "%zu", left);
			if (!starving.refused)
				break;
		}
		free(a.at);
		free(b.at);
	}
}
