/* SPDX-License-Identifier: MIT */
/* damage.h - the results of samples that are damaged at each place */
#ifndef CORPUS_TOOL_DAMAGE_H
#define CORPUS_TOOL_DAMAGE_H

#include "corpus/builder/buffer.h"
#include "corpus/tool/judge.h"

/*
 * Appends the text of corpus/damage/FOLDER.txt: for each place of a few samples of this
 * folder, the results if a number has another value, or if bytes are changed, lost or
 * added.  False: a sample cannot be read or judged, or there is no memory.
 */
bool damage_of_folder(const char *corpus, const char *folder,
		      struct buffer *text);

/* One of these samples, without damage. */
struct damage_sample {
	const char *options;
	struct buffer bytes;
	struct judgement whole;
};

#define DAMAGE_SUM UINT32_C(0x811c9dc5) /* the checksum of no bytes */

/* Adds all results of a check and a repair to the checksum. */
void damage_sum(uint32_t *sum, const struct judgement *j);

/* Appends a line with the results of the damages at one place.  False: see above. */
bool damage_bytes_at(const struct damage_sample *s, size_t at,
		     struct buffer *text);

#endif
