/* SPDX-License-Identifier: MIT */
/* test_detect.c - what a file is by its first bytes, to the last bit of them */
#include <criterion/criterion.h>
#include <string.h>

#include "include/demofsck.h"

/* Signatures, and the format; without one it is a kind that is known by name. */
static const struct row {
	const char *bytes;
	size_t n;
	const char *format;
} rows[] = {
#define ROW(bytes, format) \
	{ \
		bytes, sizeof(bytes) - 1, format \
	}
	ROW("\x69\x9d\xb1\x7b\x8e\xfb\x34\xff\xb1\xd8\xda\x6f\x60\xc1\x5d\xd1",
	    "teehistorian"),
	ROW("DATA", "datafile"),
	ROW("ATAD", "datafile"),
	ROW("\x04\x22\x4d\x18", NULL),
	ROW("PK\3\4", NULL),
	ROW("PK\5\6", NULL),
	ROW("7z\xbc\xaf\x27\x1c", NULL),
	ROW("Rar!\x1a\7", NULL),
#undef ROW
};

/* The name of its format, "" of what is known by name, NULL of anything else;
   behind the signature are bytes that say nothing. */
static const char *
kind_of(const char *bytes, size_t n, size_t more)
{
	struct dfk_check *check;
	const char *kind;

	cr_assert_eq(dfk_open(NULL, &check), DFK_OK);
	cr_assert_eq(dfk_feed(check, bytes, n), DFK_OK);
	for (size_t i = 0; i < more; i++)
		cr_assert_eq(dfk_feed(check, "\xa5", 1), DFK_OK);
	cr_assert_eq(dfk_finish(check), DFK_OK);
	kind = dfk_result_of(check)->format;
	if (!kind && dfk_result_of(check)->verdict == DFK_UNSUPPORTED)
		kind = "";
	dfk_close(check);
	return kind;
}

static void
expect_kind(const char *got, const char *want, const char *how, size_t at)
{
	cr_expect((!got && !want) || (got && want && strcmp(got, want) == 0),
		  "%s %zu: %s, not %s", how, at, got ? got : "unrecognized",
		  want ? want : "unrecognized");
}

Test(detect, each_signature)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		const struct row *r = &rows[i];
		const char *want = r->format ? r->format : "";

		expect_kind(kind_of(r->bytes, r->n, 0), want, "alone", i);
		expect_kind(kind_of(r->bytes, r->n, 60), want, "row", i);
	}
}

Test(detect, one_bit_makes_another_kind)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		for (size_t bit = 0; bit < 8 * rows[i].n; bit++) {
			char bytes[16];

			memcpy(bytes, rows[i].bytes, rows[i].n);
			bytes[bit / 8] = (char)(bytes[bit / 8] ^ 1 << bit % 8);
			expect_kind(kind_of(bytes, rows[i].n, 60), NULL, "bit",
				    bit);
		}
}

/* Given less than a signature, a whole file is one that was cut, and the start
   of another is not. */
Test(detect, signatures_that_are_cut)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		for (size_t n = 1; n < rows[i].n; n++) {
			expect_kind(kind_of(rows[i].bytes, n, 0),
				    rows[i].format, "cut", n);
			expect_kind(kind_of(rows[i].bytes, n, 60), NULL,
				    "something else after", n);
		}
}
