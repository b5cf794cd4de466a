/* SPDX-License-Identifier: MIT */
/* bzip2_writer.h - writes bzip2 streams whose bytes depend only on the input */
#ifndef CORPUS_BUILDER_BZIP2_WRITER_H
#define CORPUS_BUILDER_BZIP2_WRITER_H

#include "corpus/builder/buffer.h"

/* The number of bytes at the end of a stream: its mark, its checksum, and up to 7
   bits. */
#define BZIP2_END_LENGTH 10

/*
 * Writes one stream, with blocks of up to `block` bytes, at most 2000.  A block ends
 * before a run of more than three equal bytes.  All codes have the same length.  The
 * marks are "block" before each block, and "end".
 */
void bzip2_stream(struct buffer *w, const unsigned char *bytes, size_t size,
		  size_t block);

#endif
