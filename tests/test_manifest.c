/* SPDX-License-Identifier: MIT */
/*
 * test_manifest.c - every file of the corpus has its row, every row its sample,
 * and every finding, record and edit is the one that corpus/findings/, records/
 * and edits/ hold, to the last word
 */
#include <criterion/criterion.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "corpus/builder/samples.h"
#include "corpus/tool/findings.h"
#include "corpus/tool/manifest.h"
#include "include/demofsck_map.h"
#include "tests/stored.h"

/* The corpus only grows. */
#define ROWS_AT_LEAST 965

/* ------------------------------------------------------- files and rows -- */

static struct buffer manifest;

static bool
has_row(const char *path)
{
	char begin[512];

	snprintf(begin, sizeof(begin), "\n%s\t", path);
	return strstr((const char *)manifest.bytes, begin) != NULL;
}

/* What is no sample: its builder, the tool, expectations, README.md. */
static bool
is_of_the_house(const char *path)
{
	return !strchr(path, '/') || strncmp(path, "builder/", 8) == 0 ||
	       strncmp(path, "others/", 7) == 0 ||
	       strncmp(path, "tool/", 5) == 0 ||
	       strncmp(path, "findings/", 9) == 0 ||
	       strncmp(path, "records/", 8) == 0 ||
	       strncmp(path, "edits/", 6) == 0 ||
	       strncmp(path, "damage/", 7) == 0 ||
	       strncmp(path, "text/", 5) == 0;
}

static unsigned files;

static int
expect_row_of_file(const char *path, const struct stat *status, int type,
		   struct FTW *where)
{
	(void)status;
	(void)where;
	path += strlen(stored_folder()) + 1;
	if (type == FTW_F && !is_of_the_house(path)) {
		cr_expect(has_row(path), "%s: no row in MANIFEST.tsv", path);
		files++;
	}
	return 0;
}

/* A stray file would look tested, and is not. */
Test(manifest, each_file_has_a_row)
{
	enum { DESCRIPTORS = 16 };

	/* Once: there are too many files to read it for each. */
	manifest = stored_file("MANIFEST.tsv");
	buffer_byte(&manifest, '\0');
	cr_assert_eq(nftw(stored_folder(), expect_row_of_file, DESCRIPTORS,
			  FTW_PHYS),
		     0);
	cr_expect_geq(files, ROWS_AT_LEAST, "only %u files were seen", files);
	buffer_free(&manifest);
}

/* Nor may a sample lie where no format is. */
Test(manifest, each_sample_is_below_a_format)
{
	const struct sample *s;

	for (size_t i = 0; (s = samples_at(i)); i++) {
		const size_t length = strcspn(s->path, "/");
		const char *folder = NULL;

		for (size_t k = 0; (folder = findings_folder(k)); k++)
			if (strlen(folder) == length &&
			    strncmp(folder, s->path, length) == 0)
				break;
		cr_expect_not_null(folder, "%s: no such format", s->path);
	}
}

/* In the order of the builder, so that each row is there once. */
Test(manifest, rows_are_those_of_the_builder)
{
	struct manifest m = stored_manifest();
	struct manifest_row row;
	size_t n = 0;

	for (; manifest_next(&m, &row); n++) {
		const struct sample *s = samples_at(n);

		cr_assert_not_null(s, "%s: the builder does not know it",
				   row.column[MANIFEST_PATH]);
		cr_expect_str_eq(row.column[MANIFEST_PATH], s->path);
		cr_expect_str_eq(row.column[MANIFEST_DESCRIPTION], s->about,
				 "%s", s->path);
		cr_expect_str_eq(row.column[MANIFEST_OPTIONS],
				 s->options ? s->options : "-", "%s", s->path);
	}
	cr_expect_eq(n, samples_count(),
		     "%s: no row; `update_manifest corpus` adds it",
		     n < samples_count() ? samples_at(n)->path : "");
	cr_expect_geq(n, ROWS_AT_LEAST, "rows were taken out");
	stored_manifest_close(&m);
}

/* ------------------------------------------------------ finding records -- */

/* How many lines of a text that differs are shown. */
enum { SHOWN = 6 };

/* Cuts the next line off; NULL: there is none. */
static char *
next_line(char **text)
{
	char *line = *text, *end = line ? strchr(line, '\n') : NULL;

	if (!line || !*line)
		return NULL;
	if (end)
		*end = '\0';
	*text = end ? end + 1 : NULL;
	return line;
}

/* The first lines from where the texts differ, below their sample. */
static void
show_difference(char *got, char *want, const char *path, const char *how)
{
	const char *sample = "";
	unsigned shown = 0, number = 1;

	for (;; number++) {
		const char *g = next_line(&got), *w = next_line(&want);

		if (!g && !w)
			break;
		if (g && w && strcmp(g, w) == 0) {
			if (*g != ' ' && *g && shown == 0)
				sample = g;
			continue;
		}
		if (shown == 0)
			fprintf(stderr, "corpus/%s:%u (%s), %s:\n", path,
				number, how, sample);
		if (shown++ == SHOWN)
			break;
		fprintf(stderr, "  - %s\n  + %s\n", w ? w : "(the end)",
			g ? g : "(the end)");
	}
}

static void
expect_findings(const char *folder, enum findings_kind kind,
		struct judge_how how, const char *name)
{
	struct buffer got = { 0 }, want;
	char path[256];

	snprintf(path, sizeof(path), "%s/%s.txt", findings_kind_name(kind),
		 folder);
	want = stored_file(path);
	cr_assert(findings_of_folder(stored_folder(), folder, kind, how, &got));
	buffer_byte(&got, 0);
	buffer_byte(&want, 0);
	cr_assert(buffer_ok(&got) && buffer_ok(&want));
	if (strcmp((char *)got.bytes, (char *)want.bytes) != 0) {
		show_difference((char *)got.bytes, (char *)want.bytes, path,
				name);
		cr_expect(false, "%s: not what is found; see above", path);
	}
	buffer_free(&got);
	buffer_free(&want);
}

static void
expect_all(enum findings_kind kind, struct judge_how how, const char *name)
{
	const char *folder;

	for (size_t i = 0; (folder = findings_folder(i)); i++)
		if (findings_has_samples(folder))
			expect_findings(folder, kind, how, name);
}

static const struct judge_how whole = { .pieces = JUDGE_WHOLE };
static const struct judge_how bytes = { .pieces = JUDGE_BYTES };

Test(manifest, each_finding_is_the_one_expected)
{
	expect_all(FINDINGS, whole, "whole");
}

/* Given whole files, as in pieces a long payload need not be there. */
Test(manifest, each_record_and_fact_is_the_one_expected)
{
	expect_all(FINDINGS_RECORDS, whole, "whole");
}

Test(manifest, each_edit_is_the_one_expected)
{
	expect_all(FINDINGS_EDITS, whole, "whole");
}

Test(manifest, one_byte_at_a_time_says_the_same)
{
	expect_all(FINDINGS, bytes, "bytes");
	expect_all(FINDINGS_EDITS, bytes, "bytes");
}

Test(manifest, random_pieces_say_the_same)
{
	for (uint32_t seed = 1; seed <= 3; seed++)
		expect_all(FINDINGS,
			   (struct judge_how){ .pieces = JUDGE_SPLITS,
					       .seed = seed },
			   "splits");
}

/* Twice, so that each map is known at the second time. */
Test(manifest, known_maps_change_nothing)
{
	struct judge_how how = { .pieces = JUDGE_SPLITS, .seed = 1 };

	cr_assert_eq(dfk_known_maps_open(NULL, &how.known_maps), DFK_OK);
	for (unsigned i = 0; i < 2; i++)
		expect_all(FINDINGS, how, "known maps");
	expect_all(FINDINGS_EDITS, how, "known maps");
	dfk_known_maps_close(how.known_maps);
}
