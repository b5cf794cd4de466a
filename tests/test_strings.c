/* SPDX-License-Identifier: MIT */
/* test_strings.c - string tables of a Source demo, and how they are compressed */
#include <criterion/criterion.h>
#include <stdio.h>

#include "support.h"
#include "validator/netmessage/strings.h"
#include "validator/netmessage/unpack.h"

/* ------------------------------------------------------------------- LZSS */

struct lzss_case {
	const char *what;
	uint8_t in[24];
	size_t n, size;
	enum lzss_status status;
	const char *out; /* of LZSS_DONE */
	size_t used;
};

/* A flag of 1 is two bytes: how far back, less one, and how many, less one. */
static const struct lzss_case lzss_cases[] = {
	{ "nothing", { 1, 0, 0 }, 3, 0, LZSS_DONE, "", 3 },
	{ "three bytes",
	  { 8, 'a', 'b', 'c', 0, 0 },
	  6,
	  3,
	  LZSS_DONE,
	  "abc",
	  6 },
	{ "a byte that is copied 16 times but one",
	  { 6, 'x', 0, 15, 0, 0 },
	  6,
	  17,
	  LZSS_DONE,
	  "xxxxxxxxxxxxxxxxx",
	  6 },
	{ "two bytes, from two back",
	  { 12, 'a', 'b', 0, 0x12, 0, 0 },
	  7,
	  5,
	  LZSS_DONE,
	  "ababa",
	  7 },
	{ "two bytes, from 17 back",
	  { 0,   'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 0, 'i', 'j',
	    'k', 'l', 'm', 'n', 'o', 'p', 6,   'q', 1,   1, 0,   0 },
	  24,
	  19,
	  LZSS_DONE,
	  "abcdefghijklmnopqab",
	  24 },
	{ "any distance ends it, too",
	  { 1, 0xff, 0xf0 },
	  3,
	  0,
	  LZSS_DONE,
	  "",
	  3 },
	{ "flags twice",
	  { 0, '1', '2', '3', '4', '5', '6', '7', '8', 2, '9', 0, 0 },
	  13,
	  9,
	  LZSS_DONE,
	  "123456789",
	  13 },
	{ "bytes after its end", { 1, 0, 0, 7 }, 4, 0, LZSS_DONE, "", 3 },
	{ "no byte", { 0 }, 0, 0, LZSS_SHORT, NULL, 0 },
	{ "flags alone", { 0 }, 1, 1, LZSS_SHORT, NULL, 0 },
	{ "half a pair", { 1, 0 }, 2, 0, LZSS_SHORT, NULL, 0 },
	{ "no flags after eight",
	  { 0, '1', '2', '3', '4', '5', '6', '7', '8' },
	  9,
	  9,
	  LZSS_SHORT,
	  NULL,
	  0 },
	{ "from before its beginning",
	  { 6, 'x', 0, 0x11, 0, 0 },
	  6,
	  3,
	  LZSS_BEFORE,
	  NULL,
	  0 },
	{ "a byte more", { 4, 'a', 'b', 0, 0 }, 5, 1, LZSS_LONGER, NULL, 0 },
	{ "a copy of a byte more",
	  { 6, 'x', 0, 1, 0, 0 },
	  6,
	  2,
	  LZSS_LONGER,
	  NULL,
	  0 },
	{ "a byte less", { 4, 'a', 'b', 0, 0 }, 5, 3, LZSS_FEWER, NULL, 0 },
};

Test(strings, lzss)
{
	for (size_t i = 0; i < sizeof(lzss_cases) / sizeof(*lzss_cases); i++) {
		const struct lzss_case *c = &lzss_cases[i];
		struct cursor in = cur_init(c->in, c->n, 0);
		char out[32] = "................";
		const enum lzss_status status = lzss_decode(&in, out, c->size);

		cr_expect_eq(status, c->status, "%s: %d", c->what, status);
		cr_expect(c->size > 16 || out[c->size] == '.', "%s", c->what);
		if (c->status != LZSS_DONE)
			continue;
		cr_expect_eq(memcmp(out, c->out, c->size), 0, "%s", c->what);
		cr_expect_eq(cur_tell(&in), c->used, "%s", c->what);
	}
}

/* ----------------------------------------------------------------- tables */

static struct dfk_allocator allocator;

static void
begin(struct strings *s, struct budget *budget, uint64_t most)
{
	memory_pick(&allocator);
	*budget = (struct budget){ .allocator = &allocator, .most = most };
	strings_open(s, budget);
}

static struct span
text(const char *characters)
{
	return (struct span){ (const uint8_t *)characters, strlen(characters) };
}

static bool
has(const struct strings *s, const struct strings_entry *entry,
    const char *want)
{
	return span_is(strings_bytes(s, &entry->text), want);
}

Test(strings, tables_by_place_name_and_use)
{
	static struct strings s;
	struct budget budget;
	char name[16];

	begin(&s, &budget, 1 << 20);
	cr_expect_null(strings_at(&s, 0));
	for (unsigned i = 0; i < STRINGS_MOST_TABLES - 1; i++) {
		snprintf(name, sizeof(name), "table%u", i);
		cr_assert_not_null(strings_add(&s, name));
	}
	cr_assert_not_null(strings_add(&s, "soundprecache"));
	cr_expect_null(strings_add(&s, "one more"));
	cr_expect_str_eq(strings_at(&s, 30)->name, "table30");
	cr_expect_eq(strings_find(&s, "table7"), strings_at(&s, 7));
	cr_expect_null(strings_find(&s, "table"));
	cr_expect_eq(strings_used(&s, STRINGS_SOUNDS), strings_at(&s, 31));
	cr_expect_null(strings_used(&s, STRINGS_DECALS));
	strings_clear(&s);
	cr_expect_null(strings_find(&s, "table7"));
	strings_close(&s);
	cr_expect_eq(budget.used, 0);
}

Test(strings, entries_keep_what_they_have)
{
	static struct strings s;
	struct budget budget;
	struct strings_table *table;

	begin(&s, &budget, 1 << 20);
	table = strings_add(&s, "a");
	cr_expect_not(strings_known(table, 0));
	cr_assert(strings_set_text(&s, strings_entry(&s, table, 2),
				   text("third")));
	cr_expect_eq(table->n_known, 1);
	cr_expect_not(strings_known(table, 0));
	cr_expect_not(strings_known(table, 1));
	cr_expect(strings_known(table, 2));
	cr_assert(strings_set_text(&s, strings_entry(&s, table, 0),
				   text("first")));
	cr_assert(
		strings_set_text(&s, strings_entry(&s, table, 0), text("1st")));
	cr_expect(has(&s, strings_entry(&s, table, 0), "1st"));
	cr_expect(has(&s, strings_entry(&s, table, 1), ""));
	cr_expect(has(&s, strings_entry(&s, table, 2), "third"));
	cr_assert(strings_set_text(&s, strings_entry(&s, table, 0),
				   text("the first")));
	cr_expect(has(&s, strings_entry(&s, table, 0), "the first"));
	cr_expect(has(&s, strings_entry(&s, table, 2), "third"));
	cr_expect_eq(table->n_known, 3);
	strings_close(&s);
	cr_expect_eq(budget.used, 0);
}

/* Else a demo whose texts change would come to the end of the budget. */
Test(strings, a_text_that_grows_again_has_its_room)
{
	static struct strings s;
	struct budget budget;
	struct strings_entry *entry;

	begin(&s, &budget, 1 << 20);
	entry = strings_entry(&s, strings_add(&s, "a"), 0);
	for (int i = 0; i < 100; i++) {
		cr_assert(strings_set_text(&s, entry, text("a long text")));
		cr_assert(strings_set_text(&s, entry, text("")));
		cr_expect(has(&s, entry, ""));
	}
	cr_expect_eq(s.texts.count, strlen("a long text"));
	cr_assert(strings_set_text(&s, entry, text("a longer text")));
	cr_expect(has(&s, entry, "a longer text"));
	strings_close(&s);
	cr_expect_eq(budget.used, 0);
}

Test(strings, the_last_32_texts)
{
	static struct strings s;
	struct budget budget;
	char digits[16];

	begin(&s, &budget, 1 << 20);
	for (unsigned n = 0; n < 100; n++) {
		const unsigned first = n < 32 ? 0 : n - 32;

		for (unsigned i = 0; i < n - first; i++) {
			snprintf(digits, sizeof(digits), "%u", first + i);
			cr_expect(span_is(strings_remembered(&s, i), digits),
				  "%u of %u", i, n);
		}
		snprintf(digits, sizeof(digits), "%u", n);
		strings_remember(&s, text(digits));
	}
	strings_begin_history(&s);
	strings_remember(&s, text("new"));
	cr_expect(span_is(strings_remembered(&s, 0), "new"));
	strings_close(&s);
}

/* Where the budget ends, nothing is written. */
Test(strings, within_the_budget)
{
	static struct strings s;
	struct budget budget;
	struct strings_table *table;

	begin(&s, &budget, 1000);
	table = strings_add(&s, "a");
	cr_expect_null(strings_entry(&s, table, 65534));
	cr_expect(budget.reached);
	cr_expect_eq(table->n_known, 0);
	strings_close(&s);
	cr_expect_eq(budget.used, 0);
}

/* ----------------------------------------------------------------- packed */

static enum unpack_status
unpacked(const char *in, size_t n, char *out, size_t size, const char **wrong)
{
	struct cursor c = cur_init((const uint8_t *)in, n, 0);

	return unpack_entries(&c, out, size, wrong);
}

#define UNPACKED(bytes, out, size, wrong) \
	unpacked(bytes, sizeof(bytes) - 1, out, size, wrong)

Test(strings, kinds_of_compression)
{
	char out[8] = "";
	const char *wrong;

	cr_expect_eq(UNPACKED("LZSS\3\0\0\0\10abc\0\0", out, 3, &wrong),
		     UNPACK_DONE);
	cr_expect_str_eq(out, "abc");
	cr_expect_eq(UNPACKED("LZSS\3\0\0\0\10abc\0\0", out, 4, &wrong),
		     UNPACK_WRONG);
	cr_expect_str_eq(wrong, "LZSS data of a different size");
	cr_expect_eq(UNPACKED("LZSS\3", out, 3, &wrong), UNPACK_WRONG);
	cr_expect_eq(UNPACKED("SNA", out, 0, &wrong), UNPACK_WRONG);
	cr_expect_str_eq(wrong, "data that begin with neither SNAP nor LZSS");
	cr_expect_eq(UNPACKED("LZSS\3\0\0\0\10abc", out, 3, &wrong),
		     UNPACK_WRONG);
	cr_expect_str_eq(wrong, "LZSS data without an end");
	cr_expect_eq(UNPACKED("LZSS\3\0\0\0\20abcd\0\0", out, 3, &wrong),
		     UNPACK_WRONG);
	cr_expect_str_eq(wrong, "LZSS data of more bytes than declared");
	cr_expect_eq(UNPACKED("LZSS\3\0\0\0\4ab\0\0", out, 3, &wrong),
		     UNPACK_WRONG);
	cr_expect_str_eq(wrong, "LZSS data of fewer bytes than declared");
	cr_expect_eq(UNPACKED("LZSS\3\0\0\0\2a\0\21\0\0", out, 3, &wrong),
		     UNPACK_WRONG);
	cr_expect_str_eq(wrong, "an LZSS copy from before the beginning");
}

#ifdef WITHOUT_SNAPPY
Test(strings, a_build_without_snappy_says_so)
{
	char out[8] = "";
	const char *wrong;

	cr_expect_eq(UNPACKED("SNAP\3\10abc", out, 3, &wrong), UNPACK_UNABLE);
	cr_expect_null(wrong);
}
#else
Test(strings, snappy)
{
	char out[8] = "";
	const char *wrong;

	cr_expect_eq(UNPACKED("SNAP\3\10abc", out, 3, &wrong), UNPACK_DONE);
	cr_expect_str_eq(out, "abc");
	cr_expect_eq(UNPACKED("SNAP\3\10abc", out, 2, &wrong), UNPACK_WRONG);
	cr_expect_str_eq(wrong, "snappy data of a different size");
	cr_expect_eq(UNPACKED("SNAP\3\10ab", out, 3, &wrong), UNPACK_WRONG);
	cr_expect_str_eq(wrong, "snappy data that cannot be decoded");
}
#endif

/* Entries that were not there cost time again after each clearing. */
Test(strings, skipped_entries_are_bounded)
{
	enum { SKIPPED = 999, TIMES = 8 };
	struct budget budget = { .allocator = &allocator };
	static struct strings s;
	size_t times = 0;

	memory_pick(&allocator);
	budget.most = (SKIPPED + 1) * sizeof(struct strings_entry) * 5 / 2;
	strings_open(&s, &budget);
	while (times < 1000 && !budget.reached) {
		struct strings_table *table = strings_add(&s, "t");

		table->max_entries = SKIPPED + 1;
		cr_expect_eq(strings_entry(&s, table, SKIPPED) != NULL,
			     !budget.reached);
		strings_clear(&s);
		times++;
	}
	cr_expect_eq(times, TIMES * 5 / 2 + 1, "%zu times", times);
	strings_close(&s);
	cr_expect_eq(budget.used, 0);
}
