/* SPDX-License-Identifier: MIT */
/*
 * findings.h - all results of the library for the samples, as in
 * corpus/findings/FOLDER.txt, records/ and edits/
 */
#ifndef CORPUS_TOOL_FINDINGS_H
#define CORPUS_TOOL_FINDINGS_H

#include "corpus/tool/judge.h"

/* Returns the folders of validator/formats.def, each folder once.  NULL: there are no
   more. */
const char *findings_folder(size_t index);

/* Is there a sample below this folder? */
bool findings_has_samples(const char *folder);

enum findings_kind {
	FINDINGS,         /* findings of every sample that has findings */
	FINDINGS_RECORDS, /* every record and fact of the samples that show
	                     all of them */
	FINDINGS_EDITS, /* the plan of each repair, also with warnings and at
	                   level prefix */
	FINDINGS_DAMAGE,  /* samples in which one number has another value */
	FINDINGS_KINDS
};

/* Returns the name of the folder below corpus/. */
const char *findings_kind_name(enum findings_kind kind);

/*
 * Appends the whole text of one folder.  The samples are in the order of the builder.
 * False: a sample cannot be read or judged, or there is no memory.  Then a message is on
 * standard error.
 */
bool findings_of_folder(const char *corpus, const char *folder,
			enum findings_kind kind, struct judge_how how,
			struct buffer *text);

#endif
