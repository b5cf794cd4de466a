/* SPDX-License-Identifier: MIT */
/* test_decoder.c - what decoders of other containers than gzip need, and lack */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/compressed.h"
#include "validator/core/xz_stream.h"

/* Given more memory than it may have, there is no verdict; the largest windows of
   zstd cannot be had at all. */
Test(decompress, memory_of_a_decoder)
{
	static const char huge[] = "\x28\xb5\x2f\xfd\0\xff\x01\0\0";
	struct said s = check_bytes(huge, sizeof(huge) - 1, 1);

	cr_expect_eq(s.verdict, DFK_UNDECIDED);
	cr_expect_str_eq(s.findings,
			 "limit.decoder_bytes 0 9 a zstd frame that needs more "
			 "than 268435456 bytes of memory\n");
	for (int kind = 0; kind < KINDS; kind++) {
		struct buffer w = two_streams(kind);
		const struct bytes b = { w.size, w.bytes };

		for (uint64_t most = 1; most < 1 << 13; most *= 2) {
			s = check_limited(&b, 1, most);
			cr_expect_eq(s.verdict, DFK_UNDECIDED, "%s",
				     compressed_names[kind]);
			cr_expect(strstr(s.findings, "limit.decoder_bytes"));
			cr_expect(!strstr(s.findings, "file."));
		}
		s = check_limited(&b, 1, 1 << 23);
		cr_expect_eq(s.verdict, DFK_VALID, "%s",
			     compressed_names[kind]);
		buffer_free(&w);
	}
}

/* Given a block larger than the buffer of a decoder, all of it is there where the
   checksum after it, or the next block, is wrong. */
Test(decompress, a_large_block_before_damage)
{
	static const char checksum[] = "\x28\xb5\x2f\xfd\x04\x38"
				       "\x03\x35\x0c\x55\1\2\3\4";
	static const char block[] = "\x28\xb5\x2f\xfd\x00\x38"
				    "\x02\x35\x0c\x55\x07\0\0";

	for (size_t piece = 1; piece < 20; piece++) {
		struct said s = check_bytes(checksum, sizeof(checksum) - 1,
					    piece);

		cr_expect_eq(s.decoded, 100000);
		cr_expect_eq(s.undecoded, 4);
		s = check_bytes(block, sizeof(block) - 1, piece);
		cr_expect_eq(s.decoded, 100000);
		cr_expect_eq(s.undecoded, 3);
	}
}

/* A block that is stored, in a frame that says how much it has: that, or not. */
Test(decompress, a_stored_block_and_the_size_of_its_frame)
{
	static const char head[] = "\x28\xb5\x2f\xfd\x40\0";

	for (unsigned content = 299; content <= 301; content++) {
		struct buffer w = { 0 };

		buffer_append(&w, head, sizeof(head) - 1);
		buffer_byte(&w, content - 256);
		buffer_byte(&w, 0);
		buffer_byte(&w, (300 << 3 | 1) & 0xff); /* the last block */
		buffer_byte(&w, 300 >> 5);
		buffer_byte(&w, 0);
		for (unsigned i = 0; i < 300; i++)
			buffer_byte(&w, 'a');
		cr_assert(buffer_ok(&w));
		for (size_t piece = 1; piece < 320; piece += 7) {
			const struct said s = check_bytes((const char *)w.bytes,
							  w.size, piece);

			cr_expect_eq(s.decoded, content == 300 ? 300 : 0);
		}
		buffer_free(&w);
	}
}

/* What is right and cannot be decoded is not damaged. */
Test(decompress, what_the_library_lacks)
{
	static const struct {
		const char *bytes;
		size_t size;
		const char *said;
	} rows[] = {
		{ "\x28\xb5\x2f\xfd\1\0\x22\x01\0\0", 10,
		  "file.unsupported 0 10 a zstd frame: the frame needs a "
		  "dictionary\n" },
		/* A bit of the flags that no version has yet, and their sum. */
		{ "\xfd\x37zXZ\0\0\x10\x9b\x02\x6e\x5c", 12,
		  "file.unsupported 11 1 an xz stream: filters or options "
		  "that liblzma does not know\n" },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct said s = check_bytes(rows[i].bytes, rows[i].size,
						  1);

		cr_expect_eq(s.verdict, DFK_UNSUPPORTED);
		cr_expect_str_eq(s.findings, rows[i].said);
		cr_expect_eq(s.kept, 0);
	}
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
			DFK_OPTIONS,
			.allocator = { counting_get, counting_put, &n },
		};
		struct dfk_check *check;

		buffer_init(&w);
		add_stream(&w, kind, "", 0);
		const size_t one = w.size;

		add_stream(&w, kind, b.at, b.n);
		put_times(&all, w.bytes, one, STREAMS);
		put(&all, w.bytes + one, w.size - one);
		cr_assert_eq(dfk_open(&options, &check), DFK_OK);
		feed_in(check, &all, all.n);
		cr_expect_eq(dfk_result_of(check)->verdict, DFK_VALID);
		cr_expect_eq(dfk_result_of(check)->decoded_size, b.n);
		cr_expect_lt(n, 60, "%s: %zu", compressed_names[kind], n);
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

/* The .xz file format, 2.1.1.2: by the low bits of the flags. */
Test(decompress, checks_of_an_xz_stream)
{
	static const uint8_t sizes[] = { 0,  4,  4,  4,  8,  8,  8,  16,
					 16, 16, 32, 32, 32, 64, 64, 64 };
	enum { BLOCK_SIZE = 12, PADDING = 3, NO_CHUNK = 1 };

	for (uint8_t id = 0; id < sizeof(sizes); id++) {
		const uint8_t head[12] = { [7] = id };
		const uint8_t block[BLOCK_SIZE + NO_CHUNK] = { 2 };
		const struct span all = { block, sizeof(block) };
		struct xz_stream s;

		xz_stream_begin(&s);
		xz_stream_take(&s, (struct span){ head, sizeof(head) });
		xz_stream_take(&s, span_head(all, 1));
		cr_assert_eq(s.left, BLOCK_SIZE - 1);
		xz_stream_take(&s, span_head(span_tail(all, 1), s.left));
		cr_assert_eq(s.piece, XZ_CONTROL);
		xz_stream_take(&s, span_tail(all, BLOCK_SIZE));
		cr_expect_eq(s.piece, XZ_CHECK);
		cr_expect_eq(s.left, PADDING + sizes[id], "type %u", id);
	}
}
