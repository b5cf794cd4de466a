/* SPDX-License-Identifier: MIT */
/*
 * gzip_writer.h - writes gzip members whose bytes depend on nothing but the
 * input; what a compression library makes changes with its version
 */
#ifndef CORPUS_BUILDER_GZIP_WRITER_H
#define CORPUS_BUILDER_GZIP_WRITER_H

#include "corpus/builder/buffer.h"

#define GZIP_HEADER_LENGTH  10
#define GZIP_TRAILER_LENGTH 8

/* One member, added to `w`: the header, one of the two bodies, the trailer. */
void gzip_header(struct buffer *w);

/* With an extra field, a name, a comment and a checksum of the header. */
void gzip_long_header(struct buffer *w, const char *name);

/* The bytes as they are, in blocks of up to 65535. */
void gzip_stored(struct buffer *w, const unsigned char *bytes, size_t size);

/* One block with the fixed codes; only long runs of one byte get shorter. */
void gzip_fixed(struct buffer *w, const unsigned char *bytes, size_t size);

void gzip_trailer(struct buffer *w, const unsigned char *bytes, size_t size);

#endif
