/* SPDX-License-Identifier: MIT */
/*
 * search_limit.h - a limit for the search after damage
 *
 * The search may try the same bytes for each damaged place of the file.  So the number of
 * bytes that may be tried grows with the bytes that were read: by four bytes for each
 * byte, with the default limit.  One place may use the whole limit.
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

/* Counts `bytes` that will be tried, after `read` bytes of the file.  False: the limit is
   reached.  This is reported once, and the search must stop. */
bool search_may_try(struct search_limit *search, uint64_t read, uint64_t bytes);

#endif
