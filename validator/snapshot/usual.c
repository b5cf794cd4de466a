/* SPDX-License-Identifier: MIT */
/*
 * usual.c - values that games produce, asked all at once (SN-9)
 *
 * Nine in ten updates of a demo are of a character.  Its rows of ranges.def are
 * comparisons with constants here: a third of the time of a loop over a table.
 */
#include "validator/snapshot/snapshot.h"

static inline bool
is_between(int32_t value, int32_t least, int32_t most)
{
	return value >= least && value <= most;
}

/* Where `type` is a constant, those of its rows are left. */
static inline bool
has_usual(int32_t type, const int32_t *values, uint32_t n, int32_t tick)
{
#define TYPE(type_, ints)
#define RANGE(rule, type_, k, field, least, most) \
	if (type == (type_) && \
	    !is_between(ints_at(values, n, k), least, most)) \
		return false;
#define TICK(type_, k, field, least) RANGE(, type_, k, field, least, tick)
#include "validator/snapshot/ranges.def"
#undef TYPE
#undef RANGE
#undef TICK
	return true;
}

bool
snapshot_is_usual(int32_t type, int32_t id, const int32_t *values, uint32_t n,
		  int32_t tick)
{
	enum { PLAYER_INFO = 10, CLIENT_ID = 1 };

	if (type == PLAYER_INFO && ints_at(values, n, CLIENT_ID) != id)
		return false;
	switch (type) {
#define TYPE(type_, ints) \
	case type_: \
		return n == (ints) && has_usual(type_, values, ints, tick);
#define RANGE(rule, type_, k, field, least, most)
#define TICK(type_, k, field, least)
#include "validator/snapshot/ranges.def"
#undef TYPE
#undef RANGE
#undef TICK
	default: return true;
	}
}
