/* SPDX-License-Identifier: MIT */
/*
 * gzip_writer.h - writes gzip members whose bytes depend only on the input
 *
 * The output of a compression library changes with its version, so no library is used.
 */
#ifndef CORPUS_BUILDER_GZIP_WRITER_H
#define CORPUS_BUILDER_GZIP_WRITER_H

#include "corpus/builder/buffer.h"

#define GZIP_HEADER_LENGTH  10
#define GZIP_TRAILER_LENGTH 8

/* Append one member to `w`: the header, one of both bodies, the trailer. */
void gzip_header(struct buffer *w);

/* Writes a header with an extra field, a name, a comment and a checksum of the header. */
void gzip_long_header(struct buffer *w, const char *name);

/* Writes the bytes without compression, in blocks of up to 65535 bytes. */
void gzip_stored(struct buffer *w, const unsigned char *bytes, size_t size);

/* Writes one block with the fixed codes.  Only long runs of one byte become shorter. */
void gzip_fixed(struct buffer *w, const unsigned char *bytes, size_t size);

void gzip_trailer(struct buffer *w, const unsigned char *bytes, size_t size);

#endif
