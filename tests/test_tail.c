/* SPDX-License-Identifier: MIT */
/* test_tail.c - what the bytes after FINISH look like (SPEC.md, TH-11) */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support.h"
#include "validator/core/span.h"

#define ZEROS     "zero bytes only"
#define MESSAGES \
	"more messages, so that FINISH may be in a hole that a full disk left"
#define OTHER "other bytes"

/* ------------------------------------------------------------- messages -- */

/*
 * MESSAGE 0 of so many bytes in all, each of its payload a FINISH: no place
 * inside of it is one where only messages follow.
 */
static void
put_message(struct bytes *b, size_t size)
{
	const unsigned char head[] = { 0x46, 0, (unsigned char)(size - 3) };

	cr_assert(size > 4 && size - 3 < 64);
	put(b, head, sizeof(head));
	for (size_t i = sizeof(head); i < size; i++)
		put(b, "\x40", 1);
}

/* A message, then these bytes. */
static struct bytes
after_a_message(const char *bytes, size_t n)
{
	struct bytes tail = { 0, NULL };

	put_message(&tail, 60);
	put(&tail, bytes, n);
	return tail;
}

/* ------------------------------------------------------------- findings -- */

struct seen {
	unsigned findings;
	char found[160];
};

static void
see(void *ctx, const struct dfk_finding *f)
{
	struct seen *seen = ctx;

	if (strcmp(f->rule->id, "teehistorian.trailing_data") != 0)
		return;
	seen->findings++;
	strncpy(seen->found, f->found, sizeof(seen->found) - 1);
}

static void
expect_tail(struct bytes tail, const char *want, const char *why)
{
	struct bytes b = recording();

	put(&b, "\x40", 1);
	put(&b, tail.at, tail.n);
	for (size_t piece = 1; piece <= b.n; piece = piece * 6 + 1) {
		struct seen seen = { 0 };
		const struct dfk_options options = { DFK_OPTIONS, .on_finding = see,
						     .ctx = &seen };
		struct dfk_check *check;

		cr_assert_eq(dfk_open(&options, &check), DFK_OK);
		for (size_t at = 0; at < b.n; at += piece)
			cr_assert_eq(dfk_feed(check, b.at + at,
					      b.n - at < piece ? b.n - at
							       : piece),
				     DFK_OK);
		cr_assert_eq(dfk_finish(check), DFK_OK);
		cr_expect_eq(seen.findings, 1, "%s", why);
		cr_expect_str_eq(seen.found, want, "%s, pieces of %zu", why,
				 piece);
		dfk_close(check);
	}
	free(b.at);
	free(tail.at);
}

/* --------------------------------------------------------------- kinds -- */

Test(tail, zero_bytes)
{
	static const char zeros[700], one[] = "\0\0\0\1\0\0", last[] = "\0\1";
	struct bytes tail = { 0, NULL }, other = { 0, NULL },
		     ends = { 0, NULL };

	put(&tail, zeros, sizeof(zeros));
	expect_tail(tail, ZEROS, "many");
	put(&other, one, sizeof(one) - 1);
	expect_tail(other, OTHER, "one among them");
	put(&ends, last, sizeof(last) - 1);
	expect_tail(ends, OTHER, "one after them");
}

Test(tail, another_recording)
{
	struct bytes tail = recording(), first = recording();
	char want[100];

	snprintf(want, sizeof(want),
		 "a DDNet teehistorian log, and `tail -c +%zu FILE >OUT` "
		 "copies this part",
		 first.n + 2);
	expect_tail(tail, want, "its magic");
	free(first.at);
}

/* Given as many bytes of messages as prove it, and one less. */
Test(tail, few_messages_prove_nothing)
{
	struct bytes enough = { 0, NULL }, few = { 0, NULL };

	put_message(&enough, 48);
	expect_tail(enough, MESSAGES, "48 bytes");
	put_message(&few, 47);
	expect_tail(few, OTHER, "47 bytes");
}

/* The first message begins among the first 32 bytes that are not zero. */
Test(tail, messages_begin_somewhere)
{
	static const size_t zeros[] = { 0, 1, 100 };

	for (size_t z = 0; z < COUNT_OF(zeros); z++)
		for (size_t i = 0; i < 34; i++) {
			struct bytes tail = { 0, NULL };

			for (size_t k = 0; k < zeros[z]; k++)
				put(&tail, "", 1);
			for (size_t k = 0; k < i; k++)
				put(&tail, "\x40", 1);
			put_message(&tail, 60);
			expect_tail(tail, i < 32 ? MESSAGES : OTHER,
				    "after other bytes");
		}
}

/* Given a cut message at the end, it may be as short as half of a proof. */
Test(tail, last_message_is_cut)
{
	for (size_t n = 4; n < 30; n++) {
		struct bytes tail = { 0, NULL };

		put_message(&tail, 60);
		put_message(&tail, 40);
		tail.n -= 40 - n;
		expect_tail(tail, n < 24 ? MESSAGES : OTHER, "cut");
	}
}

/* Given what looks like a long string, and messages from its first byte on: what
   was read of the string is no part of them. */
Test(tail, what_was_begun_elsewhere_is_over)
{
	/* EX, player-name, 60000 bytes. */
	static const unsigned char begun[] = {
		0x4a, 0xd0, 0x16, 0xf9, 0xb9, 0x41, 0x51, 0x3b, 0x87, 0x87,
		0xe5, 0x3a, 0x60, 0x87, 0xeb, 0x5f, 0x26, 0xa0, 0xa9,
		0x07,
	};
	struct bytes tail = { 0, NULL };

	put(&tail, begun, sizeof(begun));
	put_times(&tail, "\x05\x01\x01", 3, 30);
	expect_tail(tail, MESSAGES, "PLAYER_DIFF");
}

/* Only the first bytes are kept: what is cut there is no damage. */
Test(tail, more_messages_than_are_kept)
{
	struct bytes tail = { 0, NULL };

	for (int i = 0; i < 10; i++)
		put_message(&tail, 60);
	expect_tail(tail, MESSAGES, "600 bytes");
}

/* --------------------------------------------------------- plausibility -- */

/* Given each kind of message after one of enough bytes: could a writer have
   written it? */
Test(tail, what_a_writer_writes)
{
#define ROW(bytes, want) { bytes, sizeof(bytes) - 1, want }
	static const struct {
		const char *bytes;
		size_t n;
		const char *want;
	} rows[] = {
		ROW("\x40", OTHER),         /* FINISH */
		ROW("\x05\x00\x00", OTHER), /* PLAYER_DIFF that does not move */
		ROW("\x05\x00\x01", MESSAGES),
		ROW("\x05\x01\x00", MESSAGES),
		ROW("\x41\x00", MESSAGES), /* TICK_SKIP 0 */
		ROW("\x41\x40", OTHER),    /* -1 */
		ROW("\x41\xbf\xff\xff\xff\x0f", MESSAGES),
		ROW("\x42\x00\x00\x00", MESSAGES), /* PLAYER_NEW */
		ROW("\x43\x00", MESSAGES),         /* PLAYER_OLD */
		ROW("\x44\x00\1\1\1\1\1\1\1\1\1\1", MESSAGES),
		ROW("\x45\x00\1\1\1\1\1\1\1\1\1\1", MESSAGES),
		ROW("\x47\x00", MESSAGES),                 /* JOIN */
		ROW("\x48\x00x\x00", MESSAGES),            /* DROP */
		ROW("\x49\x40\x00k\x00\x01x\x00", MESSAGES), /* command */
		ROW("\x4a\1\2\3\4\5\6\7\10\1\2\3\4\5\6\7\10\1x", MESSAGES),
		ROW("\x47\x42", MESSAGES),     /* client -3 */
		ROW("\x47\x43", OTHER),        /* -4 */
		ROW("\x47\xbf\x01", MESSAGES), /* 127 */
		ROW("\x47\x80\x02", OTHER),    /* 128 */
		ROW("\x47\x85\x00", OTHER),    /* 5 in two bytes */
		ROW("\x46\x00\x40", OTHER),    /* a negative size */
		ROW("\x4b", OTHER),            /* no message of this id */
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct bytes tail = after_a_message(rows[i].bytes, rows[i].n);
		char why[32];

		/* Behind it a whole one, so that its end is no excuse. */
		put_message(&tail, 30);
		sprintf(why, "row %zu", i);
		expect_tail(tail, rows[i].want, why);
	}
#undef ROW
}
