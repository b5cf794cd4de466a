/* SPDX-License-Identifier: MIT */
/*
 * snapshot_script.h - builds raw snapshots and deltas from a line of text
 *
 * The text of a sample is a list of words, separated by blanks:
 *
 *   10/3 1 3 0 42 -1   an item or update: type, id, and its ints
 *   2/0:40 6*0         40 of them, ids 0 to 39; six ints of 0
 *   32767/1#4          an update with its size in front
 *   ~6/0               a removed key
 *
 * Then come changes of the resulting ints:
 *
 *   @3=5  @3=+5        the int at an index; "=+" adds
 *   cut=8  cut=-1      how many are left, from the end if negative
 *   pad=3              so many ints of 0 after the end
 *   bytes=2            so many bytes of 1
 */
#ifndef CORPUS_BUILDER_SNAPSHOT_SCRIPT_H
#define CORPUS_BUILDER_SNAPSHOT_SCRIPT_H

#include "corpus/builder/sample.h"

#define SNAPSHOT_SAMPLE(path_, about_, ...) \
	{ \
		.path = "snapshot/" path_, .about = about_, \
		.build = __VA_ARGS__ \
	}

/* Functions that build samples.  An unknown word makes the writer fail. */
void snapshot_build_full(struct buffer *w, const struct sample *s);
void snapshot_build_delta(struct buffer *w, const struct sample *s);

/* Builds a snapshot in the form of 0.7 of late 2019: the keys come before the offsets. */
void snapshot_build_memory(struct buffer *w, const struct sample *s);

#endif
