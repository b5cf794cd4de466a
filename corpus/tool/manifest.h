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
	MANIFEST_READER,
	MANIFEST_LEVEL,
	MANIFEST_GAME,
	MANIFEST_PROTOCOL,
	MANIFEST_DESCRIPTION,
	MANIFEST_COLUMNS,
};

/* The names of the columns, from the first line of the file after a '#'. */
extern const char *const manifest_columns[MANIFEST_COLUMNS];

/* The members point into the text of the manifest. */
struct manifest_row {
	const char *column[MANIFEST_COLUMNS];
};

struct manifest {
	struct buffer text;
	char *rest; /* the text that was not read yet; NULL: a row is
	               malformed */
};

/* Opens the manifest.  False: the manifest cannot be read.  After success call
   manifest_close(). */
bool manifest_open(struct manifest *m, const char *corpus);
void manifest_close(struct manifest *m);

/* Reads the next row.  False: there are no more rows, or the next row is malformed. */
bool manifest_next(struct manifest *m, struct manifest_row *row);

/* Splits one line without its end.  The line is changed. */
bool manifest_split(char *line, struct manifest_row *row);

#endif
