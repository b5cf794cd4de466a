/* SPDX-License-Identifier: MIT */
/* manifest.c - reads lines whose columns are separated by tabs */
#include "corpus/tool/manifest.h"

#include <string.h>

#include "corpus/builder/sample.h"

const char *const manifest_columns[MANIFEST_COLUMNS] = {
	[MANIFEST_PATH] = "path",
	[MANIFEST_FORMAT] = "format",
	[MANIFEST_VERDICT] = "verdict",
	[MANIFEST_OK_UP_TO] = "ok_up_to",
	[MANIFEST_RULES] = "rules",
	[MANIFEST_CHECK_EXIT] = "check_exit",
	[MANIFEST_REPAIR_EXIT] = "repair_exit",
	[MANIFEST_REPAIRED_SHA256] = "repaired_sha256",
	[MANIFEST_OPTIONS] = "options",
	[MANIFEST_COUNTS] = "counts",
	[MANIFEST_READER] = "reader",
	[MANIFEST_LEVEL] = "level",
	[MANIFEST_GAME] = "game",
	[MANIFEST_PROTOCOL] = "protocol",
	[MANIFEST_DESCRIPTION] = "description",
};

bool
manifest_open(struct manifest *m, const char *corpus)
{
	char *end = NULL;

	memset(m, 0, sizeof(*m));
	if (sample_load(corpus, "MANIFEST.tsv", &m->text)) {
		buffer_byte(&m->text, 0);
		if (buffer_ok(&m->text))
			end = strchr((char *)m->text.bytes, '\n');
	}
	if (!end) {
		buffer_free(&m->text);
		return false;
	}
	m->rest = end + 1; /* the text after the names of the columns */
	return true;
}

void
manifest_close(struct manifest *m)
{
	buffer_free(&m->text);
}

bool
manifest_split(char *line, struct manifest_row *row)
{
	for (size_t i = 0; i < MANIFEST_COLUMNS; i++) {
		row->column[i] = line;
		line = strchr(line, '\t');
		if (i + 1 == MANIFEST_COLUMNS)
			return line == NULL;
		if (!line)
			return false;
		*line++ = '\0';
	}
	return false;
}

bool
manifest_next(struct manifest *m, struct manifest_row *row)
{
	char *line = m->rest, *end = line ? strchr(line, '\n') : NULL;

	if (!end)
		return false;
	*end = '\0';
	m->rest = end + 1;
	if (manifest_split(line, row))
		return true;
	m->rest = NULL;
	return false;
}
