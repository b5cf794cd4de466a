/* SPDX-License-Identifier: MIT */
/* damage.h - what is said of whole samples when one number in them is another */
#ifndef CORPUS_TOOL_DAMAGE_H
#define CORPUS_TOOL_DAMAGE_H

#include "corpus/builder/buffer.h"

/*
 * Appends what corpus/damage/FOLDER.txt keeps: of each place of a few samples of
 * that folder, the verdict and the first finding for each of many values.
 * false: a sample cannot be read or judged, or no memory.
 */
bool damage_of_folder(const char *corpus, const char *folder,
		      struct buffer *text);

#endif
