/* SPDX-License-Identifier: MIT */
/*
 * update_manifest.c - writes MANIFEST.tsv and the other lists of the corpus again
 *
 *   update_manifest CORPUS
 *
 * These lists contain the right results, not the results of the library.  So compare each
 * changed line with the SPEC.md of its format before you keep it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "corpus/builder/samples.h"
#include "corpus/tool/findings.h"
#include "corpus/tool/judge.h"
#include "corpus/tool/manifest.h"

#define PATH_LENGTH 4096

static bool
write_row(const char *corpus, const struct sample *s, struct buffer *rows)
{
	const char *options = s->options ? s->options : "-";
	struct judge_how how = { .pieces = JUDGE_WHOLE };
	struct buffer bytes = { 0 };
	struct judgement j;
	bool done = sample_load(corpus, s->path, &bytes);

	if (!done) {
		perror(s->path);
		return false;
	}
	judge(bytes.bytes, bytes.size, options, how, &j);
	if (j.status == DFK_OK) {
		judge_row(&j, s->path, options, s->about, rows);
		buffer_byte(rows, '\n');
	} else {
		fprintf(stderr, "%s: %s\n", s->path, dfk_status_text(j.status));
		done = false;
	}
	judgement_free(&j);
	buffer_free(&bytes);
	return done;
}

static bool
write_out(const char *corpus, const char *name, const struct buffer *text)
{
	char path[PATH_LENGTH];
	FILE *file;
	bool written;

	snprintf(path, sizeof(path), "%s/%s", corpus, name);
	file = fopen(path, "wb");
	if (!file) {
		perror(path);
		return false;
	}
	written = fwrite(text->bytes, text->size, 1, file) == 1;
	if (fclose(file) != 0 || !written) {
		perror(path);
		return false;
	}
	return true;
}

static bool
update_manifest(const char *corpus)
{
	struct buffer rows = { 0 };
	bool done = true;

	for (size_t i = 0; i < MANIFEST_COLUMNS; i++) {
		buffer_byte(&rows, i == 0 ? '#' : '\t');
		buffer_append(&rows, manifest_columns[i],
			      strlen(manifest_columns[i]));
	}
	buffer_byte(&rows, '\n');
	for (size_t i = 0; i < samples_count(); i++)
		done = write_row(corpus, samples_at(i), &rows) && done;
	done = done && buffer_ok(&rows) &&
	       write_out(corpus, "MANIFEST.tsv", &rows);
	buffer_free(&rows);
	return done;
}

/* A folder without samples has no such file. */
static bool
update_findings(const char *corpus, const char *folder,
		enum findings_kind kind)
{
	const struct judge_how how = { .pieces = JUDGE_WHOLE };
	struct buffer text = { 0 };
	char name[PATH_LENGTH];
	bool done = true;

	snprintf(name, sizeof(name), "%s/%s.txt", findings_kind_name(kind),
		 folder);
	if (findings_has_samples(folder))
		done = findings_of_folder(corpus, folder, kind, how, &text) &&
		       write_out(corpus, name, &text);
	buffer_free(&text);
	return done;
}

int
main(int argc, char **argv)
{
	const char *folder;

	if (argc != 2) {
		fputs("usage: update_manifest CORPUS\n", stderr);
		return 2;
	}
	if (!update_manifest(argv[1]))
		return EXIT_FAILURE;
	for (size_t i = 0; (folder = findings_folder(i)); i++)
		for (enum findings_kind k = FINDINGS; k < FINDINGS_KINDS; k++)
			if (!update_findings(argv[1], folder, k))
				return EXIT_FAILURE;
	return EXIT_SUCCESS;
}
