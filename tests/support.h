/* SPDX-License-Identifier: MIT */
/* support.h - a small recording, and bytes that grow */
#ifndef TESTS_SUPPORT_H
#define TESTS_SUPPORT_H

#include "include/demofsck.h"

struct bytes {
	size_t n;
	unsigned char *at;
};

/* Appends; the memory has no byte more, so that a sanitizer sees who reads on. */
void put(struct bytes *b, const void *bytes, size_t n);

/* The same bytes so often, which does not move what is there each time. */
void put_times(struct bytes *b, const void *bytes, size_t n, size_t times);

/* How often the word stands there. */
size_t count_of(const struct bytes *b, const char *word);

/* A teehistorian file of one player, without FINISH. */
struct bytes recording(void);

/* The same with FINISH. */
struct bytes finished(void);

/* Feeds all of it in pieces of so many bytes, and ends the check. */
void feed_in(struct dfk_check *check, const struct bytes *b, size_t piece);

/* A teehistorian file of this header, and nothing else. */
struct bytes recording_with(const char *header);

/* How often a check trips the rule; in pieces of so many bytes, 0: at once. */
uint64_t rule_hits(const struct bytes *b, size_t piece, const char *rule);

struct bytes gzip(const struct bytes *in);

/* Write functions of a repair: into struct bytes, and one that fails. */
int collect(void *ctx, const void *bytes, size_t size);
int refuse(void *ctx, const void *bytes, size_t size);

/* An allocator that has so much left, and counts what it refuses. */
struct starving {
	size_t left, refused;
};

void *starving_get(void *ctx, size_t size);
void starving_put(void *ctx, void *at);

#endif
