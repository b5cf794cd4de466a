/* SPDX-License-Identifier: MIT */
/*
 * search_limit.h - how much may be tried where a recording is damaged
 *
 * The same bytes may be tried for each place in the file.  So what may be tried grows
 * with what was read: with the default limit, by four bytes for each one.  The limit
 * itself is for one place, which may need a lot.
 */
#ifndef VALIDATOR_CORE_SEARCH_LIMIT_H
#define VALIDATOR_CORE_SEARCH_LIMIT_H

#include "validator/core/limits.h"
#include "validator/core/report.h"

/* For each byte that was read, this part of the limit may be tried. */
enum { SEARCH_SHARE_BITS = 22 };

struct search_limit {
	struct report *report;
	const struct limits *limits;
	const char *what; /* is tried: "chunks" */
	uint64_t tried;   /* bytes */
	bool reached;     /* and reported */
};

/* Counts so many bytes, tried after the first `read` of the file.  False: the limit is
   reached, which is reported once, and nothing may be tried any more. */
bool search_may_try(struct search_limit *search, uint64_t read, uint64_t bytes);

#endif
