/* SPDX-License-Identifier: MIT */
/*
 * datafile_script.h - changes one thing in a map
 *
 * The text of a sample is a list of changes, separated by blanks:
 *
 *   group0[5]=3     an int of an item: type name, id, place; "=+3" adds
 *   group0.n=6      its length in ints, zeros after the old ones
 *   group0.id=9     its id;  group0.type=9  its type
 *   -group0         the item is left out
 *   +group0         a copy of it;  +group0=9  so many copies
 *   data2.n=9       the decoded length of a data item, zeros after
 *   data2[5]=255    one of its bytes
 *
 * Then come changes of the bytes of the written file:
 *
 *   @12=5           the int at an offset;  @types+8=5  after a mark
 *   @data+3:255     a byte
 *   cut=40 cut=-1   the length of the file, from the end if negative
 *   pad=5           so many bytes of 0 after the end
 *   text=1          it is transferred as text, so many times
 */
#ifndef CORPUS_BUILDER_DATAFILE_SCRIPT_H
#define CORPUS_BUILDER_DATAFILE_SCRIPT_H

#include "corpus/builder/datafile_writer.h"
#include "corpus/builder/sample.h"

/* Returns the item type with this name. */
unsigned datafile_script_type(const char *name);

/* Writes the model with the changes.  An unknown change makes the writer fail. */
void datafile_script_write(struct datafile_model *d, struct buffer *w,
			   const char *changes);

/* Functions that build samples from an empty map, the full map, or the small map.
   `number` of a sample is the version of the file; 0: 4. */
void datafile_build_empty(struct buffer *w, const struct sample *s);
void datafile_build_full(struct buffer *w, const struct sample *s);
void datafile_build_small(struct buffer *w, const struct sample *s);

#endif
