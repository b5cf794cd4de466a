/* SPDX-License-Identifier: MIT */
/* damage.h - what is said of whole samples when they are damaged at each place */
#ifndef CORPUS_TOOL_DAMAGE_H
#define CORPUS_TOOL_DAMAGE_H

#include "corpus/builder/buffer.h"
#include "corpus/tool/judge.h"

/*
 * Appends what corpus/damage/FOLDER.txt keeps: of each place of a few samples of
 * that folder, what is said when a number there is another, or bytes are
 * changed, lost or added.
 * false: a sample cannot be read or judged, or no memory.
 */
bool damage_of_folder(const char *corpus, const char *folder,
		      struct buffer *text);

/* One of those samples, as it is without a damage. */
struct damage_sample {
	const char *options;
	struct buffer bytes;
	struct judgement whole;
};

#define DAMAGE_SUM UINT32_C(0x811c9dc5) /* of nothing */

/* Goes on with a checksum of all that is said of bytes, and of their repair. */
void damage_sum(uint32_t *sum, const struct judgement *j);

/* Appends a line: what becomes of the damages at one place.  false: as above. */
bool damage_bytes_at(const struct damage_sample *s, size_t at,
		     struct buffer *text);

#endif
