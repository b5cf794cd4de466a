/* SPDX-License-Identifier: MIT */
/*
 * zstd_writer.h - writes zstd frames whose bytes depend on nothing but the input
 */
#ifndef CORPUS_BUILDER_ZSTD_WRITER_H
#define CORPUS_BUILDER_ZSTD_WRITER_H

#include "corpus/builder/buffer.h"

#define ZSTD_CHECKSUM_LENGTH 4

/*
 * One frame of a window of 1 KiB, whose bytes are stored as they are, in blocks of
 * up to 500; with a checksum.  Marks: "block" before each, and "last".
 */
void zstd_frame(struct buffer *w, const unsigned char *bytes, size_t size);

/* A frame that is to be skipped, of so many bytes. */
void zstd_skippable(struct buffer *w, size_t size);

#endif
