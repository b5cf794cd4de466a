/* SPDX-License-Identifier: MIT */
/* compression.h - the containers that a recording may be compressed in */
#ifndef VALIDATOR_CORE_COMPRESSION_H
#define VALIDATOR_CORE_COMPRESSION_H

#include "validator/core/decoder.h"

/* What tells one; the longest of them. */
enum { COMPRESSION_HEAD_BYTES = 6 };

struct compression {
	const char *name;   /* in reports */
	const char *stream; /* what a file holds one or more of */
	const char *unread; /* what is said where it cannot be decoded */
	const char *nested; /* and where one holds another */
	const struct decoder_kind *decoder;
	unsigned padding; /* after a stream so many zero bytes, or a multiple of
	                     them; 0: none */
};

/* By its first bytes.  Closed: there are no more, and fewer may do.  NULL: not
   compressed. */
const struct compression *compression_of(struct span head, bool closed);

enum compression_start { START_NONE, START_SHORT, START_WHOLE };

/* Do these bytes, after a stream, begin another one? */
enum compression_start compression_start(const struct compression *c,
					 struct span head);

#endif
