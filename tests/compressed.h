/* SPDX-License-Identifier: MIT */
/* compressed.h - recordings in containers other than gzip, and the results of their
   check */
#ifndef TESTS_COMPRESSED_H
#define TESTS_COMPRESSED_H

#include "corpus/builder/buffer.h"
#include "tests/support.h"

enum { XZ, ZSTD, BZIP2, KINDS };

extern const char *const compressed_names[KINDS];

/* Adds a stream of these bytes. */
void add_stream(struct buffer *w, int kind, const void *bytes, size_t n);

/* Returns a recording in two streams, with possible bytes between them. */
struct buffer two_streams(int kind);

/* The results of a check, without values whose place differs in a compressed file. */
struct said {
	char findings[4096];
	enum dfk_verdict verdict;
	uint64_t decoded, undecoded, ok_up_to, kept;
	bool loss_unknown;
	const char *compression;
};

/* Checks in pieces of `piece` bytes. memory: the limit decoder_bytes; 0: the default. */
struct said check_limited(const struct bytes *b, size_t piece, uint64_t memory);
struct said check_bytes(const void *bytes, size_t n, size_t piece);

#endif
