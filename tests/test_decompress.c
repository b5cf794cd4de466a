/* SPDX-License-Identifier: MIT */
/* test_decompress.c - recordings in other containers than gzip: cuts and damage */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/compressed.h"

static void
expect_same(const struct said *a, const struct said *b, const char *name,
	    size_t at)
{
	cr_expect_str_eq(a->findings, b->findings, "%s %zu", name, at);
	cr_expect_eq(a->verdict, b->verdict, "%s %zu", name, at);
	cr_expect_eq(a->decoded, b->decoded, "%s %zu", name, at);
	cr_expect_eq(a->undecoded, b->undecoded, "%s %zu", name, at);
	cr_expect_eq(a->ok_up_to, b->ok_up_to, "%s %zu", name, at);
	cr_expect_eq(a->kept, b->kept, "%s %zu", name, at);
	cr_expect_eq(a->loss_unknown, b->loss_unknown, "%s %zu", name, at);
}

/* Given a recording with findings, they are the same, however it comes. */
Test(decompress, what_it_holds_is_the_recording)
{
	struct bytes b = recording();

	put(&b, "\x00\x41\x02\xff", 4);
	const struct said plain = check_bytes(b.at, b.n, b.n);

	cr_assert_neq(plain.verdict, DFK_VALID);
	for (int kind = 0; kind < KINDS; kind++) {
		struct buffer w;

		buffer_init(&w);
		add_stream(&w, kind, b.at, b.n / 3);
		add_stream(&w, kind, b.at, 0);
		add_stream(&w, kind, b.at + b.n / 3, b.n - b.n / 3);
		for (size_t piece = 1; piece < w.size + 100; piece += 100) {
			const struct said s = check_bytes(w.bytes, w.size,
							  piece);

			expect_same(&s, &plain, compressed_names[kind], piece);
			cr_expect_str_eq(s.compression, compressed_names[kind]);
		}
		buffer_free(&w);
	}
	free(b.at);
}

/* Given any cut, or any byte that is altered, all is the same if the bytes come one
   by one, and nothing is valid that is not whole. */
Test(decompress, cuts_and_damage)
{
	for (int kind = 0; kind < KINDS; kind++) {
		struct buffer w = two_streams(kind);
		size_t valid = 0;

		for (size_t n = 0; n <= w.size; n++) {
			const struct said s = check_bytes(w.bytes, n, n + 1),
					  t = check_bytes(w.bytes, n, 1);

			expect_same(&s, &t, compressed_names[kind], n);
			valid += s.verdict == DFK_VALID;
		}
		cr_expect_eq(valid, 1, "%s", compressed_names[kind]);
		for (size_t at = 0; at < w.size; at++) {
			w.bytes[at] ^= (unsigned char)(1 << at % 8);
			const struct said s = check_bytes(w.bytes, w.size,
							  w.size),
					  t = check_bytes(w.bytes, w.size, 1),
					  u = check_bytes(w.bytes, w.size, 5);

			expect_same(&s, &t, compressed_names[kind], at);
			expect_same(&s, &u, compressed_names[kind], at);
			w.bytes[at] ^= (unsigned char)(1 << at % 8);
		}
		buffer_free(&w);
	}
}

static void
expect_after(int kind, const char *bytes, size_t n, const char *want)
{
	struct bytes b = finished();
	struct buffer w;

	buffer_init(&w);
	add_stream(&w, kind, b.at, b.n);
	buffer_append(&w, bytes, n);
	for (size_t piece = 1; piece <= w.size; piece += w.size - 1) {
		const struct said s = check_bytes(w.bytes, w.size, piece);
		const char *found = strstr(s.findings, "file.compressed_");

		cr_expect_eq(s.decoded, b.n);
		cr_expect_eq(found != NULL, *want != '\0', "%s",
			     compressed_names[kind]);
		cr_expect(!found ||
				  strncmp(found + 16, want, strlen(want)) == 0,
			  "%s after %s: %s", want, compressed_names[kind],
			  s.findings);
	}
	buffer_free(&w);
	free(b.at);
}

Test(decompress, what_follows_a_stream)
{
	expect_after(XZ, "abc", 3, "trailing 732 3 ");
	expect_after(XZ, "\0\0\0\0", 4, "");
	expect_after(XZ, "\0\0\0", 3, "padding 732 3 ");
	expect_after(XZ, "\0\0\0\0\0x", 6, "trailing");
	expect_after(XZ, "\0\0\0\0x", 5, "trailing");
	expect_after(XZ,
		     "\xfd"
		     "7zX",
		     4, "truncated");
	expect_after(XZ, "\0\0\0\0\xfd", 5, "truncated");
	expect_after(XZ,
		     "\xfd"
		     "7zXY",
		     5, "trailing");
	expect_after(XZ,
		     "\xfd"
		     "7zXZ\0\0\0\0\0\0\0",
		     12, "damaged");
	expect_after(ZSTD, "abc", 3, "trailing");
	expect_after(ZSTD, "\0\0\0\0", 4, "padding");
	expect_after(ZSTD, "\x28\xb5", 2, "truncated");
	expect_after(ZSTD, "\x28\xb5\x2f\xfc", 4, "trailing");
	expect_after(ZSTD, "\x5f\x2a\x4d\x18", 4, "truncated");
	expect_after(ZSTD, "\x5f\x2a\x4d\x18\0\0\0\0", 8, "");
	expect_after(ZSTD, "\x28\xb5\x2f\xfd\0\0\xff\xff\xff", 9, "damaged");
	expect_after(BZIP2, "abc", 3, "trailing");
	expect_after(BZIP2, "BZ", 2, "truncated");
	expect_after(BZIP2, "BZh0", 4, "trailing");
	expect_after(BZIP2, "BZh9!", 5, "damaged");
	expect_after(BZIP2, "BZh9\x17\x72\x45\x38\x50\x90\0\0\0\0", 14, "");
}

/* What begins like one but is too short, or something else. */
Test(decompress, first_bytes)
{
	static const struct {
		const char *bytes;
		size_t n;
		enum dfk_verdict verdict;
	} rows[] = {
		{ "\xfd", 1, DFK_UNRECOGNIZED },
		{ "\xfd"
		  "7",
		  2, DFK_TRUNCATED },
		{ "\xfd"
		  "7zXZ",
		  6, DFK_TRUNCATED },
		{ "\xfd"
		  "7zXZ\1",
		  6, DFK_UNRECOGNIZED },
		{ "\x28\xb5", 2, DFK_TRUNCATED },
		{ "\x28\xb5\x2f", 3, DFK_TRUNCATED },
		{ "\x28\xb5\x2f\xfc", 4, DFK_UNRECOGNIZED },
		{ "P*M", 3, DFK_UNRECOGNIZED },
		{ "P*M\x18", 4, DFK_TRUNCATED },
		{ "BZ", 2, DFK_UNRECOGNIZED },
		{ "BZh", 3, DFK_TRUNCATED },
		{ "BZh9", 4, DFK_TRUNCATED },
		{ "BZh0", 4, DFK_UNRECOGNIZED },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		for (size_t piece = 1; piece <= rows[i].n; piece++)
			cr_expect_eq(
				check_bytes(rows[i].bytes, rows[i].n, piece)
					.verdict,
				rows[i].verdict, "row %zu", i);
}
