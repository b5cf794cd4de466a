/* SPDX-License-Identifier: MIT */
/*
 * test_corpus.c - every sample is judged as corpus/MANIFEST.tsv says, however it
 * is handed over, and repaired by the laws of a repair
 */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "corpus/builder/sample.h"
#include "corpus/tool/judge.h"
#include "corpus/tool/manifest.h"
#include "tests/stored.h"

#define WHOLE \
	(struct judge_how) { .pieces = JUDGE_WHOLE }

static void
judge_sample(const struct manifest_row *row, const struct buffer *bytes,
	     struct judge_how how, struct judgement *j)
{
	judge(bytes->bytes, bytes->size, row->column[MANIFEST_OPTIONS], how, j);
	cr_assert_eq(j->status, DFK_OK, "%s: %s", row->column[MANIFEST_PATH],
		     dfk_status_text(j->status));
}

/* Every column of the row is what this judgement would write. */
static void
expect_row(const struct manifest_row *row, const struct judgement *j,
	   const char *how)
{
	struct buffer line = { 0 };
	struct manifest_row got;

	judge_row(j, row->column[MANIFEST_PATH], row->column[MANIFEST_OPTIONS],
		  row->column[MANIFEST_DESCRIPTION], &line);
	buffer_byte(&line, 0);
	cr_assert(buffer_ok(&line) && manifest_split((char *)line.bytes, &got));
	for (size_t i = 0; i < MANIFEST_COLUMNS; i++)
		cr_expect_str_eq(got.column[i], row->column[i],
				 "%s (%s): %s is %s, the manifest says %s",
				 row->column[MANIFEST_PATH], how,
				 manifest_columns[i], got.column[i],
				 row->column[i]);
	buffer_free(&line);
}

static void
expect_rows(struct judge_how how, const char *name)
{
	struct manifest m = stored_manifest();
	struct manifest_row row;

	while (manifest_next(&m, &row)) {
		struct buffer bytes = stored_file(row.column[MANIFEST_PATH]);
		struct judgement j;

		judge_sample(&row, &bytes, how, &j);
		expect_row(&row, &j, name);
		judgement_free(&j);
		buffer_free(&bytes);
	}
	stored_manifest_close(&m);
}

/* ---------------------------------------------------------- findings -- */

Test(corpus, each_sample_is_judged_as_the_manifest_says)
{
	expect_rows(WHOLE, "whole");
}

Test(corpus, one_byte_at_a_time_changes_nothing)
{
	expect_rows((struct judge_how){ .pieces = JUDGE_BYTES }, "bytes");
}

Test(corpus, random_pieces_change_nothing)
{
	for (uint32_t seed = 1; seed <= 3; seed++)
		expect_rows((struct judge_how){ .pieces = JUDGE_SPLITS,
						.seed = seed },
			    "splits");
}

static void
expect_equal(const struct manifest_row *row, const struct buffer *a,
	     const struct buffer *b, const char *what)
{
	cr_expect(a->size == b->size &&
			  (a->size == 0 ||
			   memcmp(a->bytes, b->bytes, a->size) == 0),
		  "%s: other %s", row->column[MANIFEST_PATH], what);
}

/* What nobody wants to see is read in other ways, which are quicker. */
Test(corpus, without_records_the_findings_are_the_same)
{
	const struct judge_how blind = { .pieces = JUDGE_WHOLE, .blind = true };
	struct manifest m = stored_manifest();
	struct manifest_row row;

	while (manifest_next(&m, &row)) {
		struct buffer bytes = stored_file(row.column[MANIFEST_PATH]);
		struct judgement seen, unseen;

		judge_sample(&row, &bytes, WHOLE, &seen);
		judge_sample(&row, &bytes, blind, &unseen);
		expect_row(&row, &unseen, "blind");
		expect_equal(&row, &seen.findings, &unseen.findings,
			     "findings");
		expect_equal(&row, &seen.edits, &unseen.edits, "edits");
		expect_equal(&row, &seen.repaired, &unseen.repaired, "repair");
		judgement_free(&seen);
		judgement_free(&unseen);
		buffer_free(&bytes);
	}
	stored_manifest_close(&m);
}

/* One gzip member with what the compression library makes of the bytes. */
static struct buffer
compress_bytes(const struct buffer *bytes)
{
	enum { GZIP = 16, MEMORY = 8 };
	struct buffer packed = { 0 };
	z_stream z = { 0 };
	uLong bound;

	cr_assert_eq(deflateInit2(&z, Z_BEST_COMPRESSION, Z_DEFLATED,
				  GZIP + MAX_WBITS, MEMORY, Z_DEFAULT_STRATEGY),
		     Z_OK);
	bound = deflateBound(&z, bytes->size);
	buffer_fill(&packed, 0, bound);
	cr_assert(buffer_ok(&packed));
	z.next_in = bytes->bytes;
	z.avail_in = (uInt)bytes->size;
	z.next_out = packed.bytes;
	z.avail_out = (uInt)bound;
	cr_assert_eq(deflate(&z, Z_FINISH), Z_STREAM_END);
	buffer_cut(&packed, z.total_out);
	deflateEnd(&z);
	return packed;
}

/* All members; what follows the last one is none. */
static struct buffer
decompress_bytes(const struct buffer *packed)
{
	enum { GZIP = 16, BLOCK = 65536 };
	struct buffer bytes = { 0 };
	z_stream z = { 0 };
	int status = Z_OK, members = 0;

	cr_assert_eq(inflateInit2(&z, GZIP + MAX_WBITS), Z_OK);
	z.next_in = packed->bytes;
	z.avail_in = (uInt)packed->size;
	while (status == Z_OK) {
		const size_t size = bytes.size;

		buffer_fill(&bytes, 0, BLOCK);
		cr_assert(buffer_ok(&bytes));
		z.next_out = bytes.bytes + size;
		z.avail_out = BLOCK;
		status = inflate(&z, Z_NO_FLUSH);
		buffer_cut(&bytes, size + BLOCK - z.avail_out);
		if (status == Z_STREAM_END) {
			members++;
			if (z.avail_in > 0)
				status = inflateReset(&z);
		}
	}
	cr_assert(status == Z_STREAM_END || (members > 0 && z.total_out == 0));
	inflateEnd(&z);
	return bytes;
}

static bool
begins(const struct buffer *bytes, const char *magic, size_t n)
{
	return bytes->size >= n && memcmp(bytes->bytes, magic, n) == 0;
}

static bool
is_gzip(const struct buffer *bytes)
{
	return begins(bytes, "\x1f\x8b", 2);
}

static bool
is_packed(const struct buffer *bytes)
{
	return is_gzip(bytes) ||
	       begins(bytes,
		      "\xfd"
		      "7",
		      2) ||
	       begins(bytes, "\x28\xb5", 2) || begins(bytes, "BZh", 3);
}

/* Whatever is not a matter of the container is found in its content as well. */
Test(corpus, compression_changes_nothing)
{
	struct manifest m = stored_manifest();
	struct manifest_row row;

	while (manifest_next(&m, &row)) {
		struct buffer bytes = stored_file(row.column[MANIFEST_PATH]),
			      packed;
		struct judgement j;

		if (is_packed(&bytes) ||
		    strstr(row.column[MANIFEST_OPTIONS], "input_bytes")) {
			buffer_free(&bytes);
			continue;
		}
		packed = compress_bytes(&bytes);
		judge_sample(&row, &packed, WHOLE, &j);
		/* Other readers need not decompress. */
		row.column[MANIFEST_READER] = "either";
		row.column[MANIFEST_LEVEL] = "-";
		expect_row(&row, &j, "gzip");
		cr_expect(j.decoded ||
				  strcmp(row.column[MANIFEST_RULES], "-") == 0,
			  "%s: findings do not count decoded bytes",
			  row.column[MANIFEST_PATH]);
		judgement_free(&j);
		buffer_free(&packed);
		buffer_free(&bytes);
	}
	stored_manifest_close(&m);
}

/* ------------------------------------------------------------ repair -- */

static void
expect_laws(const struct manifest_row *row, const struct judgement *j)
{
	const struct dfk_result *r = &j->result;
	const char *path = row->column[MANIFEST_PATH];
	struct judgement again;

	cr_expect_eq(r->kept + r->changed + r->dropped, r->decoded_size,
		     "%s: kept + changed + dropped is not the input", path);
	cr_expect_eq(j->has_repaired, r->repairable != DFK_REPAIRABLE_NO,
		     "%s: the plan and what was written differ", path);
	if (!j->has_repaired)
		return;
	cr_expect_eq(r->kept + r->changed + r->added, j->repaired.size,
		     "%s: kept + changed + added is not the output", path);
	judge_sample(row, &j->repaired, WHOLE, &again);
	cr_expect_eq(again.result.verdict, DFK_VALID,
		     "%s: the repaired file has %s", path,
		     (const char *)again.rules.bytes);
	cr_expect(again.has_repaired &&
			  again.repaired.size == j->repaired.size &&
			  memcmp(again.repaired.bytes, j->repaired.bytes,
				 j->repaired.size) == 0,
		  "%s: repairing again changes the file", path);
	judgement_free(&again);
}

Test(corpus, repair_accounts_for_each_byte_and_is_final)
{
	struct manifest m = stored_manifest();
	struct manifest_row row;

	while (manifest_next(&m, &row)) {
		struct buffer bytes = stored_file(row.column[MANIFEST_PATH]);
		struct judgement j;

		judge_sample(&row, &bytes, WHOLE, &j);
		expect_laws(&row, &j);
		judgement_free(&j);
		buffer_free(&bytes);
	}
	stored_manifest_close(&m);
}

static void
expect_no_idle_edits(struct judge_how how)
{
	struct manifest m = stored_manifest();
	struct manifest_row row;

	while (manifest_next(&m, &row)) {
		struct buffer bytes = stored_file(row.column[MANIFEST_PATH]);
		struct judgement j;

		judge_sample(&row, &bytes, how, &j);
		cr_expect_eq(j.idle_edits, 0, "%s: an edit changes nothing",
			     row.column[MANIFEST_PATH]);
		judgement_free(&j);
		buffer_free(&bytes);
	}
	stored_manifest_close(&m);
}

Test(corpus, each_edit_changes_something)
{
	expect_no_idle_edits(WHOLE);
	expect_no_idle_edits((struct judge_how){ .fix_warnings = true });
	expect_no_idle_edits((struct judge_how){ .level = DFK_LEVEL_PREFIX,
						 .fix_warnings = true,
						 .blind = true });
}

/* Up to ok_up_to, a repair keeps each byte; of a valid file that is all. */
Test(corpus, repair_of_a_valid_file_is_a_copy)
{
	struct manifest m = stored_manifest();
	struct manifest_row row;

	while (manifest_next(&m, &row)) {
		struct buffer bytes = stored_file(row.column[MANIFEST_PATH]);
		struct judgement j;

		judge_sample(&row, &bytes, WHOLE, &j);
		/* What is in other containers, tests/cli_compressed.py knows. */
		if (j.result.verdict == DFK_VALID &&
		    (is_gzip(&bytes) || !is_packed(&bytes))) {
			if (is_gzip(&bytes)) {
				struct buffer packed = bytes;

				bytes = decompress_bytes(&packed);
				buffer_free(&packed);
			}
			cr_expect(j.repaired.size == bytes.size &&
					  memcmp(j.repaired.bytes, bytes.bytes,
						 bytes.size) == 0,
				  "%s: the copy differs",
				  row.column[MANIFEST_PATH]);
		}
		judgement_free(&j);
		buffer_free(&bytes);
	}
	stored_manifest_close(&m);
}

/* With --fix-warnings each bad byte of the header is replaced in its place. */
Test(corpus, bad_header_text_is_fixed_on_request)
{
	struct manifest m = stored_manifest();
	struct manifest_row row;
	size_t n = 0;

	while (manifest_next(&m, &row)) {
		struct judge_how how = { .fix_warnings = true };
		struct buffer bytes;
		struct judgement j, again;

		if (!strstr(row.column[MANIFEST_PATH], "/bad/header_utf8"))
			continue;
		n++;
		bytes = stored_file(row.column[MANIFEST_PATH]);
		judge_sample(&row, &bytes, how, &j);
		cr_expect_eq(j.repaired.size, bytes.size, "%s",
			     row.column[MANIFEST_PATH]);
		cr_expect_eq(j.result.repairable, DFK_REPAIRABLE_LOSSY, "%s",
			     row.column[MANIFEST_PATH]);
		judge_sample(&row, &j.repaired, how, &again);
		cr_expect_str_eq((const char *)again.rules.bytes, "-",
				 "%s: %s is left", row.column[MANIFEST_PATH],
				 (const char *)again.rules.bytes);
		judgement_free(&again);
		judgement_free(&j);
		buffer_free(&bytes);
	}
	cr_expect_geq(n, 6);
	stored_manifest_close(&m);
}
