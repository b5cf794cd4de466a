/* SPDX-License-Identifier: MIT */
/* test_decompress.c - recordings in other containers than gzip */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "corpus/builder/bzip2_writer.h"
#include "corpus/builder/xz_writer.h"
#include "corpus/builder/zstd_writer.h"
#include "tests/support.h"

enum { XZ, ZSTD, BZIP2, KINDS, BLOCK = 200, DICTIONARY = 16 };

static const char *const names[KINDS] = { "xz", "zstd", "bzip2" };

static void
add_stream(struct buffer *w, int kind, const void *bytes, size_t n)
{
	if (kind == XZ)
		xz_stream(w, bytes, n, DICTIONARY);
	else if (kind == ZSTD)
		zstd_frame(w, bytes, n);
	else
		bzip2_stream(w, bytes, n, BLOCK);
	cr_assert(buffer_ok(w));
}

/* What a check says, without what is in another place in a compressed file. */
struct said {
	char findings[4096];
	enum dfk_verdict verdict;
	uint64_t decoded, undecoded, ok_up_to, kept;
	bool loss_unknown;
	const char *compression;
};

static void
keep(void *ctx, const struct dfk_finding *f)
{
	struct said *s = ctx;
	const size_t n = strlen(s->findings);

	snprintf(s->findings + n, sizeof(s->findings) - n, "%s %llu %llu %s\n",
		 f->rule->id, (unsigned long long)f->offset,
		 (unsigned long long)f->length, f->found);
}

static struct said
check_limited(const struct bytes *b, size_t piece, uint64_t memory)
{
	struct said s = { .verdict = DFK_VALID };
	const struct dfk_options options = { .on_finding = keep, .ctx = &s };
	const struct dfk_result *r;
	struct dfk_check *check;

	cr_assert_eq(dfk_open(&options, &check), DFK_OK);
	if (memory)
		cr_assert_eq(dfk_set_limit(check, "decoder_bytes", memory),
			     DFK_OK);
	feed_in(check, b, piece);
	r = dfk_result_of(check);
	s.verdict = r->verdict;
	s.decoded = r->decoded_size;
	s.undecoded = r->undecoded;
	s.ok_up_to = r->ok_up_to;
	s.kept = r->kept;
	s.loss_unknown = r->loss_unknown;
	s.compression = r->compression;
	dfk_close(check);
	return s;
}

static struct said
check_bytes(const void *bytes, size_t n, size_t piece)
{
	const struct bytes b = { n, (unsigned char *)(uintptr_t)bytes };

	return check_limited(&b, piece, 0);
}

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

			expect_same(&s, &plain, names[kind], piece);
			cr_expect_str_eq(s.compression, names[kind]);
		}
		buffer_free(&w);
	}
	free(b.at);
}

/* Two streams, and what may stand between them. */
static struct buffer
two_streams(int kind)
{
	static const char skipped[] = "\x53\x2a\x4d\x18\x02\0\0\0ab";
	struct bytes b = finished();
	struct buffer w;

	buffer_init(&w);
	add_stream(&w, kind, b.at, 300);
	if (kind == XZ)
		buffer_fill(&w, 0, 8);
	if (kind == ZSTD)
		buffer_append(&w, skipped, sizeof(skipped) - 1);
	add_stream(&w, kind, b.at + 300, b.n - 300);
	free(b.at);
	cr_assert(buffer_ok(&w));
	return w;
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

			expect_same(&s, &t, names[kind], n);
			valid += s.verdict == DFK_VALID;
		}
		cr_expect_eq(valid, 1, "%s", names[kind]);
		for (size_t at = 0; at < w.size; at++) {
			w.bytes[at] ^= (unsigned char)(1 << at % 8);
			const struct said s = check_bytes(w.bytes, w.size,
							  w.size),
					  t = check_bytes(w.bytes, w.size, 1),
					  u = check_bytes(w.bytes, w.size, 5);

			expect_same(&s, &t, names[kind], at);
			expect_same(&s, &u, names[kind], at);
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
		cr_expect_eq(found != NULL, *want != '\0', "%s", names[kind]);
		cr_expect(!found ||
				  strncmp(found + 16, want, strlen(want)) == 0,
			  "%s after %s: %s", want, names[kind], s.findings);
	}
	buffer_free(&w);
	free(b.at);
}

Test(decompress, what_follows_a_stream)
{
	expect_after(XZ, "abc", 3, "trailing 732 3 ");
	expect_after(XZ, "\0\0\0\0", 4, "");
	expect_after(XZ, "\0\0\0", 3, "trailing");
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
	expect_after(ZSTD, "\0\0\0\0", 4, "trailing");
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

/* Given more memory than it may have, there is no verdict; the largest windows of
   zstd cannot be had at all. */
Test(decompress, memory_of_a_decoder)
{
	static const char huge[] = "\x28\xb5\x2f\xfd\0\xff\x01\0\0";
	struct said s = check_bytes(huge, sizeof(huge) - 1, 1);

	cr_expect_eq(s.verdict, DFK_UNDECIDED);
	cr_expect_str_eq(s.findings,
			 "limit.decoder_bytes 0 9 a zstd frame that takes more "
			 "than 268435456 bytes of memory\n");
	for (int kind = 0; kind < KINDS; kind++) {
		struct buffer w = two_streams(kind);
		const struct bytes b = { w.size, w.bytes };

		for (uint64_t most = 1; most < 1 << 13; most *= 2) {
			s = check_limited(&b, 1, most);
			cr_expect_eq(s.verdict, DFK_UNDECIDED, "%s",
				     names[kind]);
			cr_expect(strstr(s.findings, "limit.decoder_bytes"));
			cr_expect(!strstr(s.findings, "file."));
		}
		s = check_limited(&b, 1, 1 << 23);
		cr_expect_eq(s.verdict, DFK_VALID, "%s", names[kind]);
		buffer_free(&w);
	}
}

/* What is right and cannot be decoded is not damaged. */
Test(decompress, what_the_library_lacks)
{
	static const char dictionary[] = "\x28\xb5\x2f\xfd\1\0\x22\x01\0\0";
	const struct said s = check_bytes(dictionary, sizeof(dictionary) - 1,
					  1);

	cr_expect_eq(s.verdict, DFK_UNSUPPORTED);
	cr_expect_str_eq(s.findings, "file.unsupported 0 10 a zstd frame: it "
				     "needs a dictionary\n");
	cr_expect_eq(s.kept, 0);
}

/* So many allocations. */
static void *
counting_get(void *ctx, size_t size)
{
	size_t *n = ctx;

	++*n;
	return malloc(size);
}

static void
counting_put(void *ctx, void *at)
{
	(void)ctx;
	free(at);
}

/* Given empty streams without end, memory is asked for once. */
Test(decompress, empty_streams)
{
	for (int kind = 0; kind < KINDS; kind++) {
		enum { STREAMS = 20000 };
		struct bytes b = finished(), all = { 0, NULL };
		struct buffer w;
		size_t n = 0;
		const struct dfk_options options = {
			.allocator = { counting_get, counting_put, &n },
		};
		struct dfk_check *check;

		buffer_init(&w);
		add_stream(&w, kind, "", 0);
		const size_t one = w.size;

		add_stream(&w, kind, b.at, b.n);
		for (int i = 0; i < STREAMS; i++)
			put(&all, w.bytes, one);
		put(&all, w.bytes + one, w.size - one);
		cr_assert_eq(dfk_open(&options, &check), DFK_OK);
		feed_in(check, &all, all.n);
		cr_expect_eq(dfk_result_of(check)->verdict, DFK_VALID);
		cr_expect_eq(dfk_result_of(check)->decoded_size, b.n);
		cr_expect_lt(n, 60, "%s: %zu", names[kind], n);
		dfk_close(check);
		buffer_free(&w);
		free(all.at);
		free(b.at);
	}
}

/* A repair writes what was decoded, repaired. */
Test(decompress, repair)
{
	struct bytes b = recording(), whole = finished();

	for (int kind = 0; kind < KINDS; kind++) {
		struct bytes out = { 0, NULL };
		struct dfk_check *check;
		struct dfk_repair *repair;
		struct buffer w;

		buffer_init(&w);
		add_stream(&w, kind, b.at, b.n);
		cr_assert_eq(dfk_open(NULL, &check), DFK_OK);
		feed_in(check, &(struct bytes){ w.size, w.bytes }, 100);
		cr_assert_eq(dfk_repair_open(check, collect, &out, &repair),
			     DFK_OK);
		for (size_t i = 0; i < w.size; i++)
			cr_assert_eq(dfk_repair_feed(repair, w.bytes + i, 1),
				     DFK_OK);
		cr_assert_eq(dfk_repair_finish(repair), DFK_OK);
		cr_expect_eq(out.n, whole.n);
		cr_expect_arr_eq(out.at, whole.at, whole.n);
		dfk_repair_close(repair);
		dfk_close(check);
		buffer_free(&w);
		free(out.at);
	}
	free(b.at);
	free(whole.at);
}
