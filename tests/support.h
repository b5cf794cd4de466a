/* SPDX-License-Identifier: MIT */
/* support.h - small recordings, and bytes that grow */
#ifndef TESTS_SUPPORT_H
#define TESTS_SUPPORT_H

#include "include/demofsck.h"

struct bytes {
	size_t n;
	unsigned char *at;
};

/* Appends bytes to memory of malloc().  A sanitizer notices a read behind the last byte. */
void put(struct bytes *b, const void *bytes, size_t n);

/* Appends the same bytes many times, with one allocation. */
void put_times(struct bytes *b, const void *bytes, size_t n, size_t times);

/* Returns how often the word occurs. */
size_t count_of(const struct bytes *b, const char *word);

/* Returns a teehistorian file of one player, without FINISH. */
struct bytes recording(void);

/* Returns the same file with FINISH. */
struct bytes finished(void);

/* Feeds all bytes in pieces of `piece` bytes, and ends the check. */
void feed_in(struct dfk_check *check, const struct bytes *b, size_t piece);

/* Returns a teehistorian file that consists only of this header. */
struct bytes recording_with(const char *header);

/* Returns how often a check reports the rule.  The bytes are checked in pieces; 0: all
   bytes at once. */
uint64_t rule_hits(const struct bytes *b, size_t piece, const char *rule);

struct bytes gzip(const struct bytes *in);

/* Write functions for a repair: one writes into struct bytes, and one fails. */
int collect(void *ctx, const void *bytes, size_t size);
int refuse(void *ctx, const void *bytes, size_t size);

/* An allocator with a limited number of allocations, which counts refused allocations. */
struct starving {
	size_t left, refused;
};

void *starving_get(void *ctx, size_t size);
void starving_put(void *ctx, void *at);

#endif
