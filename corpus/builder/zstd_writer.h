/* SPDX-License-Identifier: MIT */
/* zstd_writer.h - writes zstd frames whose bytes depend only on the input */
#ifndef CORPUS_BUILDER_ZSTD_WRITER_H
#define CORPUS_BUILDER_ZSTD_WRITER_H

#include "corpus/builder/buffer.h"

#define ZSTD_CHECKSUM_LENGTH 4

/*
 * Writes one frame with a window of 1 KiB and a checksum.  The bytes are stored in blocks
 * of up to 500.  Marks: "block" before each block, and "last".
 */
void zstd_frame(struct buffer *w, const unsigned char *bytes, size_t size);

/* Writes a skippable frame of `size` bytes. */
void zstd_skippable(struct buffer *w, size_t size);

#endif
