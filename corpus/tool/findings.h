/* SPDX-License-Identifier: MIT */
/*
 * findings.h - what the library says of the samples, in full, as
 * corpus/findings/FOLDER.txt keeps it, and the same of records/ and edits/
 */
#ifndef CORPUS_TOOL_FINDINGS_H
#define CORPUS_TOOL_FINDINGS_H

#include "corpus/tool/judge.h"

/* The folders of validator/formats.def, each once; NULL: there are no more. */
const char *findings_folder(size_t index);

/* Is there a sample below this folder? */
bool findings_has_samples(const char *folder);

enum findings_kind {
	FINDINGS,         /* of every sample that has any */
	FINDINGS_RECORDS, /* every record and fact of samples that show them all */
	FINDINGS_EDITS,   /* the plan of each repair, also with warnings
			     and at level prefix */
	FINDINGS_DAMAGE,  /* of samples in which one number is another */
	FINDINGS_KINDS
};

/* The folder below corpus/ where they are. */
const char *findings_kind_name(enum findings_kind kind);

/*
 * Appends the whole text of one folder: its samples in the order of the
 * builder.  false: a sample cannot be read or judged, or no memory; standard
 * error says which.
 */
bool findings_of_folder(const char *corpus, const char *folder,
			enum findings_kind kind, struct judge_how how,
			struct buffer *text);

#endif
