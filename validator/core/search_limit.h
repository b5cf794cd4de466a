/* SPDX-License-Identifier: MIT */
/*
 * search_limit.h - a limit for the search after damage
 *
 * The search may try the same bytes for each damaged place of the file.  So the number of
 * bytes that may be tried is limited.  With the default limit this number grows by four
 * for each byte that was read.  One place may use the whole limit.
 */
#ifndef VALIDATOR_CORE_SEARCH_LIMIT_H
#define VALIDATOR_CORE_SEARCH_LIMIT_H

#include "validator/core/limits.h"
#include "validator/core/report.h"

/* The part of the limit that each byte of the file adds. */
enum { SEARCH_SHARE_BITS = 22 };

struct search_limit {
	struct report *report;
	const struct limits *limits;
	const char *what; /* what the search tries: "chunks" */
	uint64_t tried;   /* number of tried bytes */
	bool reached;     /* the limit is reached, and this was reported */
};

/* Counts `bytes` that will be tried, after `read` bytes of the file.  False: the limit
   is reached, and the search must stop.  A reached limit is reported once. */
bool search_may_try(struct search_limit *search, uint64_t read, uint64_t bytes);

#endif
