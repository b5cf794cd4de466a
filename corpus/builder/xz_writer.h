/* SPDX-License-Identifier: MIT */
/*
 * xz_writer.h - writes xz streams whose bytes depend on nothing but the input
 */
#ifndef CORPUS_BUILDER_XZ_WRITER_H
#define CORPUS_BUILDER_XZ_WRITER_H

#include "corpus/builder/buffer.h"

/* From the end of a stream: the footer; and with one block, the CRC-32 of that. */
#define XZ_FOOTER_LENGTH 12
#define XZ_HEADER_LENGTH 12

/*
 * One stream of one block, whose bytes are stored as they are, in chunks of up to
 * 500; with a CRC-32.  The dictionary has 2^(dictionary / 2 + 12) bytes, if that is
 * even.  Marks: "check", and "index".
 */
void xz_stream(struct buffer *w, const unsigned char *bytes, size_t size,
	       unsigned dictionary);

#endif
