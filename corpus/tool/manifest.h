/* SPDX-License-Identifier: MIT */
/*
 * manifest.h - reads corpus/MANIFEST.tsv row by row
 */
#ifndef CORPUS_TOOL_MANIFEST_H
#define CORPUS_TOOL_MANIFEST_H

#include "corpus/builder/buffer.h"

enum manifest_column {
	MANIFEST_PATH,
	MANIFEST_FORMAT,
	MANIFEST_VERDICT,
	MANIFEST_OK_UP_TO,
	MANIFEST_RULES,
	MANIFEST_CHECK_EXIT,
	MANIFEST_REPAIR_EXIT,
	MANIFEST_REPAIRED_SHA256,
	MANIFEST_OPTIONS,
	MANIFEST_COUNTS,
	MANIFEST_DESCRIPTION,
	MANIFEST_COLUMNS,
};

/* In the first line of the file, after a '#'. */
extern const char *const manifest_columns[MANIFEST_COLUMNS];

/* Points into the text that it was read from. */
struct manifest_row {
	const char *column[MANIFEST_COLUMNS];
};

struct manifest {
	struct buffer text;
	char *rest; /* what was not read yet; NULL: a row is malformed */
};

/* false: it cannot be read.  Otherwise to be given to manifest_close(). */
bool manifest_open(struct manifest *m, const char *corpus);
void manifest_close(struct manifest *m);

/* false: there are no more rows, or the next one is malformed. */
bool manifest_next(struct manifest *m, struct manifest_row *row);

/* Splits one line without its end, which is changed. */
bool manifest_split(char *line, struct manifest_row *row);

#endif
