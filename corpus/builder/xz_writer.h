/* SPDX-License-Identifier: MIT */
/* xz_writer.h - writes xz streams whose bytes depend only on the input */
#ifndef CORPUS_BUILDER_XZ_WRITER_H
#define CORPUS_BUILDER_XZ_WRITER_H

#include "corpus/builder/buffer.h"

/* Number of bytes at the end of a stream: the footer.  If there is one block, the CRC-32
   of the index is before the footer. */
#define XZ_FOOTER_LENGTH 12
#define XZ_HEADER_LENGTH 12

/*
 * Writes one stream of one block with a CRC-32.  The bytes are stored in chunks of up to
 * 500.  If `dictionary` is even, the dictionary has 2^(dictionary / 2 + 12) bytes.
 * Marks: "check" and "index".
 */
void xz_stream(struct buffer *w, const unsigned char *bytes, size_t size,
	       unsigned dictionary);

#endif
