/* SPDX-License-Identifier: MIT */
/*
 * sample.h - one row for every file of the corpus
 */
#ifndef CORPUS_BUILDER_SAMPLE_H
#define CORPUS_BUILDER_SAMPLE_H

#include "corpus/builder/buffer.h"

/*
 * Samples that differ in one value share a build function; the value is in
 * the row.  The bad sample and the near miss of a rule are such pairs.
 */
struct sample {
	const char *path;  /* below corpus/ */
	const char *about; /* what is odd about it, one sentence */

	/* NULL: a recording of a real server, stored and not built. */
	void (*build)(struct buffer *w, const struct sample *s);

	const char *release;  /* whose server writes it; NULL: the newest */
	const char *key;      /* of the header */
	const char *text;     /* what the build function varies */
	int32_t number, more; /* the same, as numbers */

	/* The file ends so many bytes after a mark. */
	const char *cut;
	int32_t cut_by;

	/* How it is checked: blank-separated as=FORMAT, limit=NAME=VALUE,
	   protocol=VERSION, base=PATH and map=PATH of another sample. */
	const char *options;
};

/*
 * Builds a sample into an empty writer.  false: there was no memory, or the
 * sample is stored and not built.
 */
bool sample_build(const struct sample *s, struct buffer *w);

/* Appends a file below the corpus; false: errno says why, or no memory. */
bool sample_load(const char *corpus, const char *path, struct buffer *w);

/*
 * For build functions: says where the first finding of a bad sample belongs,
 * which a test compares.  In compressed samples of another rule than file.*
 * this is left out.
 */
void sample_expect(struct buffer *w, size_t offset, size_t length);

/* The same for all from `offset` up to here. */
void sample_expect_from(struct buffer *w, size_t offset);

/* Where it belongs, if that was said. */
bool sample_expected(const struct buffer *w, size_t *offset, size_t *length);

#endif
