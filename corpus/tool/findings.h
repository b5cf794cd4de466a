/* SPDX-License-Identifier: MIT */
/*
 * findings.h - every finding of every sample, in full, as
 * corpus/findings/FOLDER.txt keeps them
 */
#ifndef CORPUS_TOOL_FINDINGS_H
#define CORPUS_TOOL_FINDINGS_H

#include "corpus/tool/judge.h"

/* The folders of validator/formats.def, each once; NULL: there are no more. */
const char *findings_folder(size_t index);

/* Is there a sample below this folder? */
bool findings_has_samples(const char *folder);

/*
 * Appends the whole text of one folder: its samples in the order of the
 * builder.  false: a sample cannot be read or judged, or no memory; standard
 * error says which.
 */
bool findings_of_folder(const char *corpus, const char *folder,
			struct judge_how how, struct buffer *text);

#endif
