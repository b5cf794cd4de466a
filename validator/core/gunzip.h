/* SPDX-License-Identifier: MIT */
/*
 * gunzip.h - gzip input as one more source of bytes
 *
 * Several members in a row are one stream (RFC 1952, 2.2).  What could be
 * decoded before a defect is delivered; the rest of the input is counted.
 */
#ifndef VALIDATOR_CORE_GUNZIP_H
#define VALIDATOR_CORE_GUNZIP_H

#include "validator/core/inflate.h"

enum gunzip_state {
	GUNZIP_MEMBER,   /* inside a member */
	GUNZIP_BETWEEN,  /* a member ended: the input may end here */
	GUNZIP_TRAILING, /* bytes that are no further member */
	GUNZIP_DAMAGED,  /* the rest cannot be decoded */
	GUNZIP_STOPPED,  /* the receiver wants no more */
};

struct gunzip {
	struct inflate inflate;
	enum gunzip_state state;
	uint64_t fed;      /* bytes given to gunzip_feed() */
	uint64_t stop_off; /* where TRAILING or DAMAGED begins */
	uint64_t lost_off; /* with DAMAGED: nothing from here on was decoded */
	uint64_t member_off;
	const char *why; /* with DAMAGED: zlib's word for it */
};

/* Receives decoded bytes; *stop may be set to end the decoding. */
typedef enum dfk_status gunzip_receive(void *ctx, struct span decoded,
				       bool *stop);

/* DFK_OK or DFK_NO_MEMORY. */
enum dfk_status gunzip_open(struct gunzip *g,
			    const struct dfk_allocator *allocator);
enum dfk_status gunzip_feed(struct gunzip *g, struct span in,
			    gunzip_receive *receive, void *ctx);
void gunzip_close(struct gunzip *g);

#endif
