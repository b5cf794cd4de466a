/* SPDX-License-Identifier: MIT */
/* compressed.h - recordings in other containers than gzip, and what is said of them */
#ifndef TESTS_COMPRESSED_H
#define TESTS_COMPRESSED_H

#include "corpus/builder/buffer.h"
#include "tests/support.h"

enum { XZ, ZSTD, BZIP2, KINDS };

extern const char *const compressed_names[KINDS];

/* Adds a stream of these bytes. */
void add_stream(struct buffer *w, int kind, const void *bytes, size_t n);

/* A recording in two streams, and what may stand between them. */
struct buffer two_streams(int kind);

/* What a check says, without what is in another place in a compressed file. */
struct said {
	char findings[4096];
	enum dfk_verdict verdict;
	uint64_t decoded, undecoded, ok_up_to, kept;
	bool loss_unknown;
	const char *compression;
};

/* In pieces of so many bytes; memory: the limit decoder_bytes, 0: as it is. */
struct said check_limited(const struct bytes *b, size_t piece, uint64_t memory);
struct said check_bytes(const void *bytes, size_t n, size_t piece);

#endif
