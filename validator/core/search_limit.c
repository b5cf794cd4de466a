/* SPDX-License-Identifier: MIT */
/* search_limit.c - a limit for the search after damage */
#include "validator/core/search_limit.h"

static uint64_t
most_bytes_to_try(uint64_t limit, uint64_t read)
{
	uint64_t most;

	if (__builtin_mul_overflow(limit >> SEARCH_SHARE_BITS, read, &most) ||
	    __builtin_add_overflow(most, limit, &most))
		return UINT64_MAX;
	return most;
}

bool
search_may_try(struct search_limit *s, uint64_t read, uint64_t bytes)
{
	const uint64_t most = most_bytes_to_try(s->limits->search_bytes, read);

	if (s->reached)
		return false;
	if (s->tried <= most && bytes <= most - s->tried) {
		s->tried += bytes;
		return true;
	}
	s->reached = true;
	report(s->report, RULE_limit_search_bytes,
	       &(struct site){ .off = read },
	       "more than %llu tried bytes of %s",
	       (unsigned long long)most, s->what);
	return false;
}
