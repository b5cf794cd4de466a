/* SPDX-License-Identifier: MIT */
/* compressed.c - recordings in containers other than gzip, and the results of their
   check */
#include "tests/compressed.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "corpus/builder/bzip2_writer.h"
#include "corpus/builder/xz_writer.h"
#include "corpus/builder/zstd_writer.h"

enum { BLOCK = 200, DICTIONARY = 16 };

const char *const compressed_names[KINDS] = { "xz", "zstd", "bzip2" };

void
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

static void
keep(void *ctx, const struct dfk_finding *f)
{
	struct said *s = ctx;
	const size_t n = strlen(s->findings);

	snprintf(s->findings + n, sizeof(s->findings) - n, "%s %llu %llu %s\n",
		 f->rule->id, (unsigned long long)f->offset,
		 (unsigned long long)f->length, f->found);
}

struct said
check_limited(const struct bytes *b, size_t piece, uint64_t memory)
{
	struct said s = { .verdict = DFK_VALID };
	const struct dfk_options options = { DFK_OPTIONS, .on_finding = keep,
					     .ctx = &s };
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

struct said
check_bytes(const void *bytes, size_t n, size_t piece)
{
	const struct bytes b = { n, (unsigned char *)(uintptr_t)bytes };

	return check_limited(&b, piece, 0);
}

struct buffer
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
