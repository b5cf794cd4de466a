/* SPDX-License-Identifier: MIT */
/* test_long.c - messages that are longer than the window, in any pieces */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support.h"
#include "validator/core/span.h"
#include "validator/core/uuid.h"

#define V2 "\"comment\":\"teehistorian@ddnet.tw\",\"version\":\"2\""

/* Adds an int of three bytes, 8192 to 1048575. */
static void
put_int3(struct bytes *b, unsigned value)
{
	const uint8_t bytes[] = { (uint8_t)(0x80 | (value & 63)),
				  (uint8_t)(0x80 | (value >> 6 & 127)),
				  (uint8_t)(value >> 13) };

	put(b, bytes, sizeof(bytes));
}

/* An extension by its UUID, and a payload of so many zeros. */
enum { ZEROS = 300000 };

static struct bytes
recording_with_zeros(const uint8_t uuid[16])
{
	static const uint8_t zeros[ZEROS];
	struct bytes b = recording_with("{" V2 "}");

	put(&b, "\x4a", 1);
	put(&b, uuid, 16);
	put_int3(&b, ZEROS);
	put(&b, zeros, ZEROS);
	return b;
}

/* Given a payload that is read in many pieces, what is left over is found. */
Test(long_messages, payload)
{
	static const uint8_t ready[] = { 0x63, 0x85, 0x87, 0xc9, 0x3f, 0x75,
					 0x38, 0x87, 0x91, 0x8e, 0xa3, 0xc2,
					 0x61, 0x4f, 0xfa, 0xa0 };
	struct bytes b = recording_with_zeros(ready);

	put(&b, "\x40", 1);
	for (size_t piece = 0; piece < 70000; piece += 6997)
		cr_expect_eq(rule_hits(&b, piece,
				       "teehistorian.ex_payload_trailing"),
			     1, "pieces of %zu", piece);
	cr_expect_eq(rule_hits(&b, 5000, "teehistorian.missing_finish"), 0);
	free(b.at);
}

/* Given an extension without fields whose payload is longer than the window,
   none of its bytes is read as a message. */
Test(long_messages, payload_without_fields)
{
	static const uint8_t nothing[] = { 0x6b, 0xb8, 0xba, 0x88, 0x0f, 0x0b,
					   0x38, 0x2e, 0x8d, 0xae, 0xdb, 0xf4,
					   0x05, 0x2b, 0x8b, 0x7d };
	struct bytes b = recording_with_zeros(nothing);

	for (size_t piece = 0; piece < 70000; piece += 6997) {
		cr_expect_eq(rule_hits(&b, piece,
				       "teehistorian.ex_payload_trailing"),
			     1, "pieces of %zu", piece);
		cr_expect_eq(
			rule_hits(&b, piece, "teehistorian.player_diff_zero"),
			0);
		cr_expect_eq(
			rule_hits(&b, piece, "teehistorian.missing_finish"), 1);
	}
	b.n -= 1000;
	cr_expect_eq(rule_hits(&b, 0, "teehistorian.truncated"), 1);
	cr_expect_eq(rule_hits(&b, 5000, "teehistorian.truncated"), 1);
	free(b.at);
}

static void
see_offset(void *ctx, const struct dfk_finding *f)
{
	if (strcmp(f->rule->id, "teehistorian.string_utf8") == 0)
		*(uint64_t *)ctx = f->offset;
}

enum { ARGUMENT = 200000 };

/* What was read pieces ago may not be there any more. */
static void
see_command(void *ctx, const struct dfk_record *r)
{
	(void)ctx;
	if (strcmp(r->name, "CONSOLE_COMMAND") != 0)
		return;
	cr_assert_eq(r->n_fields, 4);
	cr_expect_eq(r->fields[2].size, 4);
	cr_expect_eq(r->fields[3].size, 3 * ARGUMENT);
	cr_expect_null(r->fields[2].bytes);
	cr_expect_null(r->fields[3].bytes);
}

/* Given a bad byte in the second of three arguments, it is found where it is,
   and texts that left the window are not handed out. */
Test(long_messages, place_in_the_arguments)
{
	enum { BAD = 150000 };
	static uint8_t text[3 * ARGUMENT];
	struct bytes b = recording_with("{" V2 "}");
	uint64_t offset, at;
	const struct dfk_options options = { DFK_OPTIONS, .on_finding = see_offset,
					     .on_record = see_command,
					     .ctx = &offset };

	memset(text, 'a', sizeof(text));
	text[ARGUMENT - 1] = text[2 * ARGUMENT - 1] = 0;
	text[3 * ARGUMENT - 1] = 0;
	text[ARGUMENT + BAD] = 0xff;
	text[2 * ARGUMENT + 7] = 0xff;
	put(&b, "\x49\x40\x00kick\0\x03", 9);
	at = b.n + ARGUMENT + BAD;
	put(&b, text, sizeof(text));
	put(&b, "\x40", 1);
	const size_t pieces[] = { 6997, 20000, 140000, b.n };

	for (size_t i = 0; i < COUNT_OF(pieces); i++) {
		const size_t piece = pieces[i];
		struct dfk_check *check;

		offset = 0;
		cr_assert_eq(dfk_open(&options, &check), DFK_OK);
		for (size_t k = 0; k < b.n; k += piece)
			cr_assert_eq(dfk_feed(check, b.at + k,
					      b.n - k < piece ? b.n - k
							      : piece),
				     DFK_OK);
		cr_assert_eq(dfk_finish(check), DFK_OK);
		cr_expect_eq(offset, at, "%llu, not %llu, in pieces of %zu",
			     (unsigned long long)offset, (unsigned long long)at,
			     piece);
		dfk_close(check);
	}
	free(b.at);
}

/* Given arguments that are read in many pieces, each bad one is one's own. */
Test(long_messages, arguments)
{
	static uint8_t text[70000];
	struct bytes b = recording_with("{" V2 "}");

	memset(text, 'a', sizeof(text) - 1);
	text[100] = 0xff;
	put(&b, "\x49\x40\x00kick", 8); /* CONSOLE_COMMAND -1 0 "kick" */
	put(&b, "\x03", 1);
	put_times(&b, text, sizeof(text), 3);
	put(&b, "\x40", 1);
	for (size_t piece = 0; piece < 70000; piece += 6997)
		cr_expect_eq(rule_hits(&b, piece, "teehistorian.string_utf8"),
			     1, "pieces of %zu", piece);
	cr_expect_eq(rule_hits(&b, 5000, "teehistorian.missing_finish"), 0);
	free(b.at);
}

/* ----------------------------------------------------------- extensions -- */

static void
put_int(struct bytes *b, unsigned value)
{
	uint8_t byte = value & 63;

	for (value >>= 6; value; value >>= 7) {
		byte |= 0x80;
		put(b, &byte, 1);
		byte = value & 127;
	}
	put(b, &byte, 1);
}

/* An extension of these first bytes, and a text of so many. */
static uint64_t
length_hits(const char *name, const char *first, size_t n, size_t length)
{
	static uint8_t text[70000];
	struct bytes b = recording_with("{" V2 "}");
	const struct uuid uuid = uuid_from_name(
		(struct span){ (const uint8_t *)name, strlen(name) });
	uint64_t hits;

	memset(text, 'a', sizeof(text));
	text[length] = 0;
	put(&b, "\x4a", 1);
	put(&b, uuid.bytes, UUID_SIZE);
	put_int(&b, (unsigned)(n + length + 1));
	put(&b, first, n);
	put(&b, text, length + 1);
	put(&b, "\x40", 1);
	hits = rule_hits(&b, 0, "teehistorian.string_length");
	cr_expect_eq(rule_hits(&b, 1009, "teehistorian.string_length"), hits);
	cr_expect_eq(rule_hits(&b, 0, "teehistorian.ex_payload_short"), 0);
	cr_expect_eq(rule_hits(&b, 0, "teehistorian.ex_payload_trailing"), 0);
	free(b.at);
	return hits;
}

/* Given texts of extensions, each has its maximum (SPEC.md, TH-8). */
Test(long_messages, texts_of_extensions)
{
	static const char first[18];
	static const struct {
		const char *name;
		size_t before, most;
	} rows[] = {
		{ "teehistorian-player-name@ddnet.org", 1, 15 },
		{ "teehistorian-ddnetver@ddnet.tw", 18, 63 },
		{ "teehistorian-save-success@ddnet.tw", 17, 65535 },
		{ "teehistorian-load-success@ddnet.tw", 17, 65535 },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		cr_expect_eq(length_hits(rows[i].name, first, rows[i].before,
					 rows[i].most),
			     0, "%s", rows[i].name);
		cr_expect_eq(length_hits(rows[i].name, first, rows[i].before,
					 rows[i].most + 1),
			     1, "%s", rows[i].name);
	}
}

/* Given a payload that lacks its fields, and a caller who lets that pass, they
   are not judged. */
Test(long_messages, fields_that_are_not_there)
{
	struct bytes b = recording_with("{" V2 "}");
	const char name[] = "teehistorian-player-ready@ddnet.tw";
	const struct uuid uuid = uuid_from_name(
		(struct span){ (const uint8_t *)name, strlen(name) });
	struct dfk_check *check;

	put(&b, "\x4a", 1);
	put(&b, uuid.bytes, UUID_SIZE);
	put(&b, "\x00\x40", 2); /* no payload, FINISH */
	cr_assert_eq(dfk_open(NULL, &check), DFK_OK);
	cr_assert_eq(dfk_set_severity(check, "teehistorian.ex_payload_short",
				      DFK_WARNING),
		     DFK_OK);
	cr_assert_eq(dfk_feed(check, b.at, b.n), DFK_OK);
	cr_assert_eq(dfk_finish(check), DFK_OK);
	cr_expect_eq(dfk_rule_hits(check, dfk_rule_find("teehistorian.ex_"
							"payload_short")),
		     1);
	cr_expect_eq(dfk_rule_hits(check,
				   dfk_rule_find("teehistorian.not_joined")),
		     0);
	cr_expect_eq(dfk_rule_hits(check, dfk_rule_find("teehistorian.cid_"
							"range")),
		     0);
	dfk_close(check);
	free(b.at);
}
