/* SPDX-License-Identifier: MIT */
/* sample.c - builds and loads samples of the corpus */
#include "corpus/builder/sample.h"

#include <stdio.h>
#include <string.h>

bool
sample_build(const struct sample *s, struct buffer *w)
{
	if (!s->build)
		return false;
	s->build(w, s);
	if (s->cut) {
		const size_t at = buffer_offset(w, s->cut);

		if (at == SIZE_MAX)
			return false;
		buffer_cut(w, (size_t)((int64_t)at + s->cut_by));
	}
	return buffer_ok(w);
}

bool
sample_load(const char *corpus, const char *path, struct buffer *w)
{
	char full[4096], block[4096];
	const int length = snprintf(full, sizeof(full), "%s/%s", corpus, path);
	bool failed;
	FILE *file;
	size_t n;

	if (length < 0 || (size_t)length >= sizeof(full))
		return false;
	file = fopen(full, "rb");
	if (!file)
		return false;
	while ((n = fread(block, 1, sizeof(block), file)) > 0)
		buffer_append(w, block, n);
	failed = ferror(file) != 0;
	fclose(file);
	return !failed && buffer_ok(w);
}

void
sample_expect(struct buffer *w, size_t offset, size_t length)
{
	buffer_mark_at(w, "expected", offset);
	buffer_mark_at(w, "expected_end", offset + length);
}

void
sample_expect_from(struct buffer *w, size_t offset)
{
	sample_expect(w, offset, w->size - offset);
}

bool
sample_expected(const struct buffer *w, size_t *offset, size_t *length)
{
	*offset = buffer_offset(w, "expected");
	if (*offset == SIZE_MAX)
		return false;
	*length = buffer_offset(w, "expected_end") - *offset;
	return true;
}
