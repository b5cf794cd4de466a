/* SPDX-License-Identifier: MIT */
/*
 * sample.h - one row for every file of the corpus
 */
#ifndef CORPUS_BUILDER_SAMPLE_H
#define CORPUS_BUILDER_SAMPLE_H

#include "corpus/builder/buffer.h"

/*
 * One sample.  Samples that differ in one value share a build function, and the row has
 * the value.  The bad sample and the near sample of a rule often differ in one value.
 */
struct sample {
	const char *path;  /* path below corpus/ */
	const char *about; /* one sentence about the unusual part of the
	                      sample */

	/* NULL: a recording of a real server, which is stored and not built. */
	void (*build)(struct buffer *w, const struct sample *s);

	const char *release;  /* the release whose server writes this
	                         recording; NULL: the newest release */
	const char *key;      /* a key of the header */
	const char *text;     /* a value for the build function */
	int32_t number, more; /* further values, as numbers */

	/* A mark: the file ends this number of bytes after the mark. */
	const char *cut;
	int32_t cut_by;

	/* Options of the check, separated by blanks: as=FORMAT, limit=NAME=VALUE,
	   protocol=VERSION, base=PATH and map=PATH of another sample. */
	const char *options;
};

/*
 * Builds a sample into an empty buffer.  False: there was no memory, or the sample is
 * stored and not built.
 */
bool sample_build(const struct sample *s, struct buffer *w);

/* Appends a file below the corpus.  False: errno has the reason, or there was no
   memory. */
bool sample_load(const char *corpus, const char *path, struct buffer *w);

/*
 * Build functions call this to set the place of the first finding of a bad sample.  A
 * test compares this place.  Compressed samples of rules other than file.* do not call
 * this function.
 */
void sample_expect(struct buffer *w, size_t offset, size_t length);

/* Sets the place of the first finding to all bytes from `offset` to the end. */
void sample_expect_from(struct buffer *w, size_t offset);

/* Returns the place of the first finding.  False: no place was set. */
bool sample_expected(const struct buffer *w, size_t *offset, size_t *length);

#endif
