/* SPDX-License-Identifier: MIT */
/* stored.c - reads the files of corpus/ and their manifest; on failure the test fails */
#include "tests/stored.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "corpus/builder/sample.h"

#define STORED_WRITERS \
	"`build_corpus corpus` writes samples, `update_manifest corpus` the " \
	"rest"

const char *
stored_folder(void)
{
	const char *path = getenv("DEMOFSCK_CORPUS");

	cr_assert_not_null(path, "DEMOFSCK_CORPUS is not set");
	return path;
}

struct buffer
stored_file(const char *path)
{
	struct buffer bytes = { 0 };

	cr_assert(sample_load(stored_folder(), path, &bytes),
		  "%s: cannot be read; " STORED_WRITERS, path);
	return bytes;
}

struct manifest
stored_manifest(void)
{
	struct manifest m;

	cr_assert(manifest_open(&m, stored_folder()),
		  "MANIFEST.tsv: cannot be read; " STORED_WRITERS);
	return m;
}

void
stored_manifest_close(struct manifest *m)
{
	cr_expect_not_null(m->rest, "MANIFEST.tsv: a row is malformed");
	manifest_close(m);
}
