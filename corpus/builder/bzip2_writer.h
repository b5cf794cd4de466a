/* SPDX-License-Identifier: MIT */
/*
 * bzip2_writer.h - writes bzip2 streams whose bytes depend on nothing but the
 * input
 */
#ifndef CORPUS_BUILDER_BZIP2_WRITER_H
#define CORPUS_BUILDER_BZIP2_WRITER_H

#include "corpus/builder/buffer.h"

/* From the end of a stream: its mark, its checksum, and up to 7 bits. */
#define BZIP2_END_LENGTH 10

/*
 * One stream, of blocks of up to `block` bytes, at most 2000.  A block has no run of
 * more than three equal bytes in it: it ends instead.  All codes have the same
 * length.  Marks, at the byte: "block" before each, and "end".
 */
void bzip2_stream(struct buffer *w, const unsigned char *bytes, size_t size,
		  size_t block);

#endif
